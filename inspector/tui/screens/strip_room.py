"""A room with a picture across all requests and lists below it: what the recall room and the cost room share."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on

from inspector.tui.entries import Target
from inspector.tui.foot import Offer
from inspector.tui.screens.answering import Way
from inspector.tui.screens.stepwise import Stepwise
from inspector.tui.screens.turning_below import TurningBelow
from inspector.tui.strip import Picture
from inspector.tui.widgets.entry_list import EntryList
from inspector.tui.widgets.foot_line import FootLine
from inspector.tui.widgets.request_list import RequestList
from inspector.tui.widgets.request_strip import RequestStrip
from inspector.tui.widgets.why_list import WhyList

if TYPE_CHECKING:
    from inspector.tui.screens.asking_why import AskingWhy
    from inspector.tui.session import Session


class StripRoom(Stepwise, TurningBelow):
    """The keys go to a list; left and right move the request in sight. Numbers of before stay until the new ones are there."""

    OFFERS: ClassVar[tuple[Offer, ...]] = ()
    CSS_OF_ALL: ClassVar[str] = ""

    def __init__(self, host: AskingWhy, session: Session) -> None:
        super().__init__(host, session)
        self.request = session.request
        self._on_strip = False
        """The picture's cursor was moved last: enter goes to its request, not where the line leads."""

    def on_mount(self) -> None:
        """The keys go to the list; a thread works the numbers out."""
        self.query_one(FootLine).offers = self.OFFERS
        self.main_list.focus()
        self.begin()

    @property
    def strip(self) -> RequestStrip:
        return self.query_one(RequestStrip)

    @property
    def main_list(self) -> RequestList:
        """The list of the whole session."""
        return self.query_one("#all", RequestList)

    @property
    def here(self) -> RequestList:
        """The list that has the keys."""
        return self.focused if isinstance(self.focused, RequestList) else self.main_list

    @property
    def picture(self) -> Picture:
        """What is known by now, across all requests."""
        raise NotImplementedError

    def show_request(self) -> None:
        """The request in sight: the cursor of the picture, and what is told of it."""
        self.strip.show(self.picture, self.request)

    # ---------------------------------------------------------------- moving

    def point(self, request: int) -> None:
        """Another request in sight."""
        wanted = max(1, min(self.session.requests, request))
        if wanted != self.request:
            self.request = wanted
            self.show_request()

    def action_request(self, by: int) -> None:
        """Some requests on or back."""
        self._on_strip = True
        self.point(self.request + by)

    def action_mark(self, direction: int) -> None:
        """The next (or previous) request with a mark below the picture."""
        ahead = [request for request in self.picture.marks if (request - self.request) * direction > 0]
        if ahead:
            self._on_strip = True
            self.point(min(ahead) if direction > 0 else max(ahead))
        else:
            self.say(f"no mark {'after' if direction > 0 else 'before'} request {self.request:,}")

    def action_line(self, by: int) -> None:
        """Another line of the list."""
        self.here.action_select(by)

    @on(WhyList.Moved)
    def line_moved(self, event: WhyList.Moved) -> None:
        """The picture follows the list."""
        self._on_strip = False
        request = self.request_of(event.target)
        if request is not None:
            self.point(request)

    def request_of(self, target: Target) -> int | None:
        """The request that a line speaks of; None where the picture is to stay."""
        return target.request

    @on(RequestStrip.Pointed)
    def strip_pointed(self, event: RequestStrip.Pointed) -> None:
        """A request was clicked; a double click goes there."""
        self._on_strip = True
        self.point(event.request)
        if event.twice:
            self.action_open()

    # ---------------------------------------------------------------- doing

    def action_open(self) -> None:
        """To the request in sight."""
        self.leave_to(Way(self.request))

    def action_go(self) -> None:
        """Where the line leads; to the request in sight, where the picture was moved last."""
        if self._on_strip:
            self.action_open()
        else:
            self.here.action_choose()

    @on(EntryList.Chosen)
    def line_chosen(self, event: EntryList.Chosen) -> None:
        """Enter, or a double click."""
        event.stop()
        self.leave_to(Way(self.request) if self._on_strip else Way(event.target.request, event.target.block))
