"""Where evidence lies: one small interface, and folders of this machine behind it. Names in, bytes out, no paths.

A store looks up what it is told to; who may see it is decided before, by the resolver.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Literal, Protocol, Self

from inspector.transcript.formats.choice import path_of
from inspector.transcript.model import Transcript
from inspector.transcript.names import name_fault
from inspector.transcript.nofollow import open_below
from inspector.transcript.pointers import PointerFault, session_of
from inspector.transcript.storefaults import Denied, Missing, StoreFault, fault_of

Layout = Literal["transcripts", "artifacts"]
"""`transcripts`: `<session>.jsonl`. `artifacts`: `<session>/<file>`."""


class Opened(Protocol):
    """An object of a store while it is read, from its start to its end."""

    def read(self, size: int, /) -> bytes:
        """Up to `size` bytes, none at the end. Raises `StoreFault`."""

    def confirm(self) -> None:
        """Raises `Missing` when the object went away, or was cut, while it was read."""

    def close(self) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Store(Protocol):
    """Transcripts, or artifacts, of sessions."""

    def open(self, session: str, name: str = "") -> Opened:
        """The transcript of a session (no name), or one of its artifacts. Raises `Missing`, `Denied` or `Damaged`."""


class NoStore:
    """A store that holds nothing: no folder was given."""

    def open(self, session: str, name: str = "") -> Opened:
        raise Missing("there is no folder to look in")


class LocalStore:
    """A trusted folder. No link below it is followed, nothing outside it is opened.

    `known` maps a session to the file, directly in the folder, that is its transcript under another name.
    A hard link cannot be told from the file that it is, and counts as that.
    """

    def __init__(self, root: str | os.PathLike[str], layout: Layout, known: Mapping[str, str] | None = None) -> None:
        self.root = Path(root).absolute()
        self.layout: Layout = layout
        self._known = dict(known or {})

    def open(self, session: str, name: str = "") -> LocalFile:
        parts = self._parts(session, name)
        try:
            handle = open_below(str(self.root), parts)
        except (OSError, ValueError) as error:
            raise fault_of(error) from None
        try:
            return LocalFile(handle)
        except StoreFault:
            os.close(handle)
            raise

    def path(self, session: str, name: str = "") -> Path:
        """Where the file is, after the same checks; for a viewer that reads it itself. Raises as `open` does."""
        with self.open(session, name):
            return self.root.joinpath(*self._parts(session, name))

    def _parts(self, session: str, name: str) -> tuple[str, ...]:
        for part in (session, name) if self.layout == "artifacts" else (session,):
            if name_fault(part):
                raise Denied(f"a name {name_fault(part)}")
        if self.layout == "artifacts":
            return session, name
        return (self._known.get(session, f"{session}.jsonl"),)


class LocalFile:
    """A plain file, open. Owns the descriptor."""

    def __init__(self, handle: int) -> None:
        found = os.fstat(handle)
        if stat.S_ISDIR(found.st_mode):
            raise Missing("there is a folder where the file should be")
        if not stat.S_ISREG(found.st_mode):
            raise Denied("it is not a plain file")
        self._handle, self._links, self._size, self._done = handle, found.st_nlink, found.st_size, 0

    def fileno(self) -> int:
        return self._handle

    def read(self, size: int, /) -> bytes:
        try:
            data = os.read(self._handle, size)
        except OSError as error:
            raise fault_of(error) from None
        self._done += len(data)
        if not data and size and self._done < self._size:
            raise Missing("it was cut while it was read")
        return data

    def confirm(self) -> None:
        now = os.fstat(self._handle)
        if now.st_size < self._size:
            raise Missing("it was cut while it was read")
        if self._links and not now.st_nlink:
            raise Missing("it was removed while it was read")

    def close(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def transcripts_beside(transcript: Transcript) -> LocalStore | NoStore:
    """The folder of an opened transcript as a store, in which the transcript itself is found whatever its file is called."""
    if not transcript.path:
        return NoStore()
    real = Path(
        os.path.realpath(path_of(transcript.path))
    )  # the user chose this path, links in it too; below it none is followed
    try:
        known = {session_of(transcript): real.name}
    except PointerFault:
        known = {}
    return LocalStore(real.parent, "transcripts", known)
