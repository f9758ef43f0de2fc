"""Picking text with the mouse inside one half of the panes: shown reversed, copied when the button is let go."""

from __future__ import annotations

from rich.style import Style
from textual import events
from textual.strip import Strip
from textual.timer import Timer

from inspector.phrases import counted
from inspector.tui.picked import Picked, Point, joined
from inspector.tui.widgets.halves import Halves

REVERSED = Style(reverse=True)
BESIDE = 0.06
"""Seconds between two lines that scroll by while the pointer is held above or below the pane."""


class Picking(Halves):
    """A drag picks. It stays in the half in which it began, and scrolls on at the edges."""

    picked: Picked | None = None
    _down: tuple[int, Point] | None = None
    """The half and the place where the button went down."""
    _was_drag = False
    _pointer = Point(0, 0)
    _scrolling: Timer | None = None

    def half_text(self, place: int, y: int) -> Strip:
        """A display line of a half, without what is picked in it."""
        raise NotImplementedError

    def text_columns(self, place: int, y: int) -> tuple[int, int]:
        """Where the text of a display line of a half stands."""
        raise NotImplementedError

    def joint(self, place: int, y: int) -> str:
        """What parts a display line of a half from the next one."""
        raise NotImplementedError

    def drop_pick(self) -> None:
        """Nothing is picked any more: what was there has moved or changed."""
        if self.picked is not None:
            self.picked = None
            self.refresh()

    def reverse(self, place: int, y: int, strip: Strip) -> Strip:
        """A line with what is picked in it reversed."""
        picked = self.picked
        if picked is None or picked.place != place or y not in picked.lines:
            return strip
        start, stop = picked.span(y, *self.text_columns(place, y))
        if start == stop:
            return strip
        width = strip.cell_length
        parts = [strip.crop(0, start), _reversed(strip.crop(start, stop)), strip.crop(stop, width)]
        return Strip.join(parts)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """A drag may begin here."""
        self.drop_pick()
        self._was_drag = False
        if event.button == 1 and self.rows is not None:
            place = self.half_at(event.x)
            self._down = (place, self._point(place, event))
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """The stretch reaches to where the pointer is."""
        if self._down is not None:
            self._pointer = Point(event.y, event.x)
            self._reach()
            self._scroll_on(event.y)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Copy what was picked, and say so."""
        if self._down is None:
            return
        self._down = None
        self.release_mouse()
        self._scroll_on(0)
        if self.picked is not None:
            self._was_drag = True
            self._copy(self.picked)

    def on_click(self, event: events.Click) -> None:
        """The end of a drag is no click."""
        if self._was_drag:
            self._was_drag = False
            event.stop()
            event.prevent_default()

    def picked_text(self, picked: Picked) -> str:
        """The words of a stretch, without margins and figures, lines joined that only the screen broke."""
        lines: list[tuple[str, str]] = []
        for y in picked.lines:
            start, stop = picked.span(y, *self.text_columns(picked.place, y))
            words = self.half_text(picked.place, y).crop(start, stop).text
            lines.append((words, self.joint(picked.place, y)))
        return joined(lines)

    def _copy(self, picked: Picked) -> None:
        text = self.picked_text(picked)
        if text:
            self.app.copy_to_clipboard(text)
            count = len(text)
            self.post_message(self.Told(f"copied: {counted(count, 'character')} from the pane"))
        else:
            self.drop_pick()

    def _point(self, place: int, event: events.MouseEvent) -> Point:
        return self._at(place, event.y, event.x)

    def _at(self, place: int, y: int, x: int) -> Point:
        """A cell of the widget as a place in a half; beside the half, the nearest cell of it."""
        assert self.rows is not None
        column = x - (self.pane_width + 1 if self.mode == "both" and place else 0)
        line = self.top(place) + max(0, min(self._height - 1, y))
        return Point(min(line, max(0, self.rows.total - 1)), max(0, min(self.pane_width - 1, column)))

    def _reach(self) -> None:
        if self._down is None or self.rows is None:
            return
        place, anchor = self._down
        head = self._at(place, *self._pointer)
        if head != anchor or self.picked is not None:
            self.picked = Picked(place, anchor, head)
            self.refresh()

    def _scroll_on(self, y: int) -> None:
        """Scroll while the pointer is beyond the edge, and no longer."""
        beyond = self._down is not None and self.picked is not None and not 0 <= y < self._height
        if beyond and self._scrolling is None:
            self._scrolling = self.set_interval(BESIDE, self._one_on)
        elif not beyond and self._scrolling is not None:
            self._scrolling.stop()
            self._scrolling = None

    def _one_on(self) -> None:
        if self._down is not None:
            self.scroll_half(self._down[0], -1 if self._pointer.y < 0 else 1)
            self._reach()


def _reversed(strip: Strip) -> Strip:
    return strip.apply_style(REVERSED)
