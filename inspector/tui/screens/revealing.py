"""Bringing into sight: a block, what a layer did, what a compaction changed, now or when the view is there."""

from __future__ import annotations

from collections.abc import Callable

from inspector.tui.screens.moving import Moving


class Revealing(Moving):
    """One wish at a time: a newer one takes the place of one that still waits for its view."""

    _after: Callable[[], None] | None = None
    """What is to be done when the view that is on its way is shown."""

    def layer_shown(self) -> None:
        """What the layer changed comes into sight; with the finished view, the place where the request is made."""
        self._when_shown(self._reveal_layer)

    def event_shown(self) -> None:
        """What a compaction changed most comes into sight."""
        self._when_shown(self._reveal_event)

    def block_wanted(self, block: int) -> None:
        """A block comes into sight, and gets the cursor."""
        rows = self.panes.rows
        if rows is not None:
            self._when_shown(lambda: self.panes.go_to_row(rows.row_of[block], aside=True))

    def reveal_wanted(self) -> None:
        """The view is there: do what waited for it."""
        after, self._after = self._after, None
        if after is not None:
            after()

    def forget_wanted(self) -> None:
        """Something else is looked at: what waits is of no use any more."""
        self._after = None

    def _when_shown(self, do: Callable[[], None]) -> None:
        """Do it now, or when the view is there."""
        if self.session is not None and self.session.pending:
            self._after = do
        elif self.session is not None:
            do()

    def _reveal_layer(self) -> None:
        session = self.session
        if session is None or session.step is None:
            self.panes.back()
        else:
            self.panes.reveal(session.seen().touched(session.step))

    def _reveal_event(self) -> None:
        block = self.session.seen().first_change if self.session is not None else None
        if block is not None:
            self.panes.reveal([block])
