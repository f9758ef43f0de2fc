"""The durable state as lines of a list: each fact, item and piece of evidence, with the status of its source. No Textual here."""

from __future__ import annotations

from collections import Counter
from typing import Literal, NamedTuple

from inspector.engine import RetrievalEvidence
from inspector.engine.durable import ITEM_SIGNS, SOURCE_SIGNS
from inspector.phrases import counted
from inspector.transcript.resolver import Status
from inspector.tui.evidence import Evidence
from inspector.tui.parts import Part

Kind = Literal["fact", "item", "evidence"]

ITEM = ITEM_SIGNS
"""Status of a pending item → its sign."""
STATUS: dict[Status | None, tuple[str, str, str]] = {
    "available": (SOURCE_SIGNS["available"], "good", "available"),
    "missing": (SOURCE_SIGNS["missing"], "warn", "missing"),
    "denied": (SOURCE_SIGNS["denied"], "bad", "denied"),
    "corrupt": (SOURCE_SIGNS["corrupt"], "bad", "corrupt"),
    "unsupported": (SOURCE_SIGNS["unsupported"], "quiet", "unsupported"),
    None: ("…", "quiet", "not looked up"),
}
"""Status of a source → sign, style, word."""


class Entry(NamedTuple):
    """One line: what it is, its id, what it says, and where that was said. Texts are as given: not safe to show yet."""

    kind: Kind
    id: str
    sign: str
    word: str
    text: str
    pointer: str
    source: tuple[str, str, str] | None = None
    """Sign, style and word of the source's status; None where there is no pointer."""


def entries(evidence: Evidence) -> list[Entry]:
    """Facts, then pending items, then retrieval evidence, in the order of the state."""
    state = evidence.state

    def source(pointer: str) -> tuple[str, str, str]:
        found = evidence.resolution(pointer)
        return STATUS[found.status if found else None]

    found = [
        Entry("fact", f.fact_id, "•", "fact", f.content, f.source_pointer, source(f.source_pointer))
        for f in state.facts
    ]
    found += [
        Entry("item", i.item_id, ITEM[i.status], i.status, i.description, i.source_pointer, source(i.source_pointer))
        for i in state.pending_items
    ]
    found += [Entry("evidence", e.memory_id, "≡", "evidence", _told(e), "") for e in state.retrieval_evidence]
    return found


def _told(each: RetrievalEvidence) -> str:
    conflict = f" · won against others on {each.conflict_key}" if each.conflict_key is not None else ""
    return f"{each.source_title} · {each.source_type} {each.source_id} · score {each.score:g}, rank {each.source_rank}{conflict}"


def headlines(evidence: Evidence, size: int, unit: str, approximate: bool = False) -> list[tuple[Part, ...]]:
    """`3 facts · 2 open · 1 evidence · 310 tokens · sources 4 ✓ 1 ∅ missing`, from the fullest form to the shortest."""
    about = "≈ " if approximate else ""
    sizes = (f"{about}{size:,} {unit}", f"{about}{short(size)} {unit}")
    pending = len(evidence.state.pending_items)
    waiting = Counter(item.status for item in evidence.state.pending_items)
    each = [f"{number} {status}" for status in ITEM if (number := waiting[status])]
    together = [f"{pending} pending"] if pending else []
    return [
        _headline(evidence, each, sizes[0], 2),
        _headline(evidence, together, sizes[0], 2),
        _headline(evidence, together, sizes[0], 1),
        _headline(evidence, together, sizes[1], 0),
        _headline(evidence, together, sizes[1], 0, whole=False),
    ]


def _headline(evidence: Evidence, pending: list[str], size: str, words: int, whole: bool = True) -> tuple[Part, ...]:
    state = evidence.state
    counts = [counted(len(state.facts), "fact")] if state.facts else []
    counts += pending
    counts += [f"{len(state.retrieval_evidence)} evidence"] if state.retrieval_evidence and whole else []
    parts = [
        Part("durable ", "strong", 9),
        Part(" · ".join(counts) if counts else "nothing in it", "plain", 8),
        Part(f" · {size}" if counts else "", "quiet", 5),
    ]
    if evidence.trouble:
        parts.append(Part(" · ✗ the durable file was not loaded", "bad", 8))
    unsaved = [Part("  ✱ unsaved", "warn", 7)] if evidence.unsaved else []
    return (*parts, *standing(evidence, words), *unsaved)


def standing(evidence: Evidence, words: int = 2) -> list[Part]:
    """How the sources stand. `words` 2: every status with sign and word, 1: without the word before, 0: signs alone."""
    pointers = evidence.state.pointers
    if not pointers:
        return []
    found = [evidence.resolution(pointer) for pointer in pointers]
    counts = Counter(each.status if each else None for each in found)
    parts = [Part(" · sources" if words > 1 else " ·", "quiet", 4)]
    for status, (sign, style, word) in STATUS.items():
        if counts[status]:
            told = "being looked up" if evidence.looking and not status else word
            name = f" {told}" if words and status != "available" else ""
            parts.append(Part(f" {counts[status]} {sign}{name}", style, 6))
    return parts


def short(size: int) -> str:
    """A size in a few cells: 310, 3.4k, 12k."""
    if size < 1_000:
        return str(size)
    return f"{size / 1_000:.1f}k" if size < 10_000 else f"{size // 1_000:,}k"
