"""The durable state as lines of a list: each fact, item and piece of evidence, with the status of its source. No Textual here."""

from __future__ import annotations

from collections import Counter
from typing import Literal, NamedTuple

from inspector.engine import RetrievalEvidence
from inspector.engine.durable import ItemStatus
from inspector.transcript.resolver import Status
from inspector.tui.evidence import Evidence
from inspector.tui.parts import Part

Kind = Literal["fact", "item", "evidence"]

ITEM: dict[ItemStatus, str] = {"open": "○", "blocked": "◐", "done": "✓"}
"""Status of a pending item → its sign."""
STATUS: dict[Status | None, tuple[str, str, str]] = {
    "available": ("✓", "good", "available"),
    "missing": ("∅", "warn", "missing"),
    "denied": ("⊘", "bad", "denied"),
    "corrupt": ("✗", "bad", "corrupt"),
    "unsupported": ("?", "quiet", "unsupported"),
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


def headline(evidence: Evidence, size: int, unit: str, approximate: bool = False) -> tuple[Part, ...]:
    """`3 facts · 2 open · 1 evidence · 310 tokens   sources 4 ✓ 1 ∅ missing`, and whether it is saved."""
    state = evidence.state
    waiting = Counter(item.status for item in state.pending_items)
    counts = [_count(len(state.facts), "fact")] if state.facts else []
    counts += [f"{number} {status}" for status in ITEM if (number := waiting[status])]
    counts += [f"{len(state.retrieval_evidence)} evidence"] if state.retrieval_evidence else []
    about = "≈ " if approximate else ""
    parts = [
        Part("durable ", "strong", 9),
        Part(" " + " · ".join(counts) if counts else " nothing in it", "plain", 8),
        Part(f" · {about}{size:,} {unit}", "quiet", 5),
    ]
    if evidence.trouble:
        parts.append(Part(f"  ✗ {evidence.trouble}", "bad", 7))
    unsaved = [Part("  ✱ unsaved", "warn", 7)] if evidence.unsaved else []
    return (*parts, *standing(evidence), *unsaved)


def standing(evidence: Evidence) -> list[Part]:
    """How the sources stand, each status with its sign and, where it is bad news, its word."""
    pointers = evidence.state.pointers
    if not pointers:
        return []
    found = [evidence.resolution(pointer) for pointer in pointers]
    counts = Counter(each.status if each else None for each in found)
    parts = [Part("   sources", "quiet", 4)]
    for status, (sign, style, word) in STATUS.items():
        if counts[status]:
            rank = 6 if style in ("bad", "warn") else 4
            name = "" if status == "available" else f" {'being looked up' if evidence.looking and not status else word}"
            parts.append(Part(f" {counts[status]} {sign}{name}", style, rank))
    return parts


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
