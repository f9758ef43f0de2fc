"""A text of any length, folded to a width a stretch at a time: where each display line begins, and its line's number."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from itertools import islice

from inspector.terminal_text import Line, folded


class LaidOut:
    """Display lines of one text at one width. `extend` finds more of them, from any one thread; all else only looks."""

    def __init__(self, text: str, width: int) -> None:
        self.text, self.width = text, width
        self.done = False
        self._starts, self._numbers = array("q"), array("q")
        self._lines = folded(text, width)

    def __len__(self) -> int:
        """Display lines that are known."""
        return len(self._numbers)

    @property
    def reached(self) -> float:
        """How much of the text is laid out, from 0 to 1."""
        return 1.0 if self.done or not self._starts else self._starts[-1] / max(1, len(self.text))

    def extend(self, lines: int) -> None:
        """Find so many more display lines."""
        number = self._numbers[-1] if self._numbers else 0
        for line in islice(self._lines, lines):
            number += line.start == 0 or self.text[line.start - 1] == "\n"
            self._starts.append(line.start)
            self._numbers.append(number)
            self.done = line.stop >= len(self.text)

    def line(self, at: int) -> Line:
        """One display line."""
        return next(folded(self.text, self.width, self._starts[at]))

    def number(self, at: int) -> int:
        """The number, from 1, of the line of the text that a display line is a part of."""
        return self._numbers[at]

    def begins(self, at: int) -> bool:
        """Whether the display line is the first of its line."""
        return at == 0 or self._numbers[at] != self._numbers[at - 1]

    def at(self, place: int) -> int:
        """The display line that holds a character; the last one that is known for one further on."""
        return max(0, bisect_right(self._starts, place, 0, len(self)) - 1)

    def knows(self, place: int) -> bool:
        """Whether the character is on a line that is known."""
        return self.done or (bool(self._starts) and place < self._starts[-1])
