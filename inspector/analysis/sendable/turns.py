"""Messages joined to turns, as a provider joins them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from inspector.analysis.sendable.breach import Provider
from inspector.analysis.sendable.sent import Part, Sent


class Turn(NamedTuple):
    """Messages that a provider takes as one.

    Messages API: neighbours of one role; system messages stand apart, at the top. Chat Completions: results that follow
    each other; every other message is a turn of its own.
    """

    role: str
    messages: tuple[Sent, ...]

    @property
    def parts(self) -> list[tuple[Sent, Part]]:
        return [(message, part) for message in self.messages for part in message.parts]

    @property
    def calls(self) -> list[tuple[Sent, Part]]:
        return [(message, part) for message, part in self.parts if part.kind == "tool_use"]

    @property
    def results(self) -> list[tuple[Sent, Part]]:
        return [(message, part) for message, part in self.parts if part.kind == "tool_result"]


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
