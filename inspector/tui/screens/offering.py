"""Offering keys: the last line of the screen has those that work where the focus is, and they can be clicked."""

from __future__ import annotations

from textual import events, on

from inspector.tui import foot
from inspector.tui.screens.layering import Layering
from inspector.tui.screens.searching import Searching
from inspector.tui.screens.turning import Turning
from inspector.tui.widgets.durable_band import DurableBand
from inspector.tui.widgets.foot_line import FootLine
from inspector.tui.widgets.timeline import Timeline


class Offering(Turning, Layering, Searching):
    """Chooses among the offers of `foot`."""

    def show_foot(self) -> None:
        """Offer the keys that work now."""
        self.query_one(FootLine).offers = foot.EMPTY if self.session is None else self._offers()

    def _offers(self) -> tuple[foot.Offer, ...]:
        """By what has the keys; the panes have more of them while something is searched or held."""
        if self.query_one(DurableBand).has_focus:
            return foot.DURABLE
        if self.query_one(Timeline).has_focus:
            return foot.TIMELINE
        if self.layer_list.has_focus:
            return foot.LAYERS
        if self.search_panel.open and (self.panes.has_focus or self.search_panel.busy):
            return self._search_offers()
        if self.knobs.has_focus:
            return foot.KNOBS
        return foot.COMPARE if self.session is not None and self.session.held is not None else foot.PANES

    def _search_offers(self) -> tuple[foot.Offer, ...]:
        if self.search_panel.input.has_focus:
            return foot.SEARCH
        return foot.FOUND if self.panes.has_focus else foot.HITS

    @on(events.DescendantFocus)
    @on(events.DescendantBlur)
    def focus_moved(self) -> None:
        """Offer the keys that work where the focus is."""
        self.show_foot()

    @on(FootLine.Pressed)
    async def foot_pressed(self, event: FootLine.Pressed) -> None:
        """A key of the last line was clicked."""
        await self.run_action(event.run)
