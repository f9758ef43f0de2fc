"""Source pointers: names of evidence, without a path. A pointer is a claim; only the resolver says what it is worth.

    transcript:<session>:<positive sequence>
    artifact:<session>:<file>:<first 12 or all 64 hex digits of the SHA-256>

In a transcript of event envelopes the sequence is the event's own; in any other format it is the number of the message,
and the session is the recorded id, else the file's name without its ending.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePath
from typing import Literal

from inspector.transcript.model import Transcript
from inspector.transcript.names import name_fault

LONGEST = 1_000
"""Characters of a pointer; longer ones are not looked at."""

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*")
_SEQUENCE = re.compile(r"[1-9][0-9]{0,17}")
_DIGEST = re.compile(r"[0-9a-f]{12}(?:[0-9a-f]{52})?")


class PointerFault(ValueError):
    """The text is no pointer (`corrupt`), or one of a kind that no store here owns (`unsupported`)."""

    def __init__(self, status: Literal["corrupt", "unsupported"], reason: str) -> None:
        super().__init__(reason)
        self.status: Literal["corrupt", "unsupported"] = status
        self.reason = reason


@dataclass(frozen=True, slots=True)
class TranscriptPointer:
    """One event (or message, from 1) of one session."""

    session: str
    sequence: int

    def __post_init__(self) -> None:
        _check_name("session", self.session)
        if type(self.sequence) is not int or not 1 <= self.sequence < 10**18:
            raise PointerFault("corrupt", "the sequence is no positive number")

    def __str__(self) -> str:
        return f"transcript:{self.session}:{self.sequence}"


@dataclass(frozen=True, slots=True)
class ArtifactPointer:
    """One kept file of one session, with the (beginning of the) SHA-256 that it must have, in lower case."""

    session: str
    file: str
    digest: str

    def __post_init__(self) -> None:
        _check_name("session", self.session)
        _check_name("file name", self.file)
        if not isinstance(self.digest, str) or not _DIGEST.fullmatch(self.digest):
            raise PointerFault("corrupt", "the digest is not 12 or 64 hex digits in lower case")

    def __str__(self) -> str:
        return f"artifact:{self.session}:{self.file}:{self.digest}"


Pointer = TranscriptPointer | ArtifactPointer


def parse_pointer(text: str) -> Pointer:
    """The pointer that the text is, exactly: nothing is trimmed, decoded or completed. Raises `PointerFault`."""
    if not isinstance(text, str) or len(text) > LONGEST:
        raise PointerFault("corrupt", f"a pointer is a text of up to {LONGEST} characters")
    scheme, colon, rest = text.partition(":")
    if not colon or not _SCHEME.fullmatch(scheme):
        raise PointerFault("corrupt", "a pointer starts with transcript: or artifact:")
    parts = rest.split(":")
    if scheme == "transcript":
        return _transcript(parts)
    if scheme == "artifact":
        return _artifact(parts)
    raise PointerFault("unsupported", "only transcript: and artifact: have an owner here")


def _transcript(parts: list[str]) -> TranscriptPointer:
    if len(parts) != 2:
        raise PointerFault("corrupt", "the form is transcript:<session>:<sequence>")
    if not _SEQUENCE.fullmatch(parts[1]):
        raise PointerFault("corrupt", "the sequence is no positive number")
    return TranscriptPointer(parts[0], int(parts[1]))


def _artifact(parts: list[str]) -> ArtifactPointer:
    if len(parts) != 3:
        raise PointerFault("corrupt", "the form is artifact:<session>:<file>:<12 or 64 hex digits>")
    return ArtifactPointer(parts[0], parts[1], parts[2])


def _check_name(what: str, name: str) -> None:
    fault = name_fault(name) if isinstance(name, str) else "is no text"
    if fault:
        raise PointerFault("corrupt", f"the {what} {fault}")


def session_of(transcript: Transcript) -> str:
    """What pointers call this session: its recorded id, else the file's stem. `PointerFault` when neither can be a name."""
    stem = PurePath(transcript.path).stem if transcript.path else ""
    for name in (transcript.session, stem):
        if name and not name_fault(name):
            return name
    raise PointerFault("corrupt", "neither the session's id nor the file's name can stand in a pointer")


def pointer_to(transcript: Transcript, message_position: int) -> str:
    """The pointer to a message, by its position from 0. `PointerFault` when the session has no name that can be one."""
    message = transcript.messages[message_position]
    sequence = message.extra.get("sequence") if transcript.format.endswith("events") else None
    return str(TranscriptPointer(session_of(transcript), sequence or message.number))
