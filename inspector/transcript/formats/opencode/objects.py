"""The objects of a session, wherever they lay: the session, its messages in order, and the parts of each in order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from inspector.transcript.formats.blocks import kind_words, words_of
from inspector.transcript.problems import Problems

Record = dict[str, Any]


class Entry(NamedTuple):
    """A message and its parts. `number` is its place in the file, from 1."""

    info: Record
    parts: list[Record]
    number: int

    @property
    def id(self) -> str:
        found = self.info.get("id")
        return found if isinstance(found, str) else ""


class Objects(NamedTuple):
    """One session."""

    session: Record
    entries: list[Entry]


def objects_of(session: Any, messages: Iterable[tuple[Any, Any]], problems: Problems) -> Objects:
    """Messages by id, parts by id: ids rise with time (formats.md §7.2). What has no id stays where it is."""
    entries = []
    for number, (info, parts) in enumerate(messages, 1):
        if not isinstance(info, dict):
            problems.add(number, "unknown-record", f"not a message but {kind_words(info, 40)}")
            continue
        listed = [part for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
        entries.append(Entry(info, _by_id(listed), number))
    if all(entry.id for entry in entries):
        entries.sort(key=lambda entry: entry.id)
    return Objects(session if isinstance(session, dict) else {}, entries)


def of_export(value: Any, problems: Problems) -> Objects:
    """The objects of `opencode export`: `{"info": session, "messages": [{"info": message, "parts": [...]}]}`."""
    listed = value.get("messages")
    pairs = (
        (each.get("info"), each.get("parts")) if isinstance(each, dict) else (each, None)
        for each in (listed if isinstance(listed, list) else ())
    )
    return objects_of(value.get("info"), pairs, problems)


def _by_id(parts: list[Record]) -> list[Record]:
    last = ""
    for part in parts:
        name = part.get("id")
        if not isinstance(name, str) or not name or name < last:
            break
        last = name
    else:
        return parts
    if not all(words_of(part.get("id")) for part in parts):
        return parts
    return sorted(parts, key=lambda part: words_of(part["id"]))


def within(value: Any, *keys: str) -> Any:
    """A field of a field; None where there is none."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value
