"""Everything that could stand in a summary, ranked: what the parts offer and what earlier summaries said."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest
from typing import NamedTuple

from inspector.engine.summariser import SummaryPart, SummaryRequest
from inspector.summary import carried, cues, focus
from inspector.summary.cues import Sentence
from inspector.summary.extract import Extract, Span, extract
from inspector.summary.sections import COMMAND, FAILED, Entry, Section
from inspector.summary.text import clip, key, lines, windows
from inspector.summary.todos import TodoList

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
    Section.ERRORS: 12,
    Section.COMMANDS: 12,
    Section.CALLS: 20,
    Section.ASKED: 30,
    Section.OUTPUT: 3,
    Section.EARLIER: 120,
}
"""The most lines of each section; more would not be read."""

RECENCY = {Section.OPEN: 1_000, Section.FINDINGS: 800, Section.ERRORS: 800, Section.COMMANDS: 600, Section.ASKED: 1_000}
"""How much being new counts, beside 100 for each point of a score: the newest part has it all, the oldest nothing."""
ANY_RECENCY = 1_000
OLDER_FIRST = 4_000
"""For constraints the first stated come first, whatever came after; only their strength counts more."""
FRESH_PLANS = 3
"""Plans older than the last replies are done or dropped: they are not open items."""
SUBSTANTIAL = 12
"""Bytes of a prompt that can be a goal; less is a greeting."""
STEP = 64


class Item(NamedTuple):
    """A line that could be written: `rank` says what is kept first, `order` where it stands in its section."""

    entry: Entry
    rank: int
    order: int
    anchor: int = 0


Pools = dict[Section, list[Item]]
_Raw = dict[Section, dict[str, Item]]


class _Gatherer:
    """One pass over the parts, and one over what is carried on."""

    def __init__(self, request: SummaryRequest) -> None:
        self.parts = request.parts
        self.found: list[Extract] = [extract(part) for part in self.parts]
        self.wanted = focus.terms(request.focus)
        self.recent = frozenset(request.recent_files)
        self.earlier = carried.collect(request.previous, self.parts, self.found)
        self.raw: _Raw = {section: {} for section in Section}
        self.todos = TodoList()
        self.failed = {p.source.tool_id for p, f in zip(self.parts, self.found, strict=True) if f.failed}

    def gather(self) -> Pools:
        replies = self._replies()
        for at, (part, found) in enumerate(zip(self.parts, self.found, strict=True)):
            self._follow(part, found)
            stale = bool(replies) and at < replies[-FRESH_PLANS:][0]
            for index, span in enumerate(found.spans):
                if not (stale and span.section is Section.OPEN and span.score < cues.STRONG):
                    self._offer(span, at, index)
        self._carry(bool(replies))
        self._prompts()
        self._reply(replies)
        for index, entry in enumerate(self.todos.open()):
            self._put(Item(entry, -index, index))
        for at, span in focus.harvest(self.parts, self.wanted):
            self._offer(span, at, 0)
        if not any(self.raw.values()):
            self._output()
        return {s: nlargest(MOST[s], items.values(), key=_by_rank) for s, items in self.raw.items() if items}

    def _replies(self) -> list[int]:
        return [at for at, found in enumerate(self.found) if found.reply]

    def _follow(self, part: SummaryPart, found: Extract) -> None:
        """Keep the agent's list as its calls write it; a refused call wrote nothing."""
        if part.source.kind == "tool_result":
            self.todos.result(part.source.tool_id, found.created, found.failed)
        elif found.todos and part.source.tool_id not in self.failed:
            self.todos.call(found, part.name, part.source.tool_id)

    def _offer(self, span: Span, at: int, index: int) -> None:
        """Rank a span of a part. What a refused or failed call would have done to files is not said."""
        part = self.parts[at]
        mark = span.mark
        if part.source.kind == "tool_use" and part.source.tool_id in self.failed:
            if span.section is not Section.COMMANDS:
                return
            mark = FAILED + COMMAND
        entry = Entry(span.section, part.name, span.text, mark)
        self._put(Item(entry, self._rank(span, at), (at + 1) * STEP + min(index, STEP - 1), span.anchor))

    def _rank(self, span: Span, at: int) -> int:
        age = at * ANY_RECENCY // len(self.parts)
        if span.section is Section.CONSTRAINTS:
            return span.score * 100 + self._boost(span.text) + OLDER_FIRST - age
        base = span.score * 100 + age * RECENCY.get(span.section, ANY_RECENCY) // ANY_RECENCY
        return base + self._boost(span.text) + (ANY_RECENCY if span.text in self.recent else 0)

    def _boost(self, text: str) -> int:
        return min(focus.hits(text, self.wanted), 4) * focus.BOOST * 100 if self.wanted else 0

    def _put(self, item: Item) -> None:
        """Of the same line the higher rank stays: the newest, for constraints the first. A file changed is not also read."""
        pool = self.raw[item.entry.section]
        name = key(item.entry.text) if len(item.entry.text) < 1_000 else item.entry.text
        if name and ((known := pool.get(name)) is None or known.rank < item.rank):
            pool[name] = item

    def _prompts(self) -> None:
        """The first prompt of substance is the goal, the last is the latest request, the others were asked in between."""
        typed = [(at, found.prompt) for at, found in enumerate(self.found) if found.prompt]
        if not typed:
            return
        goal = -1 if self.earlier.has_goal else next((i for i, t in enumerate(typed) if _substantial(t[1])), 0)
        last = len(typed) - 1
        for number, (at, prompt) in enumerate(typed):
            if number == goal:
                self._lines(Section.GOAL, at, prompt)
            elif number == last:
                self._lines(Section.LATEST, at, prompt)
            else:
                self._lines(Section.ASKED, at, prompt[:1])

    def _lines(self, section: Section, at: int, shown: Sequence[str]) -> None:
        """The lines of a prompt or reply, first lines first; a line that stands among the constraints is not said twice."""
        bound = self.raw[Section.CONSTRAINTS] if len(shown) > 1 else {}
        for index, text in enumerate(shown):
            if text and key(text) not in bound:
                rank = at * ANY_RECENCY // len(self.parts) - index * STEP + self._boost(text)
                self._put(Item(Entry(section, self.parts[at].name, text), rank, (at + 1) * STEP + index))

    def _reply(self, replies: Sequence[int]) -> None:
        if replies:
            self._lines(Section.REPLY, replies[-1], self.found[replies[-1]].reply)

    def _output(self) -> None:
        """Nothing else was offered: the first lines of the newest texts, marked as what they are."""
        for at in range(len(self.parts) - 1, max(-1, len(self.parts) - 50), -1):
            part = self.parts[at]
            if part.source.kind in ("tool_result", "thinking", "document", "text") and part.role not in _PROTECTED:
                for text in lines(windows(part.text)[0])[:1]:
                    self._offer(Span(Section.OUTPUT, clip(text, 300), 1, 0, "output: "), at, 0)

    def _carry(self, replied: bool) -> None:
        """What earlier summaries said goes on below what is new, except a goal and constraints, which come first."""
        asked = any(found.prompt for found in self.found)
        entries = self.earlier.entries
        for index, entry in enumerate(entries):
            order = index - len(entries)
            section = _moved(entry, asked, replied)
            if section is None or (section is Section.TODO and not self.todos.still_open(entry)):
                continue
            moved = entry._replace(section=section)
            rank, anchor = _carried_rank(moved, index, len(entries))
            self._put(Item(moved, rank + self._boost(entry.text), order * STEP, anchor))


