"""The second and the third summary carry what the first one kept, whatever becomes of the earlier one (seed 004, section 4)."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from inspector.engine import CompactionState, Replay, SummaryRequest, compact
from inspector.engine.checkpoint import load_checkpoint, resume
from inspector.engine.course import Course
from inspector.policy import load_policy
from inspector.policy.model import Carrying
from inspector.policy.sections import SECTION_SETS
from inspector.transcript import load_messages
from tests.engine.generations import AT, NEW, SAID, Marked, names, policy, reply, session, typed, with_mode
from tests.engine.messages import assistant, user

STATES = ("rewrite", "overlay")
MODES: tuple[Carrying, ...] = ("update", "redistil", "carry")
CARRIED = ("FACT-1 FACT-2", "FACT-1 FACT-2\n\nFACT-3 FACT-4", "FACT-1 FACT-2\n\nFACT-3 FACT-4\n\nFACT-5 FACT-6")


def replayed(mode: Carrying, state: str, planned: bool) -> tuple[Replay, list[SummaryRequest]]:
    """The session's replay, told from sums or with plans everywhere, and what the summariser was asked."""
    summariser = Marked()
    replay = Replay(load_messages(session()), policy(mode, state), summariser)
    if planned:
        replay._course = Course(replay.ledger, replay.policy, summariser)
    assert [row.request for row in replay.rows() if row.fired] == list(AT)
    return replay, summariser.requests


def summaries(replay: Replay) -> list[str]:
    return [replay.steps(request).state.last_summary for request in AT]


@pytest.mark.parametrize("planned", [False, True])
@pytest.mark.parametrize("state", STATES)
def test_update_gives_the_earlier_summary_and_only_what_is_new(state: str, planned: bool) -> None:
    replay, asked = replayed("update", state, planned)
    assert [request.previous for request in asked] == ["", SAID[0], SAID[1]]
    assert [names(request.parts) for request in asked] == list(NEW)
    assert summaries(replay) == list(SAID)


@pytest.mark.parametrize("planned", [False, True])
@pytest.mark.parametrize("state", STATES)
def test_redistil_gives_the_earlier_summary_as_a_part_in_its_place(state: str, planned: bool) -> None:
    replay, asked = replayed("redistil", state, planned)
    assert [request.previous for request in asked] == ["", "", ""]
    assert [names(request.parts) for request in asked] == [NEW[0], ["earlier", *NEW[1]], ["earlier", *NEW[2]]]
    for request, text in zip(asked[1:], SAID, strict=False):
        part = request.parts[0]
        assert (part.text, part.source.text, part.source.kind, part.role) == (text, text, "summary", "user")
    assert summaries(replay) == list(SAID)


@pytest.mark.parametrize("planned", [False, True])
@pytest.mark.parametrize("state", STATES)
def test_carry_keeps_the_earlier_text_and_asks_for_what_is_new(state: str, planned: bool) -> None:
    replay, asked = replayed("carry", state, planned)
    assert [request.previous for request in asked] == ["", "", ""]
    assert [names(request.parts) for request in asked] == list(NEW)
    assert not any(fact in repr(asked[1].parts) for fact in ("FACT-1", "FACT-2"))
    assert summaries(replay) == list(CARRIED)
    for earlier, later in pairwise(CARRIED):
        assert later.encode().startswith(earlier.encode() + b"\n\n")


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("mode", MODES)
def test_one_summary_stands_for_everything(mode: Carrying, state: str) -> None:
    replay, asked = replayed(mode, state, False)
    view = replay.view(8)
    made = [message for message in view.messages if message.made is not None]
    assert len(made) == 1
    assert made[0].blocks[0].text == "S:" + summaries(replay)[-1]
    assert made[0].blocks[0].origin == tuple(range(12))
    assert [(request.number, request.layer, request.mode) for request in asked] == [(at, "sum", mode) for at in AT]
    for request in asked:
        assert request.sections == SECTION_SETS["evo-agent"]
        assert (request.instructions, request.guard) == ("Keep what is marked.", True)


def test_a_summary_that_was_dropped_is_not_carried_on() -> None:
    """What the view does not hold any more is no earlier summary: nothing brings it back."""
    workbuddy = load_policy("workbuddy-s14").with_knobs(
        soft_threshold=60, keep_recent_messages=2, summary_keep_messages=0, hard_limit=10_000
    )
    for mode in MODES:
        summariser = Marked()
        replay = Replay(load_messages(session(9)), with_mode(workbuddy, mode), summariser)
        for request in range(1, replay.requests + 1):
            steps = replay.steps(request)
            held = any(made.kind == "summary" for made in steps.plans[-2].made)
            given = [r for r in summariser.requests if r.number == request]
            for one in given:
                assert bool(one.previous) == (held and mode == "update")
                assert ("earlier" in names(one.parts)) == (held and mode == "redistil")


