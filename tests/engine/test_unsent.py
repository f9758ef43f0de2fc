"""Thinking of earlier turns that is not sent any more: the recorded view is the reported prompt, to the token."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from inspector.analysis.counted import beside
from inspector.engine import Replay
from inspector.engine.estimates import unsent_of, view_parts
from inspector.engine.recorded import RECORDED
from inspector.meter.provider import charges
from inspector.policy import load_policy, with_meter
from inspector.transcript import load
from inspector.transcript.model import Transcript
from tests.meter.provider.sessions import Kind, session
from tests.transcript.test_real import ALL

MEASURED = with_meter(RECORDED, "provider")
KINDS = {
    "plain": Kind(),
    "thinking leaves": Kind(turns=8, hidden=0.7, leaves=True),
    "compacted": Kind(turns=8, hidden=0.5, leaves=True, compact_at=5),
    "snapshots": Kind(turns=6, hidden=0.5, leaves=True, outputs="snapshot"),
    "tools": Kind(more_tools=(7, 9_000)),
}


def is_as_reported(transcript: Transcript) -> int:
    """At each request whose prompt was reported; how many of them have thinking that left."""
    replay, found, left = Replay(transcript, MEASURED), charges(transcript), 0
    for request in range(1, replay.requests + 1):
        parts = view_parts(replay.plan(request), request)
        assert parts is not None
        assert parts.fixed.tokens + parts.durable + parts.messages - parts.unsent == parts.total.tokens
        told = found.prompt(request)
        if told is not None:
            assert tuple(parts.total) == (told, told, told, "charged"), request
            left += parts.unsent > 0
    return left


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_the_recorded_view_is_the_reported_prompt(name: str, seed: int) -> None:
    left = is_as_reported(session(seed, KINDS[name]).transcript)
    assert (left > 0) == KINDS[name].leaves


def test_a_policys_view_lacks_it_as_the_recorded_one_does() -> None:
    """One that changes nothing has the same prompt; one that drops the messages has nothing to leave out."""
    transcript = session(1, KINDS["thinking leaves"]).transcript
    last = transcript.structure.requests
    recorded = Replay(transcript, MEASURED)
    gone = unsent_of(recorded.plan(last), last)
    assert gone > 0
    rules = with_meter(load_policy("agent-engineering"), "provider")
    large = Replay(transcript, rules.with_knobs(window=9_000_000))
    parts = view_parts(large.plan(last), last)
    assert parts is not None
    assert (parts.unsent, parts.total.tokens) == (gone, charges(transcript).prompt(last))
    small = Replay(transcript, replace(rules.with_knobs(window=6_000), document=None))
    assert small.steps(last).state.count
    assert unsent_of(small.plan(last), last) < gone


def test_other_meters_know_nothing_of_it() -> None:
    transcript = session(1, KINDS["thinking leaves"]).transcript
    last = transcript.structure.requests
    assert unsent_of(Replay(transcript, RECORDED).plan(last), last) == 0


REAL = ("entire-7662", "entire-3799", "entire-d599", "teslamint-f357", "hk-f697", "cline-session.messages")


@pytest.mark.real
@pytest.mark.parametrize("path", [path for path in ALL if path.name.startswith(REAL)], ids=lambda path: path.name[:14])
def test_so_it_is_in_recorded_sessions(path: Path) -> None:
    is_as_reported(load(path))


def test_what_is_counted_beside_it_agrees() -> None:
    transcript = session(1, KINDS["thinking leaves"]).transcript
    last = transcript.structure.requests
    told = charges(transcript).prompt(last)
    recorded = beside(Replay(transcript, MEASURED).view(last), transcript, True)
    assert (recorded.reported, recorded.estimate.tokens) == (told, told)
    rules = load_policy("agent-engineering").with_knobs(window=9_000_000)
    same = beside(Replay(transcript, rules).view(last), transcript, False)
    assert (same.reported, same.estimate.tokens) == (None, told)
