"""From a path (or a list of messages) to a Transcript."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, BinaryIO, NamedTuple, TypeVar

import orjson

from inspector.transcript.broken_off import broken_off, words
from inspector.transcript.collector import collector_paused
from inspector.transcript.depth import MARK as MARK_DEEP
from inspector.transcript.depth import prune
from inspector.transcript.errors import TranscriptError, TranscriptUnsupported
from inspector.transcript.formats.choice import MARK, Choice, divided
from inspector.transcript.formats.document import read_document
from inspector.transcript.formats.format import Format, Source
from inspector.transcript.formats.growth import Branching, Growth
from inspector.transcript.formats.guarded import faults, forget
from inspector.transcript.formats.magic import describe, is_binary
from inspector.transcript.formats.plain import plain_json
from inspector.transcript.formats.registry import formats
from inspector.transcript.formats.sniff import LOOK, recognise, recognise_list
from inspector.transcript.lines import read_lines
from inspector.transcript.long_lines import WHOLE, bounded
from inspector.transcript.long_numbers import all_digits, keeping
from inspector.transcript.model import Transcript
from inspector.transcript.opening import HEAD, check_head, check_path, check_piece, entry_of, shown, trouble
from inspector.transcript.pieces import in_pieces
from inspector.transcript.problems import Problems
from inspector.transcript.repair import parse_value
from inspector.transcript.unpack import unpacked

_UNKNOWN = "no transcript format is known that looks like this"

T = TypeVar("T")

_BEFORE = b"\xef\xbb\xbf \t\r\n\0"
"""What may stand before a value."""


def load(path: str | bytes | os.PathLike[str], *, leaf: str | None = None, sidechain: str | None = None) -> Transcript:
    """Read a recorded session of any known format.

    `leaf` chooses another branch (its id, or the beginning of it), `sidechain` a subagent's conversation, by its id. All
    that a file holds has an address too: `FILE#ID` is one of several sessions, a subagent's conversation, or a branch.
    `TranscriptError`, one line, when the file cannot be loaded; lines that could not be used are in the report.
    """
    address = entry_of(os.fsdecode(path))
    name, part = divided(address)
    choice = Choice(leaf, sidechain, part)
    return opened(name, lambda file: named(all_digits(lambda: _load(file, name, choice)), address))


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
        return _load(file, "", Choice())


def load_messages(messages: Sequence[Any]) -> Transcript:
    """A transcript of API messages in memory, Anthropic's or OpenAI's. They are copied; SDK objects may be among them."""
    plain = plain_json(list(messages))
    for number, message in enumerate(plain, start=1):
        if not isinstance(message, dict) or not isinstance(message.get("role"), str):
            raise TranscriptError(f"message {number} is no object with a role")
    return all_digits(lambda: read_document(plain, Problems()))


def _load(file: BinaryIO, name: str, choice: Choice) -> Transcript:
    check_piece(name)
    with unpacked(file) as opened:
        source = Source(opened, name, choice)
        return whole(source) or lines_of(source)


def lines_of(source: Source) -> Transcript:
    """The file as lines of JSON objects."""
    format = sniff(source.file)
    check_choice(format, source.choice)
    reader = reader_of(format, source)
    if reader is None:
        return _one_of_lines(format, source)
    reader.read(read_lines(source.file, reader.problems))
    if isinstance(reader, Branching) and any(source.choice):
        return chosen(format, source.choice, reader.branch)
    return reader.transcript()


def chosen(format: Format, choice: Choice, read: Callable[[Choice], Transcript]) -> Transcript:
    """What was chosen. Where a format has no parts, the id behind a `#` is that of a subagent, or of a branch."""
    part = choice.part
    if part is None or "part" in format.chooses:
        return read(choice)
    try:
        return read(Choice(sidechain=part))
    except TranscriptError:
        return read(Choice(leaf=part))


def reader_of(format: Format, source: Source) -> Growth | None:
    """What reads the lines of a format; None where one line is all there is."""
    return format.lines(_noted(Problems()), source) if format.lines else None


def _noted(problems: Problems) -> Problems:
    """The report, with what formats of other packages raised when they were asked about the file."""
    for fault in faults():
        problems.add(0, "plug-in", fault)
    return problems


def check_choice(format: Format, choice: Choice) -> None:
    """Refuse to choose what a format does not have."""
    if (choice.leaf and "leaf" not in format.chooses) or (choice.sidechain and "sidechain" not in format.chooses):
        raise TranscriptError("this format records neither branches nor sidechains")
    if choice.part and not format.chooses and format.lines is not None:
        raise TranscriptError("this format holds one session a file")


def _one_of_lines(format: Format, source: Source) -> Transcript:
    """A line that is a whole conversation. Of several, one must be chosen by its number: they are several conversations."""
    assert format.document is not None
    problems = _noted(Problems())
    values = [line.value for line in read_lines(source.file, problems) if format.test(line.value)]
    part = source.choice.part
    if "part" in format.chooses and len(values) == 1:
        return format.document(values[0], problems, source)
    together = format.several(values, problems, source) if format.several and part is None and len(values) > 1 else None
    if together is not None:
        return together
    if part is None and len(values) != 1:
        raise TranscriptError(
            f"the file holds {len(values)} conversations, one a line; open one of them as FILE{MARK}1, FILE{MARK}2, …"
        )
    number = 1 if part is None else int(part) if part.isdecimal() and len(part) < 10 else 0
    if not 1 <= number <= len(values):
        raise TranscriptError(f"the file holds {len(values)} conversations, one a line; there is no {MARK}{part}")
    return format.document(values[number - 1], problems, source)


def sniff(file: BinaryIO) -> Format:
    """The format that the first lines answer to; the file is at its start again afterwards."""
    file.seek(0)
    found = recognise(line.value for line in read_lines(islice(bounded(file), LOOK), Problems()))
    broken = broken_off(file) if found is None else None
    file.seek(0)
    if broken is not None:
        raise TranscriptError(words(broken))
    return _readable(found)


def _readable(found: Format | None) -> Format:
    if found is None:
        raise TranscriptError("; ".join((_UNKNOWN, *faults())))
    if not found.readable:
        raise TranscriptUnsupported(f"this is {found.name}; {found.advice}")
    return found


def _size(file: BinaryIO) -> int:
    at = file.tell()
    size = file.seek(0, os.SEEK_END)
    file.seek(at)
    return size


def _all(file: BinaryIO) -> bytes:
    """The bytes of a file that is at its start. A buffered file would copy them once more."""
    try:
        raw = os.pread(file.fileno(), _size(file), 0)
    except OSError:
        return file.read()
    return raw if len(raw) == _size(file) else file.read()


class _First(NamedTuple):
    """What the first line tells: whether the file may be one JSON value, and that value where the line is all of it."""

    whole: bool
    value: Any = None


def _first(file: BinaryIO) -> _First:
    """One JSON value is a list, an object whose first line is not all of it, or one that no other line follows."""
    first = next((raw for raw in bounded(file) if raw.strip(b" \t\r\n\0\xef\xbb\xbf")), b"")
    if not first:
        raise TranscriptError("the file is empty")
    if first.lstrip(_BEFORE).startswith(b"["):
        return _First(True)
    try:
        value = (None if keeping() else in_pieces(first)) or orjson.loads(first)
    except orjson.JSONDecodeError:
        return _First(_size(file) <= WHOLE)
    alone = isinstance(value, dict) and file.tell() == _size(file) <= WHOLE
    return _First(alone, None if keeping() else value)


def whole(source: Source) -> Transcript | None:
    """The file as one value, or by the reader of its own that its format has; None when it is lines."""
    forget()
    file = source.file
    file.seek(0)
    head = file.read(HEAD)
    contained = next((each for each in _binary(head) if each.opens is not None and each.opens(source, head)), None)
    if contained is not None:
        check_choice(contained, source.choice)
        return _contained(contained, source)
    check_head(head)
    file.seek(0)
    first = _First(True) if head.lstrip(_BEFORE).startswith(b"[") else _first(file)
    if not first.whole or (first.value is not None and source.choice.part):  # of lines one may be named by its number
        return None
    file.seek(0)
    return _document(source, first.value)


def _binary(head: bytes) -> Iterable[Format]:
    """The formats that may open a file by its first bytes; nobody is asked about text."""
    return formats() if describe(head) or is_binary(head) else ()


def _contained(format: Format, source: Source) -> Transcript:
    _readable(format)
    assert format.container is not None
    container = format.container

    def read(choice: Choice) -> Transcript:
        source.file.seek(0)
        return container(_noted(Problems()), source._replace(choice=choice))

    return chosen(format, source.choice, read)


def _parsed(source: Source, value: Any, problems: Problems) -> Any:
    """The file as one value; `value` where it was parsed already."""
    if value is None:
        raw = _all(source.file)
        problems.bytes = len(raw)
        return parse_value(raw, problems)
    problems.bytes = _size(source.file)
    return value


def _document(source: Source, parsed: Any = None) -> Transcript | None:
    file = source.file
    if _size(file) > WHOLE:
        raise TranscriptError(f"one JSON value of more than {WHOLE >> 20} MiB is not read; lines of JSON are")
    problems = Problems()
    value = _parsed(source, parsed, problems)
    if isinstance(value, list):
        found = recognise_list(value)
        if found is None or found.document is None:
            return None
    elif isinstance(value, dict):
        found = _readable(recognise([value]))
        if found.document is None:
            if found.key == "messages" and parsed is None:
                raise TranscriptError(_UNKNOWN)
            return None
    else:
        return None
    check_choice(found, source.choice)
    if not found.prunes and prune(value):
        problems.add(0, "repaired", MARK_DEEP, problems.bytes)
    document, mark = found.document, _noted(problems).mark()

    def read(choice: Choice) -> Transcript:
        problems.back(mark)
        return document(value, problems, source._replace(choice=choice))

    return chosen(found, source.choice, read)
