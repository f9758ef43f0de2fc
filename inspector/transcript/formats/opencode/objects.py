"""The objects of a session, wherever they lay: the session, its messages in order, and the parts of each in order."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Any, NamedTuple

from inspector.transcript.formats.blocks import kind_words, words_of
from inspector.transcript.problems import Problems

Record = dict[str, Any]

_new = tuple.__new__  # a NamedTuple without the cost of its own constructor
_id = attrgetter("id")


class Entry(NamedTuple):
    """A message and its parts. `number` is its place in the file, from 1; `id` is "" where it has none."""

    info: Record
    parts: list[Record]
    number: int
    id: str


class Objects(NamedTuple):
    """One session."""

    session: Record
    entries: list[Entry]


def objects_of(session: Any, messages: Iterable[tuple[Any, Any]], problems: Problems) -> Objects:
    """Messages by id, parts by id: ids rise with time (formats.md §7.2). What has no id stays where it is."""
    entries: list[Entry] = []
    names: list[str] = []
    for number, (info, parts) in enumerate(messages, 1):
        if not isinstance(info, dict):
            problems.add(number, "unknown-record", f"not a message but {kind_words(info, 40)}")
            continue
        name = info.get("id")
        names.append(name if isinstance(name, str) else "")
        entries.append(_new(Entry, (info, _by_id(parts) if isinstance(parts, list) else [], number, names[-1])))
    if all(names) and names != sorted(names):
        entries.sort(key=_id)
    return Objects(session if isinstance(session, dict) else {}, entries)


def of_export(value: Any, problems: Problems) -> Objects:
    """The objects of `opencode export`: `{"info": session, "messages": [{"info": message, "parts": [...]}]}`."""
    listed = value.get("messages")
    pairs = [
        (each.get("info"), each.get("parts")) if isinstance(each, dict) else (each, None)
        for each in (listed if isinstance(listed, list) else ())
    ]
    return objects_of(value.get("info"), pairs, problems)


def _by_id(listed: list[Any]) -> list[Record]:
    last = ""
    for part in listed:
        name = part.get("id") if part.__class__ is dict else None
        if name.__class__ is not str or name < last or not name:
            break
        last = name
    else:
        return listed
    parts = [part for part in listed if isinstance(part, dict)]
    if not all(words_of(part.get("id")) for part in parts):
        return parts
    return sorted(parts, key=lambda part: words_of(part["id"]))


def within(value: Any, *keys: str) -> Any:
    """A field of a field; None where there is none."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value
