"""The cassette: every answer that was asked for is kept, so that the same request is free and answered alike ever after."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from inspector.summary.answer import Answer
from inspector.summary.kept_file import Damaged, Kept, decode, encode
from inspector.summary.private_file import PART, private_folder, read_private, write_private
from inspector.summary.secrets import scrub
from inspector.summary.turn import TURN, turn

Tell = Callable[[str], None]

FOLDER, SUFFIX = "summaries", ".json"
LARGEST = 5_000_000
"""Bytes that one kept answer has at the most."""
MOST = 200_000_000
"""Bytes that all of them have together; beyond it, those that were not used for the longest time go."""
STALE = 3600
"""Seconds after which a file that somebody began and never finished is removed."""
_KEY = re.compile(r"[0-9a-f]{64}")


class Entry(NamedTuple):
    """A file of the cassette. `kept` is None where it is damaged, and `damage` says in what."""

    key: str
    bytes: int
    used: float
    kept: Kept | None
    damage: str = ""


def key(kind: str, model: str, body: bytes | Mapping[str, Any]) -> str:
    """The name of a request: a hash over who is asked and the exact body that is sent."""
    sent = body if isinstance(body, bytes) else json.dumps(body, sort_keys=True, separators=(",", ":")).encode()
    head = json.dumps([kind, model, len(sent)])
    return hashlib.sha256(head.encode() + b"\n" + sent).hexdigest()


def default_folder() -> Path:
    """Where answers are kept unless another folder is named."""
    from inspector.settings import cache_dir

    return cache_dir() / FOLDER


class Cassette:
    """Kept answers in a folder of the user's, one file each. Safe to use from several threads and several programs.

    A damaged file is no answer, and is told. Nothing that goes wrong with the folder stops a summary: it is told, and the
    answer is not kept. Secrets of `environ` (the environment, unless one is given) are taken out of everything kept.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str] | None = None,
        *,
        environ: Mapping[str, str] | None = None,
        told: Tell | None = None,
        most: int = MOST,
    ) -> None:
        self.folder = default_folder() if folder is None else Path(folder)
        self._environ, self._told, self._most = environ, told, most
        self._said: set[str] = set()

    def get(self, key: str) -> Answer | None:
        """The kept answer to a request, None where there is none that can be used."""
        path = self._path(key)
        try:
            kept = decode(key, read_private(path, LARGEST))
        except FileNotFoundError:
            return None
        except (Damaged, OSError) as error:
            self._tell(f"a kept summary cannot be used and counts as missing: {path}: {_reason(error)}")
            return None
        with contextlib.suppress(OSError):  # only says which ones are used
            os.utime(path)
        return kept.answer

    def put(self, key: str, answer: Answer, about: Mapping[str, Any]) -> Answer:
        """Keep an answer; the answer as it is kept, without secrets: what every later `get` gives, too."""
        path, clean = self._path(key), replace(answer, text=self.scrubbed(answer.text))
        named = {self.scrubbed(str(name)): self._plain(value) for name, value in about.items()}
        data = encode(key, Kept(replace(clean, model=self.scrubbed(answer.model)), named, int(time.time())))
        if len(data) > LARGEST:
            self._tell(f"the summary is not kept: it has more than {LARGEST:,} bytes")
            return clean
        try:
            private_folder(self.folder)
            write_private(path, data)
            self._thin(path.name)
        except OSError as error:
            self._tell(f"the summary is not kept: {self.folder}: {_reason(error)}")
        return clean

    def turn(
        self, key: str, over: Callable[[], bool], waiting: Callable[[], None]
    ) -> contextlib.AbstractContextManager[None]:
        """The turn to ask for an answer: other programs that want the same one wait, and find it kept. See `turn`."""
        return turn(self._path(key).with_name(f".{key}{TURN}"), over, waiting)

    def entries(self) -> tuple[Entry, ...]:
        """Everything in the cassette, the one that was used last first."""
        found = (self._entry(path, state) for path, state in self._files() if path.name.endswith(SUFFIX))
        return tuple(sorted(found, key=lambda entry: (-entry.used, entry.key)))

    def find(self, start: str) -> tuple[str, ...]:
        """The keys that begin like this, in order."""
        names = (path.name.removesuffix(SUFFIX) for path, _ in self._files() if path.name.endswith(SUFFIX))
        return tuple(sorted(name for name in names if name.startswith(start)))

    def clear(self, keys: tuple[str, ...] | None = None) -> int:
        """Remove these answers, or all; how many went. Files that are not ours stay. Raises `OSError`."""
        removed = 0
        for path, _ in list(self._files()):
            if keys is None or path.name.removesuffix(SUFFIX) in keys:
                with contextlib.suppress(FileNotFoundError):  # another program was quicker
                    path.unlink()
                    removed += path.name.endswith(SUFFIX)
        return removed

    def _entry(self, path: Path, state: os.stat_result) -> Entry:
        key = path.name.removesuffix(SUFFIX)
        try:
            return Entry(key, state.st_size, state.st_mtime, decode(key, read_private(path, LARGEST)))
        except (Damaged, OSError) as error:
            return Entry(key, state.st_size, state.st_mtime, None, _reason(error))

    def _files(self) -> Iterator[tuple[Path, os.stat_result]]:
        """Our files: kept answers, and what somebody who crashed left behind."""
        with contextlib.suppress(FileNotFoundError), os.scandir(self.folder) as found:
            for each in found:
                ours = _KEY.fullmatch(each.name.removesuffix(SUFFIX)) and each.name.endswith(SUFFIX)
                if ours or (each.name.startswith(".") and each.name.endswith((PART, TURN))):
                    with contextlib.suppress(FileNotFoundError):
                        yield Path(each.path), each.stat(follow_symlinks=False)

    def _thin(self, newest: str) -> None:
        """Keep within the bound; the newest stays whatever its size."""
        room, now = self._most, time.time()
        files = sorted(self._files(), key=lambda file: (file[0].name != newest, -file[1].st_mtime))
        for path, state in files:
            room -= state.st_size
            stale = path.name.endswith((PART, TURN)) and now - state.st_mtime > STALE
            if stale or (room < 0 and path.name.endswith(SUFFIX) and path.name != newest):
                with contextlib.suppress(OSError):
                    path.unlink()

    def _path(self, key: str) -> Path:
        if not _KEY.fullmatch(key):
            raise ValueError("a key is the 64 digits of a hash")
        return self.folder / f"{key}{SUFFIX}"

    def _plain(self, value: Any) -> Any:
        return self.scrubbed(value) if isinstance(value, str) else value

    def scrubbed(self, text: str) -> str:
        """A text without the secrets of the environment."""
        return scrub(text, self._environ)

    def _tell(self, text: str) -> None:
        """Tell what is wrong, each thing once: the same summary is looked for again and again."""
        if self._told is not None and text not in self._said:
            self._said.add(text)
            self._told(text)


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error) or type(error).__name__).lower()