# ── inside a harness ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("role", ["user", "assistant"])
@pytest.mark.parametrize("mode", MODES)
def test_a_harness_that_keeps_the_messages(mode: Carrying, role: str) -> None:
    """The summary is a message of the harness's history; with the state given on, the summariser is asked the same."""
    summariser, state, history = Marked(), CompactionState(), [typed(1)]
    texts = []
    for number in range(2, 9):
        history = [*history, reply(number - 1), typed(number)]
        done = compact(history, policy(mode, role=role), summariser, state=state, protocol="mark")
        history, state = done.messages, done.state
        if done.fired:
            texts.append(state.last_summary)
    assert texts == list(CARRIED if mode == "carry" else SAID)
    assert history[0] == {"role": role, "content": "S:" + texts[-1]}
    assert [len(request.parts) for request in summariser.requests] == ([4, 5, 5] if mode == "redistil" else [4, 4, 4])
    assert [request.previous for request in summariser.requests[1:]] == (
        list(SAID[:2]) if mode == "update" else ["", ""]
    )
    assert [request.number for request in summariser.requests] == [0, 0, 0]
    new = [" ".join(part.text for part in request.parts if part.name != "earlier") for request in summariser.requests]
    assert [[fact in text for fact in ("FACT-1", "FACT-3", "FACT-5")] for text in new] == [
        [True, False, False],
        [False, True, False],
        [False, False, True],
    ]


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("mode", MODES)
def test_a_harness_that_resumes_from_checkpoints(mode: Carrying, state: str, tmp_path: Path) -> None:
    summariser = Marked()
    history = session(4)
    for turn, expected in zip(AT, CARRIED if mode == "carry" else SAID, strict=True):
        known = load_checkpoint(tmp_path)
        if known is not None:
            history = resume(known, [reply(turn - 2), typed(turn - 1), reply(turn - 1), typed(turn)])
        given = known.state if known else None
        done = compact(history, policy(mode, state), summariser, state=given, protocol="mark", checkpoints=tmp_path)
        assert done.state.last_summary == expected
        found = load_checkpoint(tmp_path)
        assert found is not None
        assert found.summary == expected
    assert len(summariser.requests) == 3


def test_the_acknowledgement_of_the_earlier_summary_is_nothing_new() -> None:
    rules = load_policy("workbuddy-s14").with_knobs(soft_threshold=40, summary_keep_messages=1, keep_recent_messages=50)
    summariser = Marked()
    first = compact([typed(1), reply(1), typed(2), reply(2), typed(3)], rules, summariser)
    assert first.messages[1]["content"].startswith("Understood")
    history = [*first.messages, reply(3), typed(4), reply(4), typed(5)]
    compact(history, rules, summariser, state=first.state)
    assert names(summariser.requests[-1].parts) == ["earlier", "3.1", "4.1", "5.1", "6.1"]


def test_a_message_that_quotes_the_summary_is_not_the_summary() -> None:
    """Only the message that the compaction made is the earlier summary; one that repeats its words is new."""
    summariser = Marked()
    state = CompactionState(1, "FACT-1")
    talk = [user("S:FACT-1"), assistant("I go on with FACT-1"), user("x" * 400), assistant("ok"), typed(2)]
    compact(talk, policy("update"), summariser, state=state, protocol="mark")
    assert summariser.requests[0].previous == "FACT-1"
    assert names(summariser.requests[0].parts) == ["2.1"]


def test_a_summary_in_a_wrapper_of_the_harness_is_found_and_a_long_message_about_it_is_not() -> None:
    state = CompactionState(1, "FACT-1 and FACT-2, that is all")
    for first, previous in (
        (user("[Note] FACT-1 and FACT-2, that is all"), state.last_summary),
        (user("Did you really write: FACT-1 and FACT-2, that is all? " + "I doubt it. " * 20), ""),
    ):
        summariser = Marked()
        talk = [first, assistant("ok"), user("x" * 400), assistant("ok"), typed(2)]
        compact(talk, policy("update"), summariser, state=state, protocol="mark")
        assert summariser.requests[0].previous == previous
        assert names(summariser.requests[0].parts) == (["2.1"] if previous else ["1.1", "2.1"])
