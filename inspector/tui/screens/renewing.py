"""Working out anew: another policy, knob or transcript, once for all the keys that wait, and the totals after the view."""

from __future__ import annotations

import time

from textual.timer import Timer

from inspector.tui import replays
from inspector.tui.inks.lexer import LEXER
from inspector.tui.screens.comparing import Comparing
from inspector.tui.screens.losses import Losses
from inspector.tui.screens.revealing import Revealing
from inspector.tui.screens.showing import Showing
from inspector.tui.screens.watching import Watching

HELD = 0.12
"""Seconds between two changes from which they are no longer those of a key that is held."""
NOW_AND_THEN = 0.25
"""Seconds between two totals while a key is held."""
LET_GO = 0.03
"""Seconds without a change, from the view on, after which a key was let go."""


class Renewing(Revealing, Showing, Losses, Watching, Comparing):
    """The view comes first: what needs the whole session waits until it is on the screen."""

    _due = False
    """It is to be worked out anew as soon as no key waits."""
    _totals_due = False
    """The totals are to be worked out as soon as the view is there."""
    _changed_at = _totals_at = 0.0
    """When something was changed last, and when totals were last begun."""
    _is_held = False
    """Changes follow each other as those of a key that is held."""
    _totals_later: Timer | None = None

    def changed(self) -> None:
        """Another policy or knob: worked out once for all the keys that wait."""
        self.stop_totals()
        self.forget_losses()
        self.forget_interval()
        now = time.monotonic()
        self._is_held, self._changed_at = now - self._changed_at < HELD, now
        if self._totals_later is not None:
            self._totals_later.stop()
        if not self._due:
            self._due = True
            self.call_later(self.renew)

    def renew(self) -> None:
        """Show the view; then the totals."""
        self._due = False
        self.renew_held()
        self.watch_policy()
        if self.show_or_wait():
            self.call_after_refresh(self.totals_soon)
        else:
            self._totals_due = True

    def looked(self) -> None:
        """The view that was waited for is there."""
        self._show()
        self.reveal_wanted()
        if self._totals_due:
            self._totals_due = False
            self.call_after_refresh(self.totals_soon)

    def totals_soon(self) -> None:
        """Totals follow the view at once; while a key is held only now and then, and when it is let go."""
        now = time.monotonic()
        short = self.session is None or replays.small(self.session.transcript)
        if short or not self._is_held or now - self._totals_at > NOW_AND_THEN:
            self._totals_at = now
            self.start_totals()
            return
        if self._totals_later is not None:
            self._totals_later.stop()
        self._totals_later = self.set_timer(LET_GO, self.start_totals)

    @property
    def settled(self) -> bool:
        """Everything about the present request is shown."""
        waiting = self._due or not self.explained or not LEXER.idle
        return not waiting and self.session is not None and not self.session.pending
