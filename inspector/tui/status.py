"""The status line: what this view lost, typed text first; what is wrong with it. No Textual here."""

from __future__ import annotations

from inspector.engine.view import EngineError, Fate
from inspector.terminal_text import clip
from inspector.tui.body import text_of
from inspector.tui.fates import by
from inspector.tui.numerals import commas
from inspector.tui.parts import Part
from inspector.tui.session import Session


def status(session: Session) -> tuple[Part, ...]:
    """The parts of the status line. The loss of anything that a person typed comes first."""
    steps = session.steps()
    if isinstance(steps, EngineError):
        return (Part(f"✗ {commas(str(steps))}", "bad", 9),)
    refused = [Part(f"✗ refused: {commas(str(steps.error))}  ", "bad", 9)] if steps.error else []
    return (*refused, *_typed(session), *_lost(session), *_problems(session))


def _typed(session: Session) -> list[Part]:
    losses = session.typed_losses()
    if not losses:
        return [Part("✓ everything typed is in the view", "good", 7)]
    block, fate, layer = losses[0]
    name = session.transcript.structure.name(block)
    more = f" and {len(losses) - 1:,} more" if len(losses) > 1 else ""
    words = clip(text_of(session.transcript.structure.blocks[block]), 32)
    return [
        Part(f"⚠ typed text lost: {name} ", "warn", 8),
        Part(f"“{words}” ", "plain", 4),
        Part(f"{fate}{by(layer)}{more}", "warn", 7),
    ]


def _lost(session: Session) -> list[Part]:
    plan = session.plan()
    if plan is None:
        return []
    gone = [stretch for stretch in plan.stretches() if stretch.gone]
    counts: dict[Fate, int] = {}
    for stretch in gone:
        counts[stretch.fate] = counts.get(stretch.fate, 0) + stretch.stop - stretch.first
    words = " · ".join(f"{count:,} {'message' if count == 1 else 'messages'} {fate}" for fate, count in counts.items())
    return [Part(f"  ·  {words}" if words else "", "plain", 5)]


def _problems(session: Session) -> list[Part]:
    problems = session.problems()
    if not problems:
        return []
    more = f" (+{len(problems) - 1})" if len(problems) > 1 else ""
    return [Part(f"  ·  {commas(problems[0].text)}{more}", "warn", 6)]
