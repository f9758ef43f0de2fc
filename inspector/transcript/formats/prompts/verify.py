"""Which requests are exact: their prompt is rebuilt from the messages and compactions, and compared with the record."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat

from inspector.transcript.formats.prompts.conversation import Conversation
from inspector.transcript.formats.prompts.identity import differences
from inspector.transcript.formats.prompts.pool import Entry
from inspector.transcript.model import Compaction


def exact_histories(talk: Conversation) -> set[int]:
    """How many messages the requests have before them whose prompt the rebuilt view equals, in every text."""
    walk = _Walk(talk.compactions)
    union, entries = talk.known.union, talk.entries
    same = _Same(entries)
    found = set()
    for asked in talk.asked:
        walk.on_to(asked.history)
        view = walk.view(asked.history)
        if asked.doubt or len(view) != len(asked.request.prompt):
            continue
        ours, theirs = [union[at] for at in view], asked.request.prompt
        if _equal(ours, theirs, walk.notices) or all(map(same.told, ours, theirs, repeat(walk.notices))):
            found.add(asked.history)
        else:
            found.discard(asked.history)
    return found


def _equal(ours: list[int], theirs: tuple[int, ...], notices: dict[str, str]) -> bool:
    return not notices and ours == [*theirs]


class _Walk:
    """The recorded view at one request after the other (as the engine rebuilds it)."""

    def __init__(self, compactions: Sequence[Compaction]) -> None:
        self._left = list(reversed(compactions))
        self._base: tuple[int, ...] = ()
        self._rest = 0
        self.notices: dict[str, str] = {}

    def on_to(self, history: int) -> None:
        """Take the compactions that a history of so many messages has."""
        while self._left and self._left[-1].since <= history:
            each = self._left.pop()
            if each.kind == "full":
                self._base, self._rest = each.order or (), each.rest
            if each.replaced:
                self.notices = {**self.notices, **each.replaced}

    def view(self, history: int) -> list[int]:
        return [*self._base, *range(self._rest, history)]


class _Same:
    """Whether a message with its notices says what another one says; each pair is looked at once."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self._known: dict[tuple[int, int], tuple[dict[str, str], bool]] = {}
        self._results: dict[int, frozenset[str]] = {}

    def told(self, ours: int, theirs: int, notices: dict[str, str]) -> bool:
        """`ours` with the texts that stand for its results, against the message of the prompt."""
        if ours == theirs and (not notices or not self._ids(ours) & notices.keys()):
            return True
        pair = (ours, theirs)
        if pair not in self._known:
            self._known[pair] = differences(*[self._entries[each].message for each in pair])
        replaced, same = self._known[pair]
        return same and self._fits(ours, replaced, notices)

    def _fits(self, ours: int, replaced: dict[str, str], notices: dict[str, str]) -> bool:
        texts = {b.tool_id: b.text for b in self._entries[ours].message.blocks if b.kind == "tool_result"}
        return all(notices.get(key, text) == replaced.get(key, text) for key, text in texts.items())

    def _ids(self, number: int) -> frozenset[str]:
        found = self._results.get(number)
        if found is None:
            blocks = self._entries[number].message.blocks
            found = self._results[number] = frozenset(b.tool_id for b in blocks if b.kind == "tool_result")
        return found
