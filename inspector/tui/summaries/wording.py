"""The lines of the room in words: which summary this is, what it took, how several stand beside each other."""

from __future__ import annotations

import time
from collections.abc import Sequence

from inspector.analysis.cut import Cut
from inspector.phrases import counted
from inspector.summary.audit import Audit
from inspector.summary.audit.score import coverage
from inspector.summary.through import dollars
from inspector.terminal_text import cells, clip, pad
from inspector.tui.parts import Part
from inspector.tui.summaries.attempt import Attempt
from inspector.tui.summaries.gathering import Gathered

NOTICED = 0.05
"""Seconds below which nobody waits."""
LONGEST = 32
"""Cells of a summariser's name."""


def head(found: Gathered, at: int, policy: str, unit: str, attempt: Attempt) -> tuple[Part, ...]:
    """`summary 2 of 7 · workbuddy-s14 · summary · request 61 · blocks 3.1–40.2 · 50,120 → 12,000 tokens`."""
    cut = found.cuts[at]
    which = "on demand: none was made up to here" if found.demanded else f"summary {at + 1} of {len(found.cuts)}"
    after = attempt.trial.after if attempt.trial is not None and attempt.trial.text else cut.after
    sizes = f"{cut.before:,} → {after:,} {unit}" if after != cut.before else f"{cut.before:,} {unit}"
    mark = "≈ " if cut.approximate and not attempt.text and not found.demanded else ""
    return (
        Part(which, "warn" if found.demanded else "strong", 9),
        Part(f"  {clip(policy, 40)}", "accent", 6),
        Part(f" · {clip(cut.layer, 30)}", "quiet", 4),
        Part(f" · request {cut.number:,}", "plain", 8),
        Part(covered(cut), "quiet", 5),
        Part(f" · {mark}{sizes}", "plain", 7),
        Part(_generation(cut, found), "quiet", 3),
    )


def covered(cut: Cut) -> str:
    """` · blocks 3.1–40.2`."""
    first, last = cut.covers
    if not first:
        return ""
    return f" · block {first}" if first == last else f" · blocks {first}–{last}"


def _generation(cut: Cut, found: Gathered) -> str:
    return f" · generation {cut.generation}" if len(found.cuts) > 1 and cut.generation > 1 else ""


def failure(attempt: Attempt) -> tuple[Part, ...]:
    """Why the summary is not in the view, in plain words."""
    if not attempt.reason:
        return ()
    what = "not in the view" if attempt.text else "no summary"
    return (Part(f"✗ {what}: ", "bad", 9), Part(clip(attempt.reason, 400), "bad", 8, least=20))


def row(place: int, attempt: Attempt, unit: str, chosen: bool, width: int) -> tuple[Part, ...]:
    """A summariser in a line: its size, what was read, price, seconds, the view after it, how much is held, findings, hints.

    `width` are the cells of the longest name beside it; 0 where it stands alone.
    """
    key = f"{'▸' if chosen else ' '}{place} " if width else ""
    words = clip(attempt.spec, LONGEST)
    name = Part(f"{key}{pad(words, width) if width else words}", "accent" if chosen else "plain", 9)
    trial = attempt.trial
    if trial is None:
        return (name, Part(waiting(attempt), "warn" if attempt.waits else "accent", 8))
    if not trial.text:
        return (name, Part("  ✗ ", "bad", 8), Part(clip(trial.reason, 200), "bad", 7, least=12))
    return (
        name,
        Part(f"  {trial.tokens:>{6 if width else 1},} tokens", "plain", 8),
        Part(_read(attempt), "quiet", 4),
        Part(f" · {dollars(trial.price)}" if trial.price is not None else "", "plain", 5),
        Part(_seconds(attempt), "quiet", 3),
        Part(f" · view {trial.after:,} {unit}" if trial.after != trial.before else "", "plain", 5),
        *judged(attempt.audit),
        Part("  ✗ unusable" if trial.reason else "", "bad", 8),
    )


def longest(attempts: Sequence[Attempt]) -> int:
    """Cells of the longest name of several; 0 for one alone."""
    return max(cells(clip(each.spec, LONGEST)) for each in attempts) if len(attempts) > 1 else 0


def judged(audit: Audit | None) -> tuple[Part, ...]:
    """` · holds 83 % · ‼ 2 findings, 5 hints`."""
    if audit is None:
        return ()
    count = len(audit.findings)
    found = f" · ‼ {counted(count, 'finding')}" if count else " · no finding"
    return (
        Part(f" · holds {round(100 * coverage(audit.coverage))} %", "plain", 6),
        Part(found, "bad" if count else "good", 7),
        Part(f", {counted(len(audit.hints), 'hint')}" if audit.hints else "", "quiet", 6),
    )


def own_words(audit: Audit | None) -> tuple[Part, ...]:
    """What only hints can tell, where a summary does not keep the record's words; nothing where it does."""
    if audit is None or audit.keeps_words:
        return ()
    return (
        Part("in its own words", "plain", 9),
        Part(f" ({round(100 * (audit.kept or 0))} % the record's)", "quiet", 5),
        Part(": status and attribution are hints only", "quiet", 8),
    )


def waiting(attempt: Attempt) -> str:
    """Why there is no text yet."""
    if attempt.since:
        return f"  writing … {time.monotonic() - attempt.since:.0f} s  esc cancels"
    if attempt.waits:
        return "  not made yet: w asks for it, after an estimate"
    return "  …"


def _read(attempt: Attempt) -> str:
    """The tokens that were read: as reported, else as estimated."""
    trial = attempt.trial
    usage = trial.answer.usage if trial is not None and trial.answer is not None else None
    if usage is not None:
        return f" · read {usage.input + usage.cache_read + usage.cache_write:,}"
    prepared = trial.prepared if trial is not None else None
    return f" · read ≈ {prepared.tokens:,}" if prepared is not None else ""


def _seconds(attempt: Attempt) -> str:
    answer = attempt.trial.answer if attempt.trial is not None else None
    if answer is None:
        return ""
    if answer.kept:
        return " · kept"
    return f" · {answer.seconds:.1f} s" if answer.seconds >= NOTICED else ""
