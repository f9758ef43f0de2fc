"""agent-engineering by its article's own figures: a window of 32,000 that needs 35,000; three turns; a second compaction."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from inspector.engine import Fate, Replay
from inspector.meter import counter
from inspector.policy import load_policy
from inspector.policy.model import Policy, Summarise
from inspector.transcript import load_messages
from tests.engine.messages import Api, assistant, call, result, step, user
from tests.engine.telling import Telling

POLICY = load_policy("agent-engineering")
count = counter("o200k_base").text


def of(tokens: int) -> str:
    """A text of exactly so many tokens."""
    text = "a" + " a" * (tokens - 1)
    assert count(text) == tokens
    return text


def budget_case(new: int = 3000) -> list[Api]:
    """History 23,000 and a new result of 3,000: T1 and T2 are finished, T3 has its first result."""
    asked = call("t", "cat", path="log")
    spent = count("cat") + count('{"path":"log"}')
    turns = [user(of(10_000)), assistant(of(2_000)), user(of(9_000)), assistant(of(1_000))]
    return [*turns, user(of(1_000 - spent)), assistant(asked), user(result("t", of(new)))]


def test_required_is_35_000_against_32_000() -> None:
    """Without a summariser's help nothing is gained, and the request says what it needs."""
    replay = Replay(load_messages(budget_case()), POLICY, Telling("raise"))
    needed = replay.view(4).required
    assert needed is not None
    assert (needed.window, needed.fixed, needed.reserve, needed.margin) == (32_000, 4_000, 4_000, 1_000)
    assert (needed.history, needed.new) == (23_000, 3_000)
    assert (needed.total, needed.free) == (35_000, -3_000)
    assert replay.row(4).required == 35_000
    assert {problem.kind for problem in replay.problems(4)} == {"over_window", "summary_failed"}


def test_it_starts_over_the_window_and_not_at_it() -> None:
    for window, fired in ((35_000, ()), (34_999, ("summary",))):
        replay = Replay(load_messages(budget_case()), POLICY.with_knobs(window=window), Telling())
        assert replay.row(4).fired == fired


def test_t1_is_summarised_t2_stays_and_t3_stays_beside_it() -> None:
    replay = Replay(load_messages(budget_case()), POLICY, Telling())
    view = replay.view(4)
    assert [m.origin for m in view.messages] == [None, 2, 3, 4, 5, 6]
    assert (view.messages[0].role, view.messages[0].blocks[0].text) == (
        "assistant",
        "Summary of the conversation so far: of 1.1,2.1 after <> for <>",
    )
    assert all(message.fate is Fate.VERBATIM for message in view.messages[1:])
    assert view.required is not None
    assert view.required.total == 4_000 + view.size + 4_000 + 1_000
    assert view.required.free > 0


def test_an_unfinished_third_turn_stays_and_is_not_sendable() -> None:
    messages = budget_case()[:-1]
    replay = Replay(load_messages(messages), POLICY.with_knobs(window=20_000), Telling())
    view = replay.view(4)
    assert [m.origin for m in view.messages] == [None, 2, 3, 4, 5]
    assert not view.sendable


def test_no_old_turn_no_cut() -> None:
    """One finished turn is retained, the open one stays: however long they are, nothing is cut."""
    for messages in (budget_case()[2:], budget_case()[4:]):
        replay = Replay(load_messages(messages), POLICY.with_knobs(window=0), Telling())
        last = replay.view(replay.requests)
        assert not last.gone
        assert not any(layer.fired for layer in last.layers)
        assert [problem.kind for problem in last.problems] == ["over_window"]


def test_the_second_compaction_summarises_the_first_summary_and_t2() -> None:
    messages = [*budget_case(), assistant(of(4_000)), user("next")]
    summariser = Telling()
    replay = Replay(load_messages(messages), POLICY.with_knobs(window=20_000), summariser)
    rows = replay.rows()
    assert [row.request for row in rows if row.fired] == [3, 5]
    last = summariser.requests[-1]
    assert [part.name for part in last.parts] == ["3.1", "4.1"]
    assert last.previous == "of 1.1,2.1 after <> for <>"
    view = replay.view(5)
    assert [m.origin for m in view.messages] == [None, 4, 5, 6, 7, 8]
    assert view.messages[0].blocks[0].origin == (0, 1, 2, 3)
    assert len([m for m in view.messages if m.made]) == 1


def test_the_view_is_the_summary_the_tail_and_what_came_after() -> None:
    """After a compaction the checkpoint is used as long as it fits; the log itself stays whole."""
    messages = [*budget_case(), assistant("found it"), user("fix it")]
    replay = Replay(load_messages(messages), POLICY, Telling())
    assert [row.fired for row in replay.rows()] == [(), (), (), ("summary",), ()]
    assert [m.origin for m in replay.view(5).messages] == [None, 2, 3, 4, 5, 6, 7, 8]
    assert replay.row(5).transcript == 26_000 + count("found it") + count("fix it")


