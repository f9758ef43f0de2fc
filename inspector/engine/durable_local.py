"""The resolver of a session that lies on this machine: its own folder, its own artifacts, and no other session."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path, PurePath

from inspector.transcript.artifacts import FOLDER
from inspector.transcript.model import Transcript
from inspector.transcript.pointers import Pointer, PointerFault, session_of
from inspector.transcript.resolver import SourcePointerResolver
from inspector.transcript.stores import LocalStore, NoStore, transcripts_beside


def local_resolver(
    transcript: Transcript, artifacts: str | os.PathLike[str] | None = None, *, excerpt: int = 0
) -> SourcePointerResolver:
    """Resolves pointers of this session only. `artifacts` is the trusted folder of `<session>/<file>`."""
    return SourcePointerResolver(
        transcripts_beside(transcript), artifact_store(transcript, artifacts), own_session(transcript), excerpt=excerpt
    )


def artifact_store(transcript: Transcript, artifacts: str | os.PathLike[str] | None = None) -> LocalStore | NoStore:
    """The folder that was named, else `artifacts` beside the transcript."""
    if artifacts is not None:
        return LocalStore(artifacts, "artifacts")
    if not transcript.path:
        return NoStore()
    return LocalStore(Path(os.path.realpath(transcript.path)).with_name(FOLDER), "artifacts")


def own_session(transcript: Transcript) -> Callable[[Pointer], bool]:
    """Authorises what the session says of itself. A durable file is no key to the other sessions of the same folder."""
    names = {PurePath(transcript.path).stem} if transcript.path else set()
    with contextlib.suppress(PointerFault):
        names.add(session_of(transcript))
    return lambda pointer: pointer.session in names
