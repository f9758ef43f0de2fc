"""How a run was set up: `replay_config`, an object or one written into a string."""

from __future__ import annotations

from typing import Any

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.repair import parse_text

_HARMLESS = ("default", "cache_control", "")
"""Processors of the history that change no text."""


def _within(value: Any, *keys: str) -> Any:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _settings(value: dict[str, Any]) -> Any:
    found = value.get("replay_config")
    return parse_text(found) if isinstance(found, str) else found


def model_of(value: dict[str, Any]) -> str:
    """The model that the run was set up with."""
    return words_of(_within(_settings(value), "agent", "model", "name"))


def instance_of(value: dict[str, Any]) -> str:
    """The name of the task."""
    found = _within(_settings(value), "problem_statement", "id") or _within(value, "info", "instance_id")
    return words_of(found) or words_of(value.get("instance_id"))


def shortening_of(value: dict[str, Any]) -> str:
    """What is said of a run whose prompts were shortened, and not kept; nothing where nothing tells that they were."""
    settings = _settings(value)
    listed = _within(settings, "agent", "history_processors")
    one = _within(settings, "agent", "tools", "history_processor") or _within(settings, "agent", "history_processor")
    processors = [*(listed if isinstance(listed, list) else []), one]
    names = [words_of(_within(each, "type")) for each in processors]
    named = [name for name in names if name not in _HARMLESS]
    if not named:
        return ""
    return f"the run shortened old observations ({', '.join(named)}); its prompts are not recorded"
