"""What a session knows of A: the held policy, and its view of the request that is looked at. No Textual here."""

from __future__ import annotations

from inspector.policy.model import Policy
from inspector.tui.held import Held
from inspector.tui.policy_title import policy_title
from inspector.tui.seen import Seen
from inspector.tui.side import Side, view_side


class Holding:
    """The part of a session that is about A. A's view is made once for a request, however often B changes."""

    def __init__(self) -> None:
        self.policy: Policy | None = None
        self.held: Held | None = None
        self._beside: Seen | None = None

    @property
    def title(self) -> str:
        """The policy's name, and its file where it is read from one."""
        return policy_title(self.policy)

    def hold(self, held: Held | None) -> None:
        """Another A, or the same with better numbers; None lets go of it."""
        self.held = held

    def knows_beside(self, request: int) -> bool:
        """Whether A's view of a request is there, or none is needed."""
        held, seen = self.held, self._beside
        return held is None or (seen is not None and seen.replay is held.replay and seen.request == request)

    def beside(self, request: int) -> Seen | None:
        """A's view of a request, worked out when it is not; None while nothing is held."""
        if self.held is not None and not self.knows_beside(request):
            self._beside = self.held.look(request)
        return self._beside if self.held is not None else None

    @property
    def seconds_beside(self) -> float:
        """The work that A's view took which was made last."""
        return self._beside.seconds if self.held is not None and self._beside is not None else 0.0

    def side_of_a(self, request: int, step: int | None) -> Side | None:
        """The pane of A: its finished view, whatever the `step` of B, and its title says so. None while nothing is held."""
        held, seen = self.held, self._beside
        if held is None or seen is None or not self.knows_beside(request):
            return None
        when = " refused" if seen.refused else " finished" if step is not None else ""
        return view_side(seen, None, held.largest, held.approximate, f"A {held.title}", when)

    def give_beside(self, seen: Seen | None) -> None:
        """Take over a view of A that was worked out elsewhere."""
        if seen is not None and self.held is not None and seen.replay is self.held.replay:
            self._beside = seen
