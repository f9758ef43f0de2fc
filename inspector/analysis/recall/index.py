"""In which blocks of a session something stands: every text is read once, and only words that are asked about are kept.

A word is a run of ASCII letters, digits and underscores. What has several words stands only in blocks that hold them all;
there it is looked for (`places`).
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from math import inf
from threading import RLock

from inspector.analysis.recall.atoms import Atom, atoms
from inspector.analysis.recall.numbers import beside
from inspector.analysis.recall.places import stands
from inspector.analysis.recall.rows import Rows, most
from inspector.analysis.recall.tokens import is_word, tokens, words
from inspector.analysis.why.sightings import said
from inspector.engine.effects import remember
from inspector.long_work import Cancelled, Progress
from inspector.transcript.model import Block, Transcript

_EVERY = 256
TEXTS = 400
"""Texts of blocks that are kept at hand."""


class Index:
    """The places of everything that the replies of a session refer to. Blocks by position. Safe to use from several threads."""

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
        self._lock = RLock()

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
            for word in asked.intersection(tokens(said(block))):
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
        if "" not in self._candidates:
            self._candidates[""] = self._not_ascii()
        return self._candidates[""]

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

    def rows(self, atom: Atom, stop: int | None = None, enough: float = inf) -> Rows:
        """Where an atom really stands before block `stop` (None: anywhere), or until it stands in more than `enough` messages.

        A number that needs its words stands only where one of them is beside it.
        """
        with self._lock:
            return self._looked(atom, stop, enough)

    def _looked(self, atom: Atom, stop: int | None, enough: float) -> Rows:
        found = self._rows.setdefault(atom, Rows())
        bare = atom._replace(beside=frozenset())
        rows = self._looked(bare, stop, inf).blocks if atom.beside else self.candidates(atom.text)
        end = len(rows) if stop is None else bisect_left(rows, stop)
        owner, plain = self.transcript.structure.owner, is_word(atom)
        while found.next < end and len(found.messages) <= enough:
            block = rows[found.next]
            found.next += 1
            if plain or self._holds(atom, block):
                found.add(block, owner[block])
        return found

    def _holds(self, atom: Atom, block: int) -> bool:
        if atom.beside:
            return not atom.beside.isdisjoint(self._words(atom.text, block))
        return any(stands(atom, self.text(block)))

    def _words(self, number: str, block: int) -> frozenset[str]:
        """The words beside a number in a block."""
        found = self._besides.get((number, block))
        if found is None:
            text = self.text(block)
            near = (beside(text, *place) for place in stands(Atom("number", number), text))
            found = self._besides[number, block] = frozenset().union(*near)
        return found

    def places(self, atom: Atom, block: int) -> list[tuple[int, int]]:
        """Where a block holds an atom."""
        return list(stands(atom, self.text(block)))

    def later(self, atom: Atom, start: int) -> Iterator[int]:
        """The blocks from `start` on that hold it, in order; it is looked for as far as is asked."""
        rows = self.candidates(atom.text)
        for block in rows[bisect_left(rows, start) :]:
            if is_word(atom) or self._holds(atom, block):
                yield block

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
