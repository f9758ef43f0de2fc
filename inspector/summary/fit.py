"""Sharing the space: what matters most first, every section its part, and never more than the limit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from inspector.summary import size
from inspector.summary.cues import hedged
from inspector.summary.pools import Item, Pools
from inspector.summary.sections import Entry, Section, heading
from inspector.summary.size import Measure, cut_to
from inspector.summary.text import CUT, key

SHARES: dict[Section, float] = {
    Section.GOAL: 0.12,
    Section.CONSTRAINTS: 0.35,
    Section.LATEST: 0.07,
    Section.OPEN: 0.10,
    Section.TODO: 0.07,
    Section.FOCUS: 0.10,
    Section.REPLY: 0.07,
    Section.FINDINGS: 0.18,
    Section.CHANGED: 0.09,
    Section.READ: 0.04,
    Section.ERRORS: 0.07,
    Section.EARLIER: 0.12,
    Section.ASKED: 0.07,
    Section.COMMANDS: 0.04,
    Section.CALLS: 0.03,
    Section.OUTPUT: 0.10,
}
"""The part of the space that each section may take before the rest is shared out, in the order of their importance."""

FOUNDED = {Section.EARLIER: 0.28}
"""Where a summary from elsewhere holds the goal, it comes first and has this share."""
FIRST = (Section.GOAL, Section.CONSTRAINTS)
"""What may take up to half of the space before anything else takes more than its share."""
LEAST = {Section.GOAL: 22, Section.CONSTRAINTS: 16}
"""Tokens that these have however small the space is."""
LONGEST_SHARE = 0.2
"""The part of the space that one line may take."""
LEAST_LINE = 12
"""Tokens that a cut line must have to say something, unless it is most of its source."""
_STATEMENTS = (Section.FINDINGS, Section.OPEN, Section.REPLY)
_ANCHORED = (Section.CONSTRAINTS, Section.ERRORS, Section.FOCUS)
"""Sections whose lines may lose their start: what binds or what failed is what must be seen."""
_REPEATS = (Section.LATEST, Section.CONSTRAINTS, Section.GOAL, Section.TODO, Section.COMMANDS)


class Placed(NamedTuple):
    """A line that has found its place."""

    entry: Entry
    order: int


class Filler:
    """Fills a summary of a given size, line by line."""

    def __init__(self, pools: Pools, room: int, measure: Measure, scale: int) -> None:
        self.pools = pools.items
        self.best = {section: next(items, None) for section, items in pools.items.items()}
        """Of each section the best line that has no place yet; None when there is none any more."""
        self.shares = SHARES if Section.GOAL in self.pools else {**FOUNDED, **SHARES, **FOUNDED}
        self.costs: dict[Section, int] = {}
        self.frames: dict[Section, int] = {}
        """Of the best line of each section what it takes, and what it takes beside its text, once that was asked for."""
        self.room, self.left = room, room
        self.measure, self.scale = measure, scale
        share = int(room * LONGEST_SHARE)
        self.longest, self.longest_first = max(share, LEAST_LINE * scale), max(share, 2 * LEAST_LINE * scale)
        self.placed: list[Placed] = []
        self.begun: set[Section] = set()
        self.said: set[str] = set()
        self.partial = set(pools.partial)

    def fill(self) -> list[Placed]:
        """First every section its share, then half for goal and constraints, then turn by turn whatever still fits."""
        for section, share in self.shares.items():
            least = LEAST.get(section, 0) * self.scale
            self._take(section, max(int(share * self.room), least))
        for section in FIRST:
            self._take(section, self.left - self.room // 2)
        unfinished = [section for section in self.shares if self.best.get(section)]
        while unfinished:  # with all that is left as its room, a section gives no line only when it has none any more
            unfinished = [section for section in unfinished if self._next(section, self.left)]
        return self.placed

    def _take(self, section: Section, quota: int) -> None:
        before = self.left
        while (rest := quota - (before - self.left)) > 0 and self._next(section, min(rest, self.left)):
            pass

    def _next(self, section: Section, room: int) -> bool:
        """Place the section's next line within `room`; a line that does not fit is cut, left for later, or passed over."""
        while item := self.best.get(section):
            if section not in _REPEATS and key(item.entry.text) in self.said:
                self._pass(section)
            elif self._placed(section, item, room):
                self._pass(section)
                return True
            elif room < self.left:
                return False
            else:
                self.partial.add(section)
                full = self._frame(section, item) >= self.left  # not even an empty line fits any more
                self._pass(section, full)
        return False

    def _pass(self, section: Section, every: bool = False) -> None:
        """Be done with the best line of a section, or with every line of it."""
        self.best[section] = None if every else next(self.pools[section], None)
        self.costs.pop(section, None)
        self.frames.pop(section, None)

    def _placed(self, section: Section, item: Item, room: int) -> bool:
        """Place a line, whole or cut, if it fits into `room`."""
        cost, entry = self._whole(section, item), item.entry
        longest = self.longest_first if section in FIRST else self.longest
        if cost > room or cost > longest:
            frame = self._frame(section, item)
            text = self._cut(item, min(room - frame, longest)) if frame < room else ""
            if not text or (cost := self._line(entry, text) + self._heading(section)) > room:
                return False
            entry = entry._replace(text=text)
        self.left -= cost
        self.begun.add(section)
        self.said.add(key(item.entry.text))
        self.placed.append(Placed(entry, item.order))
        return True

    def _cut(self, item: Item, space: int) -> str:
        """The line's text cut to `space`; "" when what is left would say too little, or more than its source."""
        section, text = item.entry.section, item.entry.text
        if section is not Section.GOAL and section not in _ANCHORED and self.measure(text[: _least(text)]) > space:
            return ""
        cut = cut_to(text, space, self.measure, item.anchor if section in _ANCHORED else 0)
        if not cut or not (section is Section.GOAL or _worth(cut, text)):
            return ""
        if section in _STATEMENTS and (len(cut) <= item.anchor or _loses_hedge(text, cut)):
            return ""
        return cut

    def _whole(self, section: Section, item: Item) -> int:
        """What the best line of a section takes."""
        cost = self.costs.get(section)
        if cost is None:
            cost = self.costs[section] = self._line(item.entry, item.entry.text)
        return cost if section in self.begun else cost + self._heading(section)

    def _frame(self, section: Section, item: Item) -> int:
        """What the best line of a section takes beside its text."""
        frame = self.frames.get(section)
        if frame is None:
            frame = self.frames[section] = self._line(item.entry, "")
        return frame if section in self.begun else frame + self._heading(section)

    def _line(self, entry: Entry, text: str) -> int:
        return self.measure(entry.framed(text) + "\n")

    def _heading(self, section: Section) -> int:
        """What the heading takes that comes with the first line of a section."""
        return 0 if section in self.begun else self.measure(heading(section, partial=True) + "\n")


_PLACES = {section: place for place, section in enumerate(Section)}


def in_order(placed: Iterable[Placed]) -> list[Entry]:
    """The lines as they are written: by section, and in it in the order of the record."""
    return [p.entry for p in sorted(placed, key=lambda p: (_PLACES[p.entry.section], p.order))]


def _worth(cut: str, text: str) -> bool:
    """Whether a cut line still says something: most of it, or enough to stand alone."""
    return 4 * len(cut) >= 3 * len(text) or size.estimate(cut) >= LEAST_LINE


def _least(text: str) -> int:
    """Characters from the start that every cut holds that is `_worth` its line; counting them is quicker than cutting."""
    enough = 4 * LEAST_LINE - 9 if text.isascii() else LEAST_LINE // 2
    return min(len(text) * 3 // 4 - 1, enough)


def _loses_hedge(text: str, cut: str) -> bool:
    """Whether what was cut away limits what is left: then a cut line would say more than its source."""
    kept = cut.strip(CUT)
    at = text.find(kept)
    return hedged(text[:at]) or hedged(text[at + len(kept) :])
