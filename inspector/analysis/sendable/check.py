"""The rules asked of a view that is taken in message by message, turn by turn; able to go back to the beginning of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from inspector.analysis.sendable import contents, order, pairs
from inspector.analysis.sendable.breach import Breach
from inspector.analysis.sendable.hits import Hit
from inspector.analysis.sendable.sent import SYSTEM, Part, Sent
from inspector.analysis.sendable.turns import Given, Turn, joins


class Entry(NamedTuple):
    """A breach, and the turn (from 0) that was complete when it was found."""

    turn: int
    breach: Breach


class Check:
    """One view under the rules of one provider.

    `given` is what holds for the view that is taken in now. `found` are the breaches of all turns but the last, in order.
    """

    def __init__(self, given: Given) -> None:
        self.given = given
        self.turns: list[Turn] = []
        self.found: list[Entry] = []
        self._loose: set[int] = set()
        """Positions in the view of messages whose signed thinking has lost what it was bound to."""
        self._ids: dict[str, tuple[Sent, Part]] = {}
        self._order: list[tuple[int, str]] = []
        """Which id was first met in which turn, so that it can be forgotten."""

    def take(self, message: Sent, bound: bool = True) -> None:
        """The next message. `bound`: everything before it is as it was when the reply was made."""
        if message.role in SYSTEM and self.given.provider == "anthropic":
            return
        if not bound:
            self._loose.add(message.at)
        if self.turns and joins(self.given.provider, self.turns[-1].role, message.role):
            self.turns[-1].add(message)
            return
        if self.turns:
            at = len(self.turns) - 1
            self.found += self._entries(at, self._turn_rules(at, last=False))
        self.turns.append(Turn(message))

    def back(self, turn: int) -> None:
        """Forget a turn (from 0) and everything after it."""
        for message in (message for each in self.turns[turn:] for message in each.messages):
            self._loose.discard(message.at)
        del self.turns[turn:]
        self._forget(max(0, turn - 1))  # the turn that is the last one now is asked again when it is complete

    def _forget(self, turn: int) -> None:
        while self.found and self.found[-1].turn >= turn:
            self.found.pop()
        self._forget_ids(turn)

    def ending(self) -> list[Entry]:
        """The breaches of the last turn, and of the view as one that ends here. Changes nothing."""
        last = len(self.turns) - 1
        found: list[Entry] = []
        if self.turns:
            found += self._entries(last, self._turn_rules(last, last=True))
            self._forget_ids(last)
        return found + self._entries(last + 1, self._end_rules(self.given))

    def _forget_ids(self, turn: int) -> None:
        while self._order and self._order[-1][0] >= turn:
            del self._ids[self._order.pop()[1]]

    def _turn(self, at: int) -> Turn | None:
        return self.turns[at] if 0 <= at < len(self.turns) else None

    def _entries(self, turn: int, hits: Iterable[tuple[str, Hit]]) -> list[Entry]:
        provider = self.given.provider
        return [Entry(turn, Breach(rule, h.severity, provider, h.text, h.blocks, h.messages)) for rule, h in hits]

    def _turn_rules(self, at: int, last: bool) -> Iterator[tuple[str, Hit]]:
        """What a complete turn shows, together with the one before it."""
        given, before, turn = self.given, self._turn(at - 1), self.turns[at]
        if before is not None and before.calls:
            yield from _named("answered", pairs.answered(given, before, turn))
        if turn.results:
            yield from _named("known", pairs.known(given, before, turn))
            yield from _named("once", pairs.once(given, turn))
        if turn.calls:
            yield from _named("unique-ids", self._unique(given, at, turn))
        if given.provider == "anthropic":
            yield from self._anthropic(given, before, turn, last)
        elif given.provider == "template":
            yield from self._template(given, at, before, turn)

    def _unique(self, given: Given, at: int, turn: Turn) -> list[Hit]:
        if given.provider != "anthropic":
            return list(pairs.unique_ids(given, turn, {}))
        new = dict.fromkeys(part.id for _, part in turn.calls if part.id and part.id not in self._ids)
        self._order += [(at, each) for each in new]
        return list(pairs.unique_ids(given, turn, self._ids))

    def _anthropic(self, given: Given, before: Turn | None, turn: Turn, last: bool) -> Iterator[tuple[str, Hit]]:
        if before is None:
            yield from _named("first-user", order.first_user(given, turn))
        if turn.results:
            yield from _named("results-first", pairs.results_first(given, turn))
        if len(turn.messages) > 1:
            yield from _named("alternation", order.joined(given, turn))
        for message in turn.watched:
            yield from _named("empty-text", contents.empty_text(given, message, last and message is turn.messages[-1]))
            yield from _named("thinking-altered", contents.thinking_altered(given, message))
            bound = message.at not in self._loose
            yield from _named("thinking-prefix", contents.thinking_prefix(given, message, bound))

    def _template(self, given: Given, at: int, before: Turn | None, turn: Turn) -> Iterator[tuple[str, Hit]]:
        yield from _named("system-top", order.system_top(given, before, turn))
        if at == 0 or (at == 1 and before is not None and before.role in SYSTEM):
            yield from _named("first-user", order.first_user(given, turn))
        if before is not None:
            yield from _named("alternation", order.alternation(given, before, turn))

    def _end_rules(self, given: Given) -> Iterator[tuple[str, Hit]]:
        """What the end of a view shows."""
        last, before = self._turn(len(self.turns) - 1), self._turn(len(self.turns) - 2)
        yield from _named("no-messages", order.no_messages(given, last))
        if last is None:
            return
        yield from _named("answered", pairs.answered(given, last, None))
        if given.provider == "anthropic":
            yield from _named("prefill", order.prefill(given, last))
            yield from _named("thinking-kept", contents.thinking_kept(given, last, before))


def _named(rule: str, hits: Iterable[Hit]) -> Iterator[tuple[str, Hit]]:
    return ((rule, each) for each in hits)
