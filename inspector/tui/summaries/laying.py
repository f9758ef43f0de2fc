"""Laying a paper out into lines of a width. Long passages are folded until they are opened; nothing beyond is looked at."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, islice
from typing import NamedTuple

from inspector.terminal_text import Line, folded
from inspector.tui.summaries.paper import Paper

FOLDED = 8
"""Lines of a passage that is not opened."""
OPENED = 2_000
"""Lines of a passage that is."""
NEAR = 4_000
"""Characters before a place from which a passage is shown whose beginning is too far away."""


class Shown(NamedTuple):
    """One line: a heading (`line` is None), a line of text, or what is said of the rest (`more` characters)."""

    passage: int
    line: Line | None = None
    more: int = 0
    begins: bool = False


class Laid:
    """The lines of a paper. Only a passage that is opened or closed is laid out anew."""

    def __init__(self, paper: Paper, width: int, fold: bool = True) -> None:
        self.paper, self.width, self.fold = paper, max(8, width), fold
        self._lines: list[list[Shown]] = []
        self.opened: dict[int, int] = {}
        """Passages that are open → the character that they are shown from."""
        self._starts: list[int] = [0]

    @property
    def done(self) -> bool:
        return len(self._lines) == len(self.paper.passages)

    def extend(self, passages: int = 1_000_000_000) -> None:
        """Lay some more passages out."""
        for place in range(len(self._lines), min(len(self._lines) + passages, len(self.paper.passages))):
            self._lines.append(self._lay(place))
        self._count()

    def __len__(self) -> int:
        return self._starts[-1]

    def __getitem__(self, at: int) -> Shown:
        place = self.passage_at(at)
        return self._lines[place][at - self._starts[place]]

    def passage_at(self, at: int) -> int:
        """The passage that a line belongs to."""
        return max(0, bisect_right(self._starts, at) - 1)

    def start(self, place: int) -> int:
        """The first line of a passage."""
        return self._starts[place]

    def toggle(self, place: int) -> bool:
        """Open a passage, or fold it; False where there is nothing more of it."""
        if place in self.opened:
            del self.opened[place]
        elif any(shown.more for shown in self._lines[place]):
            self.opened[place] = 0
        else:
            return False
        self._again(place)
        return True

    def find(self, place: int, at: int) -> int:
        """The line that shows a character of a passage, which is opened for it."""
        if place >= len(self._lines):
            self.extend(place + 1 - len(self._lines))
        if (found := self._line_of(place, at)) is None:
            self.opened[place] = 0
            self._again(place)
            if (found := self._line_of(place, at)) is None:
                text = self.paper.passages[place].text
                self.opened[place] = text.rfind("\n", 0, max(0, at - NEAR)) + 1 or max(0, at - NEAR)
                self._again(place)
                found = self._line_of(place, at)
        return found if found is not None else self._starts[place]

    def _line_of(self, place: int, at: int) -> int | None:
        for index, shown in enumerate(self._lines[place]):
            if shown.line is not None and shown.line.start <= at < max(shown.line.stop, shown.line.start + 1):
                return self._starts[place] + index
        return None

    def _again(self, place: int) -> None:
        self._lines[place] = self._lay(place)
        self._count()

    def _count(self) -> None:
        self._starts = [0, *accumulate(len(lines) for lines in self._lines)]

    def _lay(self, place: int) -> list[Shown]:
        passage = self.paper.passages[place]
        most = FOLDED if self.fold and place not in self.opened else OPENED
        start = self.opened.get(place, 0)
        head = [Shown(place, begins=True)] if passage.title else []
        lines = list(islice(folded(passage.text, self.width, start), most + 1))
        rest = len(passage.text) - lines[most - 1].stop if len(lines) > most else 0
        body = [Shown(place, line) for line in lines[:most]]
        before = [Shown(place, more=-start)] if start else []
        return [*head, *before, *body, *([Shown(place, more=rest)] if rest else [])]
