"""Bodies of blocks (`model.Body`) that keep what was recorded and put it into API form when somebody looks at it.

Fields of messages (`Message.extra`) alike.

Of the blocks of a session few are looked at, and an object in API form takes longer to make, and more memory, than what it is
made of. The answer is the same each time, and nobody may change it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from inspector.transcript.depth import prune
from inspector.transcript.model import Json

_new = tuple.__new__  # a NamedTuple without the cost of its own constructor


class Said(NamedTuple):
    """A plain text."""

    text: str

    @property
    def api(self) -> Json:
        return {"type": "text", "text": self.text}


class Thought(NamedTuple):
    """Thinking without a signature."""

    text: str

    @property
    def api(self) -> Json:
        return {"type": "thinking", "thinking": self.text}


class Answered(NamedTuple):
    """A result that is one text, of a call that did not fail."""

    text: str
    identity: str

    @property
    def api(self) -> Json:
        return {"type": "tool_result", "tool_use_id": self.identity, "content": self.text}


class Asked(NamedTuple):
    """A call whose arguments are an object."""

    identity: str
    name: str
    arguments: dict[str, Any]

    @property
    def text(self) -> str:
        return ""

    @property
    def api(self) -> Json:
        return {"type": "tool_use", "id": self.identity, "name": self.name, "input": self.arguments}


def said(text: str) -> Said:
    """The same as `Said(...)`, quicker."""
    return _new(Said, (text,))


def thought(text: str) -> Thought:
    """The same as `Thought(...)`, quicker."""
    return _new(Thought, (text,))


def answered(text: str, identity: str) -> Answered:
    """The same as `Answered(...)`, quicker."""
    return _new(Answered, (text, identity))


def asked(identity: str, name: str, arguments: dict[str, Any]) -> Asked:
    """The same as `Asked(...)`, quicker."""
    return _new(Asked, (identity, name, arguments))


class Fields(Mapping[str, Any]):
    """Those fields of a record that have one of some names, in the order of the names; cut where they are nested too deep."""

    __slots__ = ("_found", "_names", "_record")

    def __init__(self, record: dict[str, Any], names: tuple[str, ...]) -> None:
        self._record = record
        self._names: tuple[str, ...] | None = names
        self._found: dict[str, Any] = _NOTHING

    def _fields(self) -> dict[str, Any]:
        names = self._names
        if names is not None:
            record = self._record
            self._found = {name: record[name] for name in names if name in record}
            prune(self._found)
            self._record, self._names = _NOTHING, None
        return self._found

    def __getitem__(self, name: str) -> Any:
        return self._fields()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields())

    def __len__(self) -> int:
        return len(self._fields())

    def __repr__(self) -> str:
        return repr(self._fields())


_NOTHING: dict[str, Any] = {}
