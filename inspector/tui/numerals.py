"""Numbers the way the screen writes them, alone and inside sentences. No Textual here."""

from __future__ import annotations

import re

from inspector import phrases

_LONG = re.compile(r"(?<![\w.,])\d{4,}(?![\w.,]*\w)")


def commas(text: str) -> str:
    """`not reached: 67862 < 80000` becomes `not reached: 67,862 < 80,000`, and `>=` becomes `≥`."""
    return _LONG.sub(lambda found: f"{int(found[0]):,}", text).replace(">=", "≥").replace("<=", "≤")


def full(number: int, approximate: bool = False) -> str:
    """`84,120`, or `≈84,120`."""
    return f"{'≈' if approximate else ''}{number:,}"


def short(number: int, approximate: bool = False) -> str:
    """At most five characters and the sign: `987`, `84.1k`, `1.2M`, `31G`."""
    return f"{'≈' if approximate else ''}{phrases.short(number)}"


def in_bytes(size: int) -> str:
    """A size as people say it: `987 bytes`, `84.1 kB`, `1.2 GB`."""
    for unit, step in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= step:
            return f"{size / step:,.1f} {unit}"
    return f"{size:,} bytes"
