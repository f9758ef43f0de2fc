"""Inspect's logs as formats: the zip, and the document."""

from __future__ import annotations

from typing import Any

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.format import Format, Record, Records, Source
from inspector.transcript.formats.inspect_log.archive import Archive, is_zip
from inspector.transcript.formats.inspect_log.reader import parts_in, read_archive, read_document
from inspector.transcript.model import Part, Transcript
from inspector.transcript.problems import Problems

_RECORDS = Records("yes", "yes", "yes", "by comparison", "yes")


def opens(source: Source, head: bytes) -> bool:
    """Whether it is a zip with what a log has in it. One that cannot be opened may be a log that is still being written."""
    if not is_zip(head):
        return False
    try:
        names = Archive(source.file).names
    except TranscriptError:
        return b"_journal/start.json" in head or b"samples/" in head
    return any(name == "header.json" or name.startswith(("_journal/", "samples/")) for name in names)


def is_log(record: Record) -> bool:
    """Whether it is a log in one document."""
    return all(key in record for key in ("eval", "status", "version"))


def _container(problems: Problems, source: Source) -> Transcript:
    return read_archive(Archive(source.file), problems, source.choice)


def _document(value: Any, problems: Problems, source: Source) -> Transcript:
    return read_document(value, problems, source.choice)


def _parts(source: Source) -> tuple[Part, ...]:
    return parts_in(Archive(source.file))


FORMATS = (
    Format(
        "inspect",
        "an Inspect log",
        is_log,
        opens=opens,
        document=_document,
        container=_container,
        chooses=frozenset({"part", "sidechain"}),
        parts=_parts,
        records=_RECORDS,
    ),
)
