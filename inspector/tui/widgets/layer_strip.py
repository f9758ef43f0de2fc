"""Before, each layer, after: sizes, what fired or why not. Click a layer, or step with the keys, to see its work alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from inspector.terminal_text import cells, clip, pad
from inspector.tui.parts import fullest
from inspector.tui.stops import Stop
from inspector.tui.widgets.palette import Painted


class LayerStrip(Painted):
    """The stations in a row, the figure of each below its title, and a line about the selected one."""

    PREFIX = "strip"
    ALLOW_SELECT = False
    COMPONENT_CLASSES = {f"strip--{name}" for name in ("plain", "fired", "idle", "chosen", "arrow", "reason", "title")}
    DEFAULT_CSS = """
    LayerStrip { height: 3; background: $surface; color: $foreground;
        & .strip--plain { color: $foreground; }
        & .strip--title { color: $text-muted; }
        & .strip--fired { color: $warning; text-style: bold; }
        & .strip--idle { color: $text-disabled; }
        & .strip--arrow { color: $text-disabled; }
        & .strip--reason { color: $text-muted; }
        & .strip--chosen { color: $block-cursor-foreground; background: $block-cursor-background; text-style: bold; }
    }
    """
    stops: reactive[tuple[Stop, ...]] = reactive((), layout=False)
    chosen: reactive[int | None] = reactive(None, layout=False)
    reason: reactive[str] = reactive("", layout=False)
    """About the chosen station, or about those that fired."""

    @dataclass
    class Chosen(Message):
        """A station was clicked."""

        step: int | None

    def render_line(self, y: int) -> Strip:
        width, style = self.size.width, self.paint("plain")
        if y > 1 or not self.stops:
            reason = clip(self.reason, width - 2) if y else ""
            return Strip([Segment(f" {reason}", self.paint("reason"))]).adjust_cell_length(width, self.paint("reason"))
        segments = [Segment(" ", style)]
        gap = self._gap()
        for position, (stop, wide) in enumerate(zip(self.stops, self._widths(), strict=True)):
            if position:
                arrow = " ─▶ " if gap == 4 else " › "
                segments.append(Segment(arrow if y else " " * gap, self.paint("arrow")))
            text = fullest((stop.figure, stop.brief), wide) if y else stop.title
            segments.append(Segment(pad(text, wide), self.paint(self._look(stop, y))))
        return Strip(segments).adjust_cell_length(width, style)

    def on_click(self, event: events.Click) -> None:
        """Choose the station below the mouse."""
        at = 1
        for stop, wide in zip(self.stops, self._widths(), strict=True):
            if at <= event.x < at + wide + self._gap():
                self.post_message(self.Chosen(stop.step))
                return
            at += wide + self._gap()

    def _look(self, stop: Stop, line: int) -> str:
        if stop.step == self.chosen:
            return "chosen"
        return stop.state if line or stop.state == "idle" else "title"

    def _gap(self) -> int:
        wide = sum(_wanted(stop) for stop in self.stops) + 4 * (len(self.stops) - 1) + 2
        return 4 if wide <= self.size.width else 3

    def _widths(self) -> list[int]:
        """Cells of each station: what it needs, or less for the widest when there is not enough."""
        wanted = [_wanted(stop) for stop in self.stops]
        room = self.size.width - 2 - self._gap() * (len(wanted) - 1)
        return shrink(wanted, room)


def shrink(wanted: Sequence[int], room: int) -> list[int]:
    """Widths that fit into the room, taken from the widest first; at least four cells each."""
    widths = list(wanted)
    while sum(widths) > room and max(widths, default=0) > 4:
        widths[widths.index(max(widths))] -= 1
    return widths


def _wanted(stop: Stop) -> int:
    return max(cells(stop.title), cells(stop.figure))
