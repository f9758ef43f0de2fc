"""Summarise: a summary takes the place of everything before the kept tail, and carries the previous summary on."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol

from inspector.engine.layers.asking import Asker, answer, call_for, whole_text
from inspector.engine.layers.drop import Middle, find_middle, recorded, widened
from inspector.engine.layers.file_lists import Files, file_lists, listed
from inspector.engine.layers.taking import take_stretch
from inspector.engine.plan import Plan
from inspector.engine.steps import CompactionState
from inspector.engine.summariser import Summariser, SummaryPending
from inspector.engine.templates import fill
from inspector.engine.view import Fate, Made
from inspector.meter.counter import Counter
from inspector.policy.model import Summarise


class Summarised(NamedTuple):
    """The view after a summary, or the same view and why there is none; and what the next compaction must know."""

    plan: Plan
    state: CompactionState
    note: str = ""
    failed: bool = False


NOT_SMALLER = "the view would not be smaller"
"""Why a summary that was written did not come into the view."""
ASSUMED_TOKENS = 1500
"""What a summary is assumed to take when neither the policy nor a summariser says (≈ mode only)."""


def summarise(plan: Plan, asker: Asker, summariser: Summariser | None, state: CompactionState) -> Summarised:
    """Put a summary in the place of what `rule.keep` does not keep.

    A failed summary changes nothing (DESIGN §4, law 6): an error, an answer that is no summary, or a view that is not strictly
    smaller. Without a summariser, or while its answer is not at hand, the made-up message is approximate: it has no text and
    the size that it may take at the most.
    """
    rule = asker.rule
    old = _evicted(plan, rule)
    if old is None:
        return Summarised(plan, state, "nothing to summarise: no older message can go")
    files = file_lists(plan.ledger.transcript, plan.end, old.hi, rule, state)
    try:
        text = _written(plan, asker, old, files, summariser, state.last_summary)
    except Exception as error:  # whatever a summariser raises, the view must stay as it was
        return Summarised(plan, state, failure(error), True)
    made = _made(plan, asker, old, text, files) if text else _approximate(plan, asker, old, files)
    shorter = take_stretch(plan, old.lo, old.hi, Fate.SUMMARISED, asker.layer, old.made, made)
    if shorter.size >= plan.size:
        sizes = f"({shorter.size} >= {plan.size})"
        return Summarised(plan, state, f"summary failed: {NOT_SMALLER} {sizes}", True)
    return Summarised(shorter, CompactionState(state.count + 1, text, files.read, files.changed, asker.number))


def failure(error: Exception) -> str:
    """Why there is no summary."""
    return f"summary failed: {str(error).strip() or type(error).__name__}"


def _written(plan: Plan, asker: Asker, old: Middle, files: Files, summariser: Summariser | None, previous: str) -> str:
    """The summary's text; "" while it is not known. What would carry on an unknown summary is not asked for."""
    if summariser is None or any(made.approximate for made in old.made):
        return ""
    call = call_for(plan, asker, old, files, previous)
    try:
        return whole_text(asker.rule, call.earlier, answer(summariser, call.request))
    except SummaryPending:
        return ""


def _evicted(plan: Plan, rule: Summarise) -> Middle | None:
    """The stretch that a summary would stand for; None when it holds no recorded message.

    Every earlier summary goes into the new one, wherever it stands: a view holds the newest summary alone (seed 004).
    """
    found = find_middle(plan, rule.keep)
    if found is None:
        return None
    hi = widened(plan, found.hi)
    if not any(True for _ in recorded(plan, found.lo, hi)):
        return None
    return Middle(found.lo, hi, tuple(m for m in plan.made if m.kind != "system"))


def _covers(plan: Plan, old: Middle) -> tuple[tuple[int, int], ...]:
    """The block ranges that the summary stands for itself, system messages left out."""
    structure = plan.ledger.structure
    system = [(structure.first[m], structure.first[m + 1]) for m in structure.system]
    out = []
    for span in plan.spans:
        lo, hi = max(span.lo, old.lo), min(span.hi, old.hi)
        for first, stop in system[bisect_left(system, (lo, 0)) :] if lo < hi else ():
            if first >= hi:
                break
            if lo < first:
                out.append((lo, first))
            lo = max(lo, stop)
        if lo < hi:
            out.append((lo, hi))
    return tuple(out)


def wrapped(rule: Summarise, text: str, focus: str, files: Files) -> str:
    """The summary as it is sent: inside the policy's wrapper, with the focus and the lists of files where they exist."""
    slots = {
        "summary": text,
        "focus": fill(rule.focus_line, {"focus": focus}) if focus else "",
        "files": fill(rule.files_line, {"files": listed(files.read)}) if files.read else "",
        "changed_files": fill(rule.changed_line, {"changed_files": listed(files.changed)}) if files.changed else "",
    }
    return fill(rule.wrapper, slots).strip()


def _made(plan: Plan, asker: Asker, old: Middle, text: str, files: Files) -> tuple[Made, ...]:
    counter, rule, layer = plan.ledger.counter, asker.rule, asker.layer
    earlier = tuple(made for made in old.made if made.kind == "summary")
    shown = wrapped(rule, text, asker.focus, files)
    size = counter.made(rule.role, shown)
    summary = Made("summary", rule.role, shown, size, layer, old.hi, _covers(plan, old), earlier)
    if not rule.acknowledgement:
        return (summary,)
    size = counter.made("assistant", rule.acknowledgement)
    return (summary, Made("acknowledgement", "assistant", rule.acknowledgement, size, layer, old.hi))


def _approximate(plan: Plan, asker: Asker, old: Middle, files: Files) -> tuple[Made, ...]:
    summary, *rest = _made(plan, asker, old, "", files)
    size = assumed(asker.rule, plan.ledger.counter, summary.size, plan.size, summary.earlier)
    return (replace(summary, text="", size=size, approximate=True), *rest)


class Sized(Protocol):
    """Anything that weighs something."""

    @property
    def size(self) -> int: ...


def assumed(rule: Summarise, counter: Counter, wrapper: int, whole: int, earlier: Sequence[Sized]) -> int:
    """What a summary may take at the most, inside a wrapper, in a view of `whole` size; with `carry` above the earlier ones."""
    if rule.previous == "carry":
        wrapper += sum(one.size for one in earlier)
    most = rule.max if rule.max is not None else ASSUMED_TOKENS
    unit = rule.max_unit if rule.max is not None else "tokens"
    per_unit = 4 if unit == "tokens" and counter.unit != "tokens" else 1
    return wrapper + min(most * per_unit, max(1, (whole - wrapper) // 2))
