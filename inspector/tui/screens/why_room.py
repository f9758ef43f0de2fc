"""The why room: facts through all requests, how each was lost, how it came back, and what would have kept it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Container

from inspector.analysis.why.facts import Fact
from inspector.tui.actions import Scope, bindings
from inspector.tui.entries import Target, spaced
from inspector.tui.foot import WHY
from inspector.tui.screens.answering import Way
from inspector.tui.screens.why_showing import FACT, WhyShowing
from inspector.tui.why.fix_lines import AGAIN, FIX, PIN
from inspector.tui.why.groups import LOSS, name_of, size_of
from inspector.tui.why.lines import NEAR, POLICY, newest
from inspector.tui.widgets.entry_list import EntryList
from inspector.tui.widgets.foot_line import FootLine
from inspector.tui.widgets.lane_view import LaneView
from inspector.tui.widgets.line import Line
from inspector.tui.widgets.marked_paper import MarkedPaper
from inspector.tui.widgets.why_list import WhyList

if TYPE_CHECKING:
    from inspector.tui.screens.asking_why import AskingWhy
    from inspector.tui.session import Session


class WhyRoom(WhyShowing):
    """Answers how it was left."""

    DEFAULT_CSS = """
    WhyRoom { background: $surface;
        & LaneView { margin: 1 0; }
        & #why-middle { height: 1fr; layout: vertical; }
        & WhyList { height: 1fr; }
        & #context { display: none; height: 35%; border-top: solid $border-blurred; padding: 0 1; }
    }
    WhyRoom.-short LaneView { margin: 0; }
    WhyRoom.-tall #context { display: block; }
    WhyRoom.-broad #why-middle { layout: horizontal; }
    WhyRoom.-broad WhyList { width: 1fr; height: 100%; }
    WhyRoom.-broad #context {
        display: block; width: 44%; height: 100%; border-top: none; border-left: vkey $border-blurred;
    }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (150, "-broad")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (28, "-middling"), (36, "-tall")]
    SCOPE: ClassVar[Scope] = "why"
    BINDINGS = bindings("why")

    def __init__(self, host: AskingWhy, session: Session, fact: Fact | None = None, ask: bool = False) -> None:
        """`ask`: for a fact, before anything else."""
        super().__init__(host, session, fact)
        self.asking = ask
        """The question for a fact is being opened: keys are meant for that."""
        self._pointed = False
        """The cursors were put to the first loss of the fact that is told."""

    def compose(self) -> ComposeResult:
        yield Line(id="why-head")
        yield LaneView("lanes")
        with Container(id="why-middle"):
            yield WhyList(lambda block: "")
            yield MarkedPaper("context", fold=False)
        yield Line(classes="room-status")
        yield FootLine(id="why-keys")

    def on_mount(self) -> None:
        """The keys go to the list; threads look for the answers."""
        self.query_one(FootLine).offers = WHY
        self.lanes.requests = self.session.requests
        self.lanes.point(self.session.request)
        self.list.focus()
        self.begin()
        if self.asking:
            self.action_add()
            self.asking = False

    def show(self) -> None:
        """Everything; the cursors go to the first loss as soon as it is known."""
        super().show()
        if self.is_mounted and not self._pointed and self.story is not None:
            self.point_at_loss()

    def point_at_loss(self) -> None:
        """The cursors go to where the fact was lost first, else to where it was said."""
        told = self.story.told if self.story is not None else None
        self._pointed = told is not None
        if told is not None and told.losses:
            self.lanes.point(told.losses[0].request)
            target = next(
                (
                    each.target
                    for each in self.list.entries
                    if each.target and _is_loss(each.target, told.losses[0].request)
                ),
                None,
            )
            if target is not None:
                self.list.point(target)
        elif told is not None:
            self.list.action_select(0)

    # ---------------------------------------------------------------- moving

    def action_line(self, by: int) -> None:
        """Another line of the list."""
        self.list.focus()
        self.list.action_select(by)

    def action_lane(self, by: int) -> None:
        """Some requests on or back in the lane; from a line that tells of several losses or returns, through these."""
        if self.list.has_focus and self._walk(by):
            return
        self.lanes.focus()
        self.point_lane(self.lanes.request + by)

    def _walk(self, by: int) -> bool:
        """Another loss or return of the line of the cursor; False where that tells of one, or of something else."""
        target, known = self.list.target, self.known
        name = name_of(target.act) if target is not None else ""
        story = known.stories.get(self.fact) if known is not None and self.fact is not None else None
        count = size_of(story, name) if name and story is not None else 0
        if count < 2:
            return False
        self.walked[name] = max(0, min(count - 1, self.walked.get(name, 0) + by))
        self.list.show(spaced(self._sections()))
        self.list.action_select(0)
        return True

    def point_lane(self, request: int) -> None:
        """The lane's cursor at a request, and the words of the fact that it knows last."""
        self.lanes.point(request)
        if self.story is not None and self.replay is not None:
            self.show_context(newest(self.story, self.replay, self.lanes.request))

    def action_change(self, direction: int) -> None:
        """The next (or previous) request at which something else became of the fact."""
        told = [row for at, row in enumerate(self.lanes.rows) if self.chosen in (at, None)]
        lanes = [lane for row in told for lane in row.lanes or ()]
        ahead = [lane.first for lane in lanes if (lane.first - self.lanes.request) * direction > 0]
        self.lanes.focus()
        if ahead:
            self.point_lane(min(ahead) if direction > 0 else max(ahead))
        else:
            self.say(f"nothing changes {'after' if direction > 0 else 'before'} request {self.lanes.request:,}")

    def action_needed(self) -> None:
        """The fact was needed at the request of the lane's cursor."""
        self.need(self.lanes.request)

    def action_other(self) -> None:
        """From the list to the lane, and back."""
        (self.list if self.lanes.has_focus else self.lanes).focus()

    @on(WhyList.Moved)
    def line_moved(self, event: WhyList.Moved) -> None:
        """The lane follows; a fix's knob is the one that would be turned."""
        act, _, rest = event.target.act.partition(" ")
        if act == FIX:
            self.select_knob(rest.split(" ")[0])
        elif not act or name_of(act):
            self.lanes.point(event.target.request)
        self.show_context(event.target.block)

    @on(LaneView.Pointed)
    def lane_pointed(self, event: LaneView.Pointed) -> None:
        """A lane was clicked: its fact is told; a double click goes there."""
        self.lanes.focus()
        if event.row is not None and event.row != self.chosen and self.chosen is not None:
            self.action_fact(event.row + 1)
            self.lanes.point(event.request)
        elif event.twice:
            self.go_to_lane()

    # ---------------------------------------------------------------- doing

    def action_go(self) -> None:
        """Where the lane's cursor is, or what the line leads to."""
        if self.lanes.has_focus:
            self.go_to_lane()
        else:
            self.list.action_choose()

    def go_to_lane(self) -> None:
        """To the request of the lane's cursor, with the fact in sight."""
        story, replay = self.story, self.replay
        block = newest(story, replay, self.lanes.request) if story is not None and replay is not None else None
        self.leave_to(Way(self.lanes.request, block))

    @on(EntryList.Chosen)
    def line_chosen(self, event: EntryList.Chosen) -> None:
        """Do what the line says."""
        event.stop()
        act, _, rest = event.target.act.partition(" ")
        if act in (FIX, PIN, AGAIN, NEAR) and self.known is not None and self.known.old:
            self.say(
                "this was so before: it is being worked out anew" if self.doing else "f follows the fact anew first"
            )
        elif act == FIX:
            knob, value = rest.split(" ")
            self.leave_to(Way(event.target.request, event.target.block, knob, int(value)))
        elif act == PIN:
            self.action_pin()
        elif act == POLICY:
            self.action_policy()
        elif act == AGAIN:
            self.action_fixes()
        elif act == NEAR:
            self._take_near(int(rest))
        elif act == FACT:
            self.action_fact(int(rest))
        else:
            self.leave_to(Way(event.target.request, event.target.block))

    def _take_near(self, at: int) -> None:
        """A like text takes the place of one that the record does not hold."""
        story = self.story
        if story is not None and at < len(story.near):
            self.drop(story.fact)
            self.add(Fact(story.near[at].text))


def _is_loss(target: Target, request: int) -> bool:
    return name_of(target.act).startswith(LOSS) and target.request == request
