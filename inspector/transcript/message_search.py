"""Finding messages of a transcript in any other format, by the number that loading gives them.

The hash is the SHA-256 of the message's (first) line without its `\\n`; where the record is one JSON value, of the whole file:
always of bytes that are really there.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import BinaryIO

from inspector.transcript.errors import TranscriptError, TranscriptUnsupported
from inspector.transcript.event_search import is_utf8
from inspector.transcript.evidence_lines import chunks
from inspector.transcript.findings import Finding, found_fault, words
from inspector.transcript.load import load_open
from inspector.transcript.model import Message, Transcript
from inspector.transcript.names import name_fault
from inspector.transcript.storefaults import Damaged, StoreFault
from inspector.transcript.stores import LocalFile, Opened

IN_MEMORY = 1 << 26
"""Bytes that are taken into memory from a store whose objects cannot be read twice."""


def find_messages(
    opened: Opened, head: Iterable[bytes], session: str, wanted: frozenset[int], excerpt: int
) -> dict[int, Finding]:
    """An answer for each wanted number. `head` is what was read of the object already."""
    try:
        with _again(opened, head) as file:
            transcript = load_open(file)
            wrong = _wrong(transcript, session)
            if wrong:
                return dict.fromkeys(wanted, wrong)
            return _answers(file, transcript, wanted, excerpt)
    except StoreFault as fault:
        return dict.fromkeys(wanted, found_fault(fault))
    except TranscriptUnsupported as error:
        return dict.fromkeys(wanted, Finding("unsupported", str(error)))
    except TranscriptError as error:
        return dict.fromkeys(wanted, Finding("corrupt", str(error)))


def _again(opened: Opened, head: Iterable[bytes]) -> BinaryIO:
    """The object from its start: the same open file where there is one, otherwise what fits into memory."""
    if isinstance(opened, LocalFile):
        file = os.fdopen(os.dup(opened.fileno()), "rb", buffering=1 << 20)
        file.seek(0)
        return file
    data = bytearray(b"".join(head))
    for chunk in chunks(opened.read):
        data += chunk
        if len(data) > IN_MEMORY:
            raise Damaged(f"a record without envelopes of more than {IN_MEMORY >> 20} MiB is not read from this store")
    return BytesIO(bytes(data))


def _wrong(transcript: Transcript, session: str) -> Finding | None:
    """A recorded id that can be a name must be the pointer's; without one, the file's name was enough."""
    if transcript.format.endswith("events"):
        return Finding("corrupt", "the record does not start with an event")
    if transcript.session and transcript.session != session and not name_fault(transcript.session):
        return Finding("corrupt", "the record is of another session")
    return None


def _answers(file: BinaryIO, transcript: Transcript, wanted: frozenset[int], excerpt: int) -> dict[int, Finding]:
    messages = {number: transcript.messages[number - 1] for number in wanted if number <= len(transcript.messages)}
    digests = _digests(file, frozenset(message.line for message in messages.values()))
    ends = Finding("missing", f"the transcript ends at message {len(transcript.messages)}")
    return {number: _finding(messages[number], digests, excerpt) if number in messages else ends for number in wanted}


def _finding(message: Message, digests: dict[int, str], excerpt: int) -> Finding:
    digest = digests.get(message.line)
    if digest is None:
        return Finding("missing", "the line went away while it was read")
    if not digest:
        return Finding("corrupt", f"line {message.line} is not UTF-8" if message.line else "the record is not UTF-8")
    return Finding("available", "", digest, words(message.blocks, excerpt) if excerpt > 0 else "")


def _digests(file: BinaryIO, wanted: frozenset[int]) -> dict[int, str]:
    """Line → its hash, empty when it is not UTF-8. Line 0 is the whole file."""
    found = {}
    if 0 in wanted:
        file.seek(0)
        whole = file.read()
        found[0] = hashlib.sha256(whole).hexdigest() if is_utf8(whole) else ""
    if wanted - {0}:
        file.seek(0)
        found |= {number: _line_digest(raw) for number, raw in _numbered(file, max(wanted)) if number in wanted}
    return found


def _numbered(file: BinaryIO, last: int) -> Iterator[tuple[int, bytes]]:
    for number, raw in enumerate(file, start=1):
        yield number, raw
        if number >= last:
            return


def _line_digest(raw: bytes) -> str:
    return hashlib.sha256(raw.removesuffix(b"\n")).hexdigest() if is_utf8(raw) else ""
