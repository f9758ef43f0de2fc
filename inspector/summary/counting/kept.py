"""Counts that were asked for, kept in a folder of the user's: the same prompt is never sent twice."""

from __future__ import annotations

import contextlib
import json
import os
import time
from pathlib import Path
from typing import NamedTuple

from inspector.summary.private_file import private_folder, read_private, write_private

FOLDER = "counts"
LARGEST = 10_000
"""Bytes of a kept count at the most."""
MOST = 5_000
"""Counts that are kept; beyond it those that were made first go."""


class KeptCount(NamedTuple):
    """Tokens, and when they were counted (seconds since 1970)."""

    tokens: int
    made: int


class KeptCounts:
    """A file a count, named by the hash of the request. A damaged one counts as missing; nothing here ever stops a count."""

    def __init__(self, folder: str | os.PathLike[str] | None = None) -> None:
        self.folder = _default() if folder is None else Path(folder)

    def get(self, key: str) -> KeptCount | None:
        """The kept count of a request."""
        try:
            found = json.loads(read_private(self._path(key), LARGEST))
            tokens, made = found["input_tokens"], found["made"]
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return KeptCount(tokens, made) if type(tokens) is int and type(made) is int and tokens >= 0 else None

    def put(self, key: str, tokens: int, model: str) -> KeptCount:
        """Keep a count."""
        kept = KeptCount(tokens, int(time.time()))
        data = json.dumps({"input_tokens": tokens, "model": model, "made": kept.made}).encode()
        with contextlib.suppress(OSError):
            private_folder(self.folder)
            write_private(self._path(key), data)
            self._thin()
        return kept

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}.json"

    def _thin(self) -> None:
        files = sorted(self.folder.glob("[0-9a-f]*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in files[MOST:]:
            path.unlink(missing_ok=True)


def _default() -> Path:
    from inspector.settings import cache_dir

    return cache_dir() / FOLDER
