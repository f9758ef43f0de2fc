"""Which format a file has, decided by what is in it and never by its name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from inspector.transcript.formats.claude_code.kinds import BOOKKEEPING
from inspector.transcript.formats.format import Format, Record
from inspector.transcript.formats.registry import format_of, formats

LOOK = 200
"""Records looked at before a file is called unknown."""


def recognise(records: Iterable[Record]) -> Format | None:
    """The first format that a record answers to; a file of nothing but bookkeeping is an empty Claude Code session."""
    bookkeeping = False
    for seen, record in enumerate(records):
        if not isinstance(record.get("type", ""), str):
            continue
        for each in formats():
            if each.test(record):
                return each
        bookkeeping = bookkeeping or record.get("type") in BOOKKEEPING
        if seen >= LOOK:
            break
    return format_of("claude-code") if bookkeeping else None


def recognise_list(values: list[Any]) -> Format | None:
    """The format of a file that is one JSON list."""
    return next((each for each in formats() if each.listed(values)), None)
