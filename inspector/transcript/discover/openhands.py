"""OpenHands: a folder a session, with a file for each event."""

from __future__ import annotations

import os
import re
from itertools import islice
from pathlib import Path

import orjson

from inspector.transcript.discover.agent import Agent, Details, Machine, Parts
from inspector.transcript.discover.ends import Ends, read_ends
from inspector.transcript.discover.telling import last, said, title, within, words
from inspector.transcript.discover.walk import ENTRIES, EVENTS

EVENTS_READ = 8
"""Events that are read at the beginning of a session, and at its end."""


def roots(machine: Machine) -> list[Path]:
    home = machine.home / ".openhands"
    return [home / "conversations", home / "sessions", machine.home / ".openhands-state" / "sessions"]


def folder(parts: Parts) -> bool:
    return len(parts) == 1


def read(path: str) -> Ends:
    """The first and the last events, of each so much as of a file at the most. Raises `OSError`."""
    if os.path.islink(path) or os.path.islink(os.path.join(path, EVENTS)):
        raise OSError(f"{path}: it is a link")
    with os.scandir(os.path.join(path, EVENTS)) as found:
        names = sorted((each.name for each in islice(found, ENTRIES) if each.name.endswith(".json")), key=_number)
    first, final = names[:EVENTS_READ], names[EVENTS_READ:][-EVENTS_READ:]
    whole = len(names) == len(first) + len(final)
    head = [_event(os.path.join(path, EVENTS, name)) for name in first]
    tail = [_event(os.path.join(path, EVENTS, name)) for name in final]
    return Ends(b"\n".join([*head, b""]), b"\n".join([b"", *tail]), whole and not tail)


def describe(ends: Ends) -> Details:
    records = ends.records
    typed = (_said(each) for each in records if each.get("source") == "user")
    count = sum(each.get("action") == "condensation" or each.get("kind") == "Condensation" for each in records)
    return Details(
        title=title(typed),
        model=last(words(within(each, "tool_call_metadata", "model_response", "model")) for each in records)
        or ends.model(),
        compactions=count if count or ends.whole else None,
        more=not ends.whole,
    )


def _said(event: dict[str, object]) -> str:
    """What a person typed: an event of either generation of the format."""
    return words(within(event, "args", "content")) or said(within(event, "llm_message", "content"))


def _event(path: str) -> bytes:
    """An event on one line; nothing when it cannot be read as one."""
    try:
        return orjson.dumps(read_ends(path).document)
    except (OSError, TypeError, ValueError):
        return b""


def _number(name: str) -> tuple[int, str]:
    """Events count up: `0.json`, `event-00001-<id>.json`."""
    found = re.search(r"\d{1,18}", name)
    return (int(found[0]) if found else 0, name)


AGENT = Agent(
    "openhands",
    "OpenHands",
    roots,
    lambda parts: False,
    describe,
    depth=0,
    sign={"id": 0, "source": "user", "action": "message"},
    folder=folder,
    read=read,
)
