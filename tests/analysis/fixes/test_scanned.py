"""What a search for fixes tries: no stretch of values that keeps a fact goes unseen, unless it is said that it was not tried."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import inspector
from inspector.analysis.fixes import find
from inspector.analysis.fixes.budget import Budget
from inspector.analysis.fixes.caveats import caveats, none_of
from inspector.analysis.fixes.find import fixes
from inspector.analysis.fixes.points import grid, most, values
from inspector.analysis.fixes.shapes import Fixes, Wanted
from inspector.analysis.why.facts import text_fact
from inspector.analysis.why.lineage import Lineage, lineage
from inspector.engine import Replay
from inspector.policy.model import Knob
from inspector.settings import samples
from tests.ample import AMPLE
from tests.analysis.truth.printed import printed
from tests.analysis.truth.sessions import planted
from tests.analysis.truth.test_planted import SETTINGS

FINE = 2**0.125
"""Four steps of the brute scan are one of the grid, at the most: five values in a row that keep a fact must be met."""
WIDE = 5


def of_sample(name: str, fact: str) -> tuple[Replay, Lineage]:
    sample = next(each for each in samples() if each.name == name)
    replay = inspector.replay(inspector.load(sample.path), sample.policy)
    return replay, lineage(replay, text_fact(fact))


def turned(replay: Replay, knob: str, value: int) -> Replay:
    return Replay(replay.transcript, replay.policy.with_knobs(**{knob: value}), replay.summariser)


def holds(replay: Replay, fact: str, request: int) -> bool:
    """Whether a printed view has it, and no summary failed on the way there: that keeps everything, and is no way to keep."""
    steps = replay.steps(request)
    if steps.error is not None or fact not in printed(steps.after):
        return False
    kinds = (problem.kind for each in range(1, request + 1) for problem in replay.problems(each))
    return "summary_failed" not in kinds


@given(st.integers(0, 10**7), st.integers(0, 10**7))
def test_the_grid_leaves_no_wide_gap_and_comes_to_its_end(start: int, end: int) -> None:
    if start == end:
        return
    met = [start, *sorted(set(grid(start, end)), reverse=end < start)]
    assert met[-1] == end
    for before, after in pairwise(met):
        low, high = sorted((before, after))
        assert high <= max(low + 1, low * 2**0.5 + 1)
        assert min(start, end) <= after <= max(start, end)


def brute(knob: Knob, end: int) -> Iterator[list[int]]:
    """Values from the present one up to `end`, and down to the least."""
    up, down = [knob.value], [knob.value]
    while up[-1] < end:
        up.append(min(end, max(up[-1] + 1, int(up[-1] * FINE))))
    while down[-1] > knob.min:
        down.append(max(knob.min, min(down[-1] - 1, int(down[-1] / FINE))))
    yield up[1:]
    yield down[1:]


@pytest.mark.parametrize("preset", SETTINGS)
@pytest.mark.parametrize("seed", [13, 21])
def test_no_stretch_of_values_keeps_what_nothing_was_said_to_keep(preset: str, seed: int) -> None:
    made = planted(seed, messages=24, facts=3)
    transcript = inspector.load_messages(made.messages)
    policy = inspector.load_policy(preset).with_knobs(**SETTINGS[preset][0])
    replay = inspector.replay(transcript, policy)
    told = [lineage(replay, text_fact(fact)) for fact in made.facts]
    for each in [each for each in told if each.losses][:1]:
        wanted = Wanted(each.found, each.needed)
        found = fixes(replay, [wanted], seconds=AMPLE)
        assert not any(scan.untried for scan in found.scans)
        for knob in policy.knobs:
            check(replay, knob, wanted, found)


def check(replay: Replay, knob: Knob, wanted: Wanted, found: Fixes) -> None:
    fixed = {(fix.knob, fix.change > 0) for fix in found.fixes}
    scan = next(scan for scan in found.scans if scan.knob == knob.name)
    for tried in brute(knob, min(knob.max, most(replay, knob, [wanted]))):
        if not tried or (knob.name, tried[0] > knob.value) in fixed or (scan.upward and tried[0] < knob.value):
            continue
        row = 0
        for value in tried:
            run = turned(replay, knob.name, value)
            row = row + 1 if holds(run, wanted.found.fact.text, wanted.needed) else 0
            assert row < WIDE, (knob.name, value)


@pytest.mark.parametrize(
    ("fact", "knob", "low", "high"),
    [
        ("ledger/services/invoice_service.py: 1 replacement,", "max_tool_result_tokens", 50, 600),
        ("never touch migrations/", "soft_threshold", 3_000, 5_750),
        ("Careful with the setup fee", "soft_threshold", 3_000, 5_500),
    ],
)
def test_low_values_are_among_those_that_are_tried(fact: str, knob: str, low: int, high: int) -> None:
    """Stretches that a brute scan of the sample found to keep these facts."""
    replay, told = of_sample("re-reads", fact)
    wanted = Wanted(told.found, told.needed)
    one = next(each for each in replay.policy.knobs if each.name == knob)
    tried = [each for each in values(replay, one, [wanted])[1] if low <= each <= high]
    assert tried
    assert fact in printed(turned(replay, knob, tried[0]).steps(told.needed).after)


def test_what_there_was_no_time_for_is_counted_and_said() -> None:
    replay, told = of_sample("re-reads", "never touch migrations/")
    found = fixes(replay, [Wanted(told.found, told.needed)], seconds=0)
    assert found.fixes == ()
    assert found.scanned == 0
    assert all(scan.untried for scan in found.scans if scan.knob == "soft_threshold")
    assert "no value was tried" in none_of(found.scans, "it")
    assert any("not tried" in words and "soft_threshold" in words for words in caveats(found.scans, False))


def test_a_summary_that_fails_keeps_nothing_and_that_is_said() -> None:
    """Under `summary_max_tokens` 0 no summary of the sample can be made, so that the height stays: that does not count."""
    replay, told = of_sample("research", "1920 mm high")
    found = fixes(replay, [Wanted(told.found, told.needed)], seconds=AMPLE)
    aside = {scan.knob: scan.aside for scan in found.scans if scan.aside}
    assert aside["summary_max_tokens"][0] == aside["summary_input_limit"][0] == 0
    assert found.fixes == ()
    for knob, some in aside.items():
        run = turned(replay, knob, some[0])
        assert "1920 mm high" in printed(run.steps(told.needed).after)
        assert not holds(run, "1920 mm high", told.needed)
    assert any("summary_max_tokens 0" in words and "fails" in words for words in caveats(found.scans, False))


@pytest.mark.parametrize("looks", [500, 700, 1000])
def test_the_least_value_is_tried_whatever_the_time(monkeypatch: pytest.MonkeyPatch, looks: int) -> None:
    """Each look at the clock takes a second: values are left for want of time, and 0 is not one of them."""
    ticks = count()
    monkeypatch.setattr(find, "Budget", lambda seconds: Budget(seconds, lambda: next(ticks)))
    replay, told = of_sample("research", "1920 mm high")
    found = fixes(replay, [Wanted(told.found, told.needed)], seconds=looks)
    scans = {scan.knob: scan for scan in found.scans}
    for knob in ("summary_max_tokens", "summary_input_limit"):
        assert scans[knob].untried
        assert scans[knob].aside[0] == 0


def test_a_smaller_summary_that_is_made_may_keep_it() -> None:
    sample = next(each for each in samples() if each.name == "re-reads")
    replay = inspector.replay(inspector.load(sample.path), "evo-agent")
    told = lineage(replay, text_fact("from ledger.money import ZERO, cents"))
    found = fixes(replay, [Wanted(told.found, told.needed)], seconds=AMPLE)
    fix = next(fix for fix in found.fixes if fix.knob == "summary_max_tokens" and fix.change < 0)
    assert holds(turned(replay, fix.knob, fix.after), told.fact.text, told.needed)


def test_facts_that_no_view_can_hold_are_left_out_by_name() -> None:
    replay, told = of_sample("re-reads", "never touch migrations/")
    nowhere = lineage(replay, text_fact("zanzibar"))
    early = Wanted(told.found, 1)  # it is said in the second turn
    found = fixes(replay, [Wanted(told.found, told.needed), Wanted(nowhere.found, 1), early], seconds=0)
    assert [(each.text, each.why) for each in found.left_out] == [
        ("zanzibar", "nowhere in the record"),
        ("never touch migrations/", "said after request 1"),
    ]
    assert found.needed == (told.needed,)
    assert fixes(replay, [early]).needed == ()
