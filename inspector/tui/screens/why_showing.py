"""Drawing the why room: the head, the lanes, the list, and what was said last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.analysis.why.lanes import Lane
from inspector.tui.entries import Entry, Target, heading, note, spaced
from inspector.tui.parts import Part
from inspector.tui.screens.answering import since
from inspector.tui.screens.why_changing import WhyChanging
from inspector.tui.why import fix_lines, lines
from inspector.tui.why.context import context, places
from inspector.tui.why.facts import named
from inspector.tui.why.lane_rows import LaneRow, marks
from inspector.tui.why.story import Story
from inspector.tui.widgets.lane_view import LaneView
from inspector.tui.widgets.line import Line
from inspector.tui.widgets.marked_paper import MarkedPaper
from inspector.tui.widgets.why_list import WhyList

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
        rows = [LaneRow(named(fact, NAME), self._lanes(self.stories.get(fact))) for fact in self.facts]
        self.lanes.show(rows, marks(self.story), self.chosen, self.session.requests)
        self.list.show(spaced(self._sections()))
        self._show_head()
        self.show_status()

    @staticmethod
    def _lanes(story: Story | None) -> Sequence[Lane] | None:
        return None if story is None else story.told.lanes if story.told is not None else ()

    def _show_head(self) -> None:
        fact = self.fact
        what = named(fact, LONG) if fact is not None else f"{len(self.facts):,} facts together"
        self.query_one("#why-head", Line).parts = (
            Part("why was it forgotten", "quiet", 3),
            Part(f"  {what}", "strong", 9, least=20),
            *self.policy_parts(since(self.replay.certificate()) if self.replay is not None else ""),
        )

    # ---------------------------------------------------------------- the list

    def _sections(self) -> Iterator[Iterator[Entry]]:
        replay = self.replay
        if replay is None or (self.fact is not None and self.story is None):
            yield iter([note(f"{self.doing} …", "accent") if self.doing else note("not followed: f follows it")])
            return
        if self.fact is None:
            yield self._together()
            yield from self._kept(None)
            return
        story = self.story
        assert story is not None
        if story.told is None or not story.told.found:
            yield lines.near_lines(story, replay)
            return
        yield lines.first_lines(story, replay)
        yield lines.lost_lines(story, replay)
        yield lines.return_lines(story, replay)
        yield from self._kept(story)
        yield lines.place_lines(story, replay)

    def _kept(self, story: Story | None) -> Iterator[Iterator[Entry]]:
        """What would have kept it, and the pin."""
        replay, search = self.replay, self.search
        assert replay is not None
        if story is not None and story.wanted is None:
            return
        block = lines.newest(story, replay, story.told.needed) if story is not None and story.told is not None else None
        yield fix_lines.fix_lines(search, replay, self._why_needed(story), block)
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

    def _together(self) -> Iterator[Entry]:
        """A line for each fact."""
        yield heading("all of them", "enter tells one alone")
        for at, fact in enumerate(self.facts):
            story = self.stories.get(fact)
            yield Entry(
                (Part(f" {at + 1} {named(fact, NAME)}", "strong", 9, least=16), Part(f"  {_short(story)}", "quiet", 8)),
                Target(1, None, f"{FACT} {at + 1}"),
            )

    # ---------------------------------------------------------------- the words around it

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