LOG = "服务启动\n收到 order_404 请求\nTypeError: 'NoneType' object is not subscriptable\n返回 HTTP 500"


def test_the_article_log_is_previewed_by_its_last_two_lines() -> None:
    """The oversized result keeps its last lines and says where to read on; as it suffices, no turn is summarised."""
    transcript = replace(load_messages([user("q"), *step("t", LOG)]), session="order_404")
    whole = count("q") + count("bash") + count("{}") + count(LOG)
    knobs = {"window": whole - 1, "fixed_input": 0, "output_reserve": 0, "safety_margin": 0}
    policy = POLICY.with_knobs(**knobs, result_limit=10, result_tail_lines=2)
    view = Replay(transcript, policy, Telling()).view(2)
    shown = view.messages[2].blocks[0]
    assert shown.text == (
        "[2 of 4 lines are left out here. The whole output is kept as transcript:order_404:3; read on from line 1.]\n"
        "TypeError: 'NoneType' object is not subscriptable\n返回 HTTP 500"
    )
    assert transcript.messages[2].blocks[0].text == LOG


def test_the_limit_of_a_result_is_3_000_tokens() -> None:
    lines = "".join(f"{at % 10}\n" for at in range(100))
    for more, fired in (("", False), (" a", True)):
        text = lines + of(3_000 - count(lines)) + more
        assert count(text) == 3_000 + bool(more)
        replay = Replay(load_messages([user("q"), *step("t", text)]), POLICY.with_knobs(window=0), Telling("raise"))
        assert ("preview" in replay.row(2).fired) is fired


def test_the_preview_works_on_every_request_afresh_and_only_the_summary_lasts() -> None:
    """What was previewed comes back whole at the next request when that fits."""
    text = "line\n" * 100
    messages = [user(of(200)), *step("t", text), assistant("a"), user("b"), assistant("c"), user("d")]
    policy = POLICY.with_knobs(
        window=250,
        fixed_input=0,
        output_reserve=0,
        safety_margin=0,
        result_limit=50,
        result_tail_lines=5,
        retain_turns=0,
    )
    replay = Replay(load_messages(messages), policy, Telling("short"))
    rows = replay.rows()
    assert rows[1].fired == ("preview",)
    assert rows[1].view < rows[1].transcript
    assert replay.steps(3).before.state(2).fate is Fate.VERBATIM


def split(last: int, **knobs: int) -> Policy:
    """The preset with its split turn switched on."""
    policy = POLICY.with_knobs(fixed_input=0, output_reserve=0, safety_margin=0, **knobs)
    preview, summary = policy.layers
    assert isinstance(summary.operation, Summarise)
    keep = replace(summary.operation.keep, split_turn=last)
    return replace(policy, layers=(preview, replace(summary, operation=replace(summary.operation, keep=keep))))


def long_turn(steps: int) -> list[Api]:
    """One finished turn, and an open one with a goal and some interactions of a hundred tokens."""
    work = [message for at in range(steps) for message in step(f"s{at}", of(100))]
    return [user("first"), assistant("answer"), user("the goal"), *work]


def test_a_split_turn_keeps_its_goal_and_its_last_messages() -> None:
    messages = long_turn(4)
    replay = Replay(load_messages(messages), split(2, window=400), Telling())
    view = replay.view(replay.requests)
    assert replay.row(replay.requests).fired == ("summary",)
    kept = [m.origin for m in view.messages if m.origin is not None]
    assert kept == [0, 1, 2, 9, 10]
    made = [m for m in view.messages if m.made]
    assert [m.blocks[0].origin for m in made] == [tuple(range(3, 9))]


def test_a_turn_is_split_only_where_no_whole_turn_can_go() -> None:
    replay = Replay(load_messages([user("old"), assistant(of(300)), *long_turn(2)]), split(2, window=420), Telling())
    view = replay.view(replay.requests)
    assert [m.origin for m in view.messages] == [None, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize("state", ["overlay", "rewrite"])
def test_a_second_split_carries_the_first_summary(state: Literal["overlay", "rewrite"]) -> None:
    """Only the newest summary is used, and it is made of the one before and of what leaves now."""
    summariser = Telling()
    replay = Replay(load_messages(long_turn(8)), replace(split(2, window=420), state=state), summariser)
    rows = replay.rows()
    assert sum("summary" in row.fired for row in rows) >= 2
    assert [bool(request.previous) for request in summariser.requests[:2]] == [False, True]
    view = replay.view(replay.requests)
    made = [m for m in view.messages if m.made]
    assert len(made) == 1
    kept = {b.origin[0] for m in view.messages if m.origin is not None for b in m.blocks}
    assert set(made[0].blocks[0].origin) == set(range(19)) - kept
    assert {0, 1, 2} <= kept
