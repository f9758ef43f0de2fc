"""Rules about what messages hold, by hand: empty texts, and thinking that is no longer as it was signed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from inspector.analysis.sendable.facts import Facts
from inspector.analysis.sendable.plain import of_messages
from inspector.analysis.sendable.session import sendable
from inspector.engine import Replay
from inspector.policy import load_text
from inspector.transcript import load_messages
from tests.analysis.sendable.asking import rules, thought
from tests.engine.messages import assistant, call, result, user

END = [assistant("done"), user("thanks")]


def test_a_text_has_words() -> None:
    assert rules([user("go"), assistant("done"), user("")]) == ["empty-text 3.1"]
    assert rules([user("go"), assistant("done"), user(" \n")]) == ["empty-text 3.1"]
    assert rules([user("go", ""), *END]) == ["empty-text 1.2"]
    assert rules([user("go"), assistant(""), user("on")]) == ["empty-text 2.1"]
    assert rules([user(""), *END], "openai") == []


def test_a_result_may_be_empty() -> None:
    assert rules([user("go"), assistant(call("a")), user(result("a", "")), *END]) == []


def test_what_a_reply_began_with_goes_back_as_it_is() -> None:
    assert rules([user("go"), assistant("\n\n", thought(), "so"), user("on")]) == []
    assert rules([user("go"), assistant("\n\n"), user("on")]) == ["empty-text 2.1"]  # nothing else in it
    assert rules([user("go"), assistant("", "so"), user("on")]) == ["empty-text 2.1"]  # no newline either


FOLD = """
schema: compaction-policy/1
name: folding
state: {state}
meter: {{count: chars, unit: chars}}
start: {{">=": {start}}}
layers:
  - id: {do}
    do: {do}
    select: {select}
    where: {{outside_last: {last}, unit: messages}}
    over: {{">": 3, unit: chars}}
    notice: "{notice}"
"""


def policy(do: str, select: str, last: int = 1, start: int = 0, state: str = "per_request", notice: str = "[x]") -> Any:
    return load_text(FOLD.format(do=do, select=select, last=last, start=start, state=state, notice=notice))


def told(
    messages: list[dict[str, Any]], rules: Any, model: str = ""
) -> list[tuple[str, str, tuple[tuple[int, int], ...]]]:
    """Rule with its first block, severity, and the requests, of every breach."""
    transcript = load_messages(messages)
    if model:
        transcript = replace(transcript, messages=tuple(replace(m, model=model) for m in transcript.messages))
    result = sendable(Replay(transcript, rules), "anthropic")
    assert result is not None
    name = transcript.structure.name
    return [(f"{f.breach.rule} {name(f.breach.blocks[0])}", f.breach.severity, f.runs) for f in result.found]


def test_signed_thinking_that_a_layer_folds() -> None:
    folding = policy("fold", "{kinds: [thinking], roles: [assistant]}")
    session = [user("go"), assistant(thought("long thoughts"), "so"), user("on"), assistant("done"), user("thanks")]
    assert told(session, folding) == [
        ("thinking-altered 2.1", "error", ((2, 3),)),
    ]
    unsigned = [user("go"), assistant({"type": "thinking", "thinking": "long thoughts"}, "so"), user("on")]
    assert told(unsigned, folding) == []
    assert told(session, policy("fold", "{kinds: [text], roles: [assistant]}")) == []


def test_a_notice_without_words_leaves_an_empty_text() -> None:
    folding = policy("fold", "{kinds: [text], roles: [assistant]}", notice="")
    session = [user("go"), assistant("a long answer"), user("on"), assistant("done"), user("thanks")]
    assert told(session, folding) == [("empty-text 2.1", "error", ((2, 3),)), ("empty-text 4.1", "error", ((3, 3),))]


def session() -> list[dict[str, Any]]:
    """Three steps with thinking: replies 2, 4, 6 to requests 1, 2, 3; 8 to request 4."""
    out = [user("go")]
    for at, name in enumerate("abc"):
        out += [assistant(thought(f"think {at}"), call(name)), user(result(name, f"output of {name}"))]
    return [*out, assistant(thought("think 3"), "done"), user("thanks")]


def test_thinking_is_bound_to_what_stood_before_it() -> None:
    """All results but the last message's are cleared: at request 3 the first (3.1), which reply 4 was made from; at request 4
    the second (5.1), which reply 6 was made from; at request 5 the third (7.1), from which reply 8 was made.
    """
    clearing = policy("clear", "tool_result")
    assert told(session(), clearing) == [
        ("thinking-prefix 4.1", "note", ((3, 5),)),
        ("thinking-prefix 6.1", "note", ((4, 5),)),
        ("thinking-prefix 8.1", "note", ((5, 5),)),
    ]
    assert {severity for _, severity, _ in told(session(), clearing, "claude-fable-5-1")} == {"error"}
    assert told(session(), None) == []


def test_a_change_spoils_only_the_thinking_that_stands_behind_it() -> None:
    """A history that is rewritten once: what is thought after that is bound to the new history."""
    once = policy("clear", "tool_result", last=3, start=60, state="rewrite")
    transcript = load_messages(session())
    fired = [row.request for row in Replay(transcript, once).rows() if row.fired]
    found = told(session(), once)
    assert fired
    assert found
    assert all(first in fired for _, _, runs in found for first, _ in runs)


def without_thinking(messages: list[dict[str, Any]], at: int) -> list[str]:
    """Rules that the last view breaks when the message at a position has lost its first block."""
    transcript = load_messages(messages)
    replay = Replay(transcript)
    view = replay.view(replay.requests)
    shown = list(view.messages)
    shown[at] = replace(shown[at], blocks=shown[at].blocks[1:])
    waiting = frozenset(problem.block for problem in view.problems if problem.block is not None)
    found = of_messages(shown, Facts(transcript, "anthropic"), view.request, waiting)
    name = transcript.structure.name
    return [" ".join([breach.rule, *map(name, breach.blocks)]) for breach in found]


def test_thinking_stays_with_the_calls_of_the_last_assistant_turn() -> None:
    calls = session()[:5]
    assert without_thinking(calls, 3) == ["thinking-kept 4.1"]
    assert without_thinking(calls, 1) == []  # of an earlier turn: it may be left out
    assert without_thinking(calls[:4], 3) == ["thinking-kept 4.1"]  # its results are still to come
    assert without_thinking(session(), 7) == []  # a final reply without calls
    unsigned = [user("go"), assistant({"type": "thinking", "thinking": "hm"}, call("a")), user(result("a", "1"))]
    assert without_thinking(unsigned, 1) == []
