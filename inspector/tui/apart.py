"""What the main screen says of A and B: in the header, and in the status line. No Textual here."""

from __future__ import annotations

from inspector.analysis.compare.forms import differing, made_apart
from inspector.analysis.compare.two import Where
from inspector.analysis.compare.views import compared, typed_apart
from inspector.engine import Plan
from inspector.phrases import counted
from inspector.terminal_text import clip
from inspector.tui.body import text_of
from inspector.tui.fates import by
from inspector.tui.parts import Part
from inspector.tui.session import Session

QUOTE = 120
NAMED = 40
"""Cells of a policy's name at the most."""


def header(session: Session) -> list[Part]:
    """`A workbuddy-s14 | B go-tiny-claw ✱`; nothing while nothing is held."""
    held = session.held
    if held is None:
        return []
    return [
        Part("A ", "quiet", 8, right=True),
        Part(clip(held.title, NAMED), "strong", 8, right=True),
        Part(" ✱" if held.modified else "", "warn", 7, right=True),
        Part(" │ B ", "quiet", 8, right=True),
        Part(clip(session.title, NAMED), "accent", 8, right=True),
        Part(" ✱" if session.modified else "", "warn", 7, right=True),
    ]


def typed(session: Session) -> list[Part]:
    """`⚠ typed text only in A: 3.1 “never touch …” (B: dropped by prune), and 2 more`; nothing where there is none."""
    plans = both(session)
    found = [one for one in typed_apart(*plans) if one.where is not Where.NEITHER] if plans is not None else []
    if not found:
        return []
    first = found[0]
    holder, other, state = ("A", "B", first.b) if first.where is Where.ONLY_A else ("B", "A", first.a)
    block = session.transcript.structure.blocks[first.block]
    return [
        Part(f"⚠ typed text only in {holder}: {session.transcript.structure.name(first.block)} ", "warn", 9),
        Part(f"“{clip(text_of(block), QUOTE)}”", "plain", 8, least=14),
        Part(f" {other}: {state.fate}{by(state.layer)}", "warn", 8),
        Part(f", and {len(found) - 1:,} more" if len(found) > 1 else "", "warn", 8),
        Part("  = lists all", "accent", 7),
    ]


def step(session: Session) -> list[Part]:
    """The layers are stepped through in B alone, which the person should know."""
    if session.held is None or session.step is None:
        return []
    return [Part("layers step through B, A is finished  ", "accent", 8)]


def both(session: Session) -> tuple[Plan, Plan] | None:
    """The views of A (finished) and of B (at its step) at the present request; None where one of them is missing."""
    seen = session.beside(session.request)
    a, b = seen.plan(None) if seen is not None else None, session.plan()
    return (a, b) if a is not None and b is not None else None


def refused(session: Session) -> tuple[bool, bool]:
    """Whether the policy of A, and that of B, refuses to send its view of the present request."""
    seen = session.beside(session.request)
    return seen is not None and seen.refused, session.seen().refused


def summed_up(a: Plan, b: Plan) -> str:
    """The differences of two views in a few words, typed texts first: `12 blocks only in A · 1 block in another form`."""
    found = compared(a, b)
    assert found is not None
    words = [
        f"{counted(count, 'block')} {word}"
        for where, word in ((Where.ONLY_A, "only in A"), (Where.ONLY_B, "only in B"), (Where.BOTH, "in another form"))
        if (count := sum(run.hi - run.lo for run in found.among(where)))
    ]
    typed = sum(one.where is not Where.NEITHER for one in found.typed)
    told = [f"{counted(typed, 'typed text')} only in one of them"] if typed else []
    told += words
    told += [counted(len(found.made), "made-up message")] if found.made else []
    return " · ".join(told) or ("only one of them is refused" if found.same else "in another order")


def first_difference(a: Plan, b: Plan) -> int | None:
    """The first block in which two views differ, or before which only one has a made-up message."""
    found = next(differing(a, b), None)
    if found is None:
        made = next((one.a or one.b for one in made_apart(a, b)), None)
        found = max(0, min(made.at, a.end) - 1) if made is not None else None
    return found
