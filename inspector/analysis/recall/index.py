"""In which blocks of a session something stands: every text is read once, and only words that are asked about are kept.

A word is a run of ASCII letters, digits and underscores. What has several words stands only in blocks that hold them all;
there it is looked for (`places`).
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from inspector.analysis.recall.atoms import Atom, atoms
from inspector.analysis.recall.numbers import beside
from inspector.analysis.recall.places import stands
from inspector.analysis.why.sightings import said
from inspector.analysis.why.walk import Cancelled
from inspector.engine.effects import remember
from inspector.transcript.model import Block, Transcript

Progress = Callable[[int, int], None]
_KEPT = bytes(code if (chr(code).isalnum() and code < 128) or chr(code) == "_" else 32 for code in range(256))
_WORD = re.compile(r"[A-Za-z0-9_]+")
_EVERY = 256
TEXTS = 400
"""Texts of blocks that are kept at hand."""
SHARE, FEW = 0.2, 6
"""The share of the messages, and their number, from which something is everywhere."""
WORDS = 6
"""Words of a long quotation by which it is looked for: the longest."""


def most(messages: int) -> float:
    """In how many of so many messages something may stand: in more of them, it is everywhere, and no evidence."""
    return max(FEW, SHARE * messages)


class Rows(NamedTuple):
    """The blocks that hold something, and their messages, by position and in order."""

    blocks: Sequence[int]
    messages: Sequence[int]


class Index:
    """The places of everything that the replies of a session refer to. Blocks by position. Safe to share once built."""

    def __init__(self, transcript: Transcript, wanted: Sequence[tuple[Atom, ...]]) -> None:
        self.transcript = transcript
        self.wanted = wanted
        """What the reply of each request refers to; nothing for a request without a reply."""
        self.postings: dict[bytes, array[int]] = {}
        self._candidates: dict[str, Sequence[int]] = {}
        self._rows: dict[Atom, Rows] = {}
        self._usual: dict[str, bool] = {}
        self._besides: dict[tuple[str, int], frozenset[str]] = {}
        self._texts: dict[int, str] = {}

    def fill(self, cancelled: Callable[[], bool], progress: Progress | None) -> Index:
        """Read every block once. Raises `Cancelled`."""
        asked = {word for reply in self.wanted for atom in reply for word in words(atom.text)}
        blocks = self.transcript.structure.blocks
        for at, block in enumerate(blocks):
            if at % _EVERY == 0:
                if cancelled():
                    raise Cancelled
                if progress is not None:
                    progress(at, len(blocks))
            for word in asked.intersection(_tokens(said(block))):
                self.postings.setdefault(word, array("q")).append(at)
        return self

    def candidates(self, text: str) -> Sequence[int]:
        """The blocks that hold all of its words, in order. For one word those that hold it."""
        found = self._candidates.get(text)
        if found is None:
            found = self._candidates[text] = self._intersected(text)
        return found

    def _intersected(self, text: str) -> Sequence[int]:
        rows = sorted((self.postings.get(word, array("q")) for word in words(text)), key=len)
        if not rows:
            return self._wide
        if len(rows) == 1:
            return rows[0]
        left = set(rows[0]).intersection(*rows[1:])
        return array("q", sorted(left))

    @property
    def _wide(self) -> Sequence[int]:
        """The blocks with other letters than ASCII: what has no word of these can stand in any of them."""
        return self._candidates.setdefault("", self._not_ascii())

    def _not_ascii(self) -> Sequence[int]:
        return array(
            "q", [at for at, block in enumerate(self.transcript.structure.blocks) if not said(block).isascii()]
        )

    def usual(self, number: str) -> bool:
        """Whether a number stands in so many messages of the session that it is nobody's in particular."""
        found = self._usual.get(number)
        if found is None:
            count = len(set(map(self.transcript.structure.owner.__getitem__, self.candidates(number))))
            found = self._usual[number] = "." not in number and count > most(len(self.transcript.messages))
        return found

    def rows(self, atom: Atom) -> Rows:
        """Where an atom really stands in the session; a number that needs its words, only where one of them stands beside it."""
        found = self._rows.get(atom)
        if found is None:
            blocks = self._beside(atom) if atom.beside else self._standing(atom)
            found = self._rows[atom] = Rows(blocks, self._messages(blocks))
        return found

    def _standing(self, atom: Atom) -> Sequence[int]:
        rows = self.candidates(atom.text)
        if atom.kind == "identifier" and _WORD.fullmatch(atom.text) is not None:
            return rows  # a single word needs no looking at
        return array("q", [block for block in rows if any(stands(atom, self.text(block)))])

    def _beside(self, atom: Atom) -> Sequence[int]:
        rows = self.rows(atom._replace(beside=frozenset())).blocks
        return array("q", [block for block in rows if not atom.beside.isdisjoint(self._words(atom.text, block))])

    def _words(self, number: str, block: int) -> frozenset[str]:
        """The words beside a number in a block."""
        found = self._besides.get((number, block))
        if found is None:
            text = self.text(block)
            near = (beside(text, *place) for place in stands(Atom("number", number), text))
            found = self._besides[number, block] = frozenset().union(*near)
        return found

    def _messages(self, blocks: Sequence[int]) -> Sequence[int]:
        owner = self.transcript.structure.owner
        return array("q", dict.fromkeys(owner[block] for block in blocks))

    def places(self, atom: Atom, block: int) -> list[tuple[int, int]]:
        """Where a block holds an atom."""
        return list(stands(atom, self.text(block)))

    def later(self, atom: Atom, start: int) -> Iterator[int]:
        """The blocks from `start` on that hold it, in order."""
        found = self.rows(atom).blocks
        yield from found[bisect_left(found, start) :]

    def text(self, block: int) -> str:
        """What a block says."""
        found = self._texts.get(block)
        if found is None:
            if len(self._texts) >= TEXTS:
                self._texts.clear()
            found = self._texts[block] = said(self.transcript.structure.blocks[block])
        return found


def index(transcript: Transcript, cancelled: Callable[[], bool] = bool, progress: Progress | None = None) -> Index:
    """The index of a session, made once. Raises `Cancelled`."""

    def make() -> Index:
        return Index(transcript, list(_wanted(transcript, cancelled))).fill(cancelled, progress)

    return remember(transcript, ("recall",), make)


def _wanted(transcript: Transcript, cancelled: Callable[[], bool]) -> Iterator[tuple[Atom, ...]]:
    for request in range(1, transcript.structure.requests + 1):
        if request % _EVERY == 0 and cancelled():
            raise Cancelled
        yield atoms(reply(transcript, request))


def reply(transcript: Transcript, request: int) -> tuple[Block, ...]:
    """The blocks that the model wrote at a request; none for a request that waits for its reply."""
    at = transcript.structure.histories[request - 1]
    return transcript.messages[at].blocks if at < len(transcript.messages) else ()


def words(text: str) -> Iterable[bytes]:
    """The words by which a text is looked for."""
    found = dict.fromkeys(_WORD.findall(text))
    return [word.encode() for word in sorted(found, key=len, reverse=True)[:WORDS]]


def _tokens(text: str) -> list[bytes]:
    """Every word of a text; the letter of an escape begins none."""
    if "\\" in text:
        for escape in ("\\n", "\\t", "\\r"):
            text = text.replace(escape, "  ")
    return text.encode("utf-8", "replace").translate(_KEPT).split()
