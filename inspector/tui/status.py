"""The status line: what this view lost, typed text first; what is wrong with it. No Textual here."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.analysis.sendable.breach import Breach
from inspector.engine.view import EngineError, Fate
from inspector.terminal_text import clip
from inspector.tui import lost_words
from inspector.tui.body import text_of
from inspector.tui.fates import by
from inspector.tui.lost import Loss
from inspector.tui.numerals import commas
from inspector.tui.parts import Part
from inspector.tui.session import Session

QUOTE = 200
"""Cells of a lost text that are quoted at the most; the line cuts it to what is free."""
LEAST = 14
UNSENDABLE = 34
"""Cells that a lost text, and the reason why a view cannot be sent, keep at the least."""


def status(
    session: Session, loss: Loss | None = None, apart: Sequence[Part] = (), refusals: Sequence[Breach] = ()
) -> tuple[Part, ...]:
    """The parts of the status line. The loss of anything that a person typed comes first.

    `loss` says where the oldest of the lost texts left the views, once that is known. `apart` is said of typed text instead:
    what only one of A and B holds. `refusals`: why a provider would not take the view.
    """
    steps = session.steps()
    if isinstance(steps, EngineError):
        return (Part(f"✗ {commas(str(steps))}", "bad", 9, least=20),)
    refused = [Part(f"✗ refused: {commas(str(steps.error))}  ", "bad", 9)] if steps.error else []
    typed = list(apart)
    if not typed and (session.typed_losses() or not refused):
        typed = _typed(session, loss)
    return (*refused, *typed, *_lost(session), *_problems(session, refusals))


def not_made(session: Session) -> list[Part]:
    """`3 summaries not made yet · B makes them`; sizes are approximate until then."""
    count = session.open_summaries
    if not count:
        return []
    words = "summary" if count == 1 else "summaries"
    them = "it" if count == 1 else "them"
    return [
        Part(f"≈ {count:,} {words} not made yet", "warn", 8),
        Part(" · B", "accent", 8),
        Part(f" makes {them}", "accent", 7),
        Part("  ", "plain", 8),
    ]


def _typed(session: Session, loss: Loss | None) -> list[Part]:
    """`⚠ typed text lost: 3.1 “never touch …” dropped by prune at request 70, and 3 more · t goes there`.

    Of a text that a summary took the place of it is said whether the words stand there.
    """
    losses = session.typed_losses()
    if not losses:
        return [Part("✓ everything typed is in the view", "good", 7)]
    block, fate, layer = losses[0]
    at = f" at request {loss.request:,}" if loss is not None and loss.block == block else ""
    words = clip(text_of(session.transcript.structure.blocks[block]), QUOTE)
    return [
        Part(f"⚠ {lost_words.head(fate)}: {session.transcript.structure.name(block)}", "warn", 8),
        Part(f" “{words}”", "plain", 6, least=LEAST),
        Part(f" {fate}{by(layer)}", "warn", 5 if fate is Fate.SUMMARISED else 7),
        Part(at, "warn", 5),
        Part(_there(session, block) if fate is Fate.SUMMARISED else "", "warn", 7),
        Part(lost_words.more(losses), "warn", 4),
        Part("  t goes there", "accent", 3),
    ]


def _there(session: Session, block: int) -> str:
    plan = session.plan()
    return lost_words.standing(plan, block) if plan is not None else ""


def _lost(session: Session) -> list[Part]:
    plan = session.plan()
    if plan is None:
        return []
    gone = [stretch for stretch in plan.stretches() if stretch.gone]
    counts: dict[Fate, int] = {}
    for stretch in gone:
        counts[stretch.fate] = counts.get(stretch.fate, 0) + stretch.stop - stretch.first
    words = " · ".join(f"{count:,} {'message' if count == 1 else 'messages'} {fate}" for fate, count in counts.items())
    return [Part(f"  ·  {words}" if words else "", "plain", 2)]


def _problems(session: Session, refusals: Sequence[Breach]) -> list[Part]:
    """What is wrong with the view, and what a provider would refuse: that gives way later, and is cut before it goes."""
    found = [Part(f"  ·  {_first([problem.text for problem in session.problems()])}", "warn", 5)]
    refused = [Part(f"  ·  ✗ unsendable: {_first([breach.text for breach in refusals])}", "bad", 8, least=UNSENDABLE)]
    return [*(found if session.problems() else ()), *(refused if refusals else ())]


def _first(texts: Sequence[str]) -> str:
    """The first of several, and how many more there are."""
    more = f" (+{len(texts) - 1})" if len(texts) > 1 else ""
    return f"{commas(texts[0])}{more}" if texts else ""
