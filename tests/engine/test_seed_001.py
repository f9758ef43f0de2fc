"""workbuddy-s14 by its article's own figures: 80,000, 120,000, 5,000 tokens; the last 6; the last 4."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from inspector.engine import Fate, MessageViewLimitExceeded, Replay, compact
from inspector.policy import load_policy
from inspector.transcript import load_messages
from tests.engine.messages import Api, assistant, call, result, step, system, user
from tests.engine.telling import Telling

POLICY = load_policy("workbuddy-s14")


def tokens(messages: list[Api]) -> int:
    """The article's `estimate_tokens`."""
    total = 0
    for message in messages:
        content = message["content"]
        total += len(content) // 4 if isinstance(content, str) else sum(len(json.dumps(b)) // 4 for b in content)
    return total


def test_starts_at_80_000_and_not_at_79_999() -> None:
    talk = [user("q" * 40), *[m for at in range(5) for m in (assistant("a" * 40), user("u" * 40))]]
    big = 80_000 - tokens(talk)
    below = compact([user("x" * (4 * big - 4)), *talk], POLICY)
    at = compact([user("x" * (4 * big)), *talk], POLICY)
    assert (below.before, below.fired) == (79_999, ())
    assert (at.before, at.fired) == (80_000, ("prune",))
    assert at.after == tokens(at.messages)


def test_the_hard_limit_refuses_exactly_120_000() -> None:
    last = [user("x" * 4 * 120_000)]
    with pytest.raises(MessageViewLimitExceeded) as refused:
        compact(last, POLICY)
    assert (refused.value.before, refused.value.after, refused.value.layers) == (120_000, 120_000, ())
    assert "xxx" not in str(refused.value)
    passed = compact([user("x" * (4 * 120_000 - 1))], POLICY)
    assert (passed.before, passed.after) == (119_999, 119_999)


def test_a_result_keeps_20_000_characters() -> None:
    """5,000 tokens are `len // 4 == 5000`: 20,003 characters stay, 20,004 are cut to 20,000."""
    for length, cut in ((20_003, False), (20_004, True)):
        messages = [user("x" * 330_000), *step("t", "r" * length), user("go on")]
        replay = Replay(load_messages(messages), POLICY)
        state = replay.steps(2).outcomes[0].plan_after.state(2)
        assert (state.fate is Fate.TRUNCATED) is cut
    notice = "\n\n[… cut here; the whole result had 20004 characters, 4 of them were left out …]"
    once = compact([user("x" * 10), *step("t", "é" * 20_004)], POLICY.with_knobs(soft_threshold=0))
    assert once.messages[2]["content"][0]["content"] == "é" * 20_000 + notice


def test_of_three_reads_the_newest_interaction_stays() -> None:
    messages = [
        user("fix it"),
        assistant("first", call("a", "read_file", path="loop.go"), call("b", "read_file", path="state.go")),
        user("typed", result("b", "old state"), result("a", "old loop")),
        *step("c", "new loop", "Read", file_path="loop.go"),
        *step("d", "by its mark", "bash", cmd="cat loop.go"),
    ]
    messages[-1]["content"][0]["_read_path"] = "loop.go"
    replay = Replay(load_messages(messages), POLICY.with_knobs(soft_threshold=0))
    name = replay.transcript.structure.name
    at_three, at_four = replay.steps(3).outcomes[1], replay.steps(4).outcomes[1]
    assert [name(at) for at in at_three.gone] == ["2.2", "3.3"]
    assert [name(at) for at in at_four.gone] == ["4.1", "5.1"]
    assert [at_four.plan_after.state(at).fate for at in (1, 3, 4, 5)] == [Fate.VERBATIM] * 4


def test_prune_keeps_the_task_and_the_last_six_and_no_half_interaction() -> None:
    """The text beside a result whose call left stays: a mixed message loses only the block."""
    messages = [
        system("be good"),
        user("the task"),
        assistant(call("a"), call("b")),
        user(result("a", "1"), "typed beside", result("b", "2")),
        *[user(f"talk {at}") for at in range(5)],
    ]
    policy = POLICY.with_knobs(soft_threshold=0, summary_keep_messages=100)
    view = compact(messages, policy)
    assert view.fired == ("prune",)
    assert [m["content"] for m in view.messages] == [
        "be good",
        "the task",
        [{"type": "text", "text": "typed beside"}],
        *[f"talk {at}" for at in range(5)],
    ]


def test_stops_as_soon_as_it_is_below() -> None:
    messages = [user("task"), *step("a", "r" * 400), *[user("talk " * 20) for _ in range(9)]]
    whole = tokens(messages)
    knobs = {"max_tool_result_tokens": 10, "summary_keep_messages": 1}
    fired = []
    for soft in (whole + 1, whole, 200, 0):
        fired.append(compact(messages, POLICY.with_knobs(soft_threshold=soft, **knobs), Telling()).fired)
    assert fired == [(), ("truncate",), ("truncate", "prune"), ("truncate", "prune", "summary")]
    replay = Replay(load_messages(messages), POLICY.with_knobs(soft_threshold=0, **knobs), Telling())
    outcomes = replay.steps(replay.requests).outcomes
    assert all(before.after == after.before for before, after in pairwise(outcomes))


def test_the_summary_is_a_message_an_acknowledgement_and_a_tail_of_whole_interactions() -> None:
    """Four from the end would split the call from its results: the tail grows back to the call."""
    messages = [
        user("the task " * 40),
        assistant("an answer " * 40),
        assistant("look", call("a"), call("b")),
        user(result("a", "1")),
        user(result("b", "2")),
        user("x"),
        user("y"),
    ]
    summariser = Telling()
    policy = POLICY.with_knobs(soft_threshold=0, keep_recent_messages=100)
    view = compact(messages, policy, summariser)
    assert view.fired == ("summary",)
    assert view.messages[0]["content"] == "[Summary of the conversation so far]\nof 1.1,2.1 after <> for <>"
    assert view.messages[1] == {"role": "assistant", "content": "Understood. I know what was said and done so far."}
    assert view.messages[2:] == messages[2:]
    assert [part.name for part in summariser.requests[0].parts] == ["1.1", "2.1"]


@pytest.mark.parametrize("mode", ["raise", "break", "blank", "long"])
def test_a_failed_summary_leaves_the_last_usable_view(mode: str) -> None:
    messages = [user("the task"), *[user("talk") for _ in range(6)]]
    view = compact(messages, POLICY.with_knobs(soft_threshold=0), Telling(mode))
    assert view.messages == messages
    assert view.fired == ()
    assert [problem.kind for problem in view.problems] == ["summary_failed"]
    assert view.state.count == 0


def test_a_refused_request_changes_nothing_for_the_next() -> None:
    """Request 2 is refused after its layers cut the result; request 3 starts from the history before that."""
    messages = [
        user("task"),
        *step("a", "r" * 4000),
        assistant("ok"),
        user("now the small one"),
    ]
    policy = POLICY.with_knobs(soft_threshold=600, hard_limit=700, max_tool_result_tokens=690)
    replay = Replay(load_messages(messages), policy)
    rows = replay.rows()
    assert [bool(row.error) for row in rows] == [False, True, True]
    assert replay.steps(3).before.state(2).fate is Fate.VERBATIM
    assert replay.steps(3).before.size == rows[2].transcript
