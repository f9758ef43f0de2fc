"""Delegates of OpenHands' first generation: another agent's events stand between the action that starts it and what came of it.

The agent that delegates does not see them (`state.history` leaves out what is between an `AgentDelegateAction` and its
`AgentDelegateObservation`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from inspector.transcript.formats.blocks import said_of, words_of

Placed = tuple[Any, int]
"""An event and its line."""


@dataclass(slots=True)
class Delegate:
    """A delegate's events. `call` is the id of the call that started it."""

    id: str
    title: str
    call: str
    events: list[Placed] = field(default_factory=list)


def divided(events: Iterable[Placed]) -> tuple[list[Placed], list[Delegate]]:
    """The events of the first agent, and those of each delegate, whoever started it."""
    events = list(events)
    if not any(type(record) is dict and record.get("action") == "delegate" for record, _ in events):
        return events, []
    main: list[Placed] = []
    found: list[Delegate] = []
    open_ones: list[Delegate] = []
    for each in events:
        record = each[0] if isinstance(each[0], dict) else {}
        if record.get("observation") == "delegate" and open_ones:
            open_ones.pop()
        (open_ones[-1].events if open_ones else main).append(each)
        if record.get("action") == "delegate":
            open_ones.append(_delegate(record, len(found) + 1))
            found.append(open_ones[-1])
    return main, found


def _delegate(record: dict[str, Any], number: int) -> Delegate:
    args, metadata = record.get("args"), record.get("tool_call_metadata")
    told: dict[str, Any] = args if isinstance(args, dict) else record
    inputs = told.get("inputs")
    task = said_of(inputs.get("task")) if isinstance(inputs, dict) else ""
    title = " ".join(f"{words_of(told.get('agent'))} {task}"[:400].split())[:80]
    call = words_of(metadata.get("tool_call_id")) if isinstance(metadata, dict) else ""
    return Delegate(f"delegate-{number}", title, call)
