"""In which blocks of a session something stands: every text is read once, and only words that are asked about are kept.

A word is a run of ASCII letters, digits and underscores. What has several words stands only in blocks that hold them all;
there it is looked for (`places`).
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence

from inspector.analysis.recall.atoms import Atom, atoms
from inspector.analysis.recall.places import own, stands
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
WORDS = 6
"""Words of a long quotation by which it is looked for: the longest."""


class Index:
    """The places of everything that the replies of a session refer to. Blocks by position. Safe to share once built."""

    def __init__(self, transcript: Transcript, wanted: Sequence[tuple[Atom, ...]]) -> None:
        self.transcript = transcript
        self.wanted = wanted
        """What the reply of each request refers to; nothing for a request without a reply."""
        self.postings: dict[bytes, array[int]] = {}
        self._candidates: dict[str, Sequence[int]] = {}
        self._blocks: dict[Atom, Sequence[int]] = {}
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

    def blocks(self, atom: Atom) -> Sequence[int]:
        """The blocks that really hold an atom, in order; a single word needs no looking at."""
        found = self._blocks.get(atom)
        if found is None:
            rows = self.candidates(atom.text)
            if atom.kind != "identifier" or _WORD.fullmatch(atom.text) is None:
                rows = array("q", [block for block in rows if self.places(atom, block)])
            found = self._blocks[atom] = rows
        return found

    def places(self, atom: Atom, block: int) -> list[tuple[int, int]]:
        """Where a block holds an atom. An `end` of a path must be a path of its own."""
        text = self.text(block)
        return [place for place in stands(atom, text) if atom.kind != "end" or own(text, place[0])]

    def later(self, atom: Atom, start: int) -> Iterator[int]:
        """The blocks from `start` on that hold it, in order."""
        found = self.blocks(atom)
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
