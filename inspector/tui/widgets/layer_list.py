"""The layers of the policy as a list: switched with space, moved with J and K, or with the mouse."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.message import Message

from inspector.tui.actions import bindings
from inspector.tui.layer_rows import LayerRow
from inspector.tui.widgets.layer_list_rows import ARROWS, SIGN, LayerListRows


class LayerList(LayerListRows, can_focus=True):
    """Changes nothing itself: it asks, and shows what it is given."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("layers")

    @dataclass
    class Switched(Message):
        """The sign of a layer was clicked."""

        layer: str

    @dataclass
    class Moved(Message):
        """A layer was dragged, or one of its arrows clicked: it is wanted at this place, from 0."""

        layer: str
        place: int

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._dragged = ""
        """The layer that the mouse holds."""
        self._asked = -1
        """The place that it was last asked to go to."""

    @property
    def chosen(self) -> str:
        """The id of the selected layer; empty when there is none."""
        return self.rows[self.selected].id if self.rows else ""

    def show(self, title: str, hint: str, rows: tuple[LayerRow, ...]) -> None:
        """Show these layers. The selected one stays selected wherever it goes."""
        ids = [row.id for row in rows]
        self.selected = ids.index(self.chosen) if self.chosen in ids else min(self.selected, max(0, len(rows) - 1))
        self.title, self.hint, self.rows = title, hint, rows
        self.reveal()
        self.refresh()

    def select(self, place: int) -> None:
        """Select a layer by its place."""
        self.selected = max(0, min(len(self.rows) - 1, place))
        self.reveal()
        self.refresh()

    def on_resize(self) -> None:
        self.reveal()

    # ---------------------------------------------------------------- the mouse

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Select a layer; its sign switches it, its arrows move it, anywhere else begins to drag it."""
        place = self.place(event.y)
        if event.button != 1 or place is None:
            return
        at, line = place
        again, layer, x = at == self.selected, self.rows[at].id, event.x - self.gutter.left
        self.select(at)
        if line == 0 and SIGN[0] <= x < SIGN[1]:
            self.post_message(self.Switched(layer))
        elif line == 0 and again and (step := self._arrow(x)):
            self.post_message(self.Moved(layer, at + step))
        else:
            self._dragged, self._asked = layer, at
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """A dragged layer goes where the mouse is."""
        place = self.place(max(1, min(self.room, event.y)))
        if self._dragged and place is not None and place[0] != self._asked:
            self._asked = place[0]
            self.post_message(self.Moved(self._dragged, place[0]))

    def on_mouse_up(self) -> None:
        """The mouse lets go."""
        if self._dragged:
            self._dragged = ""
            self.release_mouse()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.select(self.selected + 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.select(self.selected - 1)

    def _arrow(self, x: int) -> int:
        """−1 on the arrow up, 1 on the arrow down, else 0."""
        first = self.size.width - 1 - len(ARROWS)
        return {0: -1, 1: -1, 2: 1, 3: 1}.get(x - first, 0)
