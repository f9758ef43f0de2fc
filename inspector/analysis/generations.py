"""Summaries of summaries: what each later one still holds of what an earlier one held."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from inspector.analysis.cut import Cut
from inspector.summary.audit import Item, Source
from inspector.summary.audit.claims import Summary
from inspector.summary.audit.held import Held as Holds
from inspector.summary.audit.shapes import Held
from inspector.summary.audit.worth import worth


@dataclass(frozen=True, slots=True, eq=False)
class Survival:
    """Something that the summary of `generation` held of what it was made of, and how far each later one holds it."""

    generation: int
    item: Item
    later: tuple[Held, ...]

    @property
    def lost(self) -> int | None:
        """The first generation that does not hold it any more; None while all do."""
        return next((self.generation + n for n, held in enumerate(self.later, 1) if held == "no"), None)


@dataclass(frozen=True, slots=True, eq=False)
class Generations:
    """The summaries that stand in each other, oldest first, and what survived of each."""

    cuts: tuple[Cut, ...]
    survivals: tuple[Survival, ...]

    def share(self, generation: int, later: int) -> float | None:
        """How much of what one generation held a later one still holds, from 0 to 1; None when it held nothing."""
        of = [each for each in self.survivals if each.generation == generation]
        held = sum(each.later[later - generation - 1] != "no" for each in of)
        return held / len(of) if of else None


def generations(chain: Sequence[Cut]) -> Generations:
    """What survived of each summary of a chain. Failed ones and those that are not written yet are none of it."""
    written = tuple(cut for cut in chain if cut.text and not cut.reason)
    texts = [Holds(Summary(cut.text)) for cut in written]
    found: list[Survival] = []
    for at, cut in enumerate(written):
        found.extend(_survivals(at + 1, cut, texts[at:]))
    return Generations(written, tuple(found))


def _survivals(generation: int, cut: Cut, texts: Sequence[Holds]) -> Iterator[Survival]:
    """Of what was new in this cut: earlier summaries among its parts have their own generation.

    `texts` are this summary and the later ones. Only coverage is looked at: a session may have hundreds of summaries.
    """
    own, *later = texts
    names = {part.name for part in cut.request.parts if part.source.kind != "summary"}
    for each in worth(Source.of(cut.request)):
        state, where = own.state(each) if each.span.block in names else ("no", None)
        if state != "no":
            item = Item(each.kind, each.text, each.span, state, where)
            yield Survival(generation, item, tuple(text.state(each)[0] for text in later))
