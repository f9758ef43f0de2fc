"""What a tool call offers: the file it reads or changes, the command it runs, the item of a list it writes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from inspector.engine.summariser import SummaryPart
from inspector.summary.extract import NOTHING, Extract, Span, Todo
from inspector.summary.sections import COMMAND, Section
from inspector.summary.text import CUT, clean, clip, lines, words

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_READ = words("read view open cat show load")
_WRITE = words("write edit create replace insert patch delete remove rename move update append modify save multi undo")
_PATHS = (
    "file_path",
    "path",
    "filename",
    "file",
    "filePath",
    "notebook_path",
    "target_file",
    "absolute_path",
    "AbsolutePath",
)
_COMMANDS = ("command", "cmd", "script", "CommandLine")
_LISTS = ("todos", "plan", "items", "tasks", "todoList")
_ITEM = ("content", "step", "text", "title", "subject", "task", "description")
_SUBJECTS = ("url", "query", "pattern", "prompt", "description", "question", "name", "skill")
_PATCHED = re.compile(
    r"^\*\*\* (?:Update|Add|Delete) File: (\S[^\n]{0,300})|^\+\+\+ (?:b/)?(?!/dev/null)(\S[^\n\t]{0,300})", re.M
)
_INTERNAL = frozenset(["ToolSearch", "TodoRead", "TaskList", "TaskGet"])
_QUIET = re.compile(
    r"(?:cd \S+ && )?(?:ls|cat|pwd|echo|head|tail|wc|find|grep|rg|sed -n|cd|which|sleep|tree|git (?:status|log|diff|show))\b"
)
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
    verbs = _verbs(name)
    if name in _INTERNAL:
        return NOTHING
    if todos := _todos(arguments):
        return Extract(todos=todos, whole=True)
    if "task" in verbs and verbs & {"create", "update"}:
        return _task(arguments)
    return Extract(spans=tuple(_spans(name, verbs, arguments))) if arguments else NOTHING


@lru_cache(maxsize=512)
def _verbs(name: str) -> frozenset[str]:
    """The words that the name of a tool is made of."""
    return frozenset(word.lower() for word in _WORD.findall(name.rsplit("__", 1)[-1]))


def _spans(name: str, verbs: frozenset[str], arguments: Mapping[str, Any]) -> Iterator[Span]:
    path, command = _first(arguments, _PATHS), _command(arguments)
    patched = _patched(arguments, command) if "patch" in verbs or command else []
    for file in patched:
        yield Span(Section.CHANGED, file, 3)
    if path and not patched:
        yield from _file(name, verbs, path, str(arguments.get("command", "")), arguments)
    elif command and not patched:
        yield from _shell(command)
    elif not patched:
        yield from _other(name, arguments)


def _file(name: str, verbs: frozenset[str], path: str, action: str, arguments: Mapping[str, Any]) -> Iterator[Span]:
    """A call that names a file. Editors with a `command` argument (view, create, str_replace …) say by it what they do."""
    acts = frozenset(action.replace("_", " ").split()) if action else verbs
    if acts & _WRITE or (verbs & _WRITE and not acts & _READ):
        yield Span(Section.CHANGED, path, 3)
    elif acts & _READ:
        yield Span(Section.READ, path, 3)
    else:
        yield from _other(name, arguments)


def _shell(command: str) -> Iterator[Span]:
    found = lines(clean(command[:2_000]))
    if not found:
        return
    line = found[0] if len(found[0]) > 3 or len(found) == 1 else found[1]
    shown = clip(line, LONGEST_COMMAND)
    if len(found) > 1 and not shown.endswith(CUT):
        shown += CUT
    yield Span(Section.COMMANDS, shown, QUIET if _QUIET.match(line) else 3, mark=COMMAND)


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
            single = len(found) == 1 or name not in _PATHS
            return (
                found[0]
                if single and len(found[0]) <= LONGEST
                else clip(found[0], LONGEST)
                if name not in _PATHS
                else ""
            )
    return ""


def _command(arguments: Mapping[str, Any]) -> str:
    """The command line of a shell call; of a list of words, the one that a shell is given."""
    for name in _COMMANDS:
        value = arguments.get(name)
        if isinstance(value, str):
            return value
        if isinstance(value, list) and value and all(isinstance(word, str) for word in value):
            shell = len(value) > 2 and value[1] in ("-lc", "-c")
            return str(value[2]) if shell else " ".join(value)
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
