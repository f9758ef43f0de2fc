"""What a tool call does to the world: it reads a file, changes one, or runs a command. Told by names of tools and arguments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from inspector.transcript import shell
from inspector.transcript.call_deeds import PATHS, command_line, handles
from inspector.transcript.model import Block

Kind = Literal["read", "write", "run", "other"]
_PLACES = (*PATHS, "url")
"""What is fetched from elsewhere is read as a file is: it may be needed again, and fetched again."""
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
        return self.kind == "run" and shell.is_routine(self.command)

    def touches(self, path: str) -> bool:
        """Whether it may change a file: it writes it, or it is a command that writes and names it."""
        if self.kind == "write":
            return any(same_file(each, path) for each in self.paths)
        return self.kind == "run" and shell.may_change(self.command) and _name(path) in self.command


def deed(block: Block) -> Deed:
    """What a call does; `other` for anything that is no call or that names neither a file nor a command."""
    if block.kind != "tool_use":
        return Deed("other")
    command, path = command_line(block.input)[:SEEN], _place(block.input)
    if path:
        return Deed(handles(block.tool, command) or "other", (path,))
    if command:
        shown = tuple(shell.shown_files(command))
        return Deed("read" if shown else "run", shown, command)
    return Deed("other")


def same_file(one: str, other: str) -> bool:
    """Whether two paths may be the same file: one may be written from the root, the other from the working folder."""
    a, b = one.removeprefix("./"), other.removeprefix("./")
    return a == b or a.endswith("/" + b) or b.endswith("/" + a)


def _place(arguments: Mapping[str, Any]) -> str:
    """The file that a call names, or its address."""
    named = (arguments.get(name) for name in _PLACES)
    return next((value[:SEEN] for value in named if isinstance(value, str) and value.strip()), "")


def _name(path: str) -> str:
    return path.rsplit("/", 1)[-1]
