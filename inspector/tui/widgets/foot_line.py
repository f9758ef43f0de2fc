"""The last line: keys and what they do. A click on a key does the same."""

from __future__ import annotations

from dataclasses import dataclass

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from inspector.tui.foot import EMPTY, Offer, fitting, key_at
from inspector.tui.widgets.palette import Painted


class FootLine(Painted):
    """Offers, as many as there is room for."""

    PREFIX = "foot"
    ALLOW_SELECT = False
    COMPONENT_CLASSES = {f"foot--{name}" for name in ("key", "label")}
    DEFAULT_CSS = """
    FootLine { height: 1; background: $panel;
        & .foot--key { color: $primary; text-style: bold; }
        & .foot--label { color: $text-muted; }
    }
    """
    offers: reactive[tuple[Offer, ...]] = reactive(EMPTY, layout=False)

    @dataclass
    class Pressed(Message):
        """A key was clicked."""

        run: str

    def render_line(self, y: int) -> Strip:
        segments: list[Segment] = []
        for offer in fitting(self.offers, self.size.width):
            names = " ".join(key.name for key in offer.keys)
            segments += [Segment(f" {names} ", self.paint("key")), Segment(f"{offer.label} ", self.paint("label"))]
        return Strip(segments).adjust_cell_length(self.size.width, self.paint("label"))

    def on_click(self, event: events.Click) -> None:
        """Do what the key under the mouse does."""
        key = key_at(fitting(self.offers, self.size.width), event.x)
        if key is not None:
            self.post_message(self.Pressed(key.run))
