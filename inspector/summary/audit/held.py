"""How far a summary holds something: word for word, in part or in other words, or not at all."""

from __future__ import annotations

from inspector.summary.audit.claims import Claim, Summary
from inspector.summary.audit.lexis import stems
from inspector.summary.audit.shapes import Held as State
from inspector.summary.audit.shapes import Range
from inspector.summary.audit.source import joined, lowered
from inspector.summary.audit.worth import Worth

LEAST_SHARE = 0.5
"""The share of an item's carrying words that one sentence of the summary must have to hold it in part."""
STATED = ("goal", "constraint", "decision", "open item")


class Held:
    """A summary, asked for many items."""

    def __init__(self, summary: Summary) -> None:
        self.text = summary.text
        self.low = lowered(summary.text)
        self.claims = summary.claims
        self.holding: dict[str, list[Claim]] = {}
        for claim in self.claims:
            for word in claim.stems:
                self.holding.setdefault(word, []).append(claim)

    def state(self, item: Worth) -> tuple[State, Range | None]:
        """How far the item is held, and where."""
        if (where := self._verbatim(item.text)) is not None:
            return "verbatim", where
        if item.kind in STATED:
            return self._stated(item)
        return self._named(item)

    def _verbatim(self, text: str) -> Range | None:
        """The exact words, as a whole: not within a longer name."""
        at = -1
        while (at := self.text.find(text, at + 1)) >= 0:
            end = at + len(text)
            before = at > 0 and joined(self.text[at - 1], text[0])
            if not before and not (end < len(self.text) and joined(text[-1], self.text[end])):
                return Range(at, end)
        return None

    def _stated(self, item: Worth) -> tuple[State, Range | None]:
        """A sentence in other words: enough of the words that carry it stand in one sentence of the summary."""
        wanted = stems(item.text)
        shared: dict[int, int] = {}
        by_start = {claim.start: claim for word in wanted for claim in self.holding.get(word, ())}
        for word in wanted:
            for claim in self.holding.get(word, ()):
                shared[claim.start] = shared.get(claim.start, 0) + 1
        if not shared:
            return "no", None
        best = max(shared, key=lambda start: (shared[start], -start))
        if shared[best] < LEAST_SHARE * len(wanted):
            return "no", None
        return "partly", by_start[best].span

    def _named(self, item: Worth) -> tuple[State, Range | None]:
        """A path by its last part, anything else in other capitals."""
        name = item.text.rstrip("/").rsplit("/", 1)[-1] if item.kind == "path" else item.text
        at = self.low.find(name.lower()) if len(name) > 2 else -1
        return ("partly", Range(at, at + len(name))) if at >= 0 else ("no", None)
