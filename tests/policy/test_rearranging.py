"""Layers switched and moved: always another policy, the same knobs, and back again to what is written."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.policy import (
    PolicyError,
    as_written,
    dump,
    load_policy,
    load_text,
    moved,
    preset_names,
    rearranged,
    switched,
)
from inspector.policy.model import Policy


def ids(policy: Policy) -> list[str]:
    return [layer.id for layer in policy.layers]


def test_a_layer_is_switched_off_and_on_again() -> None:
    policy = load_policy("workbuddy-s14")
    off = switched(policy, "prune")
    assert [layer.id for layer in off.layers if not layer.enabled] == ["prune"]
    assert rearranged(off)
    assert not rearranged(policy)
    assert switched(off, "prune") == policy


@pytest.mark.parametrize(
    ("name", "by", "order"),
    [
        ("prune", -1, ["truncate", "prune", "dedupe", "summary"]),
        ("prune", 1, ["truncate", "dedupe", "summary", "prune"]),
        ("truncate", 9, ["dedupe", "prune", "summary", "truncate"]),
        ("truncate", -1, ["truncate", "dedupe", "prune", "summary"]),
    ],
)
def test_a_layer_moves_as_far_as_the_ends_allow(name: str, by: int, order: list[str]) -> None:
    assert ids(moved(load_policy("workbuddy-s14"), name, by)) == order


def test_an_unknown_layer_is_refused_by_name() -> None:
    policy = load_policy("workbuddy-s14")
    with pytest.raises(PolicyError, match=r"no layer prunes \(did you mean prune\?\)"):
        moved(policy, "prunes", 1)
    with pytest.raises(PolicyError, match="no layer prunes"):
        switched(policy, "prunes")


@settings(max_examples=50)
@given(data=st.data(), name=st.sampled_from(preset_names()))
def test_whatever_was_changed_is_written_and_read_back_and_can_be_put_back(data: st.DataObject, name: str) -> None:
    """Knobs stay as they are turned; a policy with every layer off is one, too."""
    policy = load_policy(name)
    knob = policy.knobs[0]
    policy = policy.with_knobs(**{knob.name: max(knob.min, knob.default - 1)})
    changed = policy
    for layer in data.draw(st.lists(st.sampled_from(ids(policy)), max_size=6)):
        by = data.draw(st.integers(-2, 2))
        changed = moved(changed, layer, by) if by else switched(changed, layer)
    assert load_text(dump(changed)) == changed
    assert as_written(changed) == policy
    assert changed.values == policy.values


def test_a_policy_without_layers_is_valid() -> None:
    text = dump(load_policy("workbuddy-s14"))
    head = text[: text.index("knobs:")] + 'layers: []\nstart: {">=": 5}\n'
    policy = load_text(head)
    assert policy.layers == ()
    assert as_written(policy) == policy
