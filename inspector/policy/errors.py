"""What is wrong with a policy: each fault with its line and field, all of one document together."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple

Loc = tuple[str | int, ...]
"""The way to a field of a document: keys and list positions, from the top."""


class Fault(NamedTuple):
    """One thing that is wrong: the line from 1 (None without a document), the path of the field, and why."""

    line: int | None
    field: str
    text: str


class PolicyError(ValueError):
    """A policy that cannot be used, or a knob that cannot be set so; one line a fault: `file:line: field: what`."""

    def __init__(self, faults: Iterable[Fault] | str, origin: str = "") -> None:
        self.faults = (Fault(None, "", faults),) if isinstance(faults, str) else tuple(faults)
        self.origin = origin
        super().__init__("\n".join(_line(fault, origin) for fault in self.faults))


def _line(fault: Fault, origin: str) -> str:
    place = ":".join(str(part) for part in (origin, fault.line) if part)
    return printable(": ".join(part for part in (place, fault.field, fault.text) if part))


def printable(text: str) -> str:
    """The text with control characters, and whatever else a terminal may act upon, as escapes."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape", "replace").decode() for char in text)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """` (did you mean x?)`, or nothing when no known word is near."""
    near = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f" (did you mean {near[0]}?)" if near else ""
