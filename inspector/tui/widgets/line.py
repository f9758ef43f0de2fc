"""One line of text made of coloured parts."""

from __future__ import annotations

from dataclasses import dataclass

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from inspector.tui.parts import Part, fit, total
from inspector.tui.widgets.palette import Painted


class Line(Painted):
    """A line of parts. All text is made safe on its way in."""

    PREFIX = "line"
    ALLOW_SELECT = False
    COMPONENT_CLASSES = {f"line--{name}" for name in ("plain", "strong", "quiet", "warn", "bad", "good", "accent")}
    DEFAULT_CSS = """
    Line { height: 1; background: $panel; color: $foreground;
        & .line--plain { color: $foreground; }
        & .line--strong { color: $foreground; text-style: bold; }
        & .line--quiet { color: $text-muted; }
        & .line--warn { color: $warning; text-style: bold; }
        & .line--bad { color: $error; text-style: bold; }
        & .line--good { color: $success; }
        & .line--accent { color: $accent; text-style: bold; }
    }
    """

    @dataclass
    class Clicked(Message):
        """The line was clicked, on one of the parts on its right or elsewhere."""

        line: Line
        right: bool

        @property
        def control(self) -> Line:
            return self.line

    def on_click(self, event: events.Click) -> None:
        """Say that it was clicked."""
        _, right = fit(self.parts, self.size.width - 2)
        self.post_message(self.Clicked(self, event.x >= self.size.width - 1 - total(right)))

    parts: reactive[tuple[Part, ...]] = reactive((), layout=False)

    def render_line(self, y: int) -> Strip:
        """The parts, with the free space between left and right."""
        width, style = self.size.width, self.paint("plain")
        left, right = fit(self.parts, width - 2)
        space = max(1, width - 2 - total(left) - total(right))
        segments = [Segment(" ", style)]
        segments += [Segment(part.text, self.paint(part.style)) for part in left]
        segments.append(Segment(" " * space, style))
        segments += [Segment(part.text, self.paint(part.style)) for part in right]
        return Strip(segments).adjust_cell_length(width, style)
