"""Texts made ready for a tokenizer: free of lone surrogates, and long ones in pieces that have as many tokens together.

Both encodings first split a text by a pattern and then encode each match on its own. In both patterns a letter or digit
is followed, inside one match, by nothing but letters, marks, digits and contractions (`'s`); no alternative looks
behind, and what they look ahead for concerns blanks at a match's end. So there is always a border between an ASCII
letter or digit and an ASCII character that is neither, nor an apostrophe: the matches before it do not depend on what
follows, those after it do not depend on what came before, and the tokens of both sides add up.
A text without such a place (one line of `=`) stays whole; toktok's time is proportional to its length all the same, at
the worst 0.4 s for a million characters (a line of `-`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

PIECE = 262_144
"""Characters of a piece, about: enough work for a thread, and short-lived copies of a long text stay small."""

REACH = 65_536
"""How far beyond a window a border is looked for."""

_BORDER = re.compile(r"[A-Za-z0-9](?=[\x00-&(-/:-@\[-`{-\x7f])")
_SURROGATE = re.compile("[\ud800-\udfff]")


def clean(text: str) -> str:
    """The text with U+FFFD for every lone surrogate, character for character.

    What is not ASCII is copied: a tokenizer makes Python keep a second, encoded form of every text that it is handed
    for as long as the text lives, which for a transcript's own texts would be the whole session.
    """
    if text.isascii():
        return text
    try:
        return text.encode().decode()
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text)


def split(text: str) -> Iterator[str]:
    """The text in pieces of `PIECE` characters or more, cut only where no token can be."""
    start = 0
    while len(text) - start > PIECE:
        border = _BORDER.search(text, start + PIECE)
        if border is None:
            break
        yield text[start : border.end()]
        start = border.end()
    yield text[start:]


def head(text: str, size: int) -> str:
    """The start of the text: `size` characters and on to the next border, if there is one in reach."""
    if len(text) <= size:
        return text
    border = _BORDER.search(text, size, size + REACH)
    return text[: border.end() if border else size + REACH]


def tail(text: str, size: int) -> str:
    """The end of the text: `size` characters and back to the border before them, if there is one in reach."""
    stop = len(text) - size
    for reach in (256, 4_096, REACH):
        start = max(stop - reach, 0)
        if start == 0:
            return text
        last = max((border.end() for border in _BORDER.finditer(text, start, stop)), default=0)
        if last:
            return text[last:]
    return text[start:]
