"""What was undone or made again, in words."""

from __future__ import annotations

import pytest

from inspector.policy import load_policy, moved, switched
from inspector.policy.model import Policy
from inspector.tui.changes import in_words, layer_changes

POLICY = load_policy("workbuddy-s14")


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (POLICY, POLICY, ""),
        (None, None, ""),
        (None, POLICY, "policy workbuddy-s14"),
        (POLICY, None, "policy recorded"),
        (POLICY, POLICY.with_knobs(soft_threshold=79_000), "soft threshold 80,000 → 79,000"),
        (switched(POLICY, "prune"), POLICY, "layer prune on"),
        (POLICY, moved(POLICY, "prune", 1), "order truncate, dedupe, summary, prune"),
        (
            POLICY,
            switched(POLICY, "prune").with_knobs(soft_threshold=1, hard_limit=2, keep_recent_messages=3),
            "soft threshold 80,000 → 1 · hard limit 120,000 → 2 · keep recent messages 6 → 3 and 1 more",
        ),
    ],
)
def test_differences_are_named(before: Policy | None, after: Policy | None, words: str) -> None:
    assert in_words(before, after) == words


def test_changed_layers_are_named() -> None:
    assert layer_changes(POLICY) == []
    assert layer_changes(moved(switched(POLICY, "prune"), "summary", -3)) == [
        "prune off",
        "in the order summary, truncate, dedupe, prune",
    ]
