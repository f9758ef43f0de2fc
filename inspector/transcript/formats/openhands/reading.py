"""Events of either generation, in their order, as a conversation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from inspector.transcript.formats.blocks import kind_words, words_of
from inspector.transcript.formats.openhands import kinds
from inspector.transcript.formats.openhands.actions import UNSENT, act
from inspector.transcript.formats.openhands.condensing import condense
from inspector.transcript.formats.openhands.event import Event
from inspector.transcript.formats.openhands.observations import UNSENT as UNSENT_OBSERVATIONS
from inspector.transcript.formats.openhands.observations import observe
from inspector.transcript.formats.openhands.talk import Seen, Talk

_ACTIONS = frozenset(
    {
        "message", "system", "run", "run_ipython", "read", "write", "edit", "browse", "browse_interactive", "think", "finish",
        "reject", "delegate", "call_tool_mcp", "task_tracking", "add_task", "modify_task", "kill", "condensation", *UNSENT,
    }
)  # fmt: skip


def flat(history: Iterable[Any]) -> Iterator[Any]:
    """Events one by one; the oldest rows hold pairs of an action and what was observed."""
    for each in history:
        if isinstance(each, list):
            yield from each
        else:
            yield each


def read_events(talk: Talk, events: Iterable[tuple[Any, int]]) -> None:
    """Take events, each with its line (0: none)."""
    for place, (record, line) in enumerate(events):
        if not isinstance(record, dict):
            _unknown(talk, f"no event: {kind_words(record, 40)}", line)
            continue
        acts = type(record.get("action")) is str
        if not acts and type(record.get("kind")) is str:
            _second(talk, record, place, line)
        elif acts or type(record.get("observation")) is str:
            _first(talk, Event(record, place, line), "action" in record)
        else:
            _unknown(talk, "an event without a kind", line)


def _first(talk: Talk, event: Event, action: bool) -> None:
    talk.problems.records[event.kind if action else f"observation {event.kind}"] += 1
    if event.kind in (UNSENT if action else UNSENT_OBSERVATIONS):
        if event.kind == "recall":
            talk.seen.append(Seen(event.id, event.number, None))
        return
    if action and event.kind == "condensation":
        if talk.budget.spend(len(talk.seen)):
            condense(talk, event.args, event.ts, event.line)
        return
    if action and event.kind not in _ACTIONS and event.response is None:
        _unknown(talk, f"action {kind_words(event.kind, 40)}", event.line, counted=True)
    talk.seen.append(Seen(event.id, event.number, act(talk, event) if action else observe(talk, event)))


def _second(talk: Talk, record: dict[str, Any], place: int, line: int) -> None:
    kind = record["kind"]
    if kind in kinds.SENT:
        talk.problems.records[kind] += 1
        identity = record.get("id")
        name = identity if type(identity) is str else f"#{place}"
        talk.seen.append(Seen(name, None, kinds.take(talk, record, line)))
    elif kind == "Condensation":
        talk.problems.records[kind] += 1
        if talk.budget.spend(len(talk.seen)):
            condense(talk, record, words_of(record.get("timestamp")), line)
    elif kind in kinds.OTHER:
        talk.problems.records[kind] += 1
    else:
        _unknown(talk, f"event {kind_words(kind, 40)}", line)


def _unknown(talk: Talk, what: str, line: int, counted: bool = False) -> None:
    """What is unknown is told once a kind."""
    key = f"unknown {what}"
    if not talk.problems.records[key]:
        talk.problems.add(line, "unknown-record", f"not known of OpenHands: {what}")
    talk.problems.records[key] += 0 if counted and talk.problems.records[key] else 1
