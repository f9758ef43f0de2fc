"""Switching and reordering layers."""

from __future__ import annotations

import pytest

from inspector.policy import PolicyError, load_policy, load_text, with_layers
from tests.policy.small import damaged


def ids(policy: object) -> list[str]:
    return [layer.id for layer in policy.layers]  # type: ignore[attr-defined]


def test_a_layer_is_switched_off_and_on_again() -> None:
    policy = load_policy("workbuddy-s14")
    off = with_layers(policy, disable=["prune"])
    assert [layer.id for layer in off.layers if not layer.enabled] == ["prune"]
    assert with_layers(off, enable=["prune"]) == policy


def test_named_layers_come_first_and_the_others_keep_their_order() -> None:
    policy = with_layers(load_policy("workbuddy-s14"), order=["summary", "dedupe"])
    assert ids(policy) == ["summary", "dedupe", "truncate", "prune"]


def test_knobs_turned_later_leave_the_edits_alone() -> None:
    policy = with_layers(load_policy("workbuddy-s14"), disable=["dedupe"], order=["prune"])
    turned = policy.with_knobs(keep_recent_messages=9)
    assert ids(turned) == ["prune", "truncate", "dedupe", "summary"]
    assert [layer.enabled for layer in turned.layers] == [True, True, False, True]


def test_a_layer_of_the_document_may_be_disabled() -> None:
    policy = load_text(damaged("    do: drop", "    do: drop\n    enabled: false"))
    assert not policy.layers[0].enabled
    assert with_layers(policy, enable=["prune"]).layers[0].enabled


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        ({"disable": ["prun"]}, r"no layer prun \(did you mean prune\?\); layers: truncate, dedupe, prune, summary"),
        ({"order": ["prune", "prune"]}, "twice"),
        ({"enable": ["prune"], "disable": ["prune"]}, "both enabled and disabled"),
    ],
)
def test_wrong_edits_are_refused(edit: dict[str, list[str]], words: str) -> None:
    with pytest.raises(PolicyError, match=words):
        with_layers(load_policy("workbuddy-s14"), **edit)
