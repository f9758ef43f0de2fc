"""The conversations of a log, found by how their prompts begin."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from inspector.transcript.formats.prompts.conversation import Conversation
from inspector.transcript.formats.prompts.pool import Entry, Request

TRIED = 16
"""Conversations that begin alike and are remembered, those that went on last."""


class Split(NamedTuple):
    """A prompt: the system messages that it begins with, and the rest."""

    rules: tuple[int, ...]
    rest: tuple[int, ...]


def split(request: Request, entries: Sequence[Entry]) -> Split:
    """Cut a prompt where the system messages at its beginning end."""
    prompt = request.prompt
    for at, number in enumerate(prompt):
        if entries[number].message.role not in ("system", "developer"):
            return Split(prompt[:at], prompt[at:])
    return Split(prompt, ())


class KnownLanes:
    """Conversations by the first message that is not the system's, and by their system messages; newest last."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self._places: dict[Hashable, list[Conversation]] = {}
        self._last: dict[str, tuple[Request, Split]] = {}

    def add(self, lane: Conversation, request: Request, parts: Split) -> None:
        """The conversation's last request is this one."""
        self._last[lane.identity] = (request, parts)
        for key in (("first", request.group, self._opening(parts)), ("rules", request.group, parts.rules)):
            known = self._places.setdefault(key, [])
            if lane in known:
                known.remove(lane)
            known.append(lane)
            del known[:-TRIED]

    def continued(self, request: Request, parts: Split) -> Conversation | None:
        """The conversation with which the prompt shares most of its beginning; of equals the one that went on last."""
        best, most = None, (0, False)
        for lane in self._tried("first", request.group, self._opening(parts)):
            last, known = self._last[lane.identity]
            expected = known.rest if last.reply is None else (*known.rest, last.reply)
            shared = self._shared(parts.rest, expected)
            same = known.rules == parts.rules
            if (shared, same) > most and (shared > 1 or same):
                best, most = lane, (shared, same)
        return best

    def ruled_alike(self, request: Request, parts: Split) -> list[Conversation]:
        """Conversations with the same system messages, the newest first."""
        return self._tried("rules", request.group, parts.rules)

    def _tried(self, what: str, group: str, key: Hashable) -> list[Conversation]:
        return self._places.get((what, group, key), [])[::-1]

    def _opening(self, parts: Split) -> Hashable:
        if not parts.rest:
            return None
        number = parts.rest[0]
        return self._entries[number].loose or number

    def _shared(self, one: Sequence[int], other: Sequence[int]) -> int:
        if one[: len(other)] == other:
            return len(other)
        return next(
            (at for at, pair in enumerate(zip(one, other, strict=False)) if not self._alike(*pair)),
            min(len(one), len(other)),
        )

    def _alike(self, one: int, other: int) -> bool:
        if one == other:
            return True
        loose = self._entries[one].loose
        return bool(loose) and loose == self._entries[other].loose
