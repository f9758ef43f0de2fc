"""Records of a Gemini CLI session, one at a time: what each is before it is known where it stands."""

from __future__ import annotations

from typing import Any, NamedTuple

from inspector.transcript.formats.blocks import kind_words, words_of
from inspector.transcript.formats.gemini.drafts import Draft, blocks_of_message
from inspector.transcript.formats.gemini.parts import answers, blocks_of_parts
from inspector.transcript.lines import Line
from inspector.transcript.model import Block
from inspector.transcript.problems import Problems
from inspector.transcript.store import Store

SHOWN_ONLY = frozenset({"info", "warning", "error"})
"""Messages to the person; the model never sees them."""


class About(NamedTuple):
    """What is known of the session."""

    session: str
    title: str


class Replaced(NamedTuple):
    """The list of messages is another one from here on. `first`: it is the file's own list, nothing was replaced."""

    line: int
    drafts: tuple[Draft, ...]
    first: bool = False
    about: About | None = None


class Update(NamedTuple):
    """What a message says now: its content where that is not None, and results of its calls."""

    id: str
    content: tuple[Block, ...] | None
    results: tuple[Block, ...]


class Patched(NamedTuple):
    """Messages that say something else, those that are gone, and the order of the last ones."""

    line: int
    updates: tuple[Update, ...]
    removed: frozenset[str]
    order: tuple[str, ...]


class Rewound(NamedTuple):
    """A message and all after it are taken back."""

    line: int
    to: str


Node = Draft | Replaced | Patched | Rewound | About
"""A draft alone is a message that is new, or the next state of one."""


def blocks_of_record(record: dict[str, Any]) -> tuple[Block, ...]:
    """All blocks of a record: what bodies are read from again."""
    return tuple([block for message in _messages(record) for block in blocks_of_message(message)[0]])


def _messages(record: dict[str, Any]) -> list[Any]:
    change = record.get("$set", record)
    listed = change.get("messages") if isinstance(change, dict) else None
    return listed if isinstance(listed, list) else [record]


class Taking:
    """Makes the node of a line; bodies stay in the file where there is a store."""

    def __init__(self, store: Store | None) -> None:
        self._store = store

    def __call__(self, line: Line, problems: Problems) -> Node | None:
        """None where there is nothing to keep."""
        record = line.value
        if "type" in record and "id" in record and "$patch" not in record:
            return self._said(record, line, problems)
        if "$set" in record or "$patch" in record or "$rewindTo" in record:
            return self._change(record, line, problems)
        if isinstance(record.get("messages"), list):
            problems.records["session"] += 1
            return Replaced(line.line, self._drafts(record, line, problems), True, about(record))
        if "sessionId" in record or "projectHash" in record:
            problems.records["metadata"] += 1
            return about(record)
        return self._said(record, line, problems)

    def _said(self, record: dict[str, Any], line: Line, problems: Problems) -> Node | None:
        blocks, split, kind = blocks_of_message(record)
        if kind:
            problems.records[record["type"]] += 1
        elif not counted(record, kind, line.line, problems):
            return None
        if self._store:
            blocks = self._store.keep(blocks, line)
        return Draft(record, line.line, (blocks, split, kind))

    def _change(self, record: dict[str, Any], line: Line, problems: Problems) -> Node | None:
        name = "$rewindTo" if "$rewindTo" in record else "$patch" if "$patch" in record else "$set"
        change = record[name]
        if name == "$set" and isinstance(change, dict) and isinstance(change.get("messages"), list):
            problems.records["$set messages"] += 1
            return Replaced(line.line, self._drafts(record, line, problems), False, about(change))
        problems.records[name] += 1
        if name == "$rewindTo":
            return Rewound(line.line, words_of(change))
        if not isinstance(change, dict):
            return None
        return about(change) if name == "$set" else patched(change, line.line)

    def _drafts(self, record: dict[str, Any], line: Line, problems: Problems) -> tuple[Draft, ...]:
        made = [(each, blocks_of_message(each)) for each in _messages(record)]
        kept: tuple[Block, ...] = tuple([block for _, each in made for block in each[0]])
        kept = self._store.keep(kept, line) if self._store else kept
        drafts, at = [], 0
        for message, (blocks, split, kind) in made:
            at, own = at + len(blocks), kept[at : at + len(blocks)]
            if counted(message, kind, line.line, problems):
                drafts.append(Draft(message, line.line, (own, split, kind)))
        return tuple(drafts)


def patched(change: dict[str, Any], line: int) -> Patched:
    """A `$patch`: one update, or `updates`, `removeIds` and `orderIds`."""
    listed = [change, *_list(change, "updates")]
    updates = [_update(each) for each in listed if isinstance(each, dict) and isinstance(each.get("id"), str)]
    removed = frozenset([each for each in _list(change, "removeIds") if isinstance(each, str)])
    return Patched(line, tuple(updates), removed, tuple([e for e in _list(change, "orderIds") if isinstance(e, str)]))


def _update(change: dict[str, Any]) -> Update:
    calls = [call for call in _list(change, "toolCalls") if isinstance(call, dict)]
    results = [block for call in calls for block in answers(call.get("result"), words_of(call.get("id")))]
    content = change.get("content")
    return Update(change["id"], None if content is None else blocks_of_parts(content), tuple(results))


def _list(record: dict[str, Any], key: str) -> list[Any]:
    value = record.get(key)
    return value if isinstance(value, list) else []


def about(record: dict[str, Any]) -> About | None:
    """What a record says of the session."""
    session, title = words_of(record.get("sessionId")), words_of(record.get("summary"))
    return About(session, title) if session or title else None


def counted(record: Any, kind: str, line: int, problems: Problems) -> bool:
    """Count one message by its type, and whether it is one; what is unknown is told, once a type."""
    name = record.get("type") if isinstance(record, dict) else None
    if kind or (isinstance(name, str) and name in SHOWN_ONLY):
        problems.records[str(name)] += 1
        return bool(kind)
    words = kind_words(name, 40)
    if not problems.records[words]:
        problems.add(line, "unknown-record", f"not a message of Gemini CLI (type: {words})")
    problems.records[words] += 1
    return False
