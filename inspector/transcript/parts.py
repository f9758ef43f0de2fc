"""The sessions that lie in one file, told without reading them."""

from __future__ import annotations

import os

from inspector.transcript.formats.format import Source
from inspector.transcript.formats.registry import formats
from inspector.transcript.load import opened
from inspector.transcript.model import Part
from inspector.transcript.opening import HEAD


def parts_of(path: str | os.PathLike[str]) -> tuple[Part, ...]:
    """All sessions of a file, newest first, each opened as `FILE#ID`; none of a file that is one session, or unknown.

    Raises `TranscriptError` when the file cannot be read.
    """
    name = os.fspath(path)
    return opened(name, lambda file: _parts(Source(file, name)))


def _parts(source: Source) -> tuple[Part, ...]:
    head = source.file.read(HEAD)
    for each in formats():
        if each.parts is not None and each.opens is not None and each.opens(source, head):
            return each.parts(source)
    return ()
