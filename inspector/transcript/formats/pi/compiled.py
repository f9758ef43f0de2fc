"""Trajectories of OpenClaw (`traceSchema: openclaw-trajectory`): what was compiled for the first request of each run.

`context.compiled` holds the system prompt, the tools, the messages before the prompt, the prompt, and the entry of the session
that was its leaf (OpenClaw `src/trajectory/runtime.ts`). Long ones are cut: a text of more than 32,768 characters, a list of
more than 64 items, what lies deeper than 6 levels and an event of more than 256 KB are replaced by `{"truncated": true, …}`.
What was cut is no prompt to the letter.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from inspector.transcript.depth import prune
from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.pi.facts import tool_of
from inspector.transcript.formats.pi.node import Node
from inspector.transcript.formats.pi.said import message_of
from inspector.transcript.problems import Problems

Record = dict[str, Any]
KIND = "context.compiled"


class Compiled(NamedTuple):
    """One prompt: the messages before `prompt`, as nodes. `leaf` is None before the first entry, `line` of the sidecar."""

    line: int
    leaf: str | None
    system: str
    tools: tuple[Record, ...]
    messages: tuple[Node, ...]
    prompt: str
    whole: bool
    """Whether nothing of it was cut."""


def is_trajectory(record: Record) -> bool:
    """Whether a record is an event of a trajectory."""
    return record.get("traceSchema") == "openclaw-trajectory"


def compiled(record: Record, line: int, problems: Problems) -> Compiled | None:
    """The prompt that an event holds; None when it holds none."""
    data = record.get("data")
    if record.get("type") != KIND or not isinstance(data, dict) or not isinstance(data.get("messages"), list):
        return None
    prune(data)
    leaf = data.get("transcriptLeafId")
    return Compiled(
        line,
        leaf if isinstance(leaf, str) else None,
        words_of(data.get("systemPrompt")),
        tools_of_event(data),
        tuple(messages(data["messages"], line, problems)),
        words_of(data.get("prompt")),
        not was_cut([data.get("systemPrompt"), data.get("prompt"), data["messages"]]) and "transcriptLeafId" in data,
    )


def messages(listed: Iterable[Any], line: int, problems: Problems) -> Iterable[Node]:
    """The messages of a list that are sent."""
    for each in listed:
        node = Node({}, "message", line, 0)
        message_of(node, each, problems)
        if node.role is not None:
            yield node


def tools_of_event(data: Record) -> tuple[Record, ...]:
    """The tools, as the provider saw them."""
    tools = data.get("providerVisibleTools", data.get("tools"))
    found = [tool_of(tool) for tool in tools] if isinstance(tools, list) else []
    return tuple([tool for tool in found if tool is not None])


def was_cut(values: list[Any]) -> bool:
    """Whether anything in there stands for something longer."""
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            if value.get("truncated") is True and "reason" in value:
                return True
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
    return False
