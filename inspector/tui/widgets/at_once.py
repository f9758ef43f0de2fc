"""Scrolling by a page or to an end without a movement on the way: what is long is never drawn in between."""

from __future__ import annotations

from textual.widget import Widget


class AtOnce(Widget):
    """Scrolls at once. Stands last among the bases: the first one names the style."""

    def action_page_down(self) -> None:
        self.scroll_page_down(animate=False)

    def action_page_up(self) -> None:
        self.scroll_page_up(animate=False)

    def action_scroll_home(self) -> None:
        self.scroll_home(animate=False)

    def action_scroll_end(self) -> None:
        self.scroll_end(animate=False)
