"""All messages of all prompts, each once. Prompts become lists of numbers, so that a log of any size is small in memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from inspector.transcript.depth import prune
from inspector.transcript.formats.prompts.identity import key_of, loose_key
from inspector.transcript.model import Message, Usage

RECENT = 4
"""Prompts whose records are kept, to be compared with those of the next: most are the same, and are not looked into."""

NONE = -1


class Entry(NamedTuple):
    """A message of the pool, and what it has in common with other forms of itself (`identity.loose_key`)."""

    message: Message
    loose: bytes


class Request(NamedTuple):
    """One request. `prompt` and `reply` are numbers of a pool; the system prompt is the first message of the prompt.

    `edits` are changes that the provider says it made to the prompt; `uncertain` says why the prompt is not all in the
    record, in words; `group` separates what certainly is not one conversation.
    """

    prompt: tuple[int, ...]
    reply: int | None = None
    usage: Usage | None = None
    model: str = ""
    timestamp: str = ""
    line: int = 0
    tools: tuple[Mapping[str, Any], ...] = ()
    extra: Mapping[str, Any] = {}
    edits: Sequence[Mapping[str, Any]] = ()
    uncertain: str = ""
    group: str = ""
    compaction: Mapping[str, Any] = {}
    """What the record says of a compaction just before it: `trigger`, `tokens_before`, `tokens_after`, and `summarised` where it
    made a summary. With one, the prompt goes on with a conversation of which it need not hold a message."""
    unsure: frozenset[int] = frozenset()
    """Places in the prompt that may hold a message from before, or a new one that says the same."""


class Pool:
    """Numbers for messages. `make` turns a record into a message (its number does not matter); None: it is no message.

    `by_id`: messages of different ids are different messages, whatever they say.
    """

    def __init__(self, make: Callable[[Any], Message | None], by_id: bool = False) -> None:
        self.entries: list[Entry] = []
        self._make = make
        self._by_id = by_id
        self._numbers: dict[bytes, int] = {}
        self._recent: list[tuple[Sequence[Any], list[int]]] = []
        self._tools: tuple[Mapping[str, Any], ...] = ()

    def prompt(self, records: Sequence[Any]) -> tuple[int, ...]:
        """The numbers of the messages of a prompt. The records are kept for a while and must not be changed."""
        old, numbers = self._most_like(records)
        number, shared = self.number, min(len(old), len(records))
        try:
            found = [
                known if one is other or one == other else number(other)
                for known, one, other in zip(numbers, old, records, strict=False)
            ]
        except RecursionError:  # nested without end: comparing is not for these
            found, shared = [], 0
        found += [number(record) for record in records[shared:]]
        self._recent = [*[each for each in self._recent if each[1] is not numbers], (records, found)][-RECENT:]
        return tuple([each for each in found if each != NONE])

    def reply(self, record: Any) -> int | None:
        """The number of a reply; None where there is none."""
        found = self.number(record) if record is not None else NONE
        return None if found == NONE else found

    def number(self, record: Any) -> int:
        """The number of one message, -1 of what is none."""
        message = record if isinstance(record, Message) else self._make(record)
        return NONE if message is None else self._number(message)

    def tools(self, value: Any) -> tuple[Mapping[str, Any], ...]:
        """Tool definitions; equal ones are kept once."""
        listed = tuple([each for each in value if isinstance(each, dict)]) if isinstance(value, list) else ()
        if not _equal(listed, self._tools):
            prune(value)
            self._tools = listed
        return self._tools

    def _number(self, message: Message) -> int:
        name = message.id.encode("utf-8", "replace") if self._by_id else b""
        key = key_of(message) + name
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.entries)
            loose = loose_key(message)
            self.entries.append(Entry(message, loose + name if loose else loose))
        return found

    def _most_like(self, records: Sequence[Any]) -> tuple[Sequence[Any], list[int]]:
        """The recent prompt that begins most like this one."""
        best: tuple[Sequence[Any], list[int]] = ((), [])
        most = 0
        for old, numbers in reversed(self._recent):
            alike = sum(map(_equal, old[:6], records[:6]))
            if alike > most:
                best, most = (old, numbers), alike
        return best


def _equal(one: Any, other: Any) -> bool:
    try:
        return one is other or bool(one == other)
    except RecursionError:
        return False