_PROTECTED = ("system", "developer")


def gather(request: SummaryRequest) -> tuple[Pools, carried.Carried]:
    """Every line that could be written, by section, best first; and what earlier summaries spoke of."""
    gatherer = _Gatherer(request)
    return gatherer.gather(), gatherer.earlier


def _by_rank(item: Item) -> tuple[int, int]:
    return item.rank, item.order


def _substantial(prompt: Sequence[str]) -> bool:
    return sum(len(line.encode("utf-8", "replace")) for line in prompt) >= SUBSTANTIAL


def _moved(entry: Entry, asked: bool, replied: bool) -> Section | None:
    """Where an earlier summary's line stands now: what was latest then was asked in between; None: it is overtaken."""
    if entry.section is Section.LATEST and asked:
        return Section.ASKED
    if entry.section is Section.REPLY and replied:
        return None
    if entry.section is Section.OPEN and replied and not cues.unfinished(Sentence(entry.text)).score:
        return None if cues.plan(Sentence(entry.text)).score else Section.OPEN
    return entry.section


def _carried_rank(entry: Entry, index: int, count: int) -> tuple[int, int]:
    """The rank of a carried line: as if it came before the first part; later lines of it before earlier ones."""
    age = index * 50 // max(count, 1)
    if entry.section is Section.GOAL:
        return 10_000 - index, 0
    if entry.section is Section.CONSTRAINTS:
        cue = cues.constraint(Sentence(entry.text))
        return max(cue.score, cues.WEAK) * 100 + OLDER_FIRST + 100 - age, cue.anchor
    if entry.section is Section.FINDINGS:
        cue = cues.finding(Sentence(entry.text))
        return max(cue.score, 2) * 100 - 100 + age, cue.anchor
    if entry.section is Section.EARLIER:
        cue = cues.constraint(Sentence(entry.text))
        return (1_000 if cue.score >= cues.STRONG else 0) - index, 0
    return age, 0
