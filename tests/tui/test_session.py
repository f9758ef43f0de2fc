"""The session: what is open and how it changes. No screen is started here."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.engine import Fate
from inspector.policy import load_policy
from inspector.transcript import load
from inspector.transcript.model import Transcript
from inspector.tui import budget as budgets
from inspector.tui import curve, replays
from inspector.tui.headline import headline
from inspector.tui.numerals import commas
from inspector.tui.session import Session
from inspector.tui.status import status
from inspector.tui.stops import stops
from inspector.tui.titles import titles
from tests.tui.drive import now


@pytest.fixture(scope="module")
def re_reads(root: Path) -> Transcript:
    return load(root / "sample_transcripts" / "re-reads.jsonl")


def opened(transcript: Transcript, policy: str = "workbuddy-s14") -> Session:
    return Session(transcript, load_policy(policy))


def _size(session: Session) -> int:
    plan = session.plan()
    assert plan is not None
    return plan.size


def test_opens_at_the_last_request_with_the_finished_view(re_reads: Transcript) -> None:
    session = opened(re_reads)
    assert session.request == session.requests == re_reads.structure.requests
    plan = session.plan()
    assert plan is not None
    assert plan.size == session.replay.view(session.request).size


def test_requests_are_clamped(re_reads: Transcript) -> None:
    session = opened(re_reads)
    assert not session.go(10**9)
    assert session.go(-5)
    assert session.request == 1


def test_a_knob_changes_the_view_and_can_be_taken_back(re_reads: Transcript) -> None:
    session = opened(re_reads)
    before = session.plan()
    assert session.turn("soft_threshold", 30_000)
    assert session.modified
    after = session.plan()
    assert before is not None
    assert after is not None
    assert after.size != before.size
    assert session.undo()
    assert not now(session.modified)
    assert _size(session) == before.size
    assert session.redo()
    assert _size(session) == after.size


def test_the_steps_of_one_knob_are_taken_back_together(re_reads: Transcript) -> None:
    session = opened(re_reads)
    for value in (79_000, 78_000, 77_000):
        session.turn("soft_threshold", value)
    session.turn("hard_limit", 110_000)
    session.go(5)
    session.turn("hard_limit", 100_000)
    found = []
    while session.undo():
        values = session.policy.values  # type: ignore[union-attr]
        found.append((values["soft_threshold"], values["hard_limit"]))
    assert found == [(77_000, 110_000), (77_000, 120_000), (80_000, 120_000)]


def test_every_change_is_a_new_revision_and_nothing_is_not(re_reads: Transcript) -> None:
    session = opened(re_reads)
    assert not session.turn("soft_threshold", 80_000)
    assert not session.turn("no_such_knob", 1)
    assert session.revision == 0
    session.turn("soft_threshold", 79_000)
    session.reset()
    assert session.revision == 2
    assert not session.reset()


def test_a_replay_for_an_older_revision_is_not_taken(re_reads: Transcript) -> None:
    session = opened(re_reads)
    old = replays.final(re_reads, session.policy, session.summariser)
    session.turn("soft_threshold", 50_000)
    assert not session.take(old, 0)
    assert session.replay is not old


def test_the_steps_of_a_request_lead_from_before_to_after(re_reads: Transcript) -> None:
    session = opened(re_reads)
    rows = session.replay.rows()
    session.go(curve.events(session, rows).requests[0])
    stations = stops(session.steps())
    assert [stop.step for stop in stations] == [0, 1, 2, 3, 4, None]
    assert any(stop.state == "fired" for stop in stations)
    sizes = []
    for step in (0, 1, 2, 3, 4, None):
        session.step = step
        plan = session.plan()
        assert plan is not None
        sizes.append(plan.size)
    assert sizes[-2] == sizes[-1] < sizes[0]


def test_what_a_layer_touched_is_known(re_reads: Transcript) -> None:
    session = opened(re_reads)
    session.go(curve.events(session, session.replay.rows()).requests[0])
    fired = next(stop.step for stop in stops(session.steps()) if stop.state == "fired")
    session.step = fired
    assert session.picture().touched
    session.step = None
    assert not session.picture().touched


def test_typed_text_that_left_the_view_is_reported_first(re_reads: Transcript) -> None:
    session = opened(re_reads)
    losses = session.typed_losses()
    assert losses
    assert all(fate is not Fate.VERBATIM for _, fate, _ in losses)
    assert "typed text lost: 3.1" in status(session)[0].text
    session.go(1)
    assert not session.typed_losses()
    assert "everything typed is in the view" in status(session)[0].text


def test_header_says_what_is_open(re_reads: Transcript) -> None:
    session = Session(re_reads, load_policy("workbuddy-s14"), "to begin with")
    session.turn("hard_limit", 130_000)
    words = "".join(part.text for part in headline(session, session.replay.certificate()))
    for expected in ("re-reads.jsonl", "anthropic", "278 messages", "workbuddy-s14", "*modified", "bounded at"):
        assert expected in words


def test_titles_follow_the_step(re_reads: Transcript) -> None:
    session = opened(re_reads)
    session.step = 0
    left, right = titles(session.picture())
    assert left.startswith("Transcript ")
    assert "before the layers" in right


@pytest.mark.parametrize("policy", ["go-tiny-claw", "workbuddy-s14", "evo-agent", "agent-engineering"])
def test_the_budget_adds_up(re_reads: Transcript, policy: str) -> None:
    session = opened(re_reads, policy)
    for request in (1, 40, 90, session.requests):
        session.go(request)
        plan = session.plan()
        assert plan is not None
        data = budgets.budget(session, plan)
        of_policy = session.policy.budget if session.policy else None
        beside = of_policy.fixed + of_policy.reserve + of_policy.margin if of_policy else 0
        assert data.total == plan.size + beside, request


def test_recorded_needs_no_policy(root: Path) -> None:
    session = Session(load(root / "sample_transcripts" / "lost-rule.jsonl"), None)
    assert session.name == "recorded"
    assert not session.knobs
    assert not session.turn("soft_threshold", 1)
    assert not session.undo()
    data = curve.curve(session, session.replay.rows())
    assert {mark.kind for mark in data.marks} == {"recorded"}


def test_estimates_are_marked_until_counted(re_reads: Transcript) -> None:
    fresh = load(re_reads.path)
    session = opened(fresh, "agent-engineering")
    assert session.approximate
    assert "≈" in titles(session.picture())[0]
    replays.count(fresh, session.policy, lambda: False)
    assert session.take(replays.final(fresh, session.policy, session.summariser), session.revision)
    assert session.final
    assert "≈" not in titles(session.picture())[0]


def test_numbers_in_sentences_get_their_commas() -> None:
    assert commas("not reached: 67862 < 80000") == "not reached: 67,862 < 80,000"
    assert commas("12.5000 and v1234 and 999") == "12.5000 and v1234 and 999"
