"""Drawing the why room: the head, the lanes, the list, and what was said last."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.why.facts import Fact
from inspector.tui.entries import Entry, Target, heading, note, spaced
from inspector.tui.parts import Part
from inspector.tui.screens.answering import since
from inspector.tui.screens.why_changing import WhyChanging
from inspector.tui.screens.why_stage import Known
from inspector.tui.summaries.paper import Paper
from inspector.tui.why import fix_lines, lines
from inspector.tui.why.context import context, places
from inspector.tui.why.facts import named
from inspector.tui.why.lane_rows import LaneRow, marks
from inspector.tui.why.story import Story
from inspector.tui.widgets.lane_view import LaneView
from inspector.tui.widgets.line import Line
from inspector.tui.widgets.marked_paper import MarkedPaper
from inspector.tui.widgets.why_list import WhyList

NO_WORDS = Paper(())
FACT = "fact"
"""What enter does on the line of a fact, while all of them are told together: it is told alone."""
NAME, LONG = 60, 200
"""Cells of a fact's name in a list, and in the head."""


class WhyShowing(WhyChanging):
    """Draws what is known, and nothing else."""

    @property
    def lanes(self) -> LaneView:
        return self.query_one(LaneView)

    @property
    def list(self) -> WhyList:
        return self.query_one(WhyList)

    def show(self) -> None:
        """Everything, with what is known by now."""
        if not self.is_mounted:
            return
        old = self.old.stories if self.old is not None else {}
        rows = [_lane_row(fact, self.stories.get(fact), old.get(fact)) for fact in self.facts]
        told = self.story or (old.get(self.fact) if self.fact is not None else None)
        self.lanes.show(rows, marks(told), self.chosen, self.session.requests)
        self.list.show(spaced(self._sections()))
        self._show_head()
        self.show_status()

    def _show_head(self) -> None:
        fact = self.fact
        what = named(fact, LONG) if fact is not None else f"{len(self.facts):,} facts together"
        self.query_one("#why-head", Line).parts = (
            Part("why", "strong", 10),
            Part(" was it forgotten", "quiet", 3),
            Part(f"  {what}", "strong", 9, least=20),
            *self.policy_parts(since(self.replay.certificate()) if self.replay is not None else ""),
        )

    # ---------------------------------------------------------------- the list

    def _sections(self) -> Iterator[Iterator[Entry]]:
        known = self.known
        if known is None and self.fact is None and self.replay is not None:
            known = Known(self.replay, self.stories, self.searches)
        if known is None:
            yield iter([note(f"{self.doing} …", "accent") if self.doing else note("not followed: f follows it")])
            return
        if known.old:
            if self.settled:
                yield iter([note("as it was before: f follows it anew", "warn")])
            yield from (map(_dimmed, each) for each in self._told(known))
            return
        yield from self._told(known)

    def _told(self, known: Known) -> Iterator[Iterator[Entry]]:
        replay = known.replay
        if self.fact is None:
            yield self._together(known)
            yield from self._kept(known, None)
            return
        story = known.stories[self.fact]
        if story.told is None or not story.told.found:
            yield lines.near_lines(story, replay)
            return
        yield lines.first_lines(story, replay)
        yield lines.lost_lines(story, replay, self.walked)
        yield lines.return_lines(story, replay, self.walked)
        yield from self._kept(known, story)
        yield lines.place_lines(story, replay)

    def _kept(self, known: Known, story: Story | None) -> Iterator[Iterator[Entry]]:
        """What would have kept it, and the pin."""
        replay, search = known.replay, known.searches.get(self.key)
        before = self.old.searches.get(self.key) if self.old is not None and not known.old else None
        if story is not None and story.wanted is None:
            return
        block = lines.newest(story, replay, story.told.needed) if story is not None and story.told is not None else None
        yield fix_lines.fix_lines(search, replay, self._why_needed(story), block, before)
        unit = replay.policy.meter.unit
        if story is not None:
            yield fix_lines.pin_lines(story.pin, unit)
        elif search is not None:
            yield fix_lines.pin_lines(search.pin, unit, several=True)

    def _why_needed(self, story: Story | None) -> str:
        """`where the agent fetched it again · `."""
        told = story.told if story is not None else None
        if told is None or story is None:
            return ""
        if self.needed.get(story.fact) == told.needed:
            return "where you say it was needed · "
        if told.returns and told.needed == told.returns[0].request:
            return f"where the agent {'said' if told.returns[0].way == 're-stated' else 'fetched'} it again · "
        return "the last that lacks it; x says another · "

    def _together(self, known: Known) -> Iterator[Entry]:
        """A line for each fact."""
        yield heading("all of them", "enter tells one alone")
        for at, fact in enumerate(self.facts):
            story = known.stories.get(fact)
            yield Entry(
                (Part(f" {at + 1} {named(fact, NAME)}", "strong", 9, least=16), Part(f"  {_short(story)}", "quiet", 8)),
                Target(1, None, f"{FACT} {at + 1}"),
            )

    # ---------------------------------------------------------------- the words around it

    def clear_context(self) -> None:
        """No words, until a line leads to some."""
        if self.is_mounted:
            self.query_one("#context", MarkedPaper).show(NO_WORDS)

    def show_context(self, block: int | None) -> None:
        """The block that a line leads to, with the fact marked in it; it stays where a line leads to none."""
        paper, blocks = self.query_one("#context", MarkedPaper), self.session.transcript.structure.blocks
        if block is None or block >= len(blocks):
            return
        name = self.session.transcript.structure.name(block)
        if name not in paper.laid.paper.places:
            paper.show(context(self.session.transcript, block))
        marks = places(self.story, self.fact, block)
        paper.point({name: marks}, (name, marks[0].start) if marks else None)


def _lane_row(fact: Fact, story: Story | None, old: Story | None) -> LaneRow:
    """A fact's lanes; while they are not known those of before; and of one that no request has, why."""
    shown = story or old
    if shown is None:
        return LaneRow(named(fact, NAME), None)
    told = shown.told
    if told is None:
        return LaneRow(named(fact, NAME), (), shown.trouble, story is None)
    nowhere = "" if told.lanes else "said after the last request" if told.found else "never said"
    return LaneRow(named(fact, NAME), told.lanes, nowhere, story is None)


def _dimmed(entry: Entry) -> Entry:
    """A line of an answer to the question before."""
    return Entry(tuple(part._replace(style="quiet") for part in entry.parts), entry.target)


def _short(story: Story | None) -> str:
    """`lost at request 45, needed at 51`."""
    if story is None or story.told is None:
        return "…" if story is None else story.trouble
    told = story.told
    if not told.found:
        return "not in this session"
    if told.losses:
        return f"lost at request {told.losses[0].request:,}, needed at {told.needed:,}"
    return "kept by every view" if told.kept else "said after the last request"
