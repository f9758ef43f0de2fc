"""The whole session: what its numbers, A's and the losses of typed text make known is shown as it comes in."""

from __future__ import annotations

from inspector.tui import curve
from inspector.tui.screens.comparing import Comparing
from inspector.tui.screens.losses import Losses
from inspector.tui.screens.offering import Offering
from inspector.tui.screens.showing import Showing
from inspector.tui.widgets.timeline import Timeline
from inspector.tui.writers import DEFAULT, count_open


class Totalling(Showing, Offering, Losses, Comparing):
    """Draws the timeline. Nothing of this stands between a key and its view."""

    @property
    def totals_known(self) -> bool:
        """The numbers of the whole session are those of the present view."""
        return self.session is None or self.totals_of is self.session.replay

    def totalled(self, better: bool) -> None:
        """The numbers of the whole session are in."""
        if better:
            self.show_or_wait()
        if self.session is not None:
            if self.session.author != DEFAULT:
                self.session.open_summaries = count_open(self.session.replay, self.totals)
            self._show_timeline()
            self.show_budget()
            self.show_header()
            self.trace_soon()
            self.look_for_losses()
            self.show_status()
            self.start_held()

    def held_changed(self) -> None:
        """A is another policy, or has other numbers."""
        self.show_foot()
        if self.session is not None and self.show_or_wait() and self.totals:
            self._show_timeline()

    def losses_known(self) -> None:
        """Losses of typed text are marked in the timeline."""
        self._show_timeline()

    def _show_timeline(self) -> None:
        session = self.session
        if session is not None:
            losses = self.marks_of_losses if self.losses_of is session.replay else None
            self.query_one(Timeline).show(curve.curve(session, self.totals, losses))
