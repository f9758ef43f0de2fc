"""Numbers of a policy that cannot work together are told where they are turned, and presets have none."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.policy import load_policy, preset_names
from inspector.policy.hopeless import hopeless
from tests.cli.histories import says, user, write
from tests.cli.running import run


@pytest.mark.parametrize("name", preset_names())
def test_no_preset_is_hopeless(name: str) -> None:
    policy = load_policy(name)
    assert hopeless(policy) == ()
    assert hopeless(policy, 200_000) == ()


@pytest.mark.parametrize(
    ("name", "knobs", "window", "words"),
    [
        ("adaptive", {"headroom": 128_000}, 0, "nothing is left for messages: reserve 128,000 of a window of 128,000"),
        ("adaptive", {"headroom": 127_999}, 0, ""),
        ("adaptive", {"window": 300_000}, 200_000, "compaction starts at 268,000 tokens, more than the 200,000"),
        ("adaptive", {"window": 232_000}, 200_000, ""),
        ("adaptive", {"window": 300_000}, 0, ""),
        ("agent-engineering", {"window": 9_000}, 0, "fixed input 4,000 + reserve 4,000 + margin 1,000 of a window of 9,000"),
        ("agent-engineering", {"window": 9_001}, 0, ""),
        ("pi", {"window": 16_384}, 0, "reserve 16,384 of a window of 16,384"),
        ("pi", {"keep_recent_tokens": 183_616}, 0, "the newest 183,616 tokens stay, and compaction starts at 183,616"),
        ("pi", {"keep_recent_tokens": 183_615}, 0, ""),
        ("workbuddy-s14", {"soft_threshold": 120_001}, 0, "starts at 120,001 tokens, requests are refused at 120,000 already"),
        ("workbuddy-s14", {"soft_threshold": 120_000}, 0, ""),
        ("workbuddy-s14", {"soft_threshold": 250_000, "hard_limit": 260_000}, 200_000, "more than the 200,000"),
        ("evo-agent", {"context_limit": 900_000}, 200_000, ""),
    ],
)  # fmt: skip
def test_from_where_on(name: str, knobs: dict[str, int], window: int, words: str) -> None:
    """The limit that counts is the smallest that does not work; one less works. Characters are not held against tokens."""
    told = hopeless(load_policy(name).with_knobs(**knobs), window)
    assert (words in "; ".join(told)) if words else told == ()


@pytest.mark.parametrize("command", [("replay",), ("view",), ("cost",), ("recall",), ("why", "hello")])
def test_it_is_told(tmp_path: Path, command: tuple[str, ...]) -> None:
    path = write(tmp_path, [user("hello"), {**says("Hello."), "model": "claude-sonnet-4-5"}, user("bye")])

    def told(*options: str) -> str:
        name, *words = command
        return " ".join(run(name, path, *words, "--policy", "adaptive", *options).out.split())

    assert "nothing is left for messages: reserve 300,000" in told("--set", "headroom=300000")
    assert "more than the 200,000 that the model holds" in told("--set", "window=900000")
    assert "more than" not in told()
    assert "more than" not in told("--model", "claude-opus-5")
