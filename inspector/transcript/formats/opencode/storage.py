"""opencode's older store: `session/<project>/ses_*.json`, `message/<session>/msg_*.json`, `part/<message>/prt_*.json`.

A session is opened by its first file; the others are found by its id, below the same folder, through no link. A name that
is no plain file name is not followed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.format import Record, Source
from inspector.transcript.formats.opencode.objects import objects_of
from inspector.transcript.formats.opencode.session import transcript_of
from inspector.transcript.formats.sqlite_values import json_of
from inspector.transcript.model import Sidechain, Transcript
from inspector.transcript.names import name_fault
from inspector.transcript.nofollow import open_below
from inspector.transcript.problems import Problems

FILES = 300_000
BYTES = 1 << 30
"""What is read of one session at the most."""

_CHILDREN = 2_000
_HEAD = 1 << 16


def is_session(record: Record) -> bool:
    """Whether an object is the first file of a session."""
    return (
        words_of(record.get("id")).startswith("ses_") and isinstance(record.get("time"), dict) and "version" in record
    )


def document(value: Record, problems: Problems, source: Source) -> Transcript:
    """The session with the messages beside it. Raises `TranscriptError` when nothing may be looked for beside it."""
    if not source.path:
        raise TranscriptError("the messages of an opencode session lie in other files beside it; open it by its path")
    path = Path(os.path.abspath(source.path))
    store = Store(str(path.parents[min(2, len(path.parents) - 1)]), problems)
    objects = objects_of(value, store.messages(words_of(value["id"])), problems)
    transcript, calls = transcript_of(objects, problems, source.choice)
    if not objects.entries:
        problems.add(0, "no-messages", "no messages were found beside the session's file")
    return replace(transcript, sidechains=tuple(_children(path, value["id"], calls, store)), report=problems.report())


class Store:
    """Files below one folder, read up to a bound."""

    def __init__(self, root: str, problems: Problems) -> None:
        self._root, self._problems = root, problems
        self._files, self._bytes = FILES, BYTES
        self._number = 0

    def messages(self, session: str) -> Iterator[tuple[Any, Any]]:
        """Each message with its parts."""
        for name in self.names(("message", session)):
            yield self.value(("message", session, name)), self._parts(name.removesuffix(".json"))

    def _parts(self, message: str) -> list[Any]:
        folder = ("part", message)
        return [self.value((*folder, name)) for name in self.names(folder)]

    def names(self, folder: tuple[str, ...]) -> list[str]:
        """The JSON files of a folder, sorted; none where it cannot be entered."""
        if any(name_fault(each) for each in folder):
            return []
        try:
            handle = open_below(self._root, folder)
        except (OSError, ValueError):
            return []
        try:
            return sorted(name for name in os.listdir(handle) if name.endswith(".json") and not name_fault(name))
        except OSError:
            return []
        finally:
            os.close(handle)

    def count(self, session: str) -> int:
        """How many messages a session has."""
        return len(self.names(("message", session)))

    def value(self, parts: tuple[str, ...]) -> Any:
        """What a file holds; None, and a problem, where it cannot be read."""
        self._number += 1
        try:
            raw = self._read(parts)
        except OSError as error:
            self._problems.add(0, "unreadable", f"{'/'.join(parts)}: {error.strerror}")
            return None
        found = json_of(raw)
        if found is None:
            self._problems.add(0, "bad-json", f"{'/'.join(parts)} is not valid JSON", len(raw))
        return found

    def _read(self, parts: tuple[str, ...]) -> bytes:
        if self._files <= 0 or self._bytes <= 0:
            raise TranscriptError(f"the session has more than {FILES} files, or {BYTES >> 20} MiB")
        with os.fdopen(open_below(self._root, parts), "rb") as file:
            raw = file.read(self._bytes + 1)
        self._files -= 1
        self._bytes -= len(raw)
        return raw


def _children(path: Path, session: str, calls: dict[str, str], store: Store) -> Iterator[Sidechain]:
    """Sessions of subagents: those that calls name, in the same folder."""
    for name, call in list(calls.items())[:_CHILDREN]:
        file = f"{name}.json"
        if name == session or name_fault(file):
            continue
        try:
            with os.fdopen(open_below(str(path.parent), (file,)), "rb") as opened:
                found = json_of(opened.read(_HEAD))
        except OSError:
            continue
        if isinstance(found, dict):
            yield Sidechain(name, store.count(name), words_of(found.get("title")), str(path.parent / file), call)
