"""What a summariser answered: the text, and what it cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Stop = Literal["end", "cut off", "tool call", "refusal", "unknown"]
"""Why the answer ended: by itself, at its limit, with a call of a tool, with a refusal."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the provider reported them. `input` is what was neither read from its cache nor written to it."""

    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """A summary that was written. `model` is the name that answered ("" for none), `seconds` the time that it took.

    `usage` is None where nobody reported any; `kept` says that the answer came out of the cassette.
    """

    text: str
    model: str = ""
    usage: Usage | None = None
    seconds: float = 0.0
    stop: Stop = "end"
    kept: bool = False
