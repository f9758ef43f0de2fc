"""The JSON Schema of policy documents, for editors and other programs."""

from __future__ import annotations

from typing import Any

from inspector.policy.schema import SCHEMA, PolicySpec


def json_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of policy documents. What it cannot say (units, knobs in use) loading checks."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:{SCHEMA.replace('/', ':')}",
        **PolicySpec.model_json_schema(by_alias=True, mode="validation"),
    }
