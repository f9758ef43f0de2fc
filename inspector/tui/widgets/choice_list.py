"""A list of choices in a dialog: page keys do nothing while it has no lines yet."""

from __future__ import annotations

from contextlib import suppress

from textual.widgets import OptionList


class ChoiceList(OptionList):
    """Textual's list looks a page further in lines that are not laid out before the first frame, or while it is filled anew."""

    def action_page_up(self) -> None:
        """A page up, if there are lines."""
        with suppress(LookupError):
            super().action_page_up()  # type: ignore[no-untyped-call]

    def action_page_down(self) -> None:
        """A page down, if there are lines."""
        with suppress(LookupError):
            super().action_page_down()  # type: ignore[no-untyped-call]
