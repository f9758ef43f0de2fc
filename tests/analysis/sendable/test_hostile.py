"""Sessions in which nothing is as it should be: every provider has an answer to every view."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inspector.analysis.sendable.breach import PROVIDERS, SOURCES
from inspector.analysis.sendable.explain import told
from inspector.analysis.sendable.session import sendable
from inspector.analysis.sendable.sight import in_sight
from inspector.engine import Replay
from inspector.export.json_sendable import breaches_json, sendable_json
from inspector.policy import load_policy
from inspector.transcript import load_messages
from tests.engine.messages import assistant, call, result, system, user
from tests.engine.telling import Telling

Api = dict[str, Any]

BLOCKS: list[Any] = [
    {"type": "tool_use", "id": 7, "name": None, "input": "no object"},
    {"type": "tool_use"},
    {"type": "tool_result", "tool_use_id": ["a"], "content": {"deep": [1]}},
    {"type": "tool_result"},
    {"type": "thinking", "thinking": None, "signature": 5},
    {"type": "redacted_thinking", "data": "x"},
    {"type": "text", "text": "\x1b[31m\x00\ud800"},
    {"type": ["text"], "text": 1},
    {"type": "text"},
    {},
    7,
    None,
    "a string",
]
SESSIONS: dict[str, list[Api]] = {
    "results before calls": [user(result("a")), user(result("a")), assistant(call("a"), call("a")), user(result("a"))],
    "calls of the user": [
        user(call("a")),
        assistant(result("a")),
        user(result("a"), call("a")),
        assistant(result("a")),
    ],
    "nothing in the middle": [user(""), assistant(""), {"role": "user", "content": []}, assistant(" "), user("\n")],
    "system messages alone": [system(""), system("")],
    "the assistant alone": [assistant("a"), assistant("b"), assistant(call("a")), assistant(call("a"))],
    "one message": [user("go")],
    "odd blocks": [{"role": role, "content": BLOCKS} for role in ("user", "assistant", "user", "assistant", "user")],
    "a very long text": [user("x" * 3_000_000), assistant(" " * 3_000_000), user("y")],
    "nothing": [],
}


@pytest.mark.parametrize("policy", ["recorded", "go-tiny-claw", "workbuddy-s14", "evo-agent", "agent-engineering"])
@pytest.mark.parametrize("name", SESSIONS)
def test_every_view_has_an_answer(name: str, policy: str) -> None:
    transcript = load_messages(SESSIONS[name])
    chosen = None if policy == "recorded" else load_policy(policy)
    for provider in PROVIDERS:
        replay = Replay(transcript, chosen, Telling())
        found = sendable(replay, provider)
        assert found is not None
        assert found.requests == replay.requests
        assert all(1 <= request <= replay.requests for request in found.refused)
        assert {each.breach.rule for each in found.found} <= SOURCES.keys()
        assert json.dumps([sendable_json(found), breaches_json(told(replay, found), transcript.structure)])
        for request in range(1, replay.requests + 1):
            seen = in_sight(replay, request, provider)
            assert seen is not None
            bound = [each for each in found.at(request) if each.rule != "thinking-prefix"]
            assert set(bound) == {each for each in seen if each.rule != "thinking-prefix"}


def test_it_can_be_given_up() -> None:
    replay = Replay(load_messages([user("go"), assistant("done"), user("thanks")]))
    assert sendable(replay, cancelled=lambda: True) is None
    assert in_sight(replay, 1, cancelled=lambda: True) is None
    seen: list[tuple[int, int]] = []
    assert sendable(replay, progress=lambda done, of: seen.append((done, of))) is not None
    assert seen == [(0, 2)]


def test_up_to_a_request() -> None:
    replay = Replay(load_messages([user("go"), assistant("done"), user(""), assistant("what?"), user("go on")]))
    whole, first = sendable(replay), sendable(replay, requests=1)
    assert whole is not None
    assert first is not None
    assert (whole.requests, whole.refused, first.requests, first.refused) == (3, (2, 3), 1, ())
    assert whole.certificate == replay.certificate(3)
    assert [breach.rule for breach in whole.at(3)] == ["empty-text"]
    assert whole.at(1) == ()
