"""Reported usage in disjoint parts; providers disagree on what `input` includes."""

from __future__ import annotations

from typing import Any

from inspector.transcript.model import Usage


def usage_of(value: Any) -> Usage | None:
    """Usage as Anthropic or OpenAI reports it; None when nothing was reported (all numbers zero or missing)."""
    if not isinstance(value, dict):
        return None
    usage = _openai(value) if "prompt_tokens" in value else _anthropic(value)
    return usage if any(usage) else None


def _anthropic(value: dict[str, Any]) -> Usage:
    """The three input numbers are disjoint; thinking is a part of the output."""
    get = value.get
    return Usage(
        _number(get("input_tokens")),
        _number(get("cache_read_input_tokens")),
        _number(get("cache_creation_input_tokens")),
        _number(get("output_tokens")),
        _detail(value, "output_tokens_details", "thinking_tokens") if "output_tokens_details" in value else 0,
    )


def _openai(value: dict[str, Any]) -> Usage:
    """Cached tokens are a part of `prompt_tokens`."""
    cached = _detail(value, "prompt_tokens_details", "cached_tokens")
    return Usage(
        max(_number(value.get("prompt_tokens")) - cached, 0),
        cached,
        0,
        _number(value.get("completion_tokens")),
        _detail(value, "completion_tokens_details", "reasoning_tokens"),
    )


def larger(one: Usage | None, other: Usage | None) -> Usage | None:
    """Element-wise maximum: the lines of one reply repeat its usage, early ones with a snapshot of the output."""
    if one is None or other is None or one == other:
        return one or other
    return Usage(*map(max, one, other))


def _number(value: Any) -> int:
    return value if type(value) is int and value > 0 else 0


def _detail(value: dict[str, Any], group: str, key: str) -> int:
    details = value.get(group)
    return _number(details.get(key)) if isinstance(details, dict) else 0
