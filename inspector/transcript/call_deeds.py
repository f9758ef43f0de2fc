"""What the names of a tool and of its arguments tell of a call: whether it reads or changes a file, which one, what it runs.

Harnesses name their tools as they like, and few say in their record what a tool does. The lists are what the formats that are
read here use; a name that is in none of them tells nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal

PATHS = (
    "file_path",
    "path",
    "filename",
    "file",
    "filePath",
    "filepath",
    "notebook_path",
    "target_file",
    "relative_path",
    "absolute_path",
    "AbsolutePath",
)
"""Names of arguments that hold the path of a file; the first that is there counts."""
COMMANDS = ("command", "cmd", "script", "CommandLine")
"""Names of arguments that hold a command line: of editors (view, create, str_replace …), what they do."""
_READS = frozenset(["read", "view", "open", "cat", "get", "fetch", "show", "load"])
_CHANGES = frozenset(
    ["write", "edit", "create", "replace", "insert", "patch", "update", "append", "modify", "save", "multi"]
)
_WRITES = _CHANGES | {"delete", "remove", "rename", "move", "undo"}
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_SHELL = ("-c", "-lc")


@lru_cache(maxsize=512)
def verbs(tool: str) -> frozenset[str]:
    """The words that the name of a tool is made of, without the server before them."""
    return frozenset(word.lower() for word in _WORD.findall(tool.rsplit("__", 1)[-1]))


def handles(tool: str, action: str = "") -> Literal["read", "write"] | None:
    """What a call does with the file that it names. `action` is what an editor's `command` says; it wins over the tool's name."""
    named = verbs(tool)
    acts = frozenset(action.replace("_", " ").split()) if action else named
    if acts & _WRITES or (named & _WRITES and not acts & _READS):
        return "write"
    return "read" if acts & _READS else None


def command_line(arguments: Mapping[str, Any]) -> str:
    """The command that a call runs; of a list of words, the one that a shell is given, else all; nothing where there is none."""
    for name in COMMANDS:
        value = arguments.get(name)
        if isinstance(value, str) and value.strip():
            return value
        if isinstance(value, list) and value and all(isinstance(word, str) for word in value):
            return str(value[2]) if len(value) > 2 and value[1] in _SHELL else " ".join(value)
    return ""
