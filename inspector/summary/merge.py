"""Everything that could stand in a summary, ranked: what the parts offer and what earlier summaries said."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.engine.summariser import SummaryRequest
from inspector.summary import carried, focus, rank
from inspector.summary.extract import CLOSED, Extract, Span, extract, name_of
from inspector.summary.pools import STEP, Collector, Pools
from inspector.summary.sections import OUTPUT, Entry, Section
from inspector.summary.text import clip, lines, sentences, windows
from inspector.summary.todos import TodoList

SUBSTANTIAL = 12
"""Bytes of a prompt that can be a goal; less is a greeting."""
LEAST_ASKED, ASKED_LENGTH = 8, 240
"""Bytes of a prompt in between that says something (yes and go on do not), and characters shown of it."""
LAST_TEXTS = 50
BEGINNING = 2
"""The numbers of the messages that a session begins with: an instruction to the agent, a person's first words."""
_PROTECTED = ("system", "developer")


def gather(request: SummaryRequest) -> tuple[Pools, carried.Carried]:
    """Every line that could be written, by section, best first; and what earlier summaries spoke of."""
    gatherer = _Gatherer(request)
    return gatherer.gather(), gatherer.earlier


class _Gatherer:
    """One pass over the parts, and one over what is carried on."""

    def __init__(self, request: SummaryRequest) -> None:
        self.parts, self.mode = request.parts, request.mode
        self.found: list[Extract] = [extract(part) for part in self.parts]
        self.wanted = focus.terms(request.focus)
        self.recent = frozenset(request.recent_files)
        self.earlier = carried.collect(request.previous, self.parts, self.found)
        self.todos = TodoList()
        self.closed: set[str] = set()
        pairs = zip(self.parts, self.found, strict=True)
        self.failed = frozenset(part.source.tool_id for part, found in pairs if found.failed)
        self.replies = [at for at, found in enumerate(self.found) if found.reply]
        self.lines = Collector(self.parts, self.failed)

    def gather(self) -> Pools:
        for at, found in enumerate(self.found):
            if found.spans:
                self._spans(at, found)
            if found.todos or found.created or found.failed:
                self._follow(at, found)
        self._carry()
        self._prompts()
        if self.replies:
            self._quote(Section.REPLY, self.replies[-1], self.found[self.replies[-1]].reply)
        for index, entry in enumerate(self.todos.open()):
            self.lines.entry(entry, -index, index)
        for at, span in focus.harvest(self.parts, self.wanted):
            self.lines.span(span, span.text, span.score, at, 0)
        if self.lines.empty:
            self._last_texts()
        return self.lines.pools(self.earlier.partial)

    def _spans(self, at: int, found: Extract) -> None:
        """Offer the quotes of a part. What a failed call would have done to files is not said."""
        source = self.parts[at].source
        failed = source.kind == "tool_use" and source.tool_id in self.failed
        age = at * rank.NEW // len(self.parts)
        for index, span in enumerate(found.spans):
            if failed and span.section is not Section.COMMANDS:
                continue
            if span.section is Section.OPEN and not self._open(span, found.names[index], at):
                continue
            worth = rank.rank(span.section, span.score, age)
            if self.wanted:
                worth += self._boost(span.text)
            if span.text in self.recent:
                worth += rank.NEW
            self.lines.span(span, found.names[index], worth, at, index)

    def _open(self, span: Span, name: str, at: int) -> bool:
        """Whether an open item is one still; a checked box takes back what stood beside an unchecked one."""
        if span.score != CLOSED:
            self.closed.discard(name)
            return not rank.stale(span.score, at, self.replies)
        self.closed.add(name)
        self.lines.drop(Section.OPEN, name)
        return False

    def _boost(self, text: str) -> int:
        return min(focus.hits(text, self.wanted), 4) * focus.BOOST * rank.POINT if self.wanted else 0

    def _follow(self, at: int, found: Extract) -> None:
        """Keep the agent's list as its calls write it; a refused call wrote nothing."""
        part = self.parts[at]
        if part.source.kind == "tool_result":
            self.todos.result(part.source.tool_id, found.created, found.failed)
        elif found.todos and part.source.tool_id not in self.failed:
            self.todos.call(found, part.name, part.source.tool_id)

    def _prompts(self) -> None:
        """The first prompt of substance is the goal, the last is the latest request, the others were asked in between."""
        typed = [(at, found.prompt) for at, found in enumerate(self.found) if found.prompt]
        goal = (
            -1
            if self.earlier.has_goal or self._continued()
            else next((i for i, t in enumerate(typed) if _bytes(t[1]) >= SUBSTANTIAL), 0)
        )
        for number, (at, prompt) in enumerate(typed):
            if number == goal:
                self._quote(Section.GOAL, at, prompt)
            elif number == len(typed) - 1:
                self._quote(Section.LATEST, at, prompt)
            elif _bytes(prompt[:1]) >= LEAST_ASKED:
                self._quote(Section.ASKED, at, [clip(prompt[0], ASKED_LENGTH)])

    def _continued(self) -> bool:
        """Whether an earlier summary stands above this one (`carry`), so that the goal is stated there."""
        first = carried.first_number(self.parts).partition(".")[0]
        return self.mode == "carry" and first.isdigit() and int(first) > BEGINNING

    def _quote(self, section: Section, at: int, shown: Sequence[str]) -> None:
        """The lines of a prompt or a reply, the first first; one that stands among the constraints is not said twice."""
        fresh = [text for text in shown if text and not self._binds(text)]
        for index, text in enumerate(fresh or shown):
            worth = at * rank.NEW // len(self.parts) - index * STEP + self._boost(text)
            self.lines.entry(Entry(section, self.parts[at].name, text), worth, (at + 1) * STEP + index)

    def _binds(self, text: str) -> bool:
        return all(self.lines.holds(Section.CONSTRAINTS, sentence) for sentence in sentences(text))

    def _last_texts(self) -> None:
        """Nothing else was offered: the first lines of the newest texts, marked as what a tool or the record printed."""
        for at in range(len(self.parts) - 1, max(-1, len(self.parts) - LAST_TEXTS), -1):
            part = self.parts[at]
            if part.role not in _PROTECTED:
                for text in lines(windows(part.text)[0])[:1]:
                    self.lines.entry(Entry(Section.OUTPUT, part.name, clip(text, 300), OUTPUT), at, at)

    def _carry(self) -> None:
        """What earlier summaries said goes on below what is new; only a goal and constraints come before it."""
        asked = any(found.prompt for found in self.found)
        entries = self.earlier.entries
        for index, (entry, (worth, anchor)) in enumerate(zip(entries, rank.carried(entries), strict=True)):
            section = rank.moved(entry, asked, self.replies)
            if section is None or (section is Section.TODO and not self.todos.still_open(entry)):
                continue
            if section is Section.OPEN and self.closed and name_of(section, entry.text) in self.closed:
                continue
            order = (index - len(entries)) * STEP
            moved = entry if section is entry.section else entry._replace(section=section)
            self.lines.entry(moved, worth + self._boost(entry.text) if self.wanted else worth, order, anchor)


def _bytes(prompt: Sequence[str]) -> int:
    return sum(len(line.encode("utf-8", "replace")) for line in prompt)
