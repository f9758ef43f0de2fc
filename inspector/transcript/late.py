"""Bodies of blocks (`model.Body`) that keep what was recorded and put it into API form when somebody looks at it.

Of the blocks of a session few are looked at, and an object in API form takes longer to make, and more memory, than what it is
made of. The answer is the same each time, and nobody may change it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

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
