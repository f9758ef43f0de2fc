"""What became of a typed text, in words: lost, cut, or told in a summary, there word for word or not. No Textual here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from weakref import WeakKeyDictionary

from inspector.engine.effects import remember
from inspector.engine.losses import Losses
from inspector.engine.plan import Plan
from inspector.engine.view import Fate, Gone
from inspector.tui.body import text_of

HEADS = {Fate.TRUNCATED: "typed text cut", Fate.SUMMARISED: "typed text is in the summary only"}
LOST = "typed text lost"
"""What is said of a text that was dropped, or that another thing took the place of."""
LONGEST, MOST = 20_000, 200
"""Characters and sentences of a typed text that are looked for one by one."""
COMPARED = 200
"""Further lost texts whose fate is compared with that of the first."""
_ENDS = re.compile(r"(?<=[.!?])\s+|(?<=[。！？；])|\n+")
_MARK = re.compile(r"^(?:[-*+•>]\s+|\d{1,3}[.)]\s+|#{1,6}\s+)+")
_found: WeakKeyDictionary[Plan, dict[int, str]] = WeakKeyDictionary()
_mixed: WeakKeyDictionary[Plan, bool] = WeakKeyDictionary()


def head(fate: Fate) -> str:
    """How the report of a text with that fate begins."""
    return HEADS.get(fate, LOST)


def more(losses: Sequence[Gone]) -> str:
    """`, and 3 more`; it says when not all of them had the fate of the first."""
    count = len(losses) - 1
    if not count:
        return ""
    return f", and {count:,} more{', some with another fate' if _others(losses) else ''}"


def _others(losses: Sequence[Gone]) -> bool:
    """Whether the further texts have another fate; looked up once for a view."""
    plan = losses.plan if isinstance(losses, Losses) else None
    found = _mixed.get(plan) if plan is not None else None
    if found is None:
        found = any(head(one.fate) != head(losses[0].fate) for one in losses[1 : COMPARED + 1])
        if plan is not None:
            _mixed[plan] = found
    return found


def standing(plan: Plan, block: int) -> str:
    """Whether the summaries of a view hold a typed text: `, there word for word`; empty while they are not written yet."""
    known = _found.setdefault(plan, {})
    if block not in known:
        if any(made.kind == "summary" and made.approximate for made in plan.made):
            return ""
        text = text_of(plan.ledger.structure.blocks[block])
        known[block] = f", {among(text, ' '.join(_plain(one) for one in summaries(plan)))}"
    return known[block]


def among(text: str, summary: str) -> str:
    """Whether a text stands in another one word for word, with some of its sentences, or not at all. Blanks do not count."""
    if _stands(_plain(text), summary):
        return "there word for word"
    return "there in part" if any(_stands(one, summary) for one in _sentences(text)) else "not word for word"


def summaries(plan: Plan) -> Iterator[str]:
    """The summaries of a view: made by a layer, or recorded by the agent."""
    yield from (made.text for made in plan.made if made.kind == "summary")
    transcript, blocks = plan.ledger.transcript, plan.ledger.structure.blocks
    places = remember(
        transcript, ("summary blocks",), lambda: [at for at, one in enumerate(blocks) if one.kind == "summary"]
    )
    yield from (text_of(blocks[at]) for at in places if at < plan.end and plan.live(at))


def _plain(text: str) -> str:
    return " ".join(text.split())


def _sentences(text: str) -> Iterator[str]:
    """The sentences of a text without the marks of a list and without the stop at the end."""
    for part in _ENDS.split(text[:LONGEST])[:MOST]:
        if sentence := _MARK.sub("", _plain(part)).rstrip(" .。"):
            yield sentence


def _stands(words: str, text: str) -> bool:
    """Whether the words stand in a text as words of their own, not inside of longer ones."""
    at = text.find(words) if words else -1
    while at >= 0:
        stop = at + len(words)
        if not _joined(text[max(0, at - 1) : at + 1]) and not _joined(text[stop - 1 : stop + 1]):
            return True
        at = text.find(words, at + 1)
    return False


def _joined(pair: str) -> bool:
    return len(pair) == 2 and pair.isascii() and pair.isalnum()
