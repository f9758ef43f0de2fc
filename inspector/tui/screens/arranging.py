"""Arranging the screen: both panes or one of them, what stands above them, and the panel of the knobs."""

from __future__ import annotations

from textual import on

from inspector.tui.screens.layering import Layering
from inspector.tui.screens.turning import Turning
from inspector.tui.titles import titles
from inspector.tui.widgets.pane_titles import PaneTitles
from inspector.tui.widgets.row_view import Mode
from inspector.tui.widgets.side_by_side import SideBySide

WIDE = 100
"""Columns from which both panes fit."""


class Arranging(Turning, Layering):
    """What is where. The widths from which something fits are the breakpoints of the main screen, too."""

    _single: Mode = "right"
    """The pane that is shown where there is room for one."""

    def arrange_panes(self) -> None:
        """Both panes, or one of them."""
        self.panes.mode = "both" if self.size.width >= WIDE else self._single
        self.show_titles()

    def show_titles(self) -> None:
        """What is in the panes, above them; as tabs where only one fits."""
        if self.panes.picture is not None:
            line = self.query_one(PaneTitles)
            line.titles, line.mode = titles(self.panes.picture), self.panes.mode
            line.active = self.panes.active if self.panes.held else -1

    def show_pane(self, pane: Mode) -> None:
        """Show this pane where there is room for one."""
        self._single = pane
        self.arrange_panes()

    def record_wanted(self) -> None:
        """The Transcript, where there is room for one pane."""
        if self.size.width < WIDE:
            self.show_pane("left")

    def action_switch(self) -> None:
        """The other pane where only one fits or the panes scroll apart; else the next part of the screen."""
        if self.panes.has_focus and self.panes.switch_half():
            return
        if self.size.width >= WIDE:
            self.focus_next()
            return
        self.show_pane("left" if self._single == "right" else "right")

    @on(PaneTitles.Asked)
    def pane_asked(self, event: PaneTitles.Asked) -> None:
        """A tab was clicked, or the title of a pane that scrolls apart."""
        if self.panes.mode != "both":
            self.show_pane(event.pane)
        elif self.panes.active != (event.pane == "right"):
            self.panes.switch_half()

    @on(SideBySide.Parted)
    def panes_parted(self) -> None:
        """The panes scroll apart, or together again: the titles say so."""
        self.show_titles()

    def action_knobs(self) -> None:
        """Show the knobs and go to them; a second time, put them away."""
        panel = self.knobs
        if panel.has_focus:
            self.put_knobs_away()
        else:
            self.close_layers()
            panel.add_class("-open")
            panel.remove_class("-closed")
            panel.focus()
        self.status_changed()

    def put_knobs_away(self, only_drawer: bool = False) -> None:
        """The keys go back to the panes; beside them the panel can stay."""
        self.knobs.remove_class("-open")
        self.knobs.set_class(not only_drawer, "-closed")
        self.panes.focus()
