"""The durable state in a request body: after the system prompt, where the fixed part of a request is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SYSTEM_ROLES = ("system", "developer")

GAP = "\n\n"
"""Between the system prompt and the durable state, where both are one string."""


def with_durable(body: Mapping[str, Any], text: str) -> dict[str, Any]:
    """A body in the form of the Messages API, with the text at the end of its system prompt."""
    return {"system": appended(body.get("system"), text), **{k: v for k, v in body.items() if k != "system"}}


def with_durable_chat(body: Mapping[str, Any], text: str) -> dict[str, Any]:
    """A body in OpenAI's chat form: at the end of the system messages that it begins with, else in one of its own."""
    messages = list(body["messages"])
    head = 0
    while head < len(messages) and messages[head].get("role") in SYSTEM_ROLES:
        head += 1
    if head:
        messages[head - 1] = {**messages[head - 1], "content": appended(messages[head - 1].get("content"), text)}
    else:
        messages.insert(0, {"role": "system", "content": text})
    return {**body, "messages": messages}


def appended(content: object, text: str) -> str | list[Any]:
    """A system prompt of one string or of a list of blocks, with the text after it."""
    if isinstance(content, list | tuple):
        return [*content, {"type": "text", "text": text}]
    return f"{content}{GAP}{text}" if content else text
