"""As much of JSON Schema (draft 2020-12) as the policy's schema uses, so that the tests need no other package."""

from __future__ import annotations

import re
from typing import Any

Json = dict[str, Any]

KNOWN = {
    "$schema", "$id", "$defs", "$ref", "title", "description", "default", "discriminator", "type", "const", "enum",
    "pattern", "minLength", "maxLength", "minimum", "maximum", "items", "minItems", "maxItems", "properties",
    "patternProperties", "additionalProperties", "required", "anyOf", "oneOf", "maxProperties", "propertyNames",
}  # fmt: skip

TYPES = {
    "object": dict, "array": list, "string": str, "null": type(None), "boolean": bool, "integer": int,
}  # fmt: skip


def fits(value: Any, schema: Json, root: Json) -> bool:
    """Whether a value is valid. A keyword that is not known here fails the test that uses it."""
    assert set(schema) <= KNOWN, set(schema) - KNOWN
    if "$ref" in schema and not fits(value, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root):
        return False
    return (
        _kind(value, schema)
        and all(any(fits(value, one, root) for one in schema[word]) for word in ("anyOf",) if word in schema)
        and ("oneOf" not in schema or sum(fits(value, one, root) for one in schema["oneOf"]) == 1)
        and (not isinstance(value, dict) or _mapping(value, schema, root))
        and (not isinstance(value, list) or _list(value, schema, root))
    )


def _kind(value: Any, schema: Json) -> bool:
    if "type" in schema:
        wanted = TYPES[schema["type"]]
        if not isinstance(value, wanted) or (isinstance(value, bool) and wanted is not bool):
            return False
    if isinstance(value, str) and (
        ("pattern" in schema and not re.search(schema["pattern"], value))
        or not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value))
    ):
        return False
    if type(value) is int and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return False
    return value == schema.get("const", value) and value in schema.get("enum", [value])


def _mapping(value: Json, schema: Json, root: Json) -> bool:
    named, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    for key, item in value.items():
        parts = [named[key]] if key in named else [part for form, part in patterns.items() if re.search(form, key)]
        if not parts and schema.get("additionalProperties", True) is False:
            return False
        if not all(fits(item, part, root) for part in parts):
            return False
    return all(key in value for key in schema.get("required", ()))


def _list(value: list[Any], schema: Json, root: Json) -> bool:
    count = schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value))
    return count and all(fits(item, schema.get("items", {}), root) for item in value)
