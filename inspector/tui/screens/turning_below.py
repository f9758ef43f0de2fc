"""Turning knobs and choosing the policy from a room: the screen below does it, and the room is answered anew."""

from __future__ import annotations

from inspector.tui.parts import Part
from inspector.tui.screens.answering import Answering


class TurningBelow(Answering):
    """Nothing is changed here itself: the policy belongs to the screen below."""

    def turning(self) -> None:
        """The policy is about to be changed from here."""

    def action_nudge(self, direction: int, far: bool = False) -> None:
        """The selected knob a step up or down."""
        self.turning()
        self.host.action_nudge(direction, far)

    def action_select_knob(self, by: int) -> None:
        """Another knob is selected."""
        self.host.action_select_knob(by)
        self.show_status()

    def select_knob(self, name: str) -> None:
        """The knob of that name is selected, if there is one."""
        names = [knob.name for knob in self.host.knobs.state.knobs]
        if name in names:
            self.host.knobs.action_select(names.index(name) - self.host.knobs.state.selected)
            self.show_status()

    def action_reset_knob(self) -> None:
        """The selected knob back to its default."""
        self.turning()
        self.host.action_reset_knob()

    def action_reset_knobs(self) -> None:
        """All knobs back to their defaults."""
        self.turning()
        self.host.action_reset_knobs()

    def action_undo(self) -> None:
        """Take the newest change back."""
        self.host.action_undo()

    def action_redo(self) -> None:
        """Make the change again."""
        self.host.action_redo()

    def action_policy(self) -> None:
        """Look under another policy."""
        self.turning()
        self.host.action_policy()

    def beside_status(self) -> tuple[Part, ...]:
        """The knob that would be turned."""
        knob = self.host.knobs.selected
        if knob is None:
            return ()
        words = f" [ {knob.name} {knob.value:,}{' ✱' if knob.changed else ''} ]"
        return (Part(words, "accent" if knob.changed else "quiet", 7, right=True),)
