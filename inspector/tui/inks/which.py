"""Decides how a text is read: by the file that a call names, by the tool, and by what the text itself looks like."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from inspector.transcript.call_deeds import COMMANDS, PATHS
from inspector.transcript.model import Block
from inspector.tui.inks import languages
from inspector.tui.inks.ink import DIFF, JSON, MARKDOWN, PLAIN, Kind

_LOOKED_AT = 2_000
"""Characters at the head of a text that tell what it is."""
_DIFF = re.compile(r"^(diff --git |--- .+\n\+\+\+ |\*\*\* Begin Patch|@@ -\d+(,\d+)? \+\d+(,\d+)? @@)", re.MULTILINE)
_JSON = re.compile(r'\s{0,80}(\{\s{0,80}("|\}\s*$)|\[\s{0,80}([\[{"\d-]|true|false|null|\]\s*$))')
_SHOWS_A_FILE = re.compile(
    r"^\s*(?:cat|head|tail|nl|bat|less|sed -n|sed)\b[^|;&<>\n]{0,300}?([^\s|;&<>'\"]{1,200})['\"]?\s*$"
)


def kind_of(block: Block, call: Block | None, text: str) -> Kind:
    """How the text of a block is read. `call` is the call that a result answers."""
    if block.kind in ("text", "thinking", "summary"):
        return of_text(text) or MARKDOWN
    if block.kind != "tool_result":
        return JSON
    looks = of_text(text)
    return looks or of_path(path_of(call.input) if call is not None else "") or PLAIN


def of_text(text: str) -> Kind | None:
    """What a text looks like, by its head alone; None for one that does not say."""
    head = text[:_LOOKED_AT]
    if _JSON.match(head):
        return JSON
    return DIFF if _DIFF.search(head) else None


def of_path(path: str) -> Kind | None:
    """How the text of a file is read; None where its name does not say."""
    return of_language(languages.of_path(path))


def of_language(name: str) -> Kind | None:
    """The kind that goes with the name of a language."""
    known = {"markdown": MARKDOWN, "json": JSON, "diff": DIFF}
    return known.get(name) or (Kind("code", name) if name else None)


def path_of(arguments: Mapping[str, Any]) -> str:
    """The file that a call names: in an argument, or as the last word of a command that shows one."""
    for name in PATHS:
        if isinstance(value := arguments.get(name), str):
            return value
    for name in COMMANDS:
        value = arguments.get(name)
        value = value[-1] if isinstance(value, list) and value else value
        if isinstance(value, str) and len(value) < 400 and (found := _SHOWS_A_FILE.match(value)):
            return found[1]
    return ""
