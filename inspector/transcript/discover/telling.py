"""Finding words in records of any agent, whatever shape they have: a loader is strict, a list of files need not be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

LONGEST = 300
"""Characters of a title that are kept."""


def words(value: Any) -> str:
    """A value when it is a text, else nothing."""
    return value if isinstance(value, str) else ""


def within(record: Any, *keys: str) -> Any:
    """What lies at the end of a way of keys; None when the way leads nowhere."""
    for key in keys:
        record = record.get(key) if isinstance(record, dict) else None
    return record


def said(content: Any) -> str:
    """The first text of a message's content: a string, or a list of parts that have a text."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return next((text for part in content if (text := words(within(part, "text")) or words(part)).strip()), "")
    return words(within(content, "text"))


def title(texts: Iterable[str], unwanted: tuple[str, ...] = ()) -> str:
    """The first text that says something, on one line. `unwanted`: how texts begin that nobody typed."""
    for text in texts:
        line = " ".join(text[: 4 * LONGEST].split())[:LONGEST]
        if line and not line.startswith(unwanted):
            return line
    return ""


def last(texts: Iterable[str]) -> str:
    """The last text that is not empty."""
    return next((text for text in reversed(list(texts)) if text), "")
