"""Has the policy, or the recorded view, measured by another meter: thresholds stay, and are reached earlier or later."""

from __future__ import annotations

from inspector.policy import meters, with_meter
from inspector.tui.changes import in_words
from inspector.tui.screens.loading import Loading


class Remetering(Loading):
    """One change of the policy, like a knob: it can be taken back, is kept with the session, and is exported."""

    def action_counter(self) -> None:
        """Ask what the policy is to be measured by."""
        from inspector.tui.screens.counters import Counters

        session = self.session
        if session is None or not session.requests:
            return
        policy = session.replayed
        if len(meters(policy)) == 1:
            self.say(f"{session.title} counts {policy.meter.unit}: there is no other meter for them")
        else:
            whose = policy.name if session.policy is not None else "the recorded view"
            title = f"Meter of {whose} · request {session.request:,}"
            self.app.push_screen(Counters(title, session.transcript, policy, session.request), self._chosen_counter)

    def _chosen_counter(self, count: str | None) -> None:
        session = self.session
        if count is None or session is None or count not in meters(session.replayed):
            return
        if count == session.replayed.meter.count:
            self.say(f"{session.title} is counted as {count} already")
            return
        self.when_counted(session.transcript, with_meter(session.replayed, count), lambda: self._measure_by(count))

    def _measure_by(self, count: str) -> None:
        """It was counted; another policy may have been chosen meanwhile."""
        session = self.session
        if session is None or count not in meters(session.replayed):
            return
        before = session.replayed
        if session.measure(count):
            self.changed()
            stay = ": thresholds stay as they are" if session.policy is not None else ""
            self.say(f"{in_words(before, session.replayed)}{stay} · u takes it back")
