"""From a path (or a list of messages) to a Transcript."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import orjson

from inspector.transcript.collector import collector_paused
from inspector.transcript.errors import TranscriptError, TranscriptUnsupported
from inspector.transcript.formats.claude_code.read import ClaudeCodeLines
from inspector.transcript.formats.claude_code.records import blocks_of_claude_code
from inspector.transcript.formats.document import is_message_list, read_document
from inspector.transcript.formats.events import EventLines, blocks_of_event
from inspector.transcript.formats.growth import Growth
from inspector.transcript.formats.message_lines import MessageLines, read_body_lines
from inspector.transcript.formats.message_list import blocks_of_record
from inspector.transcript.formats.plain import plain_json
from inspector.transcript.formats.sniff import LOOK, Recogniser, recognise
from inspector.transcript.lines import read_lines
from inspector.transcript.long_numbers import all_digits
from inspector.transcript.model import Transcript
from inspector.transcript.opening import HEAD, check_head, check_path, shown, trouble
from inspector.transcript.problems import Problems
from inspector.transcript.repair import parse_whole
from inspector.transcript.store import store_for

CLAUDE_CODE = "claude-code"
_UNKNOWN = "no transcript format is known that looks like this"

T = TypeVar("T")

WHOLE = 1 << 30
"""One JSON value of more bytes than this is not read: it would have to be in memory at once."""


def load(path: str | bytes | os.PathLike[str], *, leaf: str | None = None, sidechain: str | None = None) -> Transcript:
    """Read a recorded session of any known format.

    `leaf` chooses another branch (its id, or the beginning of it), `sidechain` a subagent's conversation, by its id.
    `TranscriptError`, one line, when the file cannot be loaded; lines that could not be used are in the report.
    """
    name = os.fsdecode(path)
    return opened(name, lambda file: named(all_digits(lambda: _load(file, name, leaf, sidechain)), name))


def opened(name: str, read: Callable[[BinaryIO], T]) -> T:
    """What is made of a file. Whatever is wrong with it is a `TranscriptError`, in one line with its name."""
    check_path(name)
    try:
        with collector_paused(), open(name, "rb", buffering=1 << 20) as file:
            return read(file)
    except OSError as error:
        raise TranscriptError(f"{shown(name)}: {trouble(error)}") from error
    except MemoryError as error:
        raise TranscriptError(f"{shown(name)}: there is not enough memory to read it") from error
    except TranscriptError as error:
        raise type(error)(f"{shown(name)}: {error}") from error.__cause__


def named(transcript: Transcript, path: str) -> Transcript:
    """The transcript with the path that it came from."""
    return transcript if transcript.path else replace(transcript, path=path)


def load_open(file: BinaryIO) -> Transcript:
    """The record in a file that is open, at its start. Nothing else is opened, so no neighbour of the file is found.

    Raises `TranscriptError` like `load`, without a name; `OSError` where reading fails.
    """
    with collector_paused():
        return _load(file, "", None, None)


def load_messages(messages: Sequence[Any]) -> Transcript:
    """A transcript of API messages in memory, Anthropic's or OpenAI's. They are copied; SDK objects may be among them."""
    plain = plain_json(list(messages))
    for number, message in enumerate(plain, start=1):
        if not isinstance(message, dict) or not isinstance(message.get("role"), str):
            raise TranscriptError(f"message {number} is no object with a role")
    return all_digits(lambda: read_document(plain, Problems()))


def _load(file: BinaryIO, name: str, leaf: str | None, sidechain: str | None) -> Transcript:
    transcript = whole(file) or _lines(file, name, leaf, sidechain)
    if (leaf or sidechain) and transcript.format != CLAUDE_CODE:
        raise TranscriptError("this format records neither branches nor sidechains")
    return transcript


def _lines(file: BinaryIO, name: str, leaf: str | None, sidechain: str | None) -> Transcript:
    """The file as lines of JSON objects."""
    row = sniff(file)
    reader = reader_of(row, file, name)
    if reader is None:
        problems = Problems()
        return read_body_lines(read_lines(file, problems), problems)
    reader.read(read_lines(file, reader.problems))
    if isinstance(reader, ClaudeCodeLines) and (leaf or sidechain):
        return reader.branch(leaf, sidechain)
    return reader.transcript()


def reader_of(row: Recogniser, file: BinaryIO, name: str) -> Growth | None:
    """What reads the lines of a format; None where one line is all there is."""
    problems = Problems()
    if row.kind == CLAUDE_CODE:
        store = store_for(file, name, blocks_of_claude_code)
        return ClaudeCodeLines(problems, store, Path(name) if name else None)
    if row.kind == "events":
        return EventLines(problems, store_for(file, name, blocks_of_event))
    if row.kind == "messages":
        return MessageLines(problems, store_for(file, name, blocks_of_record))
    return None


def sniff(file: BinaryIO) -> Recogniser:
    """The row of the table that the first lines answer to; the file is at its start again afterwards."""
    file.seek(0)
    row = recognise(line.value for line in read_lines(islice(file, LOOK), Problems()))
    file.seek(0)
    if row is None:
        raise TranscriptError(_UNKNOWN)
    if not row.kind:
        raise TranscriptUnsupported(f"this is {row.name}; that format is not supported yet")
    return row


def _size(file: BinaryIO) -> int:
    at = file.tell()
    size = file.seek(0, os.SEEK_END)
    file.seek(at)
    return size


def _is_whole(file: BinaryIO) -> bool:
    """Whether the file may be one JSON value: a list, or an object whose first line is not all of it."""
    first = next((raw for raw in file if raw.strip(b" \t\r\n\0\xef\xbb\xbf")), b"")
    if not first:
        raise TranscriptError("the file is empty")
    if first.lstrip(b"\xef\xbb\xbf \t\r\n\0").startswith(b"["):
        return True
    try:
        orjson.loads(first)
    except orjson.JSONDecodeError:
        return _size(file) <= WHOLE
    return False


def whole(file: BinaryIO) -> Transcript | None:
    """The file as one JSON value; None when it is not one. What is no text at all is refused."""
    file.seek(0)
    check_head(file.read(HEAD))
    file.seek(0)
    if not _is_whole(file):
        return None
    file.seek(0)
    return _document(file)


def _document(file: BinaryIO) -> Transcript | None:
    if _size(file) > WHOLE:
        raise TranscriptError(f"one JSON value of more than {WHOLE >> 20} MiB is not read; lines of JSON are")
    raw = file.read()
    problems = Problems()
    value = parse_whole(raw, problems)
    problems.bytes, problems.lines = len(raw), raw.count(b"\n") + (not raw.endswith(b"\n"))
    if is_message_list(value):
        return read_document(value, problems)
    if not isinstance(value, dict):
        return None
    row = recognise([value])
    if row and row.kind == "body":
        return read_document(value, problems)
    if row and not row.kind:
        raise TranscriptUnsupported(f"this is {row.name}; that format is not supported yet")
    raise TranscriptError(_UNKNOWN)
