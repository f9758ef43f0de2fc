"""All agents, and what is asked of all of them at once."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path
from typing import NamedTuple

from inspector.transcript.discover import (
    claude_code,
    cline,
    codex,
    copilot,
    gemini,
    goose,
    hermes,
    inspect_logs,
    omp,
    openclaw,
    opencode,
    openhands,
    pi,
    swe_agent,
)
from inspector.transcript.discover.agent import Agent, Found, Machine
from inspector.transcript.discover.databases import each_session
from inspector.transcript.discover.walk import files_of
from inspector.transcript.formats.choice import path_of

_MODULES = (
    *(claude_code, codex, cline, copilot, gemini, goose, hermes, inspect_logs, omp, openclaw, opencode, openhands),
    *(pi, swe_agent),
)
AGENTS: tuple[Agent, ...] = tuple(module.AGENT for module in _MODULES)
SLICE = 500
"""Files that are told at a time."""

_BY_KEY = {agent.key: agent for agent in AGENTS}


class Place(NamedTuple):
    """A folder in which an agent keeps its sessions, if it is there."""

    agent: Agent
    root: Path


def this_machine() -> Machine:
    """The home folder and the environment of whoever runs the program, and the folder it runs in."""
    try:
        here = Path.cwd()
    except OSError:  # it was removed meanwhile
        return Machine(Path.home(), os.environ)
    return Machine(Path.home(), os.environ, here)


def agent_of(key: str) -> Agent:
    """The agent of that key. Raises `KeyError` when there is none."""
    return _BY_KEY[key]


def writer_of(format: str) -> Agent | None:
    """The agent that writes a format, by the key of either; None where any program may have written it."""
    return next((each for each in AGENTS if format == each.key or format in each.formats), None)


def places(machine: Machine, agents: Sequence[Agent] = AGENTS) -> Iterator[Place]:
    """Where sessions would lie, each folder once however many ways lead to it."""
    seen: set[str] = set()
    for agent in agents:
        for root in agent.roots(machine):
            real = os.path.realpath(root)
            if real not in seen:
                seen.add(real)
                yield Place(agent, root)


def find(
    machine: Machine, unwanted: Callable[[], bool] = bool, agents: Sequence[Agent] = AGENTS, at_once: int = SLICE
) -> Iterator[list[Found]]:
    """The sessions on a machine, in slices as they are met. Ends early when nobody wants them any more."""
    for agent, group in groupby(places(machine, agents), lambda place: place.agent):
        met = (found for _, root in group for found in files_of(agent, root))
        waiting = iter(each_session(met)) if agent.databases else met
        while piece := list(islice(waiting, at_once)):
            if unwanted():
                return
            yield piece


def file_found(path: str) -> Found | None:
    """A file that a person named; whose it is, only its content can tell. None when it is no file."""
    try:
        status = os.stat(path_of(path))
    except (OSError, ValueError):
        return None
    return Found(path, "", status.st_mtime, status.st_size) if stat.S_ISREG(status.st_mode) else None
