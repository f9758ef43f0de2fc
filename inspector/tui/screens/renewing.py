"""Working out anew: another policy, knob or transcript, once for all the keys that wait, and the totals after the view."""

from __future__ import annotations

from inspector.tui.inks.lexer import LEXER
from inspector.tui.screens.comparing import Comparing
from inspector.tui.screens.losses import Losses
from inspector.tui.screens.revealing import Revealing
from inspector.tui.screens.showing import Showing
from inspector.tui.screens.watching import Watching


class Renewing(Revealing, Showing, Losses, Watching, Comparing):
    """The view comes first: what needs the whole session waits until it is on the screen."""

    _due = False
    """It is to be worked out anew as soon as no key waits."""
    _totals_due = False
    """The totals are to be worked out as soon as the view is there."""

    def changed(self) -> None:
        """Another policy or knob: worked out once for all the keys that wait."""
        self.stop_totals()
        self.forget_losses()
        if not self._due:
            self._due = True
            self.call_later(self.renew)

    def renew(self) -> None:
        """Show the view; then the totals."""
        self._due = False
        self.renew_held()
        self.watch_policy()
        if self.show_or_wait():
            self.call_after_refresh(self.start_totals)
        else:
            self._totals_due = True

    def looked(self) -> None:
        """The view that was waited for is there."""
        self._show()
        self.reveal_wanted()
        if self._totals_due:
            self._totals_due = False
            self.call_after_refresh(self.start_totals)

    @property
    def settled(self) -> bool:
        """Everything about the present request is shown."""
        waiting = self._due or not self.explained or not LEXER.idle
        return not waiting and self.session is not None and not self.session.pending
