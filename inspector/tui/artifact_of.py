"""Artifacts that the app opens by lines: of a block, or behind a pointer; only those of the session itself. No Textual here."""

from __future__ import annotations

from pathlib import Path

from inspector.engine.durable_local import own_session
from inspector.transcript import TranscriptChanged
from inspector.transcript.artifacts import Artifact, Artifacts
from inspector.transcript.line_file import LineFile
from inspector.transcript.model import Transcript
from inspector.transcript.pointers import ArtifactPointer
from inspector.transcript.storefaults import StoreFault


class NoArtifact(Exception):
    """There is none to open; the text says why."""


def open_pointed(transcript: Transcript, folder: Path | None, pointer: ArtifactPointer) -> LineFile:
    """The file behind a pointer. Leave is asked for before anything is looked up. Raises `NoArtifact`."""
    if not own_session(transcript)(pointer):
        raise NoArtifact("it belongs to another session: no leave to open it")
    kept = _kept(transcript, folder)
    try:
        path = kept.path(pointer.session, pointer.file)
        return kept.lines(Artifact(pointer.session, pointer.file, path, 0, pointer.digest))
    except StoreFault as fault:
        raise NoArtifact(str(fault)) from None


def open_of_block(transcript: Transcript, folder: Path | None, block: int) -> tuple[LineFile, str]:
    """The whole output that a block stands for, and the name of its file. Raises `NoArtifact`."""
    kept = _kept(transcript, folder)
    try:
        found = kept.for_block(transcript, block)
        if found is None:
            raise NoArtifact("no full output is kept for this block")
        return kept.lines(found), found.file
    except TranscriptChanged:
        raise NoArtifact("the transcript was changed after it was opened: open it again with o") from None
    except StoreFault as fault:
        raise NoArtifact(str(fault)) from None


def _kept(transcript: Transcript, folder: Path | None) -> Artifacts:
    kept = Artifacts.of(transcript, folder)
    if kept is None:
        raise NoArtifact("there is no folder to look in")
    return kept
