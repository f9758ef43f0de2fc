"""Messages in Anthropic's form, written short."""

from __future__ import annotations

from typing import Any

Api = dict[str, Any]


def user(*content: str | Api) -> Api:
    """One string is sent as a string, everything else as blocks."""
    if len(content) == 1 and isinstance(content[0], str):
        return {"role": "user", "content": content[0]}
    return {"role": "user", "content": [block(part) for part in content]}


def assistant(*content: str | Api) -> Api:
    return {**user(*content), "role": "assistant"}


def system(text: str) -> Api:
    return {"role": "system", "content": text}


def block(part: str | Api) -> Api:
    return {"type": "text", "text": part} if isinstance(part, str) else part


def call(tool_id: str, name: str = "bash", **given: Any) -> Api:
    return {"type": "tool_use", "id": tool_id, "name": name, "input": given}


def result(tool_id: str, text: str = "", **more: Any) -> Api:
    return {"type": "tool_result", "tool_use_id": tool_id, "content": text, **more}


def step(tool_id: str, output: str, name: str = "bash", **given: Any) -> list[Api]:
    """A call and its result."""
    return [assistant(call(tool_id, name, **given)), user(result(tool_id, output))]
