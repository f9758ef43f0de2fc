"""A list of messages, followed as LangGraph's reducer follows it: what is removed, and what comes in its place.

The same id again replaces a message; `RemoveMessage` takes one away; `__remove_all__` takes all. This is how middleware
compacts: all are removed, then come a summary and the messages that are kept. What was there before the removal is told by its
id (`kept`); a reply that was not there is the answer to the state before it, which is a request.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from inspector.transcript.formats.langchain.kept import Kept
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
    reply: int | None = None
    """The message that answers it, where that is recorded just after it."""
    unsure: frozenset[int] = frozenset()
    """Places of messages that may have been kept, or are new."""


def step_of(record: Any, pool: Pool, line: int = 0) -> Step | None:
    """A message of the list; None for what is none."""
    found = said(record)
    identity = found.data.get("id") if found is not None else None
    identity = identity if isinstance(identity, str) else ""
    if found is not None and found.role == "remove":
        return Step(-1, identity, True, line)
    number = pool.number(record)
    return Step(number, identity, False, line) if number >= 0 else None


def states_of(steps: Iterable[Step], pool: Pool) -> Iterator[State]:
    """The state before each change that is more than a message at the end, the one that the next reply answers, the last."""
    walk = _Walk()
    for at, step in enumerate(steps):
        key = step.id or f"#{at}"
        if walk.touched_by(key, step):
            if walk.ahead and walk.affords():
                yield walk.state(step)
            walk.ahead, walk.changed = False, True
        if step.removes:
            walk.remove(key, step)
            continue
        kept = walk.kept.holds(step)
        if walk.changed and not kept and key not in walk.held and walk.held and _is_reply(step.number, pool):
            if walk.affords():
                yield walk.state(step)._replace(reply=step.number)
            walk.ahead, walk.changed = False, False
        else:
            walk.ahead = walk.ahead or key not in walk.held
        walk.add(key, step, kept)
    yield walk.state(Step(-1, ""))


class _Walk:
    """What the graph holds, and how that differs from the state that was told last."""

    def __init__(self) -> None:
        self.held: dict[str, int] = {}
        self.kept = Kept(())
        self.unsure: set[str] = set()
        self.ahead = self.changed = False
        self._room = MOST

    def touched_by(self, key: str, step: Step) -> bool:
        """Whether a step does more than add a message at the end."""
        return key in self.held or (step.removes and step.id == REMOVE_ALL)

    def affords(self) -> bool:
        """Whether one more state can be told."""
        self._room -= len(self.held)
        return self._room > 0

    def remove(self, key: str, step: Step) -> None:
        """Take a message away, or all."""
        if step.id == REMOVE_ALL:
            self.kept = Kept(self.held.items())
            self.held.clear()
            self.unsure.clear()
        self.held.pop(key, None)

    def add(self, key: str, step: Step, kept: bool) -> None:
        """A message; one that was kept without an id is not certain."""
        if kept and not step.id:
            self.unsure.add(key)
        self.held[key] = step.number

    def state(self, step: Step) -> State:
        """All messages."""
        unsure = (
            frozenset([at for at, key in enumerate(self.held) if key in self.unsure]) if self.unsure else frozenset()
        )
        return State(tuple(self.held.values()), line=max(step.line, 0), unsure=unsure)


def with_replies(states: Sequence[State], pool: Pool) -> Iterator[State]:
    """States, and before one that does not go on from the last: what its first new reply was the answer to."""
    seen: set[int] = set()
    last: tuple[int, ...] = ()
    for state in states:
        numbers = state.numbers
        if last and numbers[: len(last)] != last:
            new = (at for at, number in enumerate(numbers) if number not in seen and _is_reply(number, pool))
            at = next(new, 0)
            if at:
                yield state._replace(numbers=numbers[:at], reply=numbers[at])
        yield state
        seen.update(numbers)
        last = numbers


def requests_of(states: Sequence[State]) -> list[Request]:
    """States as requests whose prompt is not certain."""
    return [Request(each.numbers, each.reply, line=each.line, uncertain=UNSENT, unsure=each.unsure) for each in states]


def _is_reply(number: int, pool: Pool) -> bool:
    return pool.entries[number].message.role == "assistant"
