"""What a person changed goes from one edition of a policy to the next, and what no longer fits is told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.policy import (
    Turned,
    load_policy,
    load_text,
    meters,
    moved,
    preset_names,
    preset_text,
    switched,
    turned,
    with_meter,
    with_turned,
)

TEXT = preset_text("workbuddy-s14")


def test_nothing_was_changed_of_a_policy_as_it_is_written() -> None:
    assert not turned(load_policy("workbuddy-s14"))
    assert not turned(load_text(TEXT.replace("default: 80000", "default: 80000\n    value: 90000")))


def test_changes_go_to_another_edition() -> None:
    mine = moved(switched(load_text(TEXT).with_knobs(hard_limit=99_000), "dedupe"), "prune", -1)
    changes = turned(mine)
    assert changes == Turned({"hard_limit": 99_000}, {"dedupe": False}, ("truncate", "prune", "dedupe", "summary"))
    edition = load_text(TEXT.replace("default: 80000", "default: 70000"))
    taken = with_turned(edition, changes)
    assert (taken.knobs, taken.layers, taken.lost) == (1, True, ())
    assert taken.policy.values == {**mine.values, "soft_threshold": 70_000}
    assert [(layer.id, layer.enabled) for layer in taken.policy.layers] == [
        ("truncate", True),
        ("prune", True),
        ("dedupe", False),
        ("summary", True),
    ]


def test_what_does_not_fit_any_more_is_told() -> None:
    changes = Turned({"soft_threshold": 5_000_000, "gone": 3, "hard_limit": 7}, {"fold": False}, ("fold", "summary"))
    edition = load_text(TEXT.replace("max: 10000000", "max: 200000"))
    taken = with_turned(edition, changes)
    assert taken.lost == (
        "soft_threshold goes from 0 to 200,000 now, not to 5,000,000",
        "there is no knob gone any more",
        "there is no layer fold any more",
    )
    assert taken.knobs == 1
    assert taken.policy.values["hard_limit"] == 7


def test_a_layer_that_is_new_keeps_its_neighbour() -> None:
    changes = Turned(order=("summary", "prune", "truncate"))
    assert [layer.id for layer in with_turned(load_text(TEXT), changes).policy.layers] == [
        "summary",
        "prune",
        "truncate",
        "dedupe",
    ]


@given(st.data(), st.sampled_from(preset_names()))
def test_the_same_policy_takes_everything(data: st.DataObject, name: str) -> None:
    policy = load_policy(name)
    ids = [layer.id for layer in policy.layers]
    mine = policy
    for knob in policy.knobs:
        mine = mine.with_knobs(**{knob.name: data.draw(st.integers(knob.min, knob.max))})
    for layer in data.draw(st.lists(st.sampled_from(ids), max_size=5)):
        mine = moved(switched(mine, layer), layer, data.draw(st.integers(-3, 3)))
    mine = with_meter(mine, data.draw(st.sampled_from(meters(mine))))
    taken = with_turned(policy, turned(mine))
    assert taken.policy == mine
    assert taken.meter == (mine.meter != policy.meter)
    assert not taken.lost
    assert taken.knobs == len(turned(mine).knobs)


@given(
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=4),
    st.dictionaries(st.text(max_size=5) | st.sampled_from(["prune", "summary"]), st.booleans(), max_size=4),
    st.lists(st.text(max_size=5) | st.sampled_from(["prune", "summary"]), max_size=5),
    st.text(max_size=5) | st.sampled_from(["provider", "bytes"]),
)
def test_whatever_is_given_makes_a_policy(
    knobs: dict[str, int], layers: dict[str, bool], order: list[str], meter: str
) -> None:
    policy = load_policy("workbuddy-s14")
    taken = with_turned(policy, Turned(knobs, layers, tuple(order), meter))
    assert sorted(layer.id for layer in taken.policy.layers) == sorted(layer.id for layer in policy.layers)


@pytest.mark.parametrize("name", preset_names())
def test_no_changes_change_nothing(name: str) -> None:
    policy = load_policy(name)
    assert with_turned(policy, Turned()).policy == policy
