"""Filling the slots of notices and wrappers: only known slots, in one pass, so that text with braces stays as it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

_SLOT = re.compile(r"\{([a-z_]+)\}")


@lru_cache(maxsize=256)
def _split(template: str) -> tuple[str, ...]:
    """Literal and slot name, in turn."""
    return tuple(_SLOT.split(template))


def fill(template: str, values: Mapping[str, object]) -> str:
    """The template with every known slot replaced by its value; anything else in braces is left alone."""
    parts = _split(template)
    if len(parts) == 1:
        return template
    out = [parts[0]]
    for slot, literal in zip(parts[1::2], parts[2::2], strict=True):
        out.append(str(values[slot]) if slot in values else "{" + slot + "}")
        out.append(literal)
    return "".join(out)


def slots(template: str) -> frozenset[str]:
    """Names of the slots that a template uses."""
    return frozenset(_split(template)[1::2])
