"""Turning knobs: the selected one by keys from anywhere, any of them in the panel, back and forth in history."""

from __future__ import annotations

from collections.abc import Callable

from textual import on

from inspector.policy import PolicyError
from inspector.tui.changes import in_words
from inspector.tui.screens.stage import Stage
from inspector.tui.widgets.knob_panel import KnobPanel


class Turning(Stage):
    """Actions that change the policy's numbers. The panel knows which knob is selected, seen or unseen."""

    turned = ""
    """What a knob was turned from and to, until the next key."""
    _turned_from: tuple[str, int] | None = None
    """The knob that is being turned, and its value before that."""

    @property
    def knobs(self) -> KnobPanel:
        return self.query_one(KnobPanel)

    def action_nudge(self, direction: int, far: bool = False) -> None:
        """The selected knob a step up or down."""
        if self._any():
            self.knobs.action_turn(direction, far)

    def action_type_knob(self) -> None:
        """Type a value for the selected knob."""
        if self._any():
            self.knobs.focus()
            self.knobs.action_type()

    def action_select_knob(self, by: int) -> None:
        """Select another knob."""
        if self._any():
            self.knobs.action_select(by)
            self.knob_selected()

    def action_reset_knob(self) -> None:
        """The selected knob back to its default."""
        if self._any():
            knob = self.knobs.selected
            if knob is not None and not knob.changed:
                self.say(f"{knob.name.replace('_', ' ')} is at its default, {knob.default:,}")
            self.knobs.action_reset()

    @on(KnobPanel.ResetAll)
    def action_reset_knobs(self) -> None:
        """All knobs back to their defaults."""
        if self.session is not None:
            self._history(self.session.reset, "all knobs reset", "every knob is at its default")

    def action_undo(self) -> None:
        """Take the last change back."""
        if self.session is not None:
            self._history(self.session.undo, "undone", "nothing to undo")

    def action_redo(self) -> None:
        """Make the change again."""
        if self.session is not None:
            self._history(self.session.redo, "made again", "nothing to redo")

    @on(KnobPanel.Changed)
    def turn(self, event: KnobPanel.Changed) -> None:
        """A knob was turned; what the policy refuses is said at the knob and not done."""
        session = self.session
        if session is None or event.name not in (knob.name for knob in session.knobs):
            return
        before = next(knob.value for knob in session.knobs if knob.name == event.name)
        try:
            if session.turn(event.name, event.value):
                self._tell_turned(event.name, before)
                self.changed()
        except PolicyError as error:
            value = next(knob.value for knob in session.knobs if knob.name == event.name)
            self.knobs.refuse(event.name, str(error), value)

    def hush(self) -> None:
        """What was turned is of no use any more, either."""
        if self.turned:
            self.turned, self._turned_from = "", None
            self.status_changed()
        super().hush()

    def _tell_turned(self, name: str, before: int) -> None:
        """Say what a knob was turned from and to; a drag is told from its beginning."""
        session = self.session
        assert session is not None
        if self._turned_from is None or self._turned_from[0] != name:
            self._turned_from = (name, before)
        after = next(knob.value for knob in session.knobs if knob.name == name)
        self.turned = f"{name.replace('_', ' ')} {self._turned_from[1]:,} → {after:,}"

    def knob_selected(self) -> None:
        """Another knob is selected: show which."""
        raise NotImplementedError

    def _history(self, do: Callable[[], bool], done: str, otherwise: str) -> None:
        """Do it and say what it changed, or say that there is nothing to be done."""
        assert self.session is not None
        before = self.session.replayed
        if not do():
            self.say(otherwise)
            return
        self.changed()
        self.say(f"{done}: {in_words(before, self.session.replayed)}")

    def _any(self) -> bool:
        """Whether there is a knob to turn; says what to do when there is none."""
        if self.session is not None and not self.session.knobs:
            self.say("the recorded view has no knobs: choose a policy with p")
        return self.session is not None and bool(self.session.knobs)
