"""A list of messages, followed as LangGraph's reducer follows it: what is removed, and what comes in its place.

The same id again replaces a message; `RemoveMessage` takes one away; `__remove_all__` takes all. This is how middleware
compacts: all are removed, then come a summary and the messages that are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from inspector.transcript.formats.langchain.records import REMOVE_ALL, said
from inspector.transcript.formats.prompts import Pool, Request

UNSENT = "states are recorded, not prompts"

MOST = 20_000_000
"""Messages in all states together; of what comes after, only the last state is shown."""


class Step(NamedTuple):
    """One message (`number` of the pool), or the removal of one or all."""

    number: int
    id: str
    removes: bool = False
    line: int = 0


class State(NamedTuple):
    """All messages of a graph's state at one moment."""

    numbers: tuple[int, ...]
    order: str = ""
    line: int = 0


def step_of(record: Any, pool: Pool, line: int = 0) -> Step | None:
    """A message of the list; None for what is none."""
    found = said(record)
    identity = found.data.get("id") if found is not None else None
    identity = identity if isinstance(identity, str) else ""
    if found is not None and found.role == "remove":
        return Step(-1, identity, True, line)
    number = pool.number(record)
    return Step(number, identity, False, line) if number >= 0 else None


def states_of(steps: Iterable[Step]) -> Iterator[State]:
    """The state before each change that is more than a message at the end, and the last one."""
    held: dict[str, int] = {}
    ahead = False
    room = MOST
    for at, step in enumerate(steps):
        key = step.id or f"#{at}"
        touches = (step.removes and (key in held or step.id == REMOVE_ALL)) or (not step.removes and key in held)
        if touches and ahead and room > 0:
            room -= len(held)
            yield State(tuple(held.values()), line=step.line)
            ahead = False
        if step.removes:
            held.pop(key, None)
            if step.id == REMOVE_ALL:
                held.clear()
        else:
            ahead = ahead or key not in held
            held[key] = step.number
    yield State(tuple(held.values()))


def requests_of(states: Sequence[State]) -> list[Request]:
    """States as requests whose prompt is not certain."""
    return [Request(state.numbers, line=state.line, uncertain=UNSENT) for state in states]
