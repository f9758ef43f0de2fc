"""The durable state that a command was asked to carry: `--durable FILE`, else the file beside the transcript, if there is one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.cli.errors import BadUse
from inspector.cli.session import unreadable

if TYPE_CHECKING:
    from inspector.engine import Durable, DurableContextState
    from inspector.transcript.model import Transcript


def open_durable(transcript: Transcript, durable: str | None, artifacts: str | None) -> Durable | None:
    """The state with its sources resolved; None when there is none. Raises `BadUse` for a file that is missing or wrong."""
    from inspector.engine import Durable, durable_beside, resolve_durable_sources
    from inspector.engine.durable_local import local_resolver

    folder = _folder(artifacts)
    beside = durable_beside(transcript.path)
    if durable is None and not os.path.lexists(beside):  # a link that leads nowhere must be told, not passed over
        return None
    state = _state(str(beside), "") if durable is None else _state(durable, "--durable ")
    return Durable(state, resolve_durable_sources(state, local_resolver(transcript, folder)))


def check_evidence(durable: str | None, artifacts: str | None) -> None:
    """Raises `BadUse` for a file or folder that is missing or wrong: told here rather than on the screen."""
    if durable is not None:
        _state(durable, "--durable ")
    _folder(artifacts)


def _state(path: str, option: str) -> DurableContextState:
    from inspector.engine import DurableStateError, load_durable

    try:
        return load_durable(path)
    except OSError as error:
        raise BadUse(f"{option}{unreadable(path, error)}") from None
    except DurableStateError as error:
        raise BadUse(f"{option}{path}: {error}") from None


def _folder(artifacts: str | None) -> Path | None:
    if artifacts is None:
        return None
    folder = Path(artifacts)
    if not folder.is_dir():
        raise BadUse(f"--artifacts {artifacts}: there is no such folder")
    return folder
