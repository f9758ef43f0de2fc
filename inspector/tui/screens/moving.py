"""Moving: from request to request, from layer to layer, from pane to pane."""

from __future__ import annotations

from textual import on

from inspector.tui import curve
from inspector.tui.screens.ask_request import AskRequest
from inspector.tui.screens.stage import Stage
from inspector.tui.widgets.layer_strip import LayerStrip
from inspector.tui.widgets.timeline import Timeline


class Moving(Stage):
    """Actions that change what is looked at, and nothing else."""

    def go(self, request: int) -> None:
        """Look at a request, or the nearest there is."""
        if self.session is not None and self.session.go(request):
            self.moved()

    def action_request(self, by: int) -> None:
        """Some requests on or back."""
        if self.session is not None:
            self.go(self.session.request + by)

    def action_ask_request(self) -> None:
        """Ask for a number and go there."""
        if self.session is not None:
            dialog = AskRequest(self.session.request, self.session.requests)
            self.app.push_screen(dialog, lambda number: self.go(number) if number else None)

    def action_event(self, direction: int) -> None:
        """The next (or previous) request at which something was compacted or refused."""
        session = self.session
        if session is None:
            return
        found = curve.events(session, self.totals).beyond(session.request, direction)
        if found is not None:
            self.go_to_event(found)
        else:
            self.say(f"no compaction or refusal {'after' if direction > 0 else 'before'} request {session.request:,}")

    def go_to_event(self, request: int) -> None:
        """Look at a request and, where something was compacted there, at what that changed."""
        self.go(request)
        self.event_shown()

    def event_shown(self) -> None:
        """A compaction is shown: see to it that what it changed is in sight."""
        raise NotImplementedError

    def action_scale(self) -> None:
        """Another scale of the timeline."""
        self.query_one(Timeline).action_scale()

    def action_layer(self, step: int | None) -> None:
        """The view as it was after a layer (0: before all of them, None: after all)."""
        session = self.session
        if session is None:
            return
        count = session.layer_count()
        if step is not None and step > count:
            self.say(f"the policy has {count} layer{'' if count == 1 else 's'}")
            return
        session.step = step
        self.moved()
        self.layer_shown()

    def layer_shown(self) -> None:
        """Another step is shown: see to it that what its layer did is in sight."""
        raise NotImplementedError

    def action_layer_end(self) -> None:
        """Back to the finished view."""
        self.action_layer(None)

    def action_step(self, by: int) -> None:
        """One layer on or back, round and round: the finished view comes after the last layer and before the first."""
        session = self.session
        if session is None:
            return
        count = session.layer_count()
        at = ((count + 1 if session.step is None else session.step) + by) % (count + 2)
        self.action_layer(None if at > count else at)

    @on(Timeline.Scrubbed)
    def scrub(self, event: Timeline.Scrubbed) -> None:
        """The timeline was pointed at."""
        session = self.session
        if event.clicked and session is not None and curve.events(session, self.totals).at(event.request):
            self.go_to_event(event.request)
        else:
            self.go(event.request)

    @on(LayerStrip.Chosen)
    def choose_layer(self, event: LayerStrip.Chosen) -> None:
        """A station of the layer strip was clicked."""
        self.action_layer(event.step)
