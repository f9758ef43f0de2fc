"""Slots of notice texts that nothing would fill."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from inspector.policy.errors import Loc, did_you_mean
from inspector.policy.slots import slots_of

Broken = tuple[Loc, str]
"""The way to a field, and what would be right there."""


def unknown_slots(loc: Loc, text: str, known: Iterable[str]) -> Iterator[Broken]:
    """Words in braces that are none of the known slots."""
    known = tuple(known)
    for name in dict.fromkeys(slots_of(text)):
        if name not in known:
            right = ", ".join(f"{{{slot}}}" for slot in known) or "none"
            yield loc, f"there is no slot {{{name}}} here{did_you_mean(name, known)}; slots: {right}"
