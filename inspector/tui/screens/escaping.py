"""Escape: one step back at a time, from what is waited for to what is open, and at last to the finished view."""

from __future__ import annotations

from inspector.tui.screens.choices import Choices
from inspector.tui.screens.moving import Moving
from inspector.tui.screens.showing import Showing


class Escaping(Moving, Showing, Choices):
    """One action: of all that can be put away, what stands foremost goes."""

    def action_layer_end(self) -> None:
        """Escape: give up reading, then out of the knobs, then back to the finished view."""
        if self.give_up():
            return
        if self.cancel_load():
            self._after_reading()
        elif self.close_search():
            return
        elif self.knobs.has_focus:
            self.put_knobs_away(only_drawer=True)
        elif self.layer_list.has_focus:
            self.close_layers()
        elif self.band.has_focus:
            self.close_band()
        elif not self.panes.has_focus:
            self.panes.focus()
        elif self.session is None or self.session.step is not None or not self.give_up(asked=False):
            super().action_layer_end()

    def _after_reading(self) -> None:
        """No file is read any more: what was there before is shown again; where nothing was, ask for a session."""
        self.show_or_wait()
        if self.session is None:
            self.action_open()
