"""What a tool call offers: the file it reads or changes, the command it runs, the item of a list it writes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from inspector.engine.summariser import SummaryPart
from inspector.summary.extract import NOTHING, Extract, Span, Todo
from inspector.summary.sections import COMMAND, Section
from inspector.summary.text import CUT, clean, clip, lines
from inspector.transcript.call_deeds import PATHS, command_line, handles, verbs
from inspector.transcript.shell import is_quiet

_LISTS = ("todos", "plan", "items", "tasks", "todoList")
_ITEM = ("content", "step", "text", "title", "subject", "task", "description")
_SUBJECTS = ("url", "query", "pattern", "prompt", "description", "question", "name", "skill")
_PATCHED = re.compile(
    r"^\*\*\* (?:Update|Add|Delete) File: (\S[^\n]{0,300})|^\+\+\+ (?:b/)?(?!/dev/null)(\S[^\n\t]{0,300})", re.M
)
_INTERNAL = frozenset(["ToolSearch", "TodoRead", "TaskList", "TaskGet"])
QUIET = 1
"""Score of a command that only looks; it is worth a line when there are few others."""
PATCH_SEEN = 40_000
LONGEST = 300
LONGEST_COMMAND = 180
MOST_TODOS = 40


def read(part: SummaryPart) -> Extract:
    """What a call offers, by the name of its tool and its arguments."""
    name = part.tool or part.source.tool
    arguments = part.source.input
    if name in _INTERNAL:
        return NOTHING
    if todos := _todos(arguments):
        return Extract(todos=todos, whole=True)
    if "task" in verbs(name) and verbs(name) & {"create", "update"}:
        return _task(arguments)
    return Extract(spans=tuple(_spans(name, arguments))) if arguments else NOTHING


def _spans(name: str, arguments: Mapping[str, Any]) -> Iterator[Span]:
    path, command = _first(arguments, PATHS), command_line(arguments)
    patched = _patched(arguments, command) if "patch" in verbs(name) or command else []
    for file in patched:
        yield Span(Section.CHANGED, file, 3)
    if path and not patched:
        yield from _file(name, path, arguments)
    elif command and not patched:
        yield from _shell(command)
    elif not patched:
        yield from _other(name, arguments)


def _file(name: str, path: str, arguments: Mapping[str, Any]) -> Iterator[Span]:
    """A call that names a file. Editors with a `command` argument (view, create, str_replace …) say by it what they do."""
    match handles(name, str(arguments.get("command", ""))):
        case "write":
            yield Span(Section.CHANGED, path, 3)
        case "read":
            yield Span(Section.READ, path, 3)
        case None:
            yield from _other(name, arguments)


def _shell(command: str) -> Iterator[Span]:
    found = lines(clean(command[:2_000]))
    if not found:
        return
    line = found[0] if len(found[0]) > 3 or len(found) == 1 else found[1]
    shown = clip(line, LONGEST_COMMAND)
    if len(found) > 1 and not shown.endswith(CUT):
        shown += CUT
    yield Span(Section.COMMANDS, shown, QUIET if is_quiet(line) else 3, mark=COMMAND)


def _other(name: str, arguments: Mapping[str, Any]) -> Iterator[Span]:
    value = _first(arguments, _SUBJECTS) or next(
        (v for v in arguments.values() if isinstance(v, str) and v.strip()), ""
    )
    found = lines(clean(value[:2_000]))
    tool = re.sub(r"[^\w.-]+", "_", name)[:64]
    if found and tool:
        yield Span(Section.CALLS, clip(found[0], LONGEST), 2, mark=f"{tool}: ")


def _first(arguments: Mapping[str, Any], names: tuple[str, ...]) -> str:
    """The first of the named arguments that is one line of text."""
    for name in names:
        value = arguments.get(name)
        if isinstance(value, str) and (found := lines(clean(value[:2_000]))):
            single = len(found) == 1 or name not in PATHS
            return (
                found[0]
                if single and len(found[0]) <= LONGEST
                else clip(found[0], LONGEST)
                if name not in PATHS
                else ""
            )
    return ""


def _patched(arguments: Mapping[str, Any], command: str) -> list[str]:
    texts = [value for value in arguments.values() if isinstance(value, str)] or [command]
    found = [
        a or b
        for text in texts
        if "*** " in text[:PATCH_SEEN] or "+++ " in text[:PATCH_SEEN]
        for a, b in _PATCHED.findall(text[:PATCH_SEEN])
    ]
    return [clean(file).strip() for file in dict.fromkeys(found)]


def _todos(arguments: Mapping[str, Any]) -> tuple[Todo, ...]:
    """The items of a list that a todo or plan tool writes whole; nothing when the arguments are no such list."""
    value: list[Any] = next((arguments[name] for name in _LISTS if isinstance(arguments.get(name), list)), [])
    items = [item for item in value[:MOST_TODOS] if isinstance(item, Mapping) and isinstance(item.get("status"), str)]
    found = ((_line(_first(item, _ITEM)), str(item["status"])) for item in items)
    return tuple(Todo(text, status) for text, status in found if text)


def _task(arguments: Mapping[str, Any]) -> Extract:
    """A call that adds one task to a list, or changes the state of one."""
    task = str(arguments.get("taskId", ""))[:20]
    status = arguments.get("status")
    text = _line(_first(arguments, _ITEM[::-1]) if task else _first(arguments, ("subject", *_ITEM)))
    if task and not isinstance(status, str):
        return NOTHING
    return Extract(todos=(Todo(text, str(status or "pending"), task),)) if text or task else NOTHING


def _line(text: str) -> str:
    return clip(text, LONGEST)
