"""`externalise` on a truncate layer: read, checked, written, and in the JSON Schema."""

from __future__ import annotations

import dataclasses

import pytest

from inspector.policy import dump, json_schema, load_text, with_layers
from inspector.policy.model import Policy, Truncate
from tests.policy.mini_schema import fits
from tests.policy.small import damaged, error_of

LAYER = 'do: truncate\n    over: {">": 100, unit: bytes}\n    keep: {tail: 4, unit: lines}\n    notice: "[{pointer}]"'
DROP = "do: drop\n    keep: {first: 1, last: 4, unit: messages}"


def externalising(word: str = "true") -> str:
    return damaged(DROP, f"{LAYER}\n    externalise: {word}")


def operation(policy: Policy) -> Truncate:
    found = policy.layers[0].operation
    assert isinstance(found, Truncate)
    return found


@pytest.mark.parametrize(("word", "expected"), [("true", True), ("false", False)])
def test_it_is_read(word: str, expected: bool) -> None:
    assert operation(load_text(externalising(word))).externalise is expected


def test_without_it_a_layer_does_not_externalise() -> None:
    assert operation(load_text(damaged(DROP, LAYER))).externalise is False
    assert Truncate(1, "chars", 1, "").externalise is False


def test_the_notice_must_lead_to_what_was_externalised() -> None:
    text = damaged('"[{pointer}]"', '"[cut]"', externalising())
    assert "mine.yaml:15: layers[prune].notice: must hold the slot {pointer}" in error_of(text)
    assert operation(load_text(damaged("externalise: true", "externalise: false", text))).externalise is False


def test_it_is_a_truth_value_and_of_truncate_only() -> None:
    assert "externalise" in error_of(externalising("3"))
    assert "externalise" in error_of(damaged(DROP, f"{DROP}\n    externalise: true"))
    assert "externalise" in error_of(damaged(DROP, "do: clear\n    notice: '{pointer}'\n    externalise: true"))


def test_it_survives_the_round_trip() -> None:
    policy = load_text(externalising())
    assert dump(policy) == externalising()
    turned = with_layers(policy.with_knobs(soft=60), disable=["prune"])
    assert load_text(dump(turned)) == turned
    loose = dataclasses.replace(policy, document=None, knobs=())
    assert "externalise: true" in dump(loose)
    assert load_text(dump(loose)) == loose
    plain = dataclasses.replace(load_text(damaged(DROP, LAYER)), document=None, knobs=())
    assert "externalise" not in dump(plain)


def test_the_schema_knows_it() -> None:
    schema = json_schema()
    layer = {"id": "a", "do": "truncate", "keep": {"head": 1, "unit": "chars"}, "notice": "{pointer}"}
    document = {
        "schema": "compaction-policy/1",
        "name": "small",
        "state": "rewrite",
        "meter": {"count": "bytes", "unit": "bytes"},
        "start": {">=": 1},
        "layers": [layer | {"externalise": True}],
    }
    assert fits(document, schema, schema)
    assert not fits(document | {"layers": [layer | {"externalise": "true"}]}, schema, schema)
