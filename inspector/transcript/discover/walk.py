"""Looking for files below a folder: no link is followed, nothing is opened, and what may not be read is passed over."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from inspector.transcript.discover.agent import Agent, Found, Parts

ENTRIES = 200_000
"""Entries of a root that are looked at."""


class _Folder(NamedTuple):
    path: str
    parts: Parts


def files_of(agent: Agent, root: Path) -> Iterator[Found]:
    """The session files of one agent below one of its roots. The root may be a link: a person put it there."""
    waiting = [_Folder(os.fspath(root), ())]
    left = ENTRIES
    while waiting and left > 0:
        folder = waiting.pop()
        try:
            with os.scandir(folder.path) as entries:
                for entry in entries:
                    left -= 1
                    parts = (*folder.parts, entry.name)
                    if len(parts) <= agent.depth and entry.is_dir(follow_symlinks=False):
                        if agent.enter(parts):
                            waiting.append(_Folder(entry.path, parts))
                    elif agent.wanted(parts) and (found := _found(agent, entry, parts)) is not None:
                        yield found
        except (OSError, ValueError):
            continue


def _found(agent: Agent, entry: os.DirEntry[str], parts: Parts) -> Found | None:
    try:
        if not entry.is_file(follow_symlinks=False):
            return None
        status = entry.stat(follow_symlinks=False)
    except OSError:
        return None
    project = agent.project(parts) if len(parts) > 1 else ""
    return Found(entry.path, agent.key, status.st_mtime, status.st_size, project)
