"""What lies beside `api_conversation_history.json`: the messages that were shown, the edits of the context, the task list.

`tasks/<id>/ui_messages.json`, `tasks/<id>/context_history.json`, and two folders up `state/taskHistory.json`. They are read below
the extension's own folder, and no link is followed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inspector.transcript.formats.beside import json_below
from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.sqlite_values import number_of
from inspector.transcript.formats.usage import usage_of_ui
from inspector.transcript.model import Usage
from inspector.transcript.repair import parse_text

Range = tuple[int, int]


@dataclass(slots=True)
class Request:
    """One `api_req_started`. `last` is the place of the last message that it sent, -1 where nothing says it."""

    ts: float
    last: int
    usage: Usage | None
    cut: Range | None = None
    """The range of messages that was left out of it."""
    settled: bool = False


@dataclass(slots=True)
class Event:
    """A condensing or a truncation of Roo."""

    ts: float
    before: int | None
    after: int | None
    trigger: str = ""


@dataclass(slots=True)
class Task:
    """What is known beside the messages."""

    title: str = ""
    requests: list[Request] = field(default_factory=list)
    events: dict[str, Event] = field(default_factory=dict)
    """By `condenseId` or `truncationId`."""
    edits: Any = None
    cut: Range | None = None
    """The range that is left out now."""
    shown: bool = False
    """The messages that were shown are there."""


def task_of(source: str) -> Task:
    """The neighbours of a session's file."""
    task = Task()
    if not source:
        return task
    folder = Path(source).parent
    shown = json_below(folder, "ui_messages.json")
    if isinstance(shown, list):
        task.shown = True
        _read_shown(task, shown)
    task.edits = json_below(folder, "context_history.json")
    item = _item(folder)
    task.title = task.title or words_of(item.get("task"))
    task.cut = task.cut or range_of(item.get("conversationHistoryDeletedRange"))
    return task


def _item(folder: Path) -> dict[str, Any]:
    """The entry of the task list: `<storage>/state/taskHistory.json` of `<storage>/tasks/<id>`."""
    if folder.parent.name != "tasks":
        return {}
    listed = json_below(folder.parent.parent, "state", "taskHistory.json")
    found = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    return next((each for each in found if each.get("id") == folder.name), {})


def range_of(value: Any) -> Range | None:
    """An inclusive range of places."""
    if not isinstance(value, list) or len(value) != 2:
        return None
    low, high = value
    return (low, high) if type(low) is int and type(high) is int and 0 <= low <= high else None


def _read_shown(task: Task, shown: list[Any]) -> None:
    for each in shown:
        if not isinstance(each, dict):
            continue
        if each.get("say") == "api_req_started":
            _start(task, each)
        elif each.get("say") in ("condense_context", "sliding_window_truncation"):
            _note(task, each)
        _stamp(task, each)
        if not task.title and each.get("say") in ("text", "task"):
            task.title = words_of(each.get("text"))


def _start(task: Task, record: dict[str, Any]) -> None:
    """The message that the request sends is added after its start is recorded."""
    told = parse_text(words_of(record.get("text")))
    place = record.get("conversationHistoryIndex")
    last = place + 1 if type(place) is int else -1
    task.requests.append(Request(number_of(record.get("ts")), last, usage_of_ui(told)))


def _stamp(task: Task, record: dict[str, Any]) -> None:
    """Every shown message carries the range of its time, which changes while a request is made: the next one tells."""
    cut = range_of(record.get("conversationHistoryDeletedRange"))
    request = task.requests[-1] if task.requests else None
    if request is not None and not request.settled:
        request.cut = cut or request.cut
        request.settled = record.get("say") != "api_req_started"
    task.cut = cut or task.cut


def _note(task: Task, record: dict[str, Any]) -> None:
    for key, name in (("contextCondense", "condenseId"), ("contextTruncation", "truncationId")):
        told = record.get(key)
        if isinstance(told, dict) and isinstance(told.get(name), str):
            before, after = told.get("prevContextTokens"), told.get("newContextTokens")
            task.events[told[name]] = Event(
                number_of(record.get("ts")),
                before if type(before) is int else None,
                after if type(after) is int else None,
            )
