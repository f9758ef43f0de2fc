"""Validation errors in people's words: which line, which field, what is wrong, what would be right."""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from inspector.policy.errors import Fault, Loc, did_you_mean
from inspector.policy.fields import describe
from inspector.policy.parse import Tree
from inspector.policy.schema import PolicySpec

MOST = 50
"""More faults than this are not listed; whoever has so many mends some first."""


def translate(error: ValidationError, tree: Tree) -> list[Fault]:
    """One fault for each thing that is wrong, in the order of the document."""
    return [_fault(details, tree) for details in error.errors(include_url=False)[:MOST]]


def _fault(details: ErrorDetails, tree: Tree) -> Fault:
    loc = real_loc(details["loc"], tree.data, missing=details["type"] == "missing")
    if details["type"].startswith("union_tag"):
        loc = (*loc, "do")
    return Fault(tree.line(loc), field_path(loc, tree.data), _words(details))


def real_loc(loc: Loc, data: Any, missing: bool = False) -> Loc:
    """The way through the document: without the names of the variants that the validator puts in between."""
    way: list[str | int] = []
    for at, step in enumerate(loc):
        inside = isinstance(data, dict) and step in data
        if inside or (isinstance(data, list) and isinstance(step, int) and step < len(data)):
            data = data[step]
        elif not (missing and at == len(loc) - 1):
            continue
        way.append(step)
    return tuple(way)


def field_path(loc: Loc, data: Any) -> str:
    """`layers[prune].keep.last`; a layer without an id by its number from 1, other list items too."""
    path = ""
    for step in loc:
        name = ""
        if isinstance(data, list) and isinstance(step, int):
            data = data[step]
            name = data.get("id", "") if isinstance(data, dict) else ""
            path += f"[{name[:60] if isinstance(name, str) and name else step + 1}]"
        else:
            data = data.get(step) if isinstance(data, dict) else None
            path += f".{str(step)[:60]}" if path else str(step)[:60]
    return path


def _words(details: ErrorDetails) -> str:
    kind, context, value = details["type"], details.get("ctx", {}), details["input"]
    match kind:
        case "policy":
            return details["msg"]
        case "extra_forbidden":
            return _unknown(details["loc"])
        case "missing":
            return "is missing and must be there"
        case "union_tag_not_found":
            return "is missing: the name of the layer's operation (truncate, clear, fold, dedupe, drop or summarise)"
        case "literal_error" | "union_tag_invalid":
            given = _tag(value) if kind == "union_tag_invalid" else value
            return _choice(str(context.get("expected") or context.get("expected_tags")), given)
        case "too_long":
            return f"has too many entries; at most {context['max_length']:,}"
    return f"{_EXPECTED.get(kind, details['msg'])}{_limits(context)}, not {describe(value)}"


def _unknown(loc: Loc) -> str:
    known = known_fields(loc[:-1])
    return f"no such field here{did_you_mean(str(loc[-1]), known)}; known: {', '.join(known)}"


def _choice(expected: str, given: Any) -> str:
    words = expected.replace("'", "").replace(" or ", ", ").split(", ")
    choice = f"one of {', '.join(words)}" if len(words) > 1 else words[0]
    return f"must be {choice}, not {describe(given)}{did_you_mean(str(given), words)}"


def _tag(value: Any) -> Any:
    return value.get("do") if isinstance(value, dict) else value


_EXPECTED = {
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "greater_than_equal": "must be a whole number",
    "less_than_equal": "must be a whole number",
    "string_type": "must be text",
    "string_unicode": "must be text without broken characters",
    "bool_type": "must be true or false",
    "list_type": "must be a list, such as [a, b]",
    "dict_type": "must be a mapping, such as {name: …}",
    "model_type": "must be a mapping, such as {name: …}",
    "model_attributes_type": "must be a mapping, such as {name: …}",
    "string_too_short": "must not be empty",
    "string_too_long": "is too long",
    "too_short": "must not be empty",
    "string_pattern_mismatch": "must be written",
}


def _limits(context: dict[str, Any]) -> str:
    if "ge" in context:
        return f" of {context['ge']} or more"
    if "le" in context:
        return f" up to {context['le']:,}"
    if "max_length" in context:
        return f" (at most {context['max_length']:,} characters)"
    pattern = context.get("pattern")
    return f" {_PATTERNS.get(pattern, f'to match {pattern}')}" if pattern else ""


_PATTERNS = {
    r"^[a-z][a-z0-9_]*$": "in small letters, digits and _, starting with a letter",
    r"^[a-z][a-z0-9_-]*$": "in small letters, digits, - and _, starting with a letter",
    r"^[A-Za-z0-9][A-Za-z0-9._-]*$": "in letters, digits, dots, - and _, without spaces",
    r"^[^\x00-\x1f\x7f-\x9f]*$": "on one line, without control characters",
    r"^[^\x00-\x08\x0b-\x1f\x7f-\x9f]*$": "without control characters",
}


@cache
def _schema() -> dict[str, Any]:
    return PolicySpec.model_json_schema(by_alias=True)


def known_fields(loc: Loc) -> tuple[str, ...]:
    """The fields that the document has at a place; the way may hold the names of variants."""
    node = _resolved(_schema())
    for step in loc:
        node = _resolved(_step(node, step))
    return tuple(node.get("properties", ()))


def _step(node: dict[str, Any], step: str | int) -> dict[str, Any]:
    if isinstance(step, int):
        found: dict[str, Any] = node.get("items", {})
        return found
    tags = node.get("discriminator", {}).get("mapping", {})
    if step in tags:
        return {"$ref": tags[step]}
    named: dict[str, Any] = node.get("patternProperties", {})
    field: Any = node.get("properties", {}).get(step) or next(iter(named.values()), None)
    return field if isinstance(field, dict) else node


_WITH_FIELDS = {"properties", "$ref", "items", "oneOf", "anyOf"}


def _resolved(node: dict[str, Any]) -> dict[str, Any]:
    """Follow references, and the variant that has fields where one of several is meant."""
    while True:
        variants = [found for found in node.get("anyOf", node.get("oneOf", ())) if _WITH_FIELDS & found.keys()]
        if "$ref" in node:
            node = _schema()["$defs"][node["$ref"].rsplit("/", 1)[-1]]
        elif "properties" not in node and "discriminator" not in node and variants:
            node = variants[0]
        else:
            return node
