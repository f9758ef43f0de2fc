"""The trajectory that lies beside an OpenClaw session: `<id>.trajectory.jsonl` in the same folder, never through a link."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import PurePath
from typing import Any, BinaryIO, NamedTuple

from inspector.transcript.formats.pi.compiled import Compiled, compiled, is_trajectory
from inspector.transcript.lines import read_lines
from inspector.transcript.nofollow import open_below
from inspector.transcript.problems import Problems

ENDING = ".trajectory.jsonl"
MOST = 256 << 20
"""Bytes of a sidecar that are read; OpenClaw itself stops at 10 MB."""


class Sidecar(NamedTuple):
    """The prompts of one session, in order."""

    prompts: tuple[Compiled, ...] = ()
    fault: str = ""
    """Why it could not be used, in words."""


class Beside:
    """The sidecar of a session file, read again when it has changed."""

    def __init__(self, path: str) -> None:
        self._folder, self._name = os.path.dirname(path) or ".", sidecar_name(path)
        self._seen: tuple[int, int] | None = None
        self._found = Sidecar()

    def read(self, session: str) -> Sidecar:
        """The prompts of the session with this id. Without a sidecar none."""
        if not self._name:
            return self._found
        try:
            with self._opened() as file:
                about = os.fstat(file.fileno())
                seen = (about.st_mtime_ns, about.st_size)
                if about.st_size > MOST:
                    return Sidecar((), f"the sidecar has more than {MOST >> 20} MiB and was not read")
                if seen != self._seen:
                    lines = read_lines(file, Problems())
                    self._found = of_events(((line.line, line.value) for line in lines), session)
                    self._seen = seen
        except (OSError, ValueError):
            return Sidecar()
        return self._found

    def _opened(self) -> BinaryIO:
        """The plain file; `OSError` where there is none."""
        handle = open_below(self._folder, (self._name,))
        if stat.S_ISREG(os.fstat(handle).st_mode):
            return open(handle, "rb", buffering=1 << 20)
        os.close(handle)
        raise FileNotFoundError(self._name)


def sidecar_name(path: str) -> str:
    """The name of the sidecar of a session file; nothing for a sidecar itself, and for files of other names."""
    name = PurePath(path).name
    return name.removesuffix(".jsonl") + ENDING if name.endswith(".jsonl") and not name.endswith(ENDING) else ""


def of_events(events: Iterable[tuple[int, dict[str, Any]]], session: str) -> Sidecar:
    """The prompts among the events of a trajectory, each with its line."""
    problems = Problems()
    found = (
        compiled(event, line, problems)
        for line, event in events
        if is_trajectory(event) and event.get("sessionId", session) == session
    )
    return Sidecar(tuple([each for each in found if each is not None]))
