"""The truth about a fact, found without the analysis: every view is printed and searched, after every layer."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import NamedTuple

from inspector.engine import Replay
from inspector.engine.materialise import view_messages
from inspector.engine.plan import Plan


class Truth(NamedTuple):
    """Whether each request's view has the words (None: not said yet), and of each loss the layer after which they are away."""

    held: list[bool | None]
    lost: list[tuple[int, str]]


def printed(plan: Plan) -> str:
    """All words of a view: its blocks as they are sent."""
    lines: list[str] = []
    for message in view_messages(plan):
        for block in message.blocks:
            lines.append(block.text)
            if block.source is not None and block.kind == "tool_use":
                lines.append(json.dumps(dict(block.source.input), ensure_ascii=False))
    return "\n".join(lines)


@lru_cache(maxsize=1)
def _views(replay: Replay) -> tuple[str, ...]:
    """The words of every view: several facts are looked for in them."""
    return tuple(printed(replay.steps(request).after) for request in range(1, replay.requests + 1))


def truth(replay: Replay, fact: str, message: int) -> Truth:
    """Search every printed view from the first whose history holds the message on."""
    held: list[bool | None] = []
    lost: list[tuple[int, str]] = []
    ends = replay.transcript.structure.histories
    for request in range(1, replay.requests + 1):
        if ends[request - 1] < message:
            held.append(None)
            continue
        now = fact in _views(replay)[request - 1]
        if not now and (not held or held[-1] is not False):
            steps = replay.steps(request)
            lost.append((request, _layer(steps.before, [(each.id, each.plan_after) for each in steps.outcomes], fact)))
        held.append(now)
    return Truth(held, lost)


def _layer(before: Plan, after: list[tuple[str, Plan]], fact: str) -> str:
    """The layer after which the words are not printed any more; "" where they were away before any."""
    if fact not in printed(before):
        return ""
    return next((name for name, plan in after if fact not in printed(plan)), "")
