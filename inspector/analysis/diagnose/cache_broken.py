"""cache-broken: a change in the middle of what was sent before, by which more is written to the cache again than it ever saves.

A prompt cache holds prefixes: from the first byte that differs on, everything is written anew (Anthropic, context editing:
"clearing breaks the cache from the first cleared block", and `clear_at_least` against it; field 34–36: in-place pruning with
176 misses in two days). So a change that saves little, and late, loses tokens. What it saves is read at every later request,
until the next cut that goes as deep; what it costs is written once.

The changes, their sizes in the provider's tokens, prices, the time that an entry lives, and after how many requests a change has
paid are those of `analysis.cost`: where the cache had gone cold anyway, nothing is lost.
"""

from __future__ import annotations

from inspector.analysis.cost.even import Change, changes
from inspector.analysis.cost.summaries import calls
from inspector.analysis.cost.twin import twin
from inspector.analysis.diagnose.advice import starts
from inspector.analysis.diagnose.case import Case, Family
from inspector.analysis.diagnose.finding import Finding, Severity
from inspector.analysis.diagnose.phrases import percent
from inspector.analysis.measured.alike import alike
from inspector.engine.plan import Plan

NAME = "cache-broken"
MUCH, TIMES = 2_000, 5
"""Tokens that a change must have written again, and how many times what it saves: less is room that was made."""
LEAST, TOLD, SHARE = 5_000, 5, 20
"""Tokens, and per cent of the whole history, that must be written again to be told at all; per cent to be a warning."""


def find(case: Case) -> list[Finding]:
    """One finding for all changes that never pay. They are those of `inspector cost`, in the provider's tokens."""
    told = twin(case.replay, cancelled=case.cancelled)
    bad = [each for each in changes(told, calls(told, case.cancelled, case.cuts)) if _is_bad(each)]
    rewritten = sum(each.again for each in bad)
    share = percent(rewritten, told.tokens.text(told.sums.prefix[-1]))
    return [_finding(case, bad, share)] if rewritten >= LEAST and share >= TOLD else []


def saved(change: Change) -> int:
    """Tokens by which every later prompt is smaller."""
    return change.before - change.after


def _is_bad(each: Change) -> bool:
    """Whether a change saves little beside what it rewrites, and that not for long enough to be worth it."""
    return each.again >= MUCH and each.again > TIMES * saved(each) and not each.paid


def _finding(case: Case, bad: list[Change], share: int) -> Finding:
    worst = max(bad, key=lambda each: each.again - saved(each))
    layer, block = _cause(case, worst)
    severity: Severity = "warning" if share >= SHARE else "note"
    return Finding(
        NAME,
        severity,
        _text(bad, worst, layer),
        _change(case, layer),
        tuple(each.request for each in sorted(bad, key=lambda each: (each is not worst, each.request))),
        () if block is None else (block,),
        {
            "changes": len(bad),
            "rewritten": sum(each.again for each in bad),
            "saved": sum(map(saved, bad)),
            "percent_of_history": share,
            "worst_request": worst.request,
            "worst_rewritten": worst.again,
            "worst_saved": saved(worst),
            "worst_lasts": worst.lasts,
            "worst_pays": "never" if worst.pays is None else worst.pays,
        },
    )


def _text(bad: list[Change], worst: Change, layer: str) -> str:
    """All of them in numbers, then the worst."""
    who = layer or "a change"
    if saved(worst) > 0:
        pays = "never pays" if worst.pays is None else f"pays after {worst.pays:,} more requests, lasts {worst.lasts:,}"
        one = f"{who} saves {saved(worst):,} tokens and writes {worst.again:,} again ({pays})"
    else:
        one = f"{who} adds {-saved(worst):,} tokens and writes {worst.again:,} again"
    if len(bad) == 1:
        return f"at request {worst.request:,} {one}"
    total = sum(each.again for each in bad)
    return f"{len(bad):,} changes write {total:,} cached tokens again and do not pay; the worst, at {worst.request:,}: {one}"


def _cause(case: Case, worst: Change) -> tuple[str, int | None]:
    """The layer that changed the first block which differs, and that block; "" for what no layer did."""
    steps = case.replay.steps(worst.request)
    before = _sent_before(case, worst.request)
    fired = steps.fired[-1] if steps.fired else ""
    if before is None:
        return fired, None
    place = alike(before, steps.after)
    if place.at < 0:
        return fired, None
    state, old = steps.after.state(place.at), before.state(place.at) if place.at < before.end else None
    return state.layer or (old.layer if old is not None else "") or fired, place.at


def _sent_before(case: Case, request: int) -> Plan | None:
    """The view that was sent last before a request."""
    return next(
        (case.replay.plan(each) for each in range(request - 1, 0, -1) if case.rows[each - 1].error is None), None
    )


def _change(case: Case, layer: str) -> str:
    """Clear more at a time and more seldom."""
    policy = case.replay.policy
    rule = next((each for each in policy.layers if each.id == layer), None)
    if rule is not None and rule.when == "always":
        return f"give {layer} a limit of its own (when), so that many leave at once"
    gate = starts(policy, layer)
    if gate and policy.state == "per_request":
        return f"raise {' or '.join(gate)}: above it, what is changed moves on with every request"
    if gate and policy.stop == "after_each" and layer != policy.layers[-1].id:
        return f"let all layers work at once (stop: never), or raise {' or '.join(gate)}: more leaves at once"
    if gate:
        return f"raise {' or '.join(gate)}: more leaves at once"
    return "change what was sent only when much leaves at once, or the cache has gone cold anyway"


FAMILY = Family(NAME, "changes that rewrite more of the cached prefix than they ever save", find)
