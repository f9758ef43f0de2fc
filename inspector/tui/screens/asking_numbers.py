"""From the main screen into the rooms of recall, cost and meters."""

from __future__ import annotations

from inspector.tui.screens.asking_compare import AskingCompare

# What counts needs and tokens is not read before somebody wants that: opening a session goes without it.


class AskingNumbers(AskingCompare):
    """How much was held, what it costs, and how wrong estimates of that are."""

    def action_recall_room(self) -> None:
        """What was still held of what the replies refer to."""
        from inspector.tui.screens.recall_room import RecallRoom

        if self.session is not None and self._has_requests():
            self.enter_room(RecallRoom(self, self.session), self.way_left)

    def action_cost_room(self) -> None:
        """The tokens of every request, money, and when changes of the view pay."""
        from inspector.tui.screens.cost_room import CostRoom

        if self.session is not None and self._has_requests():
            self.enter_room(CostRoom(self, self.session), self.way_left)

    def action_meters_room(self) -> None:
        """How wrong simple estimators of tokens are on this session."""
        from inspector.tui.screens.meters_room import MetersRoom

        if self.session is not None and self._has_requests():
            self.enter_room(MetersRoom(self, self.session), self.way_left)

    def _has_requests(self) -> bool:
        if self.session is None or not self.session.requests:
            self.say("this session has no request: there is nothing to count")
            return False
        return True
