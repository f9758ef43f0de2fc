"""Drawing the summary room: header, summarisers, both sides, coverage, the list, and the places that the list points at."""

from __future__ import annotations

from textual import on
from textual.content import Content
from textual.widgets import Static

from inspector.phrases import counted
from inspector.summary.audit import Audit
from inspector.tui.parts import Part
from inspector.tui.screens.room_stage import RoomStage
from inspector.tui.summaries import wording
from inspector.tui.summaries.attempt import Attempt
from inspector.tui.summaries.paper import SUMMARY, Paper, Passage, replaced, written
from inspector.tui.summaries.points import Point, points, tally
from inspector.tui.widgets.line import Line
from inspector.tui.widgets.marked_paper import MarkedPaper
from inspector.tui.widgets.point_list import PointList
from inspector.tui.widgets.runs import Mark

NARROW = 100
"""Columns below which one side is shown at a time."""


class RoomShowing(RoomStage):
    """Draws what the case says, and nothing else."""

    @property
    def source(self) -> MarkedPaper:
        return self.query_one("#source", MarkedPaper)

    @property
    def written(self) -> MarkedPaper:
        return self.query_one("#written", MarkedPaper)

    @property
    def list(self) -> PointList:
        return self.query_one("#points", PointList)

    @property
    def unit(self) -> str:
        return self.found.replay.policy.meter.unit if self.found is not None else "tokens"

    def show_case(self) -> None:
        """Another cut: both sides from their beginnings."""
        if self.case is not None:
            self.source.show(replaced(self.case.passages, self.case.attempt.audit))
            self._show_written(self.case.attempt)
            self.show_attempts()
            self.show_status()

    def show_attempts(self, again: bool = False) -> None:
        """Who else stands beside, and the chosen one."""
        case = self.case
        if case is None or self.found is None:
            return
        if again:
            self.source.show(replaced(case.passages, case.attempt.audit), keep=True)
            self._show_written(case.attempt)
        policy = "recorded" if self.found.replay.is_recorded else self.found.replay.policy.name
        self.query_one("#room-head", Line).parts = wording.head(self.found, case.at, policy, self.unit, case.attempt)
        failed = wording.failure(case.attempt)
        self.query_one("#room-failed", Line).parts = failed
        self.query_one("#room-failed", Line).display = bool(failed)
        self.show_rows()
        self._show_titles()

    def show_rows(self) -> None:
        """One line for each summariser."""
        attempts = self.case.attempts if self.case is not None else []
        width = wording.longest(attempts)
        for place, line in enumerate(self.query(".row").results(Line)):
            line.display = place < len(attempts)
            if place < len(attempts):
                chosen = self.case is not None and place == self.case.chosen
                line.parts = wording.row(place + 1, attempts[place], self.unit, chosen, width)

    def _show_written(self, attempt: Attempt) -> None:
        """A summary, what it covers, and what is found."""
        self.written.show(written(attempt.text, attempt.audit) if attempt.text else _unwritten(attempt))
        self.query_one("#coverage", Static).update(_coverage(attempt.audit))
        words = self.query_one("#own-words", Line)
        words.parts = own = wording.own_words(attempt.audit)
        words.display = bool(own)
        self.list.show(points(attempt.audit), _nothing(attempt))

    def _show_titles(self) -> None:
        case = self.case
        if case is None:
            return
        blocks = len(case.cut.request.parts)
        omitted = f" · {case.cut.request.omitted:,} bytes left out" if case.cut.request.omitted else ""
        self.query_one("#source-title", Line).parts = (
            Part("replaces", "strong", 9),
            Part(f"  {counted(blocks, 'block')}", "quiet", 5),
            Part(omitted, "warn", 4),
        )
        self.query_one("#written-title", Line).parts = (
            Part("summary", "strong", 9),
            Part(f"  {case.attempt.spec}", "accent", 6, least=8),
            Part("  ✓ word for word", "good", 4),
            Part(" ~ in part", "quiet", 3),
            Part(" ‼ finding", "bad", 4),
            Part(" ? hint" if case.attempt.audit is not None and case.attempt.audit.hints else "", "quiet", 4),
        )

    def show_nothing(self, why: str) -> None:
        """There is no cut."""
        self.query_one("#room-head", Line).parts = (Part(why, "warn", 9),)
        self.show_status()

    def show_status(self) -> None:
        """What was said, what is being done, or where the list is."""
        self.query_one("#room-status", Line).parts = (
            Part(self.doing and f"{self.doing}{'' if '…' in self.doing else ' …'}  esc gives up", "accent", 9),
            Part("" if self.doing else self.said, "accent", 8),
            Part(self._where(), "quiet", 5, right=True),
        )

    def _where(self) -> str:
        listing = self.list
        if not listing.points:
            return ""
        count = f"{listing.count():,}"
        return f"{listing.count(listing.at + 1):,} of {count}" if listing.at is not None else f"{count} in the list"

    # ---------------------------------------------------------------- pointing

    @on(PointList.Moved)
    def point_moved(self, event: PointList.Moved) -> None:
        """Both sides go to its places."""
        self.said = ""
        self.show_places(event.point)
        self.show_status()

    def show_places(self, point: Point) -> None:
        """Where a line of the list stands on both sides."""
        here = [Mark(*each, "hit") for each in point.ranges]
        self.written.point({SUMMARY: here}, (SUMMARY, here[0].start) if here else None)
        there: dict[str, list[Mark]] = {}
        for span in point.spans:
            there.setdefault(span.block, []).append(Mark(span.start, max(span.end, span.start + 1), "hit"))
        first = (point.spans[0].block, point.spans[0].start) if point.spans else None
        self.source.point({name: sorted(marks) for name, marks in there.items()}, first)


def _coverage(audit: Audit | None) -> Content:
    """`goals 2/2 · constraints 3/4 · paths 12/20`; what is not held whole stands out."""
    if audit is None:
        return Content("")
    parts: list[Content | str | tuple[str, str]] = []
    for many, held, all_ in tally(audit):
        parts.append((f"{' · ' if parts else ''}{many} ", "$foreground-muted"))
        parts.append((f"{held}/{all_}", "$success" if held == all_ else "$warning" if held else "$error"))
    return Content.assemble(*parts) if parts else Content("the source holds nothing that would have to be kept")


def _unwritten(attempt: Attempt) -> Paper:
    """In place of a summary: why there is none."""
    words = wording.waiting(attempt).strip() if attempt.trial is None else attempt.reason
    return Paper((Passage(SUMMARY, "", words),))


def _nothing(attempt: Attempt) -> str:
    """What the empty list says."""
    if attempt.audit is None:
        return "" if attempt.trial is None else "no summary, so nothing to check"
    return "nothing is missing, and nothing is said without a source"
