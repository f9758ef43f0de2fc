"""The JSON of kept summaries; a stable contract.

    folder      where they are kept
    summaries   the one that was used last first; each with
        key         the hash over who was asked and the exact request
        summariser  who was asked, such as "anthropic:claude-…" or "command:…"
        made        when it was answered, as "2026-11-30T10:00:00Z"
        request, layer, first, last     where it was asked for first, and the blocks that it stands for
        limit, unit, mode               what was asked
        model, stop, seconds            what answered, how it ended, and how long that took
        usage       {input, output, cache_read, cache_write} as reported, or null
        price       US dollars where they are known, or null
        bytes       size of the file
        damage      null, or what is wrong with the file; then only key, bytes and damage are known

`summaries show` has one such object, and its `text`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from inspector.summary.cassette import Entry
from inspector.summary.kept_file import Kept

ABOUT = ("request", "layer", "first", "last", "limit", "unit", "mode")


def kept_list_json(folder: object, entries: Iterable[Entry]) -> dict[str, Any]:
    """All of them, without their texts."""
    return {"folder": str(folder), "summaries": [kept_json(entry) for entry in entries]}


def kept_json(entry: Entry, text: bool = False) -> dict[str, Any]:
    """One of them."""
    out: dict[str, Any] = {"key": entry.key}
    if entry.kept is not None:
        out |= _about(entry.kept)
    out |= {"bytes": entry.bytes, "damage": entry.damage or None}
    return out | {"text": entry.kept.answer.text} if text and entry.kept is not None else out


def _about(kept: Kept) -> dict[str, Any]:
    answer = kept.answer
    return {
        "summariser": asked_of(kept),
        "made": when(kept).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        **{name: kept.about.get(name) for name in ABOUT},
        "model": answer.model,
        "stop": answer.stop,
        "seconds": round(answer.seconds, 3),
        "usage": None if answer.usage is None else asdict(answer.usage),
        "price": kept.about.get("price"),
    }


def asked_of(kept: Kept) -> str:
    """Who was asked, by the name that it has on the command line."""
    return ":".join(str(kept.about[part]) for part in ("kind", "model") if kept.about.get(part))


def when(kept: Kept) -> datetime:
    """When it was answered; a time that no calendar has is the beginning of all of them."""
    try:
        return datetime.fromtimestamp(kept.made, UTC)
    except (OverflowError, ValueError, OSError):
        return datetime.fromtimestamp(0, UTC)
