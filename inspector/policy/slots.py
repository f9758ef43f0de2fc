"""The slots of notice texts, `{chars}` and the like. Any other word in braces is an error when a policy loads."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

NOTICE_SLOTS: Final[Mapping[str, str]] = {
    "bytes": "UTF-8 bytes that were removed",
    "chars": "characters that were removed",
    "lines": "lines that were removed",
    "tokens": "tokens that were removed, as the policy's meter counts text",
    "total_bytes": "UTF-8 bytes of the whole text",
    "total_chars": "characters of the whole text",
    "total_lines": "lines of the whole text",
    "total_tokens": "tokens of the whole text, as the policy's meter counts text",
    "next_line": "number of the first removed line, counted from 1: where reading goes on",
    "pointer": "source pointer of the whole text",
}
"""What the notice of a truncate, clear or fold layer may say."""

SUMMARY_SLOTS: Final[Mapping[str, str]] = {
    "summary": "the summary itself",
    "focus": "`assemble.focus`, filled in, where the agent said what to keep",
    "files": "`assemble.files`, filled in, where files were read",
    "changed_files": "`assemble.changed_files`, filled in, where files were changed",
}
"""What `assemble.summary` may say."""

INPUT_SLOTS: Final[Mapping[str, str]] = {"bytes": "UTF-8 bytes of input that the summariser is not given"}
"""What the notice of `input` may say."""

ITEM_SLOTS: Final[Mapping[str, str]] = {name: text for name, text in NOTICE_SLOTS.items() if name != "pointer"}
"""What the notice of `input.per_item` may say."""

_SLOT = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")


def slots_of(text: str) -> tuple[str, ...]:
    """The names in braces, in order."""
    return tuple(match[1] for match in _SLOT.finditer(text))
