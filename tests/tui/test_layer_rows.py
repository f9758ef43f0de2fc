"""The layer list in words: when a layer works, what it does, what it did."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.library import load
from inspector.policy import load_policy, load_text, moved, switched
from inspector.tui.layer_rows import layer_rows
from inspector.tui.rules import gate_name, knob_names
from inspector.tui.session import Session

RULES = [
    ("workbuddy-s14", "truncate", "the first 5,000 tokens kept of each tool result over 5,000 tokens"),
    ("workbuddy-s14", "dedupe", "of each file only the newest result stays"),
    ("workbuddy-s14", "prune", "everything but the first 1 and the last 6 messages is dropped (keep recent messages)"),
    ("workbuddy-s14", "summary", "a summary replaces everything but the last 4 messages (summary keep messages)"),
    ("go-tiny-claw", "fold", "assistant texts over 200 bytes before the last 6 messages folded"),
    ("evo-agent", "micro", "tool results but the newest 3 and the last batch cleared (keep recent results)"),
    ("evo-agent", "summary", "a summary replaces everything ("),
    ("agent-engineering", "summary", "a summary replaces everything but the last 1 turn (retain turns"),
]
GATES = [
    ("workbuddy-s14", "prune", "from 80,000 tokens (soft threshold)"),
    ("evo-agent", "micro", "on every request"),
    ("evo-agent", "summary", "over 50,000 chars (context limit)"),
    ("agent-engineering", "preview", "the request needs over 32,000 tokens (window)"),
]


@pytest.mark.parametrize(("policy", "layer", "words"), RULES)
def test_every_operation_is_told(policy: str, layer: str, words: str) -> None:
    assert next(row for row in layer_rows(load_policy(policy), None) if row.id == layer).words.startswith(words)


@pytest.mark.parametrize(("policy", "layer", "gate"), GATES)
def test_every_gate_is_told(policy: str, layer: str, gate: str) -> None:
    assert next(row for row in layer_rows(load_policy(policy), None) if row.id == layer).gate == gate


def test_words_follow_knobs_and_layers_wherever_they_are_moved() -> None:
    policy = moved(load_policy("evo-agent").with_knobs(keep_recent_results=7), "summary", -1)
    assert [layer.id for layer in policy.layers] == ["summary", "micro"]
    rows = layer_rows(policy, None)
    assert [row.gate for row in rows] == ["over 50,000 chars (context limit)", "on every request"]
    assert "the newest 7 and" in rows[1].words
    assert gate_name(policy, policy.layers[0]) == "context limit"
    assert knob_names(policy, policy.layers[1]) == " (keep recent results)"


def test_what_is_not_as_written_is_marked() -> None:
    policy = load_policy("workbuddy-s14")
    assert not any(row.changed for row in layer_rows(policy, None))
    assert [row.id for row in layer_rows(switched(policy, "prune"), None) if row.changed] == ["prune"]
    assert [row.id for row in layer_rows(moved(policy, "prune", 1), None) if row.changed] == ["summary", "prune"]


def test_figures_are_those_of_the_view(samples: dict[str, Path]) -> None:
    session = Session(load(str(samples["oom-log"])), load_policy("go-tiny-claw"))
    rows = {row.id: row for row in layer_rows(session.policy, session.steps())}  # type: ignore[arg-type]
    truncate = next(o for o in session.steps().outcomes if o.id == "truncate")  # type: ignore[union-attr]
    assert rows["truncate"].fired == truncate.fired
    assert rows["truncate"].figure == (f"−{truncate.before - truncate.after:,}" if truncate.fired else "nothing to do")
    off = switched(session.policy, "truncate")  # type: ignore[arg-type]
    session.arrange(off)
    assert {row.id: row.figure for row in layer_rows(off, session.steps())}["truncate"] == "off"


def test_a_policy_without_knobs_has_words_without_brackets() -> None:
    text = (
        'schema: compaction-policy/1\nname: plain\nstate: per_request\nmeter: {count: bytes, unit: bytes}\nstart: {">=": 9}\n'
        "layers:\n  - {id: cut, do: drop, keep: {last: 1, unit: messages}}\n"
    )
    row = layer_rows(load_text(text), None)[0]
    assert (row.gate, row.words) == ("from 9 bytes", "everything but the last 1 message is dropped")
