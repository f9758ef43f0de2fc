"""Which paths are opened at all, and what is said of those that are not."""

from __future__ import annotations

import os
import re
import stat

from inspector.transcript.errors import TranscriptError, TranscriptUnsupported
from inspector.transcript.formats.magic import describe, is_binary

HEAD = 4096
"""Bytes looked at to tell text from what is no text."""


_PIECE = re.compile(r"\.jsonl?\.\d{3}$")


def entry_of(name: str) -> str:
    """The file that stands for a session which is a folder (OpenHands keeps a file for each event); any other path as it is."""
    if not os.path.isdir(os.path.join(name, "events")):
        return name
    from inspector.transcript.formats.openhands.folder import first_event

    return first_event(name) or name


def check_path(name: str) -> None:
    """Only plain files are opened: a pipe would make the program wait for ever."""
    try:
        mode = os.stat(name).st_mode
    except (OSError, ValueError) as error:
        raise TranscriptError(f"{shown(name)}: {trouble(error)}") from error
    if stat.S_ISDIR(mode):
        raise TranscriptError(f"{shown(name)}: this is a folder, not a transcript")
    if not stat.S_ISREG(mode):
        raise TranscriptError(f"{shown(name)}: this is not a plain file")


def shown(name: str) -> str:
    """A path as it may be printed: on one line, and nothing in it that a terminal would obey."""
    return name if name.isprintable() else repr(name)


def check_piece(name: str) -> None:
    """A large file may have been cut into pieces (`full.jsonl.001`, `.002`, …), in the middle of a line."""
    if _PIECE.search(name):
        raise TranscriptUnsupported("this is one piece of several; join them first, in order, into one file")


def check_head(head: bytes) -> None:
    if not head:
        raise TranscriptError("the file is empty")
    known = describe(head)
    if known:
        raise TranscriptUnsupported(f"this is {known}")
    if is_binary(head) and head.strip(b"\0"):
        raise TranscriptError("this is binary data, not a transcript")


def trouble(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if isinstance(error, PermissionError):
        return "no permission to read it"
    return (isinstance(error, OSError) and error.strerror) or "it cannot be opened"
