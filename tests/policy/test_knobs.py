"""Turning knobs: values go where their `$name` stands, wrong ones are refused with the range, and it is fast."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.policy import PolicyError, load_policy, load_text, preset_names
from tests.pace import within
from tests.policy.small import SMALL, damaged


def test_a_turned_knob_leaves_the_first_policy_alone() -> None:
    policy = load_policy("workbuddy-s14")
    turned = policy.with_knobs(soft_threshold=60_000)
    assert turned.start is not None
    assert turned.start.value == 60_000
    assert turned.values["soft_threshold"] == 60_000
    assert [knob.name for knob in turned.knobs if knob.changed] == ["soft_threshold"]
    assert policy.values["soft_threshold"] == 80_000


def test_no_values_give_the_same_policy() -> None:
    policy = load_policy("evo-agent")
    assert policy.with_knobs() is policy


def test_the_bounds_themselves_are_allowed() -> None:
    policy = load_text(damaged("default: 50", "default: 50, min: 10, max: 90"))
    assert policy.with_knobs(soft=10).values == {"soft": 10}
    assert policy.with_knobs(soft=90).values == {"soft": 90}


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (9, "9 is out of range: from 10 to 90 bytes"),
        (91, "91 is out of range: from 10 to 90 bytes"),
        (-1, "-1 is out of range"),
        (True, "must be a whole number from 10 to 90 bytes, not True"),
        (20.0, "must be a whole number from 10 to 90 bytes, not 20.0"),
        ("20", "must be a whole number from 10 to 90 bytes, not '20'"),
        (None, "must be a whole number"),
    ],
)
def test_a_wrong_value_is_refused_with_the_range(value: int, words: str) -> None:
    policy = load_text(damaged("default: 50", "default: 50, min: 10, max: 90"))
    with pytest.raises(PolicyError) as caught:
        policy.with_knobs(soft=value)
    assert str(caught.value).startswith("soft: ")
    assert words in str(caught.value)


def test_an_unknown_knob_is_named_with_the_known_ones() -> None:
    with pytest.raises(PolicyError) as caught:
        load_policy("workbuddy-s14").with_knobs(soft_treshold=1)
    assert "soft_treshold: the policy workbuddy-s14 has no such knob (did you mean soft_threshold?)" in str(
        caught.value
    )
    assert "knobs: soft_threshold, hard_limit, max_tool_result_tokens" in str(caught.value)


def test_all_wrong_values_are_reported_together() -> None:
    with pytest.raises(PolicyError) as caught:
        load_policy("evo-agent").with_knobs(context_limit=-5, nothing=1)
    assert len(str(caught.value).splitlines()) == 2
    assert [fault.field for fault in caught.value.faults] == ["context_limit", "nothing"]


def test_a_policy_without_a_document_says_why_its_knobs_cannot_turn() -> None:
    loose = dataclasses.replace(load_policy("evo-agent"), document=None)
    with pytest.raises(PolicyError, match="without a document"):
        loose.with_knobs(context_limit=5)
    assert loose.with_knobs() is loose


def test_the_current_value_of_a_document_is_used() -> None:
    policy = load_text(damaged("default: 50", "default: 50, value: 40"))
    assert policy.start is not None
    assert (policy.start.value, policy.knobs[0].default, policy.knobs[0].value) == (40, 50, 40)


@settings(deadline=None, max_examples=60)
@given(data=st.data(), name=st.sampled_from(preset_names()))
def test_turning_one_after_the_other_equals_turning_all_at_once(data: st.DataObject, name: str) -> None:
    policy = load_policy(name)
    values = {k.name: data.draw(st.integers(k.min, k.max)) for k in policy.knobs if data.draw(st.booleans())}
    stepwise = policy
    for knob, value in values.items():
        stepwise = stepwise.with_knobs(**{knob: value})
    assert stepwise == policy.with_knobs(**values)
    assert hash(stepwise) == hash(policy.with_knobs(**values))
    assert stepwise.with_knobs(**policy.values) == policy


def test_a_key_press_costs_far_less_than_a_millisecond() -> None:
    for name in preset_names():
        policy = load_policy(name)
        knob = policy.knobs[0]
        with within(200 * 0.001):
            for step in range(200):
                policy = policy.with_knobs(**{knob.name: knob.default + step % 7})


def test_small_policy_loads() -> None:
    assert load_text(SMALL).values == {"soft": 50}
