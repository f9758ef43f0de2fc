"""Messages joined to turns, as a provider joins them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from inspector.analysis.sendable.breach import Provider
from inspector.analysis.sendable.sent import Part, Sent

Place = tuple[Sent, Part]


class Turn:
    """Messages that a provider takes as one, and what of their blocks rules ask for, in order.

    Messages API: neighbours of one role; system messages stand apart, at the top. Chat Completions: results that follow
    each other; every other message is a turn of its own.
    """

    __slots__ = ("calls", "messages", "results", "role", "watched")

    def __init__(self, message: Sent) -> None:
        self.role = message.role
        self.messages: list[Sent] = []
        self.calls: list[Place] = []
        self.results: list[Place] = []
        self.watched: list[Sent] = []
        """The messages with blank texts or thinking."""
        self.add(message)

    def add(self, message: Sent) -> None:
        """One more message."""
        self.messages.append(message)
        for part in message.parts:
            if part.kind == "tool_use":
                self.calls.append((message, part))
            elif part.kind == "tool_result":
                self.results.append((message, part))
            elif (part.blank or part.kind == "thinking") and message not in self.watched[-1:]:
                self.watched.append(message)

    @property
    def parts(self) -> Iterator[Place]:
        """All blocks, in order."""
        return ((message, part) for message in self.messages for part in message.parts)


def joins(provider: Provider, role: str, next_role: str) -> bool:
    """Whether a message goes into the same turn as the one before it."""
    return role == next_role and (provider == "anthropic" or role == "tool")


class Given(NamedTuple):
    """What rules may ask for beside the messages.

    `name` writes a block position as people do. `waiting`: calls at the very end whose results are still to come, which the
    harness adds before it sends anything (law 3). `after`: for each message of the record the next one that is no system
    message and not empty. `ended`: the last such message of the history.
    """

    provider: Provider
    name: Callable[[int], str]
    model: str
    waiting: frozenset[int]
    after: tuple[int, ...]
    ended: int
    kept: Callable[[int], tuple[Part, ...]]
    """The recorded parts of a message of the transcript."""
