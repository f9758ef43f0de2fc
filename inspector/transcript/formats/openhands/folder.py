"""A session as a folder of events: `events/<n>.json`, `events/event-<n>-<id>.json`. One of these files stands for all."""

from __future__ import annotations

import os
import re
from itertools import islice
from pathlib import Path
from typing import Any

import orjson

from inspector.transcript.formats.beside import json_below
from inspector.transcript.nofollow import open_below
from inspector.transcript.problems import Problems

EVENTS = "events"
MOST = 200_000
"""Events of a session that are read."""

LARGEST = 1 << 30
"""Bytes of all events together that are read."""

_NAME = re.compile(r"(?:event-)?(\d{1,15})(?:-[\w-]{1,80})?\.json")


def home_of(source: str) -> Path | None:
    """The session's folder, when a file is one of its events."""
    path = Path(source)
    if not source or path.parent.name != EVENTS or _NAME.fullmatch(path.name) is None:
        return None
    return path.parent.parent


def events_of(home: Path, problems: Problems) -> list[Any]:
    """All events in their order; no link is followed. What cannot be read is reported."""
    found, size = [], 0
    for name in names_of(home):
        raw = _read(home, name)
        size += len(raw)
        if size > LARGEST:
            problems.add(
                0,
                "too-large",
                f"the events from {name} on are left out: all together are more than {LARGEST >> 20} MiB",
            )
            break
        try:
            found.append(orjson.loads(raw))
        except orjson.JSONDecodeError:
            problems.add(0, "damaged", f"the event {name} is no JSON", len(raw))
    problems.bytes, problems.lines = size, len(found)
    return found


def names_of(home: Path) -> list[str]:
    """The files of events in the order of their numbers."""
    try:
        if (home / EVENTS).is_symlink():
            return []
        with os.scandir(home / EVENTS) as entries:
            names = [each.name for each in islice(entries, MOST) if each.is_file(follow_symlinks=False)]
    except OSError:
        return []
    numbered = [(int(match[1]), name) for name in names if (match := _NAME.fullmatch(name))]
    return [name for _, name in sorted(numbered)]


def first_event(folder: str) -> str:
    """The file that stands for a session's folder; empty where the folder is none."""
    names = names_of(Path(folder))
    return os.path.join(folder, EVENTS, names[0]) if names else ""


def _read(home: Path, name: str) -> bytes:
    try:
        with open(open_below(os.fspath(home), (EVENTS, name)), "rb") as file:
            return file.read(LARGEST)
    except (OSError, ValueError):
        return b""


def state_of(home: Path) -> Any:
    """The state that the SDK keeps beside the events."""
    return json_below(home, "base_state.json")
