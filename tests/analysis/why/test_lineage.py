"""Stories worked by hand: first statement, lanes, losses with their numbers, returns and what they cost."""

from __future__ import annotations

from typing import Any

import inspector
from inspector.analysis.why.facts import message_fact, text_fact
from inspector.analysis.why.lanes import Lane
from inspector.analysis.why.lineage import Lineage, lineage
from inspector.engine import Durable, DurableContextState, DurableFact


def reading(number: int, text: str, path: str = "src/a.py") -> list[dict[str, Any]]:
    """A call and its result."""
    use = {"type": "tool_use", "id": f"c{number}", "name": "read_file", "input": {"path": path}}
    result = {"type": "tool_result", "tool_use_id": f"c{number}", "content": text}
    return [{"role": "assistant", "content": [use]}, {"role": "user", "content": [result]}]


def session(*texts: str) -> list[dict[str, Any]]:
    return [
        {"role": "user", "content": "Find the rule."},
        *(m for at, text in enumerate(texts) for m in reading(at, text)),
    ]


def told(messages: list[dict[str, Any]], policy: str, fact: str, **knobs: int) -> Lineage:
    replay = inspector.replay(inspector.load_messages(messages), inspector.load_policy(policy).with_knobs(**knobs))
    return lineage(replay, text_fact(fact))


def test_a_result_is_cleared_once_three_newer_ones_stand_after_it() -> None:
    """evo-agent: the newest 3 results stay. Result 1 is in the history from request 2 on, and the fourth from request 5."""
    found = told(session("the port is 7431", *"abcd"), "evo-agent", "7431")
    assert found.lanes == (Lane(2, 4, "verbatim"), Lane(5, 6, "cleared"))
    (loss,) = found.losses
    assert (loss.request, loss.layer, loss.do, loss.knob) == (5, "micro", "clear", "keep_recent_results")
    assert not found.kept


def test_what_is_read_again_came_back_at_the_request_that_asked_for_it() -> None:
    """Results 1 and 6 hold it: the reply to request 6 reads it again, so there it was needed."""
    found = told(session("the port is 7431", *"abcd", "the port is 7431"), "evo-agent", "7431")
    (back,) = found.returns
    assert (back.way, back.request, back.message, back.by, back.path) == ("re-read", 6, 13, "read_file", "src/a.py")
    assert found.needed == 6
    assert found.lanes[-1] == Lane(7, 7, "verbatim")


def test_the_middle_of_a_long_result_is_cut_and_its_ends_stay() -> None:
    """go-tiny-claw: over 1,000 bytes 500 stay at each end."""
    text = "head-word " + "x" * 3_000 + " middle-word " + "x" * 3_000 + " tail-word"
    for word, state in (("head-word", "verbatim"), ("middle-word", "cut"), ("tail-word", "verbatim")):
        assert [lane.state for lane in told(session(text), "go-tiny-claw", word).lanes] == [state]


def test_a_fact_across_a_cut_is_not_held() -> None:
    """500 bytes stay at the head: a word at 495 to 505 is cut through."""
    text = "x" * 495 + "0123456789" + "x" * 5_000
    assert [lane.state for lane in told(session(text), "go-tiny-claw", "0123456789").lanes] == ["cut"]
    assert [lane.state for lane in told(session(text), "go-tiny-claw", "xx01234").lanes] == ["verbatim"]


def test_a_fact_that_nobody_said() -> None:
    found = told(session("a"), "evo-agent", "zanzibar")
    assert not found.found
    assert (found.lanes, found.losses, found.returns) == ((), (), ())


def test_other_capitals_are_found_and_told() -> None:
    found = told(session("Read   ONLY please"), "evo-agent", "read only")
    assert found.found.fact.loose
    assert found.lanes[0].state == "verbatim"


def test_a_whole_message_is_held_only_whole() -> None:
    messages = session("y" * 4_000)
    replay = inspector.replay(inspector.load_messages(messages), "go-tiny-claw")
    assert [lane.state for lane in lineage(replay, message_fact(3)).lanes] == ["cut"]
    assert [lane.state for lane in lineage(replay, message_fact(1)).lanes] == ["verbatim"]


def test_a_durable_fact_is_held_when_its_block_is_not() -> None:
    fact = DurableFact("f1", "the port is 7431", "transcript:s:1", "2026-01-01T00:00:00Z")
    state = DurableContextState((fact,))
    durable = inspector.durable(state, resolver=Nothing())
    transcript = inspector.load_messages(session("the port is 7431", *"abcd"))
    replay = inspector.replay(transcript, "evo-agent", durable=durable)
    assert lineage(replay, text_fact("7431")).lanes == (Lane(2, 4, "verbatim"), Lane(5, 6, "durable"))
    assert isinstance(durable, Durable)


def test_a_supplied_system_prompt_is_part_of_every_view() -> None:
    from dataclasses import replace

    transcript = replace(inspector.load_messages(session(*"abcde")), system="Never touch migrations/.")
    found = lineage(inspector.replay(transcript, "evo-agent"), text_fact("migrations/"))
    assert found.kept
    assert found.lanes == (Lane(1, 6, "verbatim"),)


class Nothing:
    """Resolves nothing."""

    def resolve(self, text: str) -> Any:
        from inspector.transcript.resolver import Resolution

        return Resolution(text, "missing", None, "nothing is here")
