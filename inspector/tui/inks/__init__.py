"""Colours over a text that stays as it is: `inks(text, kind)` answers which stretches are what.

One file for each kind of text; `which` decides the kind by content, tool and file name. Everything here is pure, linear in
the text and bounded by `INKED`. Code is told apart by Pygments, which can be slow on hostile text: `code.stretches` says
where code is, and `lexer` lets another process read it. What `inks` answers needs neither.
"""

from __future__ import annotations

from collections.abc import Sequence

from inspector.tui.inks import diff, fields, json, markdown
from inspector.tui.inks.ink import COLOURED, DIFF, FIELDS, INKED, JSON, MARKDOWN, PLAIN, WRITTEN, Ink, Kind, laid_over

__all__ = [
    "COLOURED",
    "DIFF",
    "FIELDS",
    "INKED",
    "JSON",
    "MARKDOWN",
    "PLAIN",
    "WRITTEN",
    "Ink",
    "Kind",
    "inks",
    "laid_over",
]

_READERS = {"fields": fields.inks, "json": json.inks, "diff": diff.inks, "markdown": markdown.inks}


def inks(text: str, kind: Kind) -> Sequence[Ink]:
    """The coloured stretches of a text, in order, none overlapping another; nothing beyond its first `INKED` characters."""
    reader = _READERS.get(kind.name)
    return reader(text[:INKED]) if reader is not None else ()
