"""Looking for files below a folder: no link is followed, nothing is opened, and what may not be read is passed over."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from inspector.transcript.discover.agent import Agent, Found, Parts

ENTRIES = 200_000
"""Entries of a root that are looked at."""
EVENTS = "events"
"""Where a session that is a folder keeps its events, a file each."""
Missed = Callable[[str], object]
"""Is told the folders that may not be read, and the roots that hold more than is looked at."""


class _Folder(NamedTuple):
    path: str
    parts: Parts


def files_of(agent: Agent, root: Path, subagents: bool = False, missed: Missed = str) -> Iterator[Found]:
    """The sessions of one agent below one of its roots. The root may be a link: a person put it there.

    A folder that is not there is not missed.
    """
    waiting = [_Folder(os.fspath(root), ())]
    depth = max(agent.depth, agent.deepest) if subagents else agent.depth
    left = ENTRIES
    while waiting and left > 0:
        folder = waiting.pop()
        try:
            with os.scandir(folder.path) as entries:
                for entry in entries:
                    left -= 1
                    parts = (*folder.parts, entry.name)
                    if entry.is_dir(follow_symlinks=False):
                        if agent.folder(parts):
                            yield from _folder(agent, entry, parts)
                        elif len(parts) <= depth and agent.enter(parts):
                            waiting.append(_Folder(entry.path, parts))
                    elif (found := _wanted(agent, entry, parts, subagents)) is not None:
                        yield found
        except (FileNotFoundError, NotADirectoryError):
            continue
        except (OSError, ValueError):
            missed(folder.path)
    if waiting:
        missed(os.fspath(root))


def _wanted(agent: Agent, entry: os.DirEntry[str], parts: Parts, subagents: bool) -> Found | None:
    if agent.wanted(parts):
        return _found(agent, entry, parts)
    return _found(agent, entry, parts, True) if subagents and agent.subagent(parts) else None


def _found(agent: Agent, entry: os.DirEntry[str], parts: Parts, subagent: bool = False) -> Found | None:
    try:
        if not entry.is_file(follow_symlinks=False):
            return None
        status = entry.stat(follow_symlinks=False)
    except OSError:
        return None
    return Found(entry.path, agent.key, status.st_mtime, status.st_size, _project(agent, parts), subagent)


def _folder(agent: Agent, entry: os.DirEntry[str], parts: Parts) -> Iterator[Found]:
    """A folder of events, as old as its newest and as big as all; nothing when it holds none."""
    with suppress(OSError, ValueError), os.scandir(os.path.join(entry.path, EVENTS)) as events:
        files = [each.stat(follow_symlinks=False) for each in islice(events, ENTRIES) if _is_event(each)]
        if files:
            newest = max(each.st_mtime for each in files)
            size = sum(each.st_size for each in files)
            yield Found(entry.path, agent.key, newest, size, _project(agent, parts))


def _is_event(entry: os.DirEntry[str]) -> bool:
    return entry.name.endswith(".json") and entry.is_file(follow_symlinks=False)


def _project(agent: Agent, parts: Parts) -> str:
    return agent.project(parts) if len(parts) > 1 else ""
