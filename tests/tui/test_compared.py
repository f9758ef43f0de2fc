"""A and B at one request and over a session, in numbers that are worked out by hand on a small session."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.compare.forms import differ, differing
from inspector.analysis.compare.two import Compared, Where, form
from inspector.analysis.compare.views import compared
from inspector.engine import Replay
from inspector.engine.view import Fate
from inspector.policy import load_policy
from inspector.policy.model import MeterSpec, Policy
from inspector.summary import Extractive
from inspector.transcript import load_messages
from inspector.tui.held import held
from inspector.tui.parting import Peak, course, lacking, next_parting, parted, untouched
from tests.engine.choices import Choices
from tests.engine.histories import history
from tests.engine.policies import policy as random_policy
from tests.tui.pairs import cut, drop, shorter, small, whole


def at(request: int, a: Policy | None, b: Policy | None) -> Compared:
    transcript = small()
    found = compared(Replay(transcript, a).plan(request), Replay(transcript, b).plan(request))
    assert found is not None
    return found


def pieces(found: Compared) -> list[tuple[Where, int, int, int, int]]:
    return [(run.where, run.lo, run.hi, run.size_a, run.size_b) for run in found.runs]


def test_the_same_policy_twice_differs_in_nothing() -> None:
    found = at(5, cut(), cut())
    assert found.same
    assert not found.runs
    assert found.subtractable
    assert found.a == found.b


def test_sizes_messages_and_blocks_of_each_view() -> None:
    found = at(5, drop(), cut())
    assert found.a[:4] == (18 + 16 + 50, 3, 3, 0)
    assert found.b[:4] == (546 - 60 + 5 - 260 + 5, 9, 11, 0)


def test_what_only_one_holds_is_told_in_runs_of_one_fate() -> None:
    found = at(5, drop(), cut())
    assert pieces(found) == [
        (Where.ONLY_B, 1, 3, 0, 7 + 16),
        (Where.ONLY_B, 3, 4, 0, 45),
        (Where.ONLY_B, 4, 6, 0, 5 + 16),
        (Where.ONLY_B, 6, 7, 0, 45),
        (Where.ONLY_B, 7, 8, 0, 4),
    ]
    assert found.runs[1].a.fate is Fate.DROPPED
    assert found.runs[1].b.fate is Fate.TRUNCATED
    mirrored = at(5, cut(), drop())
    assert [run.where for run in mirrored.runs] == [Where.ONLY_A] * 5
    assert len(found.among(Where.ONLY_B)) == 5
    assert not found.among(Where.BOTH)


def test_typed_text_that_only_one_holds_stands_apart() -> None:
    found = at(5, drop(), cut())
    assert [(typed.block, typed.where) for typed in found.typed] == [(8, Where.ONLY_B)]
    assert all(not run.lo <= 8 < run.hi for run in found.runs)
    assert at(5, cut(), drop()).typed[0].where is Where.ONLY_A


def test_typed_text_that_neither_holds_comes_last_and_is_no_difference() -> None:
    found = at(5, shorter(last=2), drop(last=2))
    assert [(typed.block, typed.where) for typed in found.typed] == [(0, Where.ONLY_B), (8, Where.NEITHER)]
    alike = at(5, drop(last=2), drop(last=2))
    assert [typed.where for typed in alike.typed] == [Where.NEITHER]
    assert alike.same


def test_the_same_blocks_cut_to_other_lengths_or_with_other_words() -> None:
    found = at(5, cut(40), cut(60))
    assert pieces(found) == [(Where.BOTH, 3, 4, 45, 65), (Where.BOTH, 6, 7, 45, 65)]
    assert not found.same
    other = at(5, cut(notice="[cut]"), cut(notice="[left out]"))
    assert [run.where for run in other.runs] == [Where.BOTH, Where.BOTH]


def test_summaries_are_told_as_made_up_messages() -> None:
    found = at(5, shorter(), drop())
    assert [(one.kind, one.where) for one in found.made] == [("summary", Where.ONLY_A)]
    assert found.a.made == 1


def test_other_meters_are_not_subtracted() -> None:
    chars = MeterSpec("chars", "chars", system=True)
    assert not at(5, cut(), cut(meter=chars)).subtractable
    assert at(5, None, whole()).same, "the recorded view of a session without compactions is all of it"
    assert not at(5, None, whole()).subtractable


def test_nobody_wants_it_any_more() -> None:
    transcript = small()
    a, b = Replay(transcript, drop()).plan(5), Replay(transcript, cut()).plan(5)
    assert compared(a, b, lambda: True) is None


def test_the_course_of_a_session_in_numbers() -> None:
    replay = Replay(small(), drop(start=400))
    rows = replay.rows()
    assert [row.view for row in rows] == [18, 141, 339, 36, 84]
    assert untouched(rows) == 2
    lost = lacking(replay, rows)
    assert lost == [5]
    found = course(rows, lost)
    assert found.peak == Peak(3, 339)
    assert found.total == 618
    assert found.compactions == (3, 4, 5)
    assert found.refusals == ()
    refused = Replay(small(), whole(refuse=470)).rows()
    assert course(refused, ()).refusals == (4, 5)


def parting(a: Policy, b: Policy, after: int) -> int | None:
    transcript = small()
    left, right = Replay(transcript, a), Replay(transcript, b)
    return next_parting(left, right, left.rows(), right.rows(), after)


@pytest.mark.parametrize(("after", "found"), [(0, 3), (2, 3), (3, 4), (4, 5), (5, None)])
def test_the_next_request_at_which_they_differ(after: int, found: int | None) -> None:
    assert parting(drop(start=400), whole(), after) == found


def test_a_keeps_the_rows_that_still_hold_when_the_file_grows() -> None:
    after = small()
    before = replace(after, messages=after.messages[:7])
    a = held(before, drop(start=400), Extractive())
    a = a.better(a.replay, a.replay.rows())
    assert [row.view for row in a.rows] == [18, 141, 339, 36]
    grown = a.grown(after, Extractive(), None)
    assert grown.replay.transcript is after
    assert grown.rows == a.rows, "request 4 has the same history"
    assert not grown.final
    less = a.grown(replace(after, messages=(*after.messages[:5], *small().messages[5:])), Extractive(), None)
    assert [row.view for row in less.rows] == [18, 141, 339]


def test_they_part_where_only_the_words_differ_or_only_one_is_refused() -> None:
    assert parting(cut(notice="[cut]"), cut(notice="[gon]"), 0) == 2, "the sizes are the same"
    assert parting(whole(refuse=470), whole(), 0) == 4
    assert parting(whole(start=7), whole(), 0) is None


def test_asking_is_given_up_and_tells_how_far_it_is() -> None:
    replay = Replay(small(), whole())
    rows, told = replay.rows(), list[int]()
    changed = Replay(small(), cut(notice=""))
    assert next_parting(replay, changed, rows, changed.rows(), 0, lambda: True) is None
    assert lacking(changed, changed.rows(), lambda: True) is None
    next_parting(changed, replay, changed.rows(), rows, 0, told=told.append)
    assert told == [2]


def test_a_is_held_with_its_policy_its_knobs_and_its_rows() -> None:
    policy = load_policy("workbuddy-s14")
    transcript = small()
    a = held(transcript, policy.with_knobs(soft_threshold=100), Extractive())
    assert (a.name, a.modified, a.approximate, a.final) == ("workbuddy-s14", True, False, False)
    ready = a.better(a.replay, a.replay.rows())
    assert ready.final
    assert ready.look(5).plan(None) is a.replay.plan(5)
    recorded = held(transcript, None, Extractive())
    assert (recorded.name, recorded.modified, recorded.meter.count) == ("recorded", False, "chars/4")
    assert recorded.approximate


@given(st.binary(min_size=60, max_size=400))
def test_the_way_from_difference_to_difference_misses_none(data: bytes) -> None:
    choose = Choices(data)
    transcript = load_messages(history(choose))
    left = Replay(transcript, random_policy(choose), Extractive())
    right = Replay(transcript, random_policy(choose) if choose.chance(2) else left.policy, left.summariser)
    rows = left.rows(), right.rows()
    every = [number for number in range(1, left.requests + 1) if parted(left, right, *(r[number - 1] for r in rows))]
    for after in range(left.requests + 1):
        expected = next((number for number in every if number > after), None)
        assert next_parting(left, right, *rows, after) == expected


@given(st.binary(min_size=60, max_size=400))
def test_what_differs_is_what_a_look_at_every_block_finds(data: bytes) -> None:
    choose = Choices(data)
    transcript = load_messages(history(choose))
    left = Replay(transcript, random_policy(choose), Extractive())
    right = Replay(transcript, random_policy(choose), Extractive())
    for request in range(1, transcript.structure.requests + 1):
        a, b = left.plan(request), right.plan(request)
        every = [block for block in range(a.end) if form(a.state(block)) != form(b.state(block))]
        assert list(differing(a, b)) == every
        found = compared(a, b)
        assert found is not None
        assert found.same is not differ(a, b)
        listed = {block for run in found.runs for block in range(run.lo, run.hi)}
        assert listed | {typed.block for typed in found.typed} >= set(every)
        assert parted(left, right, left.row(request), right.row(request)) >= differ(a, b)
