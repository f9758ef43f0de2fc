"""What the audit says about one source, as labelled stretches of text. No Textual here."""

from __future__ import annotations

from typing import NamedTuple

from inspector.terminal_text import folded, sanitise
from inspector.tui.evidence import Evidence
from inspector.tui.evidence_rows import ITEM, STATUS

LINES = 2_000
"""Display lines of one stretch at the most."""
LABEL = 9
"""Columns of a label."""


class Stretch(NamedTuple):
    """A label and its text, not safe to show yet. `block`: the text stands below, with its own lines."""

    label: str
    text: str
    style: str = "plain"
    block: bool = False


class Shown(NamedTuple):
    """One display line, safe: what stands in the column of labels, and the rest."""

    label: str
    text: str
    style: str


def told(evidence: Evidence, pointer: str) -> list[Stretch]:
    """Pointer, status, reason, hash, who relies on it, and the excerpt."""
    found = evidence.resolution(pointer)
    sign, style, word = STATUS[found.status if found else None]
    if found is None and evidence.looking:
        word = "being looked up"
    out = [Stretch("pointer", pointer, "strong"), Stretch("status", f"{sign} {word}", style)]
    if found is not None and found.reason:
        out.append(Stretch("reason", found.reason))
    out.append(Stretch("sha-256", (found.sha256 if found else "") or "none: only an available source has one", "quiet"))
    out += _cited(evidence, pointer)
    if found is not None and found.excerpt:
        out.append(Stretch("excerpt", found.excerpt, "quiet", block=True))
    return out


def _cited(evidence: Evidence, pointer: str) -> list[Stretch]:
    state = evidence.state
    facts = [f for f in state.facts if f.source_pointer == pointer]
    items = [i for i in state.pending_items if i.source_pointer == pointer]
    out = [Stretch("fact", f"• {f.fact_id}: {f.content}\nconfirmed {f.last_confirmed_at}") for f in facts]
    for item in items:
        by = f" by {item.confirmed_by}" if item.confirmed_by else ""
        head = f"{ITEM[item.status]} {item.status} · {item.item_id}: {item.description}"
        out.append(Stretch("pending", f"{head}\nconfirmed {item.last_confirmed_at}{by}"))
    return out


def laid_out(stretches: list[Stretch], width: int) -> list[Shown]:
    """The stretches folded to a width, labels in a column of their own."""
    out: list[Shown] = []
    for stretch in stretches:
        indent = 0 if stretch.block else LABEL
        if stretch.block:
            out += [Shown("", "", "quiet"), Shown(f"{stretch.label} ", "─" * max(0, width - LABEL), "rule")]
        for at, line in enumerate(folded(stretch.text, max(10, width - indent))):
            if at >= LINES:
                break
            label = "" if stretch.block else sanitise(stretch.label) if at == 0 else ""
            out.append(Shown(label.ljust(indent), line.text, stretch.style))
    return out
