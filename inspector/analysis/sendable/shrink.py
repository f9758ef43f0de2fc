"""The few messages that still show a breach: delta debugging (Zeller and Hildebrandt's ddmin)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from inspector.analysis.sendable.breach import Breach
from inspector.analysis.sendable.facts import Facts
from inspector.analysis.sendable.plain import of_messages
from inspector.engine.view import View

T = TypeVar("T")


def ddmin(items: Sequence[T], shows: Callable[[Sequence[T]], bool]) -> list[T]:
    """A part of the items, in order, that still shows it and of which none can be left out; all of them when they do not."""
    left = list(items)
    if not shows(left):
        return left
    if shows([]):
        return []
    size = max(1, len(left) // 2)
    while True:
        for start in range(0, len(left), size):
            fewer = left[:start] + left[start + size :]
            if shows(fewer):
                left = fewer
                break
        else:
            if size == 1:
                return left
            size //= 2
            continue
        size = max(1, min(size, len(left) // 2))


def shrunk(view: View, facts: Facts, breach: Breach) -> tuple[int, ...]:
    """Positions in the view (from 0) of the fewest messages that still break the rule at the same blocks.

    Begins with the messages that the breach names, and takes the whole view only when these alone do not show it. What
    stood before thinking cannot be left out: there it is the message with the thinking.
    """
    if breach.rule == "thinking-prefix":
        return breach.messages

    def shows(positions: Sequence[int]) -> bool:
        return breach in of_messages([view.messages[at] for at in positions], facts, view.request)

    named = sorted(set(breach.messages))
    return tuple(ddmin(named if shows(named) else range(len(view.messages)), shows))
