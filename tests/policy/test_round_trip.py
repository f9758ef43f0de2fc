"""What is exported loads as an equal policy, with its comments, whatever was turned, switched or reordered."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.policy import (
    PolicyError,
    dump,
    load_policy,
    load_text,
    meters,
    preset_names,
    preset_text,
    with_layers,
    with_meter,
)
from inspector.policy.model import Clear, Dedupe, Drop, Keep, Layer, Limit, MeterSpec, Policy, Region, Truncate
from tests.policy.small import SMALL, damaged


def comments(text: str) -> list[str]:
    """The comments that stand on lines of their own, sorted."""
    return sorted(line.strip() for line in text.splitlines() if line.strip().startswith("#"))


@pytest.mark.parametrize("name", preset_names())
def test_an_unchanged_policy_is_exported_as_it_was_written(name: str) -> None:
    assert dump(load_policy(name)) == preset_text(name)


def edited(data: st.DataObject, policy: Policy) -> Policy:
    values = {k.name: data.draw(st.integers(k.min, k.max)) for k in policy.knobs if data.draw(st.booleans())}
    ids = [layer.id for layer in policy.layers]
    off = data.draw(st.sets(st.sampled_from(ids)))
    policy = with_layers(policy, disable=off, order=data.draw(st.permutations(ids)))
    policy = with_meter(policy, data.draw(st.sampled_from(meters(policy))))
    return policy.with_knobs(**values)


@settings(deadline=None, max_examples=30)
@given(data=st.data(), name=st.sampled_from(preset_names()))
def test_every_edit_survives_the_round_trip_with_all_comments(data: st.DataObject, name: str) -> None:
    policy = edited(data, load_policy(name))
    text = dump(policy)
    again = load_text(text)
    assert again == policy
    assert comments(text) == comments(preset_text(name))
    assert dump(again) == text
    back = edited(data, again)
    assert load_text(dump(back)) == back
    assert comments(dump(back)) == comments(preset_text(name))


def test_a_turned_knob_changes_one_line_and_keeps_its_default() -> None:
    policy = load_policy("workbuddy-s14").with_knobs(soft_threshold=60_000)
    before, after = preset_text("workbuddy-s14").splitlines(), dump(policy).splitlines()
    assert [line for line in after if line not in before] == ["    value: 60000"]
    assert len(after) == len(before) + 1
    again = load_text(dump(policy)).knobs[0]
    assert (again.default, again.value, again.changed) == (80_000, 60_000, True)


def test_a_value_goes_into_a_mapping_on_one_line() -> None:
    policy = load_text(SMALL).with_knobs(soft=60)
    assert "  soft: {default: 50, value: 60, unit: bytes}   # turned often\n" in dump(policy)
    back = load_text(dump(policy)).with_knobs(soft=50)
    assert "{default: 50, value: 50, unit: bytes}" in dump(back)


def test_a_layer_moves_with_the_comment_above_it() -> None:
    policy = with_layers(load_policy("workbuddy-s14"), order=["prune"])
    lines = dump(policy).splitlines()
    at = lines.index("layers:")
    assert lines[at + 1 : at + 3] == ["  # Layer 3: the first message (the task) and the newest ones.", "  - id: prune"]


def test_layers_on_one_line_are_laid_out_anew() -> None:
    flow = SMALL[: SMALL.index("layers:")] + (
        "layers: [{id: a, do: drop, keep: {last: 4, unit: messages}}, {id: b, do: drop, keep: {last: 2, unit: messages}}]\n"
    )
    policy = with_layers(load_text(flow), order=["b", "a"], disable=["a"]).with_knobs(soft=7)
    assert load_text(dump(policy)) == policy
    assert "$soft" in dump(policy)


def test_values_shared_by_an_alias_are_laid_out_anew() -> None:
    text = damaged("  soft: {default: 50, unit: bytes}", "  soft: &k {default: 50, unit: bytes}\n  hard: *k")
    text = damaged("layers:", 'refuse: {">": $hard}\nlayers:', text)
    policy = load_text(text).with_knobs(hard=70)
    again = load_text(dump(policy))
    assert again == policy
    assert again.values == {"soft": 50, "hard": 70}


@pytest.mark.parametrize("ending", ["\r\n", "\n"])
@pytest.mark.parametrize("final", [True, False])
def test_line_endings_and_a_missing_last_newline_do_no_harm(ending: str, final: bool) -> None:
    text = SMALL + "  - id: last\n    do: drop\n    when: always\n    keep: {last: 9, unit: messages}\n"
    text = (text if final else text.removesuffix("\n")).replace("\n", ending)
    policy = with_layers(load_text(text).with_knobs(soft=51), order=["last", "prune"], disable=["last"])
    assert load_text(dump(policy)) == policy
    assert comments(dump(policy)) == comments(text)


def test_a_name_can_be_changed_and_a_source_added() -> None:
    policy = dataclasses.replace(load_text(SMALL), name="mine", about='Keeps "four".\nAnd: the first.', source="me")
    text = dump(policy)
    assert load_text(text) == policy
    assert comments(text) == comments(SMALL)


def by_hand() -> Policy:
    return Policy(
        name="by-hand",
        about="Made in code.",
        state="per_request",
        protocol="mark",
        stop="never",
        meter=MeterSpec("chars", "chars"),
        start=Limit(">=", 100, "chars"),
        layers=(
            Layer("cut", Truncate(10, "chars", 0.3, "… {chars} …"), over=Limit(">=", 9, "chars"), select=RESULTS),
            Layer(
                "clear",
                Clear('yes: {lines} "lines"\n'),
                when="always",
                region=Region("outside", results=2),
                select=RESULTS,
            ),
            Layer("dedupe", Dedupe("call", "oldest", ("ls",)), enabled=False),
            Layer("prune", Drop(Keep(0, 3, "turns", split_turn=2)), when=Limit(">", 5, "chars")),
        ),
    )


RESULTS = load_policy("workbuddy-s14").layers[0].select


def test_a_policy_made_in_code_is_written_in_plain_numbers() -> None:
    policy = by_hand()
    text = dump(policy)
    assert load_text(text) == policy
    assert "enabled: false" in text
    assert "$" not in text


@pytest.mark.parametrize("name", preset_names())
def test_presets_written_from_nothing_say_the_same(name: str) -> None:
    loose = dataclasses.replace(load_policy(name), document=None, knobs=(), models=())
    assert load_text(dump(loose)) == loose


def test_what_a_document_cannot_say_is_refused() -> None:
    odd = dataclasses.replace(by_hand().layers[0], operation=Truncate(10, "chars", 1 / 3, ""))
    with pytest.raises(PolicyError, match="by-hand cannot be written as YAML: differs in layers"):
        dump(dataclasses.replace(by_hand(), layers=(odd,)))
    loose = dataclasses.replace(load_policy("evo-agent"), document=None)
    with pytest.raises(PolicyError, match="no field uses this knob"):
        dump(loose)
