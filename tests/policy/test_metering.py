"""A policy measured by another counter of its unit: nothing else changes, the export says it, knobs leave it alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inspector.policy import PolicyError, dump, load_policy, load_text, meters, remetered, with_meter, written_meter
from inspector.policy.model import MeterSpec


def test_counters_of_one_unit_stand_for_each_other() -> None:
    assert meters(load_policy("workbuddy-s14")) == ("chars/4", "json-chars/4", "o200k_base", "cl100k_base", "provider")
    assert meters(load_policy("evo-agent")) == ("chars", "json-chars")
    assert meters(load_policy("go-tiny-claw")) == ("bytes",)


def test_nothing_but_the_counter_changes_and_one_word_of_the_export() -> None:
    policy = load_policy("workbuddy-s14")
    other = with_meter(policy, "provider")
    assert other == replace(policy, meter=MeterSpec("provider", "tokens"))
    assert dump(other) == dump(policy).replace("count: json-chars/4", "count: provider")
    assert load_text(dump(other)) == other
    assert not remetered(load_text(dump(other)))


def test_it_stays_where_a_knob_is_turned_and_goes_back() -> None:
    policy = load_policy("agent-engineering")
    other = with_meter(policy, "provider").with_knobs(window=64_000)
    assert (other.meter.count, written_meter(other), remetered(other)) == ("provider", "o200k_base", True)
    assert with_meter(other, "o200k_base") == policy.with_knobs(window=64_000)
    assert with_meter(policy, "o200k_base") is policy


def test_a_policy_made_in_code_has_its_own_meter() -> None:
    policy = replace(load_policy("pi"), document=None, knobs=())
    other = with_meter(policy, "o200k_base")
    assert (written_meter(other), remetered(other)) == ("o200k_base", False)
    assert load_text(dump(other)).meter.count == "o200k_base"


@pytest.mark.parametrize(
    ("count", "words"),
    [
        ("chars", "chars counts chars, and the policy workbuddy-s14 tokens"),
        ("o200k", "no counter o200k .did you mean o200k_base"),
    ],
)
def test_what_cannot_be_is_refused(count: str, words: str) -> None:
    with pytest.raises(PolicyError, match=words):
        with_meter(load_policy("workbuddy-s14"), count)
