"""The transcript dump before a summary (seed 002): every message as it was given, a line each, on the disk."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from inspector.engine.faithful_json import faithful
from inspector.engine.summariser import Summariser, SummaryFailed, SummaryRequest
from inspector.engine.whole_file import DISK, Disk, NotWritten, holds, write_new


def dump_transcript(folder: str | os.PathLike[str], messages: Sequence[Mapping[str, Any]], disk: Disk = DISK) -> Path:
    """Write all messages as JSONL and read the file back. Raises `NotWritten`.

    The file is named by its content (`transcript-<first 12 of the SHA-256>.jsonl`), so a second try finds the first one.
    """
    data = _lines(messages)
    digest = hashlib.sha256(data).hexdigest()
    for length in (12, 64):
        target = Path(folder) / f"transcript-{digest[:length]}.jsonl"
        try:
            write_new(target, data, disk)
        except FileExistsError:
            if not _same(target, data):
                continue
        return target
    raise NotWritten(f"{target}: not written: there is another file of that name")


def _same(target: Path, data: bytes) -> bool:
    try:
        return holds(target, data)
    except OSError:
        return False


def _lines(messages: Sequence[Mapping[str, Any]]) -> bytes:
    try:
        return b"".join(faithful(dict(message)) + b"\n" for message in messages)
    except (TypeError, ValueError) as error:
        raise NotWritten(f"the transcript is not written: {error}") from error


class Dumping:
    """A summariser that is asked only after the transcript has been dumped. `failure` is what kept it from being."""

    def __init__(
        self, summariser: Summariser, folder: str | os.PathLike[str], messages: Sequence[Mapping[str, Any]]
    ) -> None:
        self.summariser, self._folder, self._messages = summariser, folder, messages
        self.path: Path | None = None
        self.failure: NotWritten | None = None

    @property
    def name(self) -> str:
        return self.summariser.name

    def summarise(self, request: SummaryRequest) -> str:
        """The summary, once the dump is on the disk."""
        try:
            self.path = self.path or dump_transcript(self._folder, self._messages)
        except NotWritten as error:
            self.failure = error
            raise SummaryFailed(f"the transcript could not be dumped: {error}") from error
        return self.summariser.summarise(request)
