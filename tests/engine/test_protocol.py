"""Breaches of the tool protocol: typed and positioned; raised by `strict`, shown by `mark`; unfinished calls are none."""

from __future__ import annotations

import pytest

from inspector.engine import Replay, ToolProtocolError, compact
from inspector.policy import load_policy
from inspector.transcript import load_messages
from tests.engine.messages import Api, assistant, call, result, step, user

STRICT, MARK = load_policy("workbuddy-s14"), load_policy("go-tiny-claw")

BROKEN: dict[str, tuple[list[Api], set[tuple[str, str]]]] = {
    "missing": (
        [user("q"), assistant(call("a")), user("secret words"), assistant("x"), user("y")],
        {("missing", "2.1")},
    ),
    "missing of two": (
        [user("q"), assistant(call("a"), call("b")), user(result("b")), assistant("x"), user("y")],
        {("missing", "2.1")},
    ),
    "unknown": ([user("q"), user(result("a", "secret")), assistant("x"), user("y")], {("unknown", "2.1")}),
    "duplicate call": (
        [user("q"), *step("a", "1"), *step("a", "2"), assistant("x"), user("y")],
        {("duplicate", "4.1"), ("duplicate", "5.1")},
    ),
    "duplicate result": (
        [user("q"), assistant(call("a")), user(result("a")), user("t", result("a")), assistant("x"), user("y")],
        {("duplicate", "4.2")},
    ),
    "misplaced": (
        [user("q"), assistant(call("a"), result("a")), user("z"), assistant("x"), user("y")],
        {("misplaced", "2.2")},
    ),
    "reversed": (
        [user("q"), user(result("a")), assistant(call("a")), user("z"), assistant("x"), user("y")],
        {("reversed", "2.1"), ("missing", "3.1")},
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_breaches_are_typed_and_positioned(name: str) -> None:
    """`mark` shows each at its block and goes on."""
    messages, expected = BROKEN[name]
    replay = Replay(load_messages(messages), MARK)
    view = replay.view(replay.requests)
    at = replay.transcript.structure.name
    found = {(problem.kind, at(problem.block)) for problem in view.problems if problem.block is not None}
    assert found == expected
    assert view.error is None
    assert view.size == view.transcript_size
    assert all(at(problem.block) in problem.text for problem in view.problems if problem.block is not None)


@pytest.mark.parametrize("name", BROKEN)
def test_strict_raises_below_the_threshold(name: str) -> None:
    messages, expected = BROKEN[name]
    replay = Replay(load_messages(messages), STRICT, None)
    steps = replay.steps(replay.requests)
    assert isinstance(steps.error, ToolProtocolError)
    at = replay.transcript.structure.name
    assert {
        (problem.kind, at(problem.block)) for problem in steps.error.problems if problem.block is not None
    } == expected
    assert steps.fired == ()
    assert isinstance(replay.row(replay.requests).error, ToolProtocolError)
    assert isinstance(replay.view(replay.requests).error, ToolProtocolError)
    assert not replay.view(replay.requests).sendable
    assert "secret" not in str(steps.error)
    assert len(str(steps.error).splitlines()) == 1


@pytest.mark.parametrize("name", BROKEN)
def test_compact_is_strict_unless_told_otherwise(name: str) -> None:
    messages, expected = BROKEN[name]
    with pytest.raises(ToolProtocolError) as raised:
        compact(messages, MARK)
    assert {problem.kind for problem in raised.value.problems} == {kind for kind, _ in expected}
    marked = compact(messages, STRICT, protocol="mark")
    assert marked.messages == messages
    assert {problem.kind for problem in marked.problems} == {kind for kind, _ in expected}


def test_a_breach_counts_from_the_request_that_sends_it() -> None:
    """Before its message is part of the history nothing is wrong."""
    messages = [
        user("q"),
        assistant("fine"),
        user("more"),
        assistant(call("a")),
        user("no result"),
        assistant("x"),
        user("y"),
    ]
    rows = Replay(load_messages(messages), STRICT).rows()
    assert [isinstance(row.error, ToolProtocolError) for row in rows] == [False, False, True, True]


UNFINISHED = {
    "one": [user("q"), assistant("text", call("a"))],
    "one of two": [user("q"), assistant(call("a"), call("b")), user(result("a"))],
    "all of two": [user("q"), *step("z", "out"), assistant(call("a"), call("b"))],
}


@pytest.mark.parametrize("policy", ["workbuddy-s14", "go-tiny-claw", "evo-agent", "agent-engineering"])
@pytest.mark.parametrize("name", UNFINISHED)
def test_an_unfinished_call_is_no_breach(name: str, policy: str) -> None:
    messages = UNFINISHED[name]
    replay = Replay(load_messages(messages), load_policy(policy))
    view = replay.view(replay.requests)
    assert view.error is None
    assert {problem.kind for problem in view.problems} == {"unfinished"}
    assert not view.sendable
    assert compact(messages, load_policy(policy)).messages == messages


def test_an_open_turn_whose_calls_are_answered_is_ordinary() -> None:
    view = Replay(load_messages([user("q"), *step("a", "1")]), STRICT).view(2)
    assert view.problems == ()
    assert view.sendable
