"""A forked thread begins with a copy of the other's records, stamped with the time of the fork (formats.md §3.4).

The copy is history: its messages are in the prompt, but what they cost was paid by the other thread (ccusage#897, #1370).
It ends where the first turn begins that is not older than the thread itself: turns have a time (`started_at`), and an id that
holds one (UUID version 7). Where turns tell no time, it ends at the first pause: copying takes no time, people and models do.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from inspector.transcript.formats.codex.nodes import Head, Node

PAUSE = 2.0
"""Seconds between two records that are no part of one copy."""

_SLACK = 1.0
"""Times are rounded down to seconds."""


def copied_until(nodes: Sequence[Node]) -> int:
    """How many nodes at the beginning are a copy; 0 for a thread that is no fork."""
    first = next((node for node in nodes if node.kind == "head"), None)
    if first is None or not _is_fork(first.value, nodes):
        return 0
    head: Head = first.value
    born = uuid_time(head.id) or _seconds(head.timestamp) or _seconds(first.timestamp)
    found = _first_own_turn(nodes, born) if born is not None else None
    return _until_pause(nodes) if found is None else found


def _is_fork(head: Head, nodes: Sequence[Node]) -> bool:
    """It says so, or a second header of the thread that started it follows."""
    if head.forked_from or not head.parent:
        return bool(head.forked_from)
    return any(node.kind == "head" and node.value.id == head.parent for node in nodes[:5])


def _first_own_turn(nodes: Sequence[Node], born: float) -> int | None:
    """All, where only turns of the other thread are there; None where no turn tells its time."""
    told = False
    for place, node in enumerate(nodes):
        if node.kind in ("task", "turn"):
            started = _started(node)
            if started is not None and started >= born - _SLACK:
                return place
            told = told or started is not None
    return len(nodes) if told else None


def _started(node: Node) -> float | None:
    identity, more = node.value
    return uuid_time(identity) or (float(more) if isinstance(more, int | float) else None)


def _until_pause(nodes: Sequence[Node]) -> int:
    before: float | None = None
    for place, node in enumerate(nodes):
        now = _seconds(node.timestamp)
        if now is not None and before is not None and now - before > PAUSE:
            return place
        before = now if now is not None else before
    return len(nodes)


def uuid_time(identity: str) -> float | None:
    """Seconds since 1970 in an id of version 7; None in any other."""
    digits = identity.replace("-", "")
    if len(digits) != 32 or digits[12] != "7":
        return None
    try:
        return int(digits[:12], 16) / 1000
    except ValueError:
        return None


def _seconds(timestamp: str) -> float | None:
    try:
        return datetime.fromisoformat(timestamp).timestamp()
    except (ValueError, OverflowError, OSError):
        return None
