"""All agents, and what is asked of all of them at once."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from inspector.transcript.discover import (
    claude_code,
    cline,
    codex,
    copilot,
    gemini,
    goose,
    hermes,
    openclaw,
    opencode,
    pi,
    plain,
)
from inspector.transcript.discover.agent import Agent, Details, Found, Machine
from inspector.transcript.discover.ends import Ends, read_ends
from inspector.transcript.discover.walk import files_of

AGENTS: tuple[Agent, ...] = tuple(
    module.AGENT for module in (claude_code, codex, cline, copilot, gemini, goose, hermes, openclaw, opencode, pi)
)
SLICE = 500
"""Files that are told at a time."""

_BY_KEY = {agent.key: agent for agent in AGENTS}


def this_machine() -> Machine:
    """The home folder and the environment of whoever runs the program."""
    return Machine(Path.home(), os.environ)


def agent_of(key: str) -> Agent:
    """The agent of that key. Raises `KeyError` when there is none."""
    return _BY_KEY[key]


def find(
    machine: Machine, unwanted: Callable[[], bool] = bool, agents: Sequence[Agent] = AGENTS, at_once: int = SLICE
) -> Iterator[list[Found]]:
    """The sessions on a machine, in slices as they are met. Ends early when nobody wants them any more."""
    piece: list[Found] = []
    seen: set[str] = set()
    for agent in agents:
        for root in agent.roots(machine):
            if os.path.realpath(root) in seen:
                continue
            seen.add(os.path.realpath(root))
            for found in files_of(agent, root):
                piece.append(found)
                if len(piece) >= at_once:
                    if unwanted():
                        return
                    yield piece
                    piece = []
        if piece and not unwanted():
            yield piece
            piece = []


def file_found(path: str) -> Found | None:
    """A file that a person named; whose it is, only its content can tell. None when it is no file."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return Found(path, "", status.st_mtime, status.st_size) if stat.S_ISREG(status.st_mode) else None


def details(found: Found) -> Details:
    """What the ends of a session's file tell; nothing when it cannot be read. Never raises."""
    try:
        if found.agent:
            return _BY_KEY[found.agent].describe(read_ends(found.path))
        return _by_content(read_ends(os.path.realpath(found.path)))
    except (OSError, KeyError, ValueError, TypeError, AttributeError, RecursionError):
        return Details()


def _by_content(ends: Ends) -> Details:
    row = plain.row_of(ends)
    agent = next((each for each in AGENTS if row is not None and each.row is row), None)
    if row is not None and (row.key in plain.NAMES or agent is None):
        return plain.describe(ends, row)
    if agent is None:
        return Details(format="unknown", readable=False)
    return agent.describe(ends)._replace(format=agent.name, readable=agent.readable)
