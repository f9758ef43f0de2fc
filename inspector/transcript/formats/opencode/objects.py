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
    number = 0
    last, sorted_ids, named = "", True, True
    for info, parts in messages:
        number += 1
        if type(info) is not dict:
            problems.add(number, "unknown-record", f"not a message but {kind_words(info, 40)}")
            continue
        name = info.get("id")
        if type(name) is not str or not name:
            name, named = "", False
        elif name < last:
            sorted_ids = False
        last = name
        entries.append(_new(Entry, (info, _by_id(parts) if type(parts) is list else [], number, name)))
    if named and not sorted_ids:
        entries.sort(key=_id)
    return Objects(session if isinstance(session, dict) else {}, entries)


def of_export(value: Any, problems: Problems) -> Objects:
    """The objects of `opencode export`: `{"info": session, "messages": [{"info": message, "parts": [...]}]}`."""
    listed = value.get("messages")
    pairs = [
        (each.get("info"), each.get("parts")) if type(each) is dict else (each, None)
        for each in (listed if isinstance(listed, list) else ())
    ]
    return objects_of(value.get("info"), pairs, problems)


def _by_id(listed: list[Any]) -> list[Record]:
    try:
        names = [part["id"] for part in listed]
        if len(names) < 2 or names == sorted(names):
            return listed
    except (KeyError, TypeError):
        pass
    parts = [part for part in listed if isinstance(part, dict)]
    if not all(words_of(part.get("id")) for part in parts):
        return parts
    return sorted(parts, key=lambda part: words_of(part["id"]))


def within(value: Any, *keys: str) -> Any:
    """A field of a field; None where there is none."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value
