"""The words by which things are looked for: runs of ASCII letters, digits and underscores, as bytes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from inspector.analysis.recall.atoms import Atom

_KEPT = bytes(code if (chr(code).isalnum() and code < 128) or chr(code) == "_" else 32 for code in range(256))
_WORD = re.compile(r"[A-Za-z0-9_]+")
WORDS = 6
"""Words of a long quotation by which it is looked for: the longest."""


def is_word(atom: Atom) -> bool:
    """Whether it is a single word: the blocks that have it need no looking at."""
    return atom.kind == "identifier" and _WORD.fullmatch(atom.text) is not None


def words(text: str) -> Sequence[bytes]:
    """The words by which a text is looked for."""
    found = dict.fromkeys(_WORD.findall(text))
    return [word.encode() for word in sorted(found, key=len, reverse=True)[:WORDS]]


def tokens(text: str) -> list[bytes]:
    """Every word of a text; the letter of an escape begins none."""
    if "\\" in text:
        for escape in ("\\n", "\\t", "\\r"):
            text = text.replace(escape, "  ")
    return text.encode("utf-8", "replace").translate(_KEPT).split()
