"""The compactions of a rollout: which messages the prompt went on with.

Sources: formats.md §3.5; codex-rs `core/src/compact.rs` (`build_compacted_history`). A `replacement_history` is the whole new
prompt: items that are equal to earlier ones are these messages, the others are messages that the compaction brought.
Without one (local compaction, older versions) only the summary is recorded, and what stayed follows from Codex's rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.transcript.formats.codex.drafts import Draft, Mark, brought
from inspector.transcript.formats.codex.known import Known
from inspector.transcript.formats.codex.nodes import Item, Left, Node
from inspector.transcript.problems import Problems

KEPT_TOKENS = 20_000
"""Tokens of typed messages that a local compaction keeps; a token is 4 bytes there (`approx_token_count`)."""

ROOM = 2_000_000
"""Positions that are listed for compactions whose record does not list them; a hostile file could ask for billions."""

BY_RULE = (
    "the record holds the summary alone; which messages stayed follows from Codex's rule "
    "(the newest 20,000 tokens of what a person typed, the oldest of them cut to fit)"
)
UNREADABLE = "the record of this compaction cannot be read; what the prompt held after it is not known"
NO_SUMMARY = "the record holds no summary; it may have been taken out of the file"
SHARED = "the record keeps one item of a reply that has several"


class Window:
    """The compactions so far, and what it takes to understand the next one. `drafts` is the thread's own list."""

    def __init__(self, drafts: list[Draft], problems: Problems) -> None:
        self._drafts, self._problems = drafts, problems
        self.marks: list[Mark] = []
        self.used = 0
        """Tokens of the last request and its reply; 0 where that is not known."""
        self.used_up = False
        """Whether there was a reply since the last compaction."""
        self._known = Known(drafts)
        self._untold = False
        """Whether the last record of a compaction was not yet followed by the client's word about it."""
        self._room = ROOM
        self.typed: list[int] = []
        """Where the messages are that a person typed."""

    @property
    def floor(self) -> int:
        """Where what the last compaction brought ends."""
        return self.marks[-1].rest if self.marks else 0

    def enter(self, draft: Draft) -> None:
        """The message to the model that comes next."""
        at = len(self._drafts)
        self._known.enter(draft, at)
        if draft.said.typed:
            self.typed.append(at)

    def cut(self, at: int) -> None:
        """Forget the messages from `at` on, and the compactions among them."""
        self._known.forget(at)
        del self._drafts[at:]
        while self.typed and self.typed[-1] >= at:
            self.typed.pop()
        while self.marks and self.marks[-1].rest > at:
            self.marks.pop()
        self.used = 0

    def estimate(self, tokens: int) -> None:
        """The client's word on the size of the new prompt, right after a compaction."""
        if self.marks and not self.used_up and tokens:
            self.marks[-1].after = tokens

    def compact(self, node: Node, turn: int) -> None:
        """A `compacted` record."""
        left: Left = node.value
        self._untold = True
        if left.items is None:
            self._by_rule(node, left, turn)
        else:
            self._recorded(node, left.items, turn)

    def told(self, node: Node, turn: int) -> bool:
        """The client says that it compacted. Where no record came before, that was lost: True."""
        known, self._untold = self._untold, False
        if not known:
            self._problems.add(node.line, "damaged", "the agent compacted here; " + UNREADABLE)
            if self._fits(node, len(self._drafts)):
                mark = self._mark(node, list(range(len(self._drafts))), turn)
                mark.doubt = UNREADABLE
                mark.doubtful = {at for at in mark.order if self._drafts[at].said.role != "system"}
        return not known

    def _fits(self, node: Node, size: int) -> bool:
        """Whether so many positions may be listed that the record does not list."""
        self._room -= size
        if self._room < 0:
            self._problems.add(node.line, "compaction", "a compaction that is not shown: there are too many of them")
        return self._room >= 0

    def _mark(self, node: Node, order: list[int], turn: int) -> Mark:
        mark = Mark(node.line, len(self._drafts), order, self.used, turn)
        self.marks.append(mark)
        self.used, self.used_up = 0, False
        return mark

    def _bring(self, mark: Mark, draft: Draft) -> int:
        self.enter(draft)
        self._drafts.append(draft)
        mark.rest = len(self._drafts)
        return mark.rest - 1

    def _recorded(self, node: Node, items: Sequence[Item], turn: int) -> None:
        mark = self._mark(node, self._system(), turn)
        listed = dict.fromkeys(mark.order)
        for item, found in zip(items, self._known.find(items), strict=True):
            at = self._bring(mark, brought(item, node)) if found is None else found
            if found is not None and self._drafts[found].more:
                mark.doubtful.add(found)
                mark.doubt = SHARED
            if any(block.kind == "summary" for block in item.blocks) or item.sealed:
                mark.summary = at
            listed[at] = None
        mark.order = list(listed)
        if mark.summary is None:
            mark.doubt = mark.doubt or NO_SUMMARY

    def _by_rule(self, node: Node, left: Left, turn: int) -> None:
        first = self.typed[0] if self.typed else 0
        if not self._fits(node, first + min(len(self.typed), KEPT_TOKENS)):
            return
        kept = list(self._kept())
        mark = self._mark(node, [*self._system(), *kept], turn)
        mark.doubtful, mark.doubt = set(kept), BY_RULE
        summary = Item("user", "client", left.summary, None, False)
        mark.summary = self._bring(mark, brought(summary, node))
        mark.order.append(mark.summary)

    def _system(self) -> list[int]:
        return [0] if self._drafts and self._drafts[0].node.kind == "head" else []

    def _kept(self) -> Iterator[int]:
        """The context at the beginning, then the newest typed messages that fit; the oldest of these is cut, not left out."""
        drafts = self._drafts
        first = self.typed[0] if self.typed else 0
        yield from (at for at in range(first) if drafts[at].said.role in ("user", "developer"))
        left, kept = KEPT_TOKENS, []
        for at in reversed(self.typed):
            if left <= 0:
                break
            kept.append(at)
            left -= max(1, -(-drafts[at].said.size // 4))
        yield from reversed(kept)
