"""Definitions of tools, put into the form of one API or the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

_OPENAI = ("function", "custom")
"""Types of tools that OpenAI's models are given by whoever asks; a tool of Anthropic's own has a type of its own."""


def formed(tools: Iterable[Mapping[str, Any]], chat: bool) -> list[dict[str, Any]]:
    """The definitions in the form of Chat Completions, or of the Messages API; those of that form as they are.

    A tool without a name runs at the provider that it was made for: the Messages API has such tools too, and says itself
    which it does not know; Chat Completions has none, and they are left out.
    """
    return [made for tool in tools if (made := _chat(tool) if chat else _messages(tool))]


def _told(tool: Mapping[str, Any]) -> Mapping[str, Any]:
    inner = tool.get("function")
    return inner if isinstance(inner, Mapping) else tool


def _described(told: Mapping[str, Any]) -> dict[str, Any]:
    return {"description": told["description"]} if "description" in told else {}


def _messages(tool: Mapping[str, Any]) -> dict[str, Any]:
    """One of OpenAI's form, chat or Responses, is put into Anthropic's."""
    told = _told(tool)
    if "input_schema" in tool or "name" not in told or tool.get("type", "function") not in _OPENAI:
        return dict(tool)
    schema = told.get("parameters")
    made = {"name": told["name"], "input_schema": schema if isinstance(schema, Mapping) else {"type": "object"}}
    return {**made, **_described(told)}


def _chat(tool: Mapping[str, Any]) -> dict[str, Any]:
    """One of Anthropic's form or of Responses is put into that of Chat Completions."""
    if isinstance(tool.get("function"), Mapping):
        return dict(tool)
    if not isinstance(tool.get("name"), str):
        return {}
    schema = tool.get("input_schema", tool.get("parameters"))
    given = {"parameters": dict(schema)} if isinstance(schema, Mapping) else {}
    return {"type": "function", "function": {"name": tool["name"], **_described(tool), **given}}
