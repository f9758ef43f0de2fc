"""The room of meters: how wrong simple estimators of tokens are on this session, beside what the provider charged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult

from inspector.analysis.estimators import ESTIMATORS, Measured, measured
from inspector.analysis.estimators.words import basis_words, sure
from inspector.engine import Replay
from inspector.transcript.model import Transcript
from inspector.tui.actions import Scope, bindings
from inspector.tui.curve import starting
from inspector.tui.entries import Entry, note, spaced
from inspector.tui.foot import METERS
from inspector.tui.meters import lines
from inspector.tui.meters.lines import NARROW, SIDE, Shown
from inspector.tui.parts import Part
from inspector.tui.screens.answering import Way
from inspector.tui.screens.stepwise import GROUP, Progress, Step, Stepwise, Unwanted
from inspector.tui.widgets.entry_list import EntryList
from inspector.tui.widgets.foot_line import FootLine
from inspector.tui.widgets.line import Line
from inspector.tui.widgets.meter_list import MeterList

WIDE = 100
"""Columns from which bars have their full length."""


class MetersRoom(Stepwise):
    """A session is counted once; of the policy only the threshold is told of, at which it starts."""

    DEFAULT_CSS = """
    MetersRoom { background: $surface;
        & MeterList { height: 1fr; margin-top: 1; }
    }
    MetersRoom.-short MeterList { margin-top: 0; }
    """
    VERTICAL_BREAKPOINTS = [(0, "-short"), (28, "-middling")]
    SCOPE: ClassVar[Scope] = "meters"
    BINDINGS = bindings("meters")
    WORK = {GROUP: "the estimators could not be held against what was charged"}

    found: Measured | None = None
    shown = Shown()
    _of: Transcript | None = None
    """The transcript that `found` is of."""

    def compose(self) -> ComposeResult:
        yield Line(id="meters-head")
        yield Line(id="meters-sum")
        yield MeterList(lambda block: "")
        yield Line(classes="room-status")
        yield FootLine(id="meters-keys")

    def on_mount(self) -> None:
        """The keys go to the list; a thread counts."""
        self.query_one(FootLine).offers = METERS
        self.list.focus()
        self.begin()

    def on_resize(self) -> None:
        """Bars as long as there is room for."""
        self.show()

    @property
    def list(self) -> MeterList:
        return self.query_one(MeterList)

    # ---------------------------------------------------------------- asking

    def forget(self) -> None:
        """Numbers of before stay in sight; they are of another transcript only where messages came."""

    def steps(self) -> Sequence[Step]:
        """Count in every estimator, unless that was done."""
        transcript = self.session.transcript
        if self.found is not None and self._of is transcript:
            return ()

        def work(replay: Replay, unwanted: Unwanted, progress: Progress) -> Callable[[], None]:
            found = measured(transcript, progress, unwanted)
            return lambda: self._take(transcript, found)

        return [Step("counting in every estimator", work)]

    def _take(self, transcript: Transcript, found: Measured) -> None:
        first = self.found is None
        self.found, self._of = found, transcript
        if first:
            self.show()
            self.list.action_select(self.shown.at)  # the lines of the estimators are the first ones

    # ---------------------------------------------------------------- drawing

    def show(self) -> None:
        """Everything, with what is known by now."""
        if not self.is_mounted:
            return
        self.query_one("#meters-head", Line).parts = (
            Part("meters", "strong", 10),
            Part("  how wrong estimates of tokens are on this session", "quiet", 3),
            Part(f"  {self.session.transcript.model}", "quiet", 5, right=True),
        )
        found = self.found
        told = basis_words(found) if found is not None else "…"
        style = "strong" if found is None or sure(found) else "warn"
        self.query_one("#meters-sum", Line).parts = (Part(told, style, 9, least=20),)
        self.list.show(spaced(self._sections()))
        self.show_status()

    def _sections(self) -> Iterator[Iterator[Entry]]:
        found, of = self.found, self._of
        shown = self.shown._replace(threshold=self._threshold(), side=SIDE if self.size.width >= WIDE else NARROW)
        if found is None or of is None:
            yield iter([note(f"{self.doing} …", "accent") if self.doing else note("not worked out: f does it")])
        elif not found.total.tokens:
            yield iter([note("nothing to count: no message has any")])
        else:
            shape = of.structure
            yield lines.estimator_lines(found, shape, shown)
            yield lines.row_lines("by kind of block", found.kinds, found, shape, shown)
            yield lines.row_lines("by what it is written in", found.writings, found, shape, shown)
            yield lines.course_lines(found)
            yield lines.ground_lines(found)

    def _threshold(self) -> int:
        """The tokens of messages at which the policy starts, where it counts tokens and has such a number."""
        started = starting(self.session.policy) if self.session.unit == "tokens" else None
        return started or self.shown.threshold

    # ---------------------------------------------------------------- moving and doing

    def action_line(self, by: int) -> None:
        """Another line of the list."""
        self.list.action_select(by)

    def action_estimator(self, by: int) -> None:
        """Another estimator in sight; after the last one the first."""
        at = (self.shown.at + by) % len(ESTIMATORS)
        self.shown = self.shown._replace(at=at)
        self.show()

    def action_scale(self) -> None:
        """Errors as they are, or those that are left after scaling."""
        self.shown = self.shown._replace(scaled=not self.shown.scaled)
        self.show()

    def action_go(self) -> None:
        """Where the line leads."""
        self.list.action_choose()

    @on(EntryList.Chosen)
    def line_chosen(self, event: EntryList.Chosen) -> None:
        """Enter, or a double click."""
        event.stop()
        self.leave_to(Way(event.target.request, event.target.block))
