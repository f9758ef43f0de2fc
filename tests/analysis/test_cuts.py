"""Where a session is summarised: under a policy, by the agent itself, on demand."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.analysis.cuts import cuts
from inspector.analysis.on_demand import NothingToSummarise, cut_on_demand
from inspector.engine import Replay
from inspector.policy import load_policy
from inspector.summary import Extractive
from inspector.transcript import load
from tests.analysis.chats import Facts, policy, session


def test_every_summary_of_a_policy_is_a_cut() -> None:
    """Request 2 has three messages, 930 characters and more: all but the last leave. Later ones add two messages each."""
    found = cuts(Replay(session(), policy(), Facts()))
    assert [(cut.number, cut.generation, cut.covers) for cut in found] == [
        (2, 1, ("1.1", "2.1")),
        (3, 2, ("3.1", "4.1")),
        (4, 3, ("5.1", "6.1")),
    ]
    assert [cut.text for cut in found] == [
        "kept: FACT-alpha",
        "kept: FACT-alpha FACT-beta",
        "kept: FACT-alpha FACT-beta FACT-gamma",
    ]
    assert all(cut.after < cut.before and not cut.reason for cut in found)


def test_they_end_where_one_says() -> None:
    replay = Replay(session(), policy(), Facts())
    assert [cut.number for cut in cuts(replay, 3)] == [2, 3]
    assert cuts(replay, 1) == ()
    assert cuts(replay, cancelled=lambda: True) == ()


def test_each_place_is_asked_once() -> None:
    writer = Facts()
    cuts(Replay(session(), policy(), writer))
    assert [request.number for request in writer.asked] == [2, 3, 4]


def test_a_failed_summary_is_a_cut_with_its_reason_and_no_generation() -> None:
    class Silent(Facts):
        def summarise(self, request: object) -> str:
            return "  "

    found = cuts(Replay(session(), policy(), Silent()))
    assert [(cut.generation, cut.text) for cut in found] == [(1, "")] * len(found)
    assert all("blank" in cut.reason and cut.after == cut.before for cut in found)


def test_without_a_summariser_a_cut_is_approximate() -> None:
    found = cuts(Replay(session(), policy()))
    assert found
    assert found[0].approximate


def test_the_agents_own_summaries_are_cuts_of_the_recorded_view(samples: dict[str, Path]) -> None:
    transcript = load(str(samples["lost-rule"]))
    full = [compaction for compaction in transcript.compactions if compaction.kind == "full"]
    found = cuts(Replay(transcript))
    assert len(found) == len(full) > 0
    boundary = full[0]
    assert boundary.summary is not None
    assert found[0].text == transcript.messages[boundary.summary].blocks[0].text.strip()
    assert found[0].covers == ("1.1", f"{boundary.before}.1")


@pytest.mark.parametrize("name", ["evo-agent", "agent-engineering", "workbuddy-s14"])
def test_sizes_are_those_of_the_replay(samples: dict[str, Path], name: str) -> None:
    replay = Replay(load(str(samples["re-reads"])), load_policy(name), Extractive())
    fired = {row.request for row in replay.rows() if "summary" in row.fired}
    found = [cut for cut in cuts(replay) if not cut.reason]
    assert {cut.number for cut in found} == fired
    for cut in found:
        outcome = next(o for o in replay.steps(cut.number).outcomes if o.id == cut.layer)
        assert (cut.before, cut.after) == (outcome.before, outcome.after)


def test_on_demand_it_is_what_the_gate_would_have_let_through() -> None:
    replay = Replay(session(), policy(start=1_000_000), Facts())
    assert cuts(replay) == ()
    assert cut_on_demand(replay, 3).covers == ("1.1", "4.1")


def test_nothing_older_than_what_is_kept_is_nothing_to_summarise() -> None:
    with pytest.raises(NothingToSummarise, match="request 1"):
        cut_on_demand(Replay(session(), policy(), Facts()), 1)
