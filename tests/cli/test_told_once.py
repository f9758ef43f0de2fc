"""Why layers were let to work is told of the first of them; what each did with it, of every one."""

from __future__ import annotations

from pathlib import Path

import pytest

import inspector
from inspector.cli.view_text import ABOVE, told_once
from tests.cli.histories import memory_log, user, write
from tests.cli.running import run


@pytest.mark.parametrize("name", ["go-tiny-claw", "workbuddy-s14", "agent-engineering", "adaptive", "evo-agent"])
def test_nothing_is_lost(name: str) -> None:
    """Each reason is the one told, or that one with the last gate that was told before it."""
    replay = inspector.replay(inspector.load_messages(memory_log()), inspector.load_policy(name))
    for request in range(1, replay.requests + 1):
        layers = replay.view(request).layers
        gate = ""
        for layer, told in zip(layers, told_once(layers), strict=True):
            whole = "; ".join(part for part in (gate, "" if told == ABOVE else told) if part)
            assert layer.reason in (told, whole)
            gate = layer.gate


def test_a_gate_that_is_not_reached_is_told_once(tmp_path: Path) -> None:
    out = run("view", write(tmp_path, [user("hello")]), "--policy", "workbuddy-s14").out
    assert out.count("not reached: 1 < 80000") == 1
    assert out.count(ABOVE) == 3
    reasons = [
        each["reason"]
        for each in run("view", tmp_path / "session.jsonl", "--policy", "workbuddy-s14", "--json").json["layers"]
    ]
    assert reasons == ["not reached: 1 < 80000"] * 4
