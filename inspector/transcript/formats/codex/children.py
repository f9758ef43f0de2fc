"""Subagents: threads that a rollout names, each in a rollout of its own below the same folder of sessions.

Sources: formats.md §3.3 and §3.7 (`collab_agent_spawn_end`, `sub_agent_activity`). A file is found by the thread's id at the end
of its name, in the folder of this rollout and in those of the day (and its neighbours, for the time zone) that the id tells.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from inspector.transcript.formats.codex.forks import uuid_time
from inspector.transcript.formats.codex.nodes import Head, Node
from inspector.transcript.model import Sidechain
from inspector.transcript.nofollow import open_below

FOLDERS = 100
"""Folders looked into, for all subagents of a rollout."""

FILES = 20_000
"""Files of one folder whose names are looked at."""

COUNTED = 32 << 20
"""Bytes of a subagent's rollout in which messages are counted."""

TITLE = 80

_ID = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{7,63}")
_DAY = re.compile(r"(\d{4})/(\d{2})/(\d{2})")
_NAME = re.compile(r"rollout-.{0,60}?([0-9a-f]{8}-[0-9a-f-]{27}|[0-9A-Za-z]+)\.jsonl(?:\.zst)?")
_SPEAKS = re.compile(rb'"type": ?"(?:message|agent_message|[a-z_]*_output)"')

Parts = tuple[str, ...]


class Named(NamedTuple):
    """What a rollout says of another thread."""

    id: str
    call: str
    title: str


def named_in(nodes: Sequence[Node]) -> tuple[Named, ...]:
    """The threads that were started or spoken to, each once; neither the thread itself nor the one it came from."""
    found: dict[str, Named] = {}
    known = {""}
    for node in [node for node in nodes if node.kind in ("child", "head")]:
        if node.kind == "head":
            head: Head = node.value
            known |= {head.id, head.parent, head.forked_from}
        elif node.kind == "child":
            told = Named(*node.value)
            before = found.get(told.id, told)
            found[told.id] = Named(told.id, before.call or told.call, before.title or told.title)
    return tuple([each for each in found.values() if each.id not in known and _ID.fullmatch(each.id)])


class Place:
    """The folder of sessions around a rollout. Nothing is opened outside it, and no link in it is followed."""

    def __init__(self, path: str) -> None:
        folder, self.own = os.path.split(os.path.abspath(path))
        parts = folder.replace(os.sep, "/").split("/")
        dated = _DAY.fullmatch("/".join(parts[-3:])) is not None
        self.root = os.sep.join(parts[:-3]) or os.sep if dated else folder
        self._here: Parts = tuple(parts[-3:]) if dated else ()
        self._dated = dated
        self._listed: dict[Parts, tuple[int, dict[str, Parts]]] = {}
        """Folder → when it was changed last, and what was in it then."""

    def find(self, thread: str) -> Parts | None:
        """Where the rollout of a thread is, below the root."""
        for folder in self._folders(thread):
            found = self._names(folder).get(thread)
            if found is not None:
                return found
        return None

    def open(self, parts: Parts) -> int:
        """A descriptor of a file below the root. Raises `OSError`."""
        return open_below(self.root, parts)

    def _folders(self, thread: str) -> Iterator[Parts]:
        yield self._here
        moment = uuid_time(thread) if self._dated else None
        if moment is not None and moment < 253_000_000_000:
            day = datetime.fromtimestamp(moment, UTC)
            for shift in (0, 1, -1):
                there = day + timedelta(days=shift)
                yield (f"{there:%Y}", f"{there:%m}", f"{there:%d}")

    def _names(self, folder: Parts) -> dict[str, Parts]:
        """Thread → file, of one folder; listed again when it has changed."""
        try:
            changed = os.stat(os.path.join(self.root, *folder)).st_mtime_ns
        except (OSError, ValueError):
            return {}
        known = self._listed.get(folder)
        if known is None and len(self._listed) >= FOLDERS:
            return {}
        if known is None or known[0] != changed:
            known = self._listed[folder] = (changed, self._list(folder))
        return known[1]

    def _list(self, folder: Parts) -> dict[str, Parts]:
        found: dict[str, Parts] = {}
        above = [os.path.join(self.root, *folder[:depth]) for depth in range(1, len(folder) + 1)]
        try:
            if any(os.path.islink(each) for each in above):
                return {}
            with os.scandir(os.path.join(self.root, *folder)) as entries:
                for _, entry in zip(range(FILES), entries, strict=False):
                    name = _NAME.fullmatch(entry.name)
                    if name is not None and entry.name != self.own and entry.is_file(follow_symlinks=False):
                        found[name[1]] = (*folder, entry.name)
        except OSError:
            return {}
        return found


def sidechain_of(place: Place, named: Named) -> Sidechain | None:
    """A subagent's rollout; None where it is not there."""
    parts = place.find(named.id)
    if parts is None:
        return None
    title = " ".join(named.title[:400].split())[:TITLE]
    return Sidechain(named.id, _messages(place, parts), title, os.path.join(place.root, *parts), named.call)


def _messages(place: Place, parts: Parts) -> int:
    """About how many messages: found without parsing. Of a compressed file nothing is counted."""
    if parts[-1].endswith(".zst"):
        return 0
    count = size = 0
    try:
        with os.fdopen(place.open(parts), "rb", buffering=1 << 20) as file:
            for raw in file:
                count += b'"response_item"' in raw and _SPEAKS.search(raw) is not None
                size += len(raw)
                if size > COUNTED:
                    break
    except OSError:
        return 0
    return count
