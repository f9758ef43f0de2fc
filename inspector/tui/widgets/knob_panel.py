"""Every knob of a policy, to be turned by key, by mouse, or typed. One widget draws them all: no layout while turning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.message import Message

from inspector.policy.model import Knob
from inspector.tui.widgets.knob_rows import EACH, KnobRows
from inspector.tui.widgets.knob_state import TYPED, span
from inspector.tui.widgets.slider import value_at

EDITING = ("left", "right", "home", "end")
"""Keys that would turn the knob, and do nothing while a number is typed."""


class KnobPanel(KnobRows, can_focus=True):
    """Rows of knobs, the selected one explained at the bottom. Made for 28 to 34 columns; scrolls by itself."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "select(-1)", "Previous knob", show=False),
        Binding("down,j", "select(1)", "Next knob", show=False),
        Binding("left,h,minus,left_square_bracket", "turn(-1)", "Less", show=False),
        Binding("right,l,plus,right_square_bracket", "turn(1)", "More", show=False),
        Binding("shift+left,ctrl+left,H,left_curly_bracket", "turn(-1, True)", "Much less", show=False),
        Binding("shift+right,ctrl+right,L,right_curly_bracket", "turn(1, True)", "Much more", show=False),
        Binding("home", "end(-1)", "Smallest", show=False),
        Binding("end", "end(1)", "Largest", show=False),
        Binding("backspace,delete", "reset", "Reset", show=False),
        Binding("R", "reset_all", "Reset all", show=False),
        Binding("enter", "type", "Type a value", show=False),
    ]

    @dataclass
    class Changed(Message):
        """A knob has a new value, within its range. Only the newest value of a knob counts."""

        panel: KnobPanel
        name: str
        value: int

        @property
        def control(self) -> KnobPanel:
            return self.panel

        def can_replace(self, message: Message) -> bool:
            same = isinstance(message, KnobPanel.Changed) and message.panel is self.panel
            return same and getattr(message, "name", None) == self.name

    @dataclass
    class ResetAll(Message):
        """Every knob back to its default. The panel moves when it is shown the knobs."""

        panel: KnobPanel

        @property
        def control(self) -> KnobPanel:
            return self.panel

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._dragging = False

    # What the screen says.

    def show(self, knobs: tuple[Knob, ...]) -> None:
        """Show these knobs. The same names only take new values: selection and scroll position stay."""
        before = self.state.knobs
        if self.state.receive(knobs):
            self.top = 0
        if self.state.knobs != before:
            self.refresh()

    def refuse(self, name: str, reason: str, value: int) -> None:
        """The policy cannot have what was asked: show the reason at the knob, and `value`, which it still has."""
        self.state.refuse(name, reason, value)
        self.refresh()

    @property
    def selected(self) -> Knob | None:
        return self.state.knob

    # What the person does.

    def _tell(self, knob: Knob | None) -> None:
        """Post a new value, if there is one, and draw."""
        if knob is not None:
            self.post_message(self.Changed(self, knob.name, knob.value))
        self._draw_selected()

    def _draw_selected(self) -> None:
        """Draw the selected knob and what is said of it; the others stay as they are."""
        width, below = self.size.width, self.size.height - self.help_lines
        place = self.state.selected * self.each - self.top
        self.refresh(Region(0, max(0, place), width, EACH), Region(0, below, width, self.help_lines))

    def action_select(self, by: int) -> None:
        if self.state.select(self.state.selected + by):
            self._reveal()
            self.refresh()

    def action_turn(self, direction: int, coarse: bool = False) -> None:
        """One step of the selected knob up (1) or down (-1)."""
        if knob := self.state.knob:
            self._tell(self.state.set(span(knob).stepped(knob.value, direction, coarse)))

    def action_end(self, direction: int) -> None:
        if knob := self.state.knob:
            self._tell(self.state.set(knob.max if direction > 0 else knob.min))

    def action_reset(self) -> None:
        """The selected knob back to the policy's own value."""
        if knob := self.state.knob:
            self._tell(self.state.set(knob.default))

    def action_reset_all(self) -> None:
        self.state.forget()
        self.post_message(self.ResetAll(self))
        self.refresh()

    def action_type(self) -> None:
        """Begin a number; the first digit does the same."""
        if self.state.knob is not None and self.state.typing is None:
            self.state.typing = ""
            self.refresh()

    def on_key(self, event: events.Key) -> None:
        """Digits begin a number. While one is typed its keys are ours, whatever else they are bound to."""
        character = event.character or ""
        if self.state.typing is None and not (character.isascii() and character.isdigit()):
            return
        if self._edit(event.key, character):
            event.stop()
            event.prevent_default()
        self.refresh()

    def _edit(self, key: str, character: str) -> bool:
        """One key for the number being typed. Answers whether it was meant for it; up, down and tab leave it."""
        if character and character in TYPED:
            self.state.type(character)
        elif key == "enter":
            self._tell(self.state.apply())
        elif key in ("backspace", "delete"):
            self.state.rub()
        elif key == "escape":
            self.state.cancel()
        elif key in ("up", "down", "tab", "shift+tab"):
            self.state.cancel()
            return False
        return key in EDITING or bool(character) or key in ("enter", "backspace", "delete", "escape")

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        for character in event.text.strip()[:32]:
            self.state.type(character)
        self.refresh()

    def on_blur(self) -> None:
        self.state.cancel()
        self.refresh()

    def on_resize(self) -> None:
        self._reveal()

    # The mouse.

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Select a knob; on its slider, begin to drag; on its value, type one; on its mark, reset it."""
        if event.button != 1 or (place := self._place(event.y)) is None:
            return
        index, line = place
        self.state.cancel()
        self.state.select(index)
        if line == 1:
            self._dragging = True
            self.capture_mouse()
            self._drag(event.x - self.gutter.left)
        elif self.on_value(event.x - self.gutter.left):
            self.action_type()
        elif self.on_mark(event.x - self.gutter.left):
            self.action_reset()
        self.refresh()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._dragging:
            self._drag(event.x - self.gutter.left)

    def on_mouse_up(self) -> None:
        if self._dragging:
            self._dragging = False
            self.release_mouse()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(event, 1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(event, -1)

    def _wheel(self, event: events.MouseEvent, direction: int) -> None:
        """Scroll; with ctrl turn the knob under the pointer by a step, with shift by ten: nothing is turned by accident."""
        event.stop()
        place = self._place(event.y)
        if place and (event.ctrl or event.shift):
            if self.state.select(place[0]):
                self.refresh()
            self.action_turn(direction, event.shift)
        else:
            self.top = max(0, min(self.furthest, self.top - direction))
            self.refresh()

    def _place(self, y: int) -> tuple[int, int] | None:
        """The knob under a line of the widget, and which of its lines."""
        index, line = divmod(y + self.top, self.each)
        if y >= self.size.height - self.help_lines or index >= len(self.state.knobs):
            return None
        return index, line

    def _drag(self, x: int) -> None:
        if knob := self.state.knob:
            self._tell(self.state.set(value_at(span(knob), x - 1, self.slider_width)))

    # Scrolling.

    def _reveal(self) -> None:
        """Scroll so that the selected knob is wholly seen."""
        first = self.state.selected * self.each
        room = self.size.height - self.help_lines
        self.top = max(0, min(self.furthest, first, max(self.top, first + EACH - 1 - room)))
