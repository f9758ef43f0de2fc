"""What should happen: policies as data, their knobs, YAML in and out. Names load at first use: imports stay light."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from inspector.policy.changes import Given, Turned, rebased, turned, with_turned
    from inspector.policy.edit import as_written, moved, rearranged, switched, with_layers
    from inspector.policy.errors import PolicyError
    from inspector.policy.jsonschema import json_schema
    from inspector.policy.load import load_policy, load_text, preset_names, preset_text
    from inspector.policy.metering import meters, remetered, with_meter, written_meter
    from inspector.policy.model import Knob, Layer, Limit, Policy
    from inspector.policy.resolve import with_knobs
    from inspector.policy.slots import INPUT_SLOTS, NOTICE_SLOTS, SUMMARY_SLOTS
    from inspector.policy.to_yaml import dump

_HOMES = {
    "dump": "to_yaml",
    "as_written": "edit",
    "moved": "edit",
    "rearranged": "edit",
    "switched": "edit",
    "with_layers": "edit",
    "PolicyError": "errors",
    "json_schema": "jsonschema",
    "load_policy": "load",
    "load_text": "load",
    "preset_names": "load",
    "preset_text": "load",
    "meters": "metering",
    "remetered": "metering",
    "with_meter": "metering",
    "written_meter": "metering",
    "Knob": "model",
    "Layer": "model",
    "Limit": "model",
    "Policy": "model",
    "with_knobs": "resolve",
    "Given": "changes",
    "Turned": "changes",
    "rebased": "changes",
    "turned": "changes",
    "with_turned": "changes",
    "INPUT_SLOTS": "slots",
    "NOTICE_SLOTS": "slots",
    "SUMMARY_SLOTS": "slots",
}

__all__ = [
    "INPUT_SLOTS",
    "NOTICE_SLOTS",
    "SUMMARY_SLOTS",
    "Given",
    "Knob",
    "Layer",
    "Limit",
    "Policy",
    "PolicyError",
    "Turned",
    "as_written",
    "dump",
    "json_schema",
    "load_policy",
    "load_text",
    "meters",
    "moved",
    "preset_names",
    "preset_text",
    "rearranged",
    "rebased",
    "remetered",
    "switched",
    "turned",
    "with_knobs",
    "with_layers",
    "with_meter",
    "with_turned",
    "written_meter",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
