"""What is on a machine, as a list: the sessions of the agents, or those below some paths, newest first."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from inspector.transcript.discover.agent import Agent, Details, Found, Machine
from inspector.transcript.discover.anywhere import candidates
from inspector.transcript.discover.databases import each_session
from inspector.transcript.discover.file_details import details
from inspector.transcript.discover.plain import NO_SESSIONS
from inspector.transcript.discover.registry import AGENTS, agent_of, file_found, places, writer_of
from inspector.transcript.discover.walk import files_of
from inspector.transcript.formats.choice import path_of

Told = Callable[[int, int], object]
"""Hears how many files were looked into, and of how many."""


class Wanted(NamedTuple):
    """What is asked for. `since`: seconds since 1970; `project`: a part of its name; `limit`: how many, 0 for all."""

    agents: tuple[str, ...] = ()
    project: str = ""
    since: float | None = None
    limit: int = 0
    subagents: bool = False


class Looked(NamedTuple):
    """A folder that was looked through, and how many sessions lie there."""

    agent: str
    folder: str
    found: int


class Session(NamedTuple):
    """One session, and what its ends tell."""

    found: Found
    details: Details

    @property
    def agent(self) -> Agent | None:
        """Whose it is; None for messages that any program may have written."""
        key = self.found.agent or self.details.agent
        return agent_of(key) if key else writer_of(self.details.kind)

    @property
    def project(self) -> str:
        return self.details.project or self.found.project

    @property
    def subagent(self) -> bool:
        return self.found.subagent or self.details.subagent

    @property
    def readable(self) -> bool:
        """Whether this program can load it, as far as its ends tell."""
        return self.details.readable and not self.details.trouble


@dataclass
class Listing:
    """The sessions that were asked for, and what was not: `unopened` files lie beyond the limit and nobody looked into
    them, `subagents` were left out, `others` are files that are no sessions, `missed` folders could not be read.
    """

    sessions: list[Session] = field(default_factory=list)
    looked: list[Looked] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    unopened: int = 0
    subagents: int = 0
    others: int = 0


def on_machine(machine: Machine, wanted: Wanted, told: Told = max) -> Listing:
    """The sessions where the agents keep them."""
    listing = Listing()
    agents = [each for each in AGENTS if not wanted.agents or each.key in wanted.agents]
    met: list[Found] = []
    for agent, root in places(machine, agents):
        here = list(files_of(agent, root, True, listing.missed.append))
        met += here
        listing.looked.append(Looked(agent.key, os.fspath(root), sum(not each.subagent for each in here)))
    return _chosen(listing, each_session(met), wanted, told)


def below(paths: Iterable[str], wanted: Wanted, told: Told = max) -> Listing:
    """The sessions among files that were named and in folders that were, known by their content. Raises `OSError` for a
    path that is neither.
    """
    listing = Listing()
    met: dict[str, Found] = {}
    for path in paths:
        here = list(_named(path, listing.missed))
        met |= {os.path.realpath(each.path): each for each in here}
        listing.looked.append(Looked("", path, len(here)))
    return _chosen(listing, each_session(met.values()), wanted, told, frozenset(paths))


def _named(path: str, missed: list[str]) -> Iterator[Found]:
    if os.path.isdir(path):
        yield from candidates(Path(path), missed.append)
    elif found := file_found(path_of(path)):
        yield from (found,) if path_of(path) == path else (each for each in each_session([found]) if each.path == path)
    else:
        os.stat(path)
        raise OSError(errno.EINVAL, "this is neither a file nor a folder", path)


def _chosen(listing: Listing, met: Iterable[Found], wanted: Wanted, told: Told, named: Container[str] = ()) -> Listing:
    """Look into the newest, one after another, until there are as many as were asked for."""
    recent = [each for each in met if wanted.since is None or each.modified >= wanted.since]
    if not wanted.subagents:
        listing.subagents = sum(each.subagent for each in recent)
        recent = [each for each in recent if not each.subagent]
    recent.sort(key=lambda each: (-each.modified, each.path))
    for at, found in enumerate(recent):
        if wanted.limit and len(listing.sessions) == wanted.limit:
            listing.unopened = len(recent) - at
            break
        told(at, len(recent))
        session = Session(found, details(found))
        if not found.agent and found.path not in named and _is_other(session.details):
            listing.others += 1
        elif session.subagent and not wanted.subagents:
            listing.subagents += 1
        elif _fits(session, wanted):
            listing.sessions.append(session)
    return listing


def _is_other(details: Details) -> bool:
    """Whether a file of whose place nobody knows anything is no session."""
    return not details.kind or details.kind in NO_SESSIONS


def _fits(session: Session, wanted: Wanted) -> bool:
    """Whether it is of an agent and a project that was asked for. What its place says of the project counts, too."""
    key = session.agent.key if session.agent else ""
    part = wanted.project.lower()
    projects = (session.details.project.lower(), session.found.project.lower())
    return (not wanted.agents or key in wanted.agents) and any(part in each for each in projects)
