"""What a session's file tells of itself, by the place where it was found, else by its content alone."""

from __future__ import annotations

import os
from collections.abc import Sequence

from inspector.transcript.discover import inspect_logs, plain
from inspector.transcript.discover.agent import Agent, Details, Found
from inspector.transcript.discover.databases import sessions_of
from inspector.transcript.discover.ends import Ends
from inspector.transcript.discover.registry import AGENTS, agent_of, writer_of
from inspector.transcript.formats.choice import path_of
from inspector.transcript.formats.format import Format
from inspector.transcript.formats.magic import describe
from inspector.transcript.opening import trouble


def details(found: Found) -> Details:
    """What the ends of a session's file tell; nothing when it cannot be read. Never raises."""
    if found.told is not None:
        return found.told
    try:
        return _by_place(agent_of(found.agent), found.path) if found.agent else _by_content(found)
    except OSError as error:
        return Details(trouble=trouble(error))
    except (KeyError, ValueError, TypeError, AttributeError, RecursionError):
        return Details()


def _by_place(agent: Agent, path: str) -> Details:
    ends = agent.read(path)
    row = plain.row_of(ends)
    told = agent.describe(ends)
    if row is not None:
        return _named(told, agent, row, row.readable)
    if ends.is_database:  # one whose sessions can be read is told from its rows
        return _named(told, agent, row, False)
    return _named(told._replace(trouble=describe(ends.head)), agent, row, agent.readable)


def _by_content(found: Found) -> Details:
    ends = inspect_logs.read(os.path.realpath(path_of(found.path)))
    if ends.is_database and (held := sessions_of(found._replace(path=path_of(found.path)))):
        return next((each.told for each in held if each.path == found.path and each.told), None) or _newest(held)
    row = plain.row_of(ends)
    agent = _whose(row, ends)
    if row is not None and (row.key in plain.NAMES or agent is None):
        return plain.describe(ends, row)._replace(kind=row.key)
    if agent is None:
        return Details(format="unknown", readable=False, trouble=describe(ends.head))
    return _named(agent.describe(ends), agent, row, agent.readable if row is None else row.readable)


def _newest(sessions: Sequence[Found]) -> Details:
    """What is opened of a database where no session of it is named."""
    return sessions[0].told or Details()


def _whose(row: Format | None, ends: Ends) -> Agent | None:
    """The agent that writes such files; of several the one whose mark it bears."""
    agents = [each for each in AGENTS if row is not None and each.row is row]
    marked = (each for each in agents if each.mark is not None and each.mark(ends))
    unmarked = (each for each in agents if each.mark is None)
    return next(marked, None) or next(unmarked, None) or (writer_of(row.key) if row is not None else None)


def _named(told: Details, agent: Agent, row: Format | None, readable: bool) -> Details:
    """Agents that share a format with another one have their own name for it."""
    kind = agent.key if agent.mark is not None and row is agent.row else row.key if row else ""
    return told._replace(format=agent.name, agent=agent.key, kind=kind, readable=readable)
