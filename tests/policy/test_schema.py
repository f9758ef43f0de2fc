"""The JSON Schema takes what loads, refuses what has the wrong form, and explains every field."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inspector.meter import UNITS
from inspector.policy import NOTICE_SLOTS, dump, json_schema, load_policy, preset_names, preset_text, with_layers
from inspector.policy.parse import parse
from inspector.policy.schema import COUNTERS
from tests.policy.mini_schema import Json, fits
from tests.policy.small import SMALL, damaged

SCHEMA = json_schema()


def valid(text: str) -> bool:
    return fits(parse(text, "policy").data, SCHEMA, SCHEMA)


def test_it_is_a_schema_of_draft_2020_12_and_plain_json() -> None:
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert SCHEMA["$id"] == "urn:compaction-policy:1"
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA


@pytest.mark.parametrize("name", preset_names())
def test_the_presets_and_their_exports_are_valid(name: str) -> None:
    assert valid(preset_text(name))
    policy = load_policy(name)
    turned = policy.with_knobs(**{knob.name: knob.max for knob in policy.knobs})
    assert valid(dump(with_layers(turned, disable=[policy.layers[0].id])))


def test_the_presets_are_valid_to_another_implementation() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    for name in preset_names():
        jsonschema.Draft202012Validator(SCHEMA).validate(parse(preset_text(name), name).data)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("name: small", "nmae: small"),
        ("do: drop", "do: dorp"),
        ("do: drop", "do: clear"),
        ("last: 4", "last: true"),
        ("last: 4", "last: -1"),
        ("last: 4", "last: 1.5"),
        ("$soft", "$Soft"),
        ('{">=": $soft}', '{">=": $soft, ">": 5}'),
        ('{">=": $soft}', "{}"),
        ("count: bytes", "count: words"),
        ("default: 50", "default: x"),
        ("  soft", "  So ft"),
    ],
)
def test_wrong_forms_are_invalid(old: str, new: str) -> None:
    assert valid(SMALL)
    assert not valid(damaged(old, new))


def test_the_short_forms_of_a_selection_are_valid() -> None:
    for select in ("tool_result", "[text, thinking]", "{kinds: [text], not_tools: [bash]}"):
        layer = f"do: truncate\n    select: {select}\n    notice: x\n    keep: {{head: 4, unit: chars}}"
        assert valid(damaged("do: drop\n    keep: {first: 1, last: 4, unit: messages}", layer))


def undescribed(schema: Json) -> list[str]:
    found: list[str] = []
    for name, part in {"policy": schema, **schema["$defs"]}.items():
        whole: Any = next((one for one in part.get("anyOf", ()) if "properties" in one), part)
        found += [name] if "description" not in whole else []
        for field, body in whole["properties"].items():
            explained = "description" in body or "$ref" in body or field in ("do", "keep", "unit")
            found += [] if explained else [f"{name}.{field}"]
    return found


def test_every_part_and_field_is_described() -> None:
    assert undescribed(SCHEMA) == []


def test_counters_and_units_are_those_of_the_meters() -> None:
    assert COUNTERS == UNITS


def test_the_slots_of_notices_are_named() -> None:
    assert set(NOTICE_SLOTS) == {
        *("bytes", "chars", "lines", "tokens"),
        *("total_bytes", "total_chars", "total_lines", "total_tokens"),
        *("next_line", "pointer"),
    }
