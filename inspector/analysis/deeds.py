"""What a tool call does to the world: it reads a file, changes one, or runs a command. Told by names of tools and arguments."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from inspector.summary.text import words as table
from inspector.transcript.model import Block

Kind = Literal["read", "write", "run", "other"]
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_READ = table("read view open cat get fetch show")
_WRITE = table("write edit create replace insert patch delete remove rename move update append modify save multi undo")
_PATHS = (
    "file_path",
    "path",
    "filename",
    "file",
    "filePath",
    "filepath",
    "notebook_path",
    "target_file",
    "absolute_path",
    "AbsolutePath",
    "url",
)
_COMMANDS = ("command", "cmd", "script", "CommandLine")
_LOOKS = re.compile(r"(?:cat|head|tail|less|more|bat|nl)\b|sed\s+-n\b")
_WRITES = re.compile(
    r"\b(?:sed\s+-i|rm|mv|cp|tee|touch|patch|git\s+(?:checkout|restore|apply|stash|reset|merge|rebase|pull|switch)|chmod)\b|>"
)
_ROUTINE = re.compile(
    r"\b(?:pytest|unittest|vitest|jest|mocha|ctest|rspec|phpunit|tox|nox|ruff|mypy|eslint|tsc|prettier|flake8|clippy"
    r"|make|cmake|ninja|gradlew?|mvn|cargo\s+(?:test|build|check|run)|go\s+(?:test|build|vet)|npm\s+(?:test|run)|pnpm|yarn"
    r"|dotnet\s+(?:test|build)|git\s+(?:status|diff|log|add|commit|push|branch)|ls|pwd|date|ps|df|du|top|sleep)\b"
)
SEEN = 2_000
"""Characters of a command that are looked at."""


class Deed(NamedTuple):
    """What a call does. `paths`: the files that it reads or changes, as they were written; `command`: what it runs."""

    kind: Kind
    paths: tuple[str, ...] = ()
    command: str = ""

    @property
    def routine(self) -> bool:
        """Whether it is run again and again by habit: tests, builds, a look at the state of things."""
        return self.kind == "run" and _ROUTINE.search(self.command) is not None

    def touches(self, path: str) -> bool:
        """Whether it may change a file: it writes it, or it is a command that writes and names it."""
        if self.kind == "write":
            return any(same_file(each, path) for each in self.paths)
        return self.kind == "run" and bool(_WRITES.search(self.command)) and _name(path) in self.command


def deed(block: Block) -> Deed:
    """What a call does; `other` for anything that is no call or that names neither a file nor a command."""
    if block.kind != "tool_use":
        return Deed("other")
    verbs, arguments = _verbs(block.tool), block.input
    command, path = _text(arguments, _COMMANDS), _text(arguments, _PATHS)
    if path:
        acts = frozenset(command.replace("_", " ").split()) if command else verbs
        kind: Kind = "write" if acts & _WRITE or (verbs & _WRITE and not acts & _READ) else "other"
        return Deed("read" if kind == "other" and acts & _READ else kind, (path,))
    if command:
        looked = tuple(_looked_at(command))
        return Deed("read" if looked else "run", looked, command)
    return Deed("other")


def same_file(one: str, other: str) -> bool:
    """Whether two paths may be the same file: one may be written from the root, the other from the working folder."""
    a, b = one.removeprefix("./"), other.removeprefix("./")
    return a == b or a.endswith("/" + b) or b.endswith("/" + a)


@lru_cache(maxsize=512)
def _verbs(name: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _WORD.findall(name.rsplit("__", 1)[-1]))


def _text(arguments: Mapping[str, Any], names: tuple[str, ...]) -> str:
    """The first of the named arguments; of a command in a list, its words joined."""
    for name in names:
        value = arguments.get(name)
        if isinstance(value, str) and value.strip():
            return value[:SEEN]
        if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
            return " ".join(value)[:SEEN]
    return ""


def _looked_at(command: str) -> Iterator[str]:
    """The files that a command only shows; none where it does anything else."""
    parts = re.split(r"\s*(?:&&|;|\|\|)\s*", command.strip())
    shown = [part for part in parts if part and not re.match(r"cd\s", part)]
    if not shown or not all(_LOOKS.match(part) for part in shown) or _WRITES.search(command):
        return
    for part in shown:
        first = part.split("|", 1)[0]
        try:
            words = shlex.split(first)[1:]
        except ValueError:
            words = first.split()[1:]
        yield from (word for word in words if not word.startswith("-") and _is_path(word))


def _is_path(word: str) -> bool:
    return "/" in word or re.search(r"\w\.\w", word) is not None


def _name(path: str) -> str:
    return path.rsplit("/", 1)[-1]
