"""Fixes of planted facts: each keeps the fact in the printed view, one step less loses it, and the price is the rows'."""

from __future__ import annotations

import pytest

import inspector
from inspector.analysis.fixes.find import fixes
from inspector.analysis.fixes.shapes import Fix, Wanted
from inspector.analysis.why.facts import text_fact
from inspector.analysis.why.lineage import lineage
from inspector.engine import Replay
from tests.ample import AMPLE
from tests.analysis.truth.printed import printed
from tests.analysis.truth.sessions import planted
from tests.analysis.truth.test_planted import SETTINGS


def with_knob(replay: Replay, knob: str, value: int) -> Replay:
    return inspector.replay(replay.transcript, replay.policy.with_knobs(**{knob: value}))


def holds(replay: Replay, fact: str, request: int) -> bool:
    return fact in printed(replay.steps(request).after)


def sums(replay: Replay) -> tuple[int, int]:
    views = [row.view for row in replay.rows()]
    return max(views), sum(views)


@pytest.mark.parametrize("preset", SETTINGS)
@pytest.mark.parametrize("seed", range(4))
def test_each_fix_keeps_the_fact_and_one_step_less_does_not(preset: str, seed: int) -> None:
    made = planted(seed, messages=40, facts=3)
    replay = inspector.replay(
        inspector.load_messages(made.messages),
        inspector.load_policy(preset).with_knobs(**SETTINGS[preset][seed % len(SETTINGS[preset])]),
    )
    for fact in made.facts:
        told = lineage(replay, text_fact(fact))
        if not told.losses:
            continue
        found = fixes(replay, [Wanted(told.found, told.needed)], seconds=AMPLE)
        for fix in found.fixes:
            check(replay, fact, told.needed, fix)
        lost = not holds(replay, fact, told.needed)
        assert bool(found.fixes) <= lost
        assert found.pin is not None


def check(replay: Replay, fact: str, needed: int, fix: Fix) -> None:
    fixed = with_knob(replay, fix.knob, fix.after)
    assert holds(fixed, fact, needed), fix
    less = fix.after - (1 if fix.change > 0 else -1)
    if fix.monotone and fix.proven and less != fix.before:
        assert not holds(with_knob(replay, fix.knob, less), fact, needed) or refused(replay, fix.knob, less, needed)
    later = range(needed + 1, replay.requests + 1)
    assert fix.again == next((each for each in later if not holds(fixed, fact, each)), None), fix
    before, after = sums(replay), sums(fixed)
    assert (fix.peak, fix.total) == (after[0] - before[0], after[1] - before[1])


def refused(replay: Replay, knob: str, value: int, needed: int) -> bool:
    return with_knob(replay, knob, value).steps(needed).error is not None


def test_several_facts_are_kept_by_one_change() -> None:
    made = planted(3, messages=40, facts=4)
    replay = inspector.replay(
        inspector.load_messages(made.messages), inspector.load_policy("workbuddy-s14").with_knobs(soft_threshold=4_000)
    )
    told = [lineage(replay, text_fact(fact)) for fact in made.facts]
    found = fixes(replay, [Wanted(each.found, each.needed) for each in told], seconds=AMPLE)
    assert found.fixes
    for fix in found.fixes:
        fixed = with_knob(replay, fix.knob, fix.after)
        assert all(holds(fixed, each.fact.text, each.needed) for each in told)


def test_a_search_that_is_ended_says_so() -> None:
    made = planted(1, messages=40, facts=1)
    replay = inspector.replay(
        inspector.load_messages(made.messages), inspector.load_policy("workbuddy-s14").with_knobs(soft_threshold=2_000)
    )
    told = lineage(replay, text_fact(next(iter(made.facts))))
    found = fixes(replay, [Wanted(told.found, told.needed)], cancelled=lambda: True)
    assert not found.whole
    assert found.fixes == ()
