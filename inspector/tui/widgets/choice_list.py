"""A list of choices in a dialog: keys and clicks that come too early or too late do nothing."""

from __future__ import annotations

from contextlib import suppress
from typing import Self

from textual import _time, events
from textual.widgets import OptionList


class ChoiceList(OptionList):
    """Textual's list believes a click, and a page key, about lines that are filled anew, or not laid out yet.

    A click carries the number of the option that was drawn under it. Until the click is handled, the list may have been
    emptied (a double click in the palette does just that) or hold something else at that place.
    """

    _emptied = 0.0
    """When the options were last others, by the clock of events."""

    def clear_options(self) -> Self:
        """What was clicked before is gone."""
        self._emptied = _time.get_time()
        return super().clear_options()

    def on_click(self, event: events.Click) -> None:
        """Keep from Textual, and from the dialog, what was meant for a line that is gone."""
        at = event.style.meta.get("option")
        if at is not None and (event.time < self._emptied or at >= self.option_count):
            event.prevent_default().stop()

    def action_select(self) -> None:
        """Choose the highlighted one, if it is still there."""
        with suppress(LookupError):
            super().action_select()

    def action_page_up(self) -> None:
        """A page up, if there are lines."""
        with suppress(LookupError):
            super().action_page_up()  # type: ignore[no-untyped-call]

    def action_page_down(self) -> None:
        """A page down, if there are lines."""
        with suppress(LookupError):
            super().action_page_down()  # type: ignore[no-untyped-call]
