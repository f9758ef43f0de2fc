"""Findings for people: what goes wrong, on what evidence, and what would change it; and facts that are not kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from inspector.analysis.diagnose.grounds import grounds
from inspector.cli.folding import fold_words
from inspector.cli.layout import inset
from inspector.phrases import counted

if TYPE_CHECKING:
    from rich.console import Console

    from inspector.analysis.diagnose.finding import Severity
    from inspector.analysis.must_keep.breaches import Breach, Watched
    from inspector.engine import Replay
    from inspector.export.json_check import Checked

SIGNS: dict[Severity, tuple[str, str]] = {"error": ("✗", "red"), "warning": ("!", "yellow"), "note": ("·", "dim")}
FACT = 60
"""Characters of a fact."""


def print_findings(console: Console, checked: Checked) -> None:
    """Each finding on three lines or, where they are long, a few more; the worst first."""
    for finding in checked.diagnosis.findings:
        console.print()
        sign, style = SIGNS[finding.severity]
        _line(console, f"{sign} ", f"{finding.family}: {finding.text}", style if finding.severity != "note" else "")
        if finding.evidence:
            _line(console, "  ", grounds(finding), "dim")
        _line(console, "  → ", finding.change, "")


def _line(console: Console, first: str, text: str, style: str) -> None:
    """A text behind its sign, folded beneath itself."""
    from rich.text import Text

    indent = len(first) if console.width >= 6 * len(first) else inset(console.width)
    lines = fold_words(text, console.width - len(first))
    between = "\n" + " " * indent
    console.print(Text.assemble((first, style), (between.join(lines), style)), soft_wrap=True)


def print_watched(console: Console, replay: Replay, watched: Sequence[Watched]) -> None:
    """The facts that are not kept one by one, the others as a number."""
    for one in watched:
        if one.breach is None:
            continue
        console.print()
        text = one.asked.fact.text if len(one.asked.fact.text) <= FACT else one.asked.fact.text[: FACT - 1] + "…"
        _line(console, "✗ ", f"must-keep: {_what(one.breach)}: {text}", "red")
        _line(console, "  ", _why(replay, one), "dim")
        _line(console, "  → ", _change(one.breach), "")
    if watched:
        kept = sum(one.kept for one in watched)
        console.print()
        sign, style = ("·", "dim") if kept == len(watched) else ("✗", "red")
        _line(console, f"{sign} ", f"must-keep: {kept:,} of {counted(len(watched), 'fact')} kept in every view", style)


def _what(breach: Breach) -> str:
    if breach.request is None:
        return "the record does not hold it"
    return f"missing from request {breach.request:,} on ({breach.state}), in {counted(breach.requests, 'view')}"


def _why(replay: Replay, one: Watched) -> str:
    """Where the file asks for it, and what took it away."""
    since = f" from {one.asked.since} on" if one.asked.since else ""
    asked = f"line {one.asked.line:,}: every view{since} must hold it"
    asked += " or point at it" if one.asked.where == "anywhere" else ""
    loss = one.breach.loss if one.breach else None
    if loss is None:
        return asked
    by = "the agent's own compaction" if replay.is_recorded else f"layer {loss.layer}"
    reason = f", {loss.reason}" if loss.reason and not replay.is_recorded else ""
    unit = replay.policy.meter.unit
    return f"{asked} · taken at request {loss.request:,} by {by}{reason} · {loss.before:,} → {loss.after:,} {unit}"


def _change(breach: Breach) -> str:
    if breach.request is None:
        return "look for another wording in the session, or take the fact out of the file"
    if breach.state == "not yet":
        return "it is said later: ask for it from a later request on"
    if breach.loss is None or not breach.loss.knobs:
        return "make it a durable fact, or choose another policy; 'inspector why' tells its story"
    return f"turn {', '.join(breach.loss.knobs)}: 'inspector why' finds the smallest change; or make it a durable fact"
