"""The durable file of a session: found beside the transcript, read, and written whole or not at all. No Textual here."""

from __future__ import annotations

import os
from pathlib import Path

from inspector.engine import DurableStateError, durable_beside, load_durable, save_durable
from inspector.engine.durable_json import SUFFIX
from inspector.transcript.model import Transcript
from inspector.tui.evidence import Evidence, stamp


def gather(transcript: Transcript, wanted: Path | None) -> Evidence:
    """The durable state in the wanted file, else in the one beside the transcript; an empty one where there is no file."""
    path = wanted or home_of(transcript)
    if path is None or (wanted is None and not os.path.lexists(path)):
        return Evidence()
    before = stamp(path)
    try:
        return Evidence(load_durable(path), path, before)
    except OSError as error:
        return Evidence(trouble=f"{path.name} cannot be read: {_plain(error)}")
    except DurableStateError as error:
        return Evidence(trouble=f"{path.name} is no durable file: {error}")


def home_of(transcript: Transcript) -> Path | None:
    """Where the durable file of a transcript is by default; None for messages in memory."""
    return durable_beside(transcript.path) if transcript.path else None


def suggested(evidence: Evidence, transcript: Transcript) -> Path:
    """Where to write when nobody says where."""
    return evidence.path or home_of(transcript) or Path(f"session{SUFFIX}")


def write(evidence: Evidence, path: Path) -> str:
    """Write the state; what went wrong and what to do, or nothing."""
    try:
        save_durable(path, evidence.state)
    except OSError as error:
        return f"cannot write {path}: {_plain(error)}. Nothing was changed; try another place."
    evidence.written(path)
    return ""


def _plain(error: OSError) -> str:
    return (error.strerror or str(error) or type(error).__name__).lower()
