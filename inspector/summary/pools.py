"""The lines that could be written, by section: each once, and of each section only as many as would be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import nlargest
from operator import itemgetter
from typing import NamedTuple

from inspector.engine.summariser import SummaryPart
from inspector.summary.calls import QUIET
from inspector.summary.extract import Span, name_of
from inspector.summary.sections import COMMAND, FAILED, Entry, Section
from inspector.summary.text import key

MOST: dict[Section, int] = {
    Section.GOAL: 12,
    Section.LATEST: 8,
    Section.CONSTRAINTS: 24,
    Section.OPEN: 16,
    Section.TODO: 20,
    Section.REPLY: 4,
    Section.FOCUS: 10,
    Section.FINDINGS: 48,
    Section.CHANGED: 40,
    Section.READ: 30,
    Section.NAMES: 0,
    Section.ERRORS: 12,
    Section.COMMANDS: 12,
    Section.CALLS: 20,
    Section.ASKED: 30,
    Section.OUTPUT: 3,
    Section.EARLIER: 120,
}
"""The most lines of each section; more would not be read."""
ENOUGH_COMMANDS = 5
STEP = 64
"""Places that one part has in the order of the lines."""


class Item(NamedTuple):
    """A line that could be written: `rank` says what is kept first, `order` where it stands in its section."""

    entry: Entry
    rank: int
    order: int
    anchor: int = 0


class Pools(NamedTuple):
    """The lines of each section that has any, best first, and the sections of which more was found than is listed here.

    A line is made when it is asked for: where space is short, few are."""

    items: dict[Section, Iterator[Item]]
    partial: frozenset[Section]


_Raw = tuple[int, int, int, Span | Entry]
"""Rank, order, anchor, and the line: a span (its part follows from its order), or an entry that is ready."""
_by_rank = itemgetter(0, 1)


class Collector:
    """Takes lines in, keeps each wording once (the one with the highest rank), and gives the best of each section."""

    def __init__(self, parts: Sequence[SummaryPart], failed: frozenset[str]) -> None:
        self._parts, self._failed = parts, failed
        self._raw: dict[Section, dict[str, _Raw]] = {section: {} for section in Section}

    def span(self, span: Span, name: str, rank: int, at: int, index: int) -> None:
        """Take in a span of the part at `at`."""
        pool = self._raw[span.section]
        known = pool.get(name)
        if known is None or known[0] < rank:
            pool[name] = (rank, (at + 1) * STEP + min(index, STEP - 1), span.anchor, span)

    def entry(self, entry: Entry, rank: int, order: int, anchor: int = 0) -> None:
        """Take in a line that is ready."""
        name = name_of(entry.section, entry.text)
        known = self._raw[entry.section].get(name)
        if name and (known is None or known[0] < rank):
            self._raw[entry.section][name] = (rank, order, anchor, entry)

    def drop(self, section: Section, name: str) -> None:
        """Take a line back."""
        self._raw[section].pop(name, None)

    def holds(self, section: Section, text: str) -> bool:
        return key(text) in self._raw[section]

    @property
    def empty(self) -> bool:
        return not any(self._raw.values())

    def pools(self, partial: frozenset[Section]) -> Pools:
        """The best lines of each section; `partial` ones were incomplete before."""
        self._without_quiet()
        best = {s: nlargest(MOST[s], pool.values(), key=_by_rank) for s, pool in self._raw.items() if pool}
        items: dict[Section, Iterator[Item]] = {s: map(self._item, found) for s, found in best.items()}
        more = {s for s, pool in self._raw.items() if len(pool) > MOST[s]}
        return Pools(items, partial | more)

    def _without_quiet(self) -> None:
        """Commands that only look are left out where enough others were run; a file changed is not also listed as read."""
        commands, read = self._raw[Section.COMMANDS], self._raw[Section.READ]
        telling = {name: raw for name, raw in commands.items() if not _is_quiet(raw[3])}
        if len(telling) >= ENOUGH_COMMANDS:
            self._raw[Section.COMMANDS] = telling
        for name in [name for name in read if name in self._raw[Section.CHANGED]]:
            del read[name]

    def _item(self, raw: _Raw) -> Item:
        rank, order, anchor, line = raw
        if isinstance(line, Entry):
            return Item(line, rank, order, anchor)
        part = self._parts[order // STEP - 1]
        failed = part.source.kind == "tool_use" and part.source.tool_id in self._failed
        mark = FAILED + COMMAND if failed and line.section is Section.COMMANDS else line.mark
        return Item(Entry(line.section, part.name, line.text, mark), rank, order, anchor)


def _is_quiet(line: Span | Entry) -> bool:
    return isinstance(line, Span) and line.score <= QUIET
