"""Has the present policy measured by another meter: its thresholds stay, and are reached earlier or later."""

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
        policy = session.policy
        if policy is None:
            self.say(
                f"the recorded view is counted as {session.meter}: choose a policy with p, its meter can be another"
            )
        elif len(meters(policy)) == 1:
            self.say(f"{session.title} counts {policy.meter.unit}: there is no other meter for them")
        else:
            title = f"Meter of {policy.name} · request {session.request:,}"
            self.app.push_screen(Counters(title, session.transcript, policy, session.request), self._chosen_counter)

    def _chosen_counter(self, count: str | None) -> None:
        session = self.session
        if count is None or session is None or session.policy is None or count not in meters(session.policy):
            return
        if count == session.policy.meter.count:
            self.say(f"{session.title} is counted as {count} already")
            return
        self.when_counted(session.transcript, with_meter(session.policy, count), lambda: self._measure_by(count))

    def _measure_by(self, count: str) -> None:
        """It was counted; another policy may have been chosen meanwhile."""
        session = self.session
        if session is None or session.policy is None or count not in meters(session.policy):
            return
        before = session.policy
        if session.measure(count):
            self.changed()
            self.say(f"{in_words(before, session.policy)}: thresholds stay as they are · u takes it back")
