"""The durable state above the panes: a line that says how much it is, opened to a list of all that it holds.

One widget draws it: the list moves under its own cursor, and nothing is laid out but its height.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.message import Message
from textual.strip import Strip

from inspector.terminal_text import cells, clip, pad
from inspector.tui.actions import bindings
from inspector.tui.evidence_rows import Entry
from inspector.tui.parts import Part, fit, total
from inspector.tui.widgets.palette import Painted

ROOM = 0.45
"""Share of the room for band and panes that the open band takes at the most."""
HINT = " enter source · del take out · c confirm · u undo · f look again · S save · esc back"
SHORT_HINT = " enter source · del out · c confirm · u undo · S save · esc back"


class DurableBand(Painted, can_focus=True):
    """Closed it is one line, or two where there is room. `show` draws it anew."""

    PREFIX = "band"
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = bindings("band")
    COMPONENT_CLASSES = {
        *(f"band--{name}" for name in ("plain", "strong", "quiet", "warn", "bad", "good", "accent")),
        *(f"band--{name}" for name in ("ground", "kind", "cursor", "here")),
    }
    DEFAULT_CSS = """
    DurableBand { height: 1; background: $surface; color: $foreground; display: none;
        &.-some { display: block; }
        & .band--ground { color: $text-muted; }
        & .band--plain { color: $foreground; }
        & .band--strong { color: $part-durable; text-style: bold; }
        & .band--kind { color: $part-durable; }
        & .band--quiet { color: $text-muted; }
        & .band--warn { color: $warning; text-style: bold; }
        & .band--bad { color: $error; text-style: bold; }
        & .band--good { color: $success; }
        & .band--accent { color: $accent; text-style: bold; }
        & .band--cursor { background: $block-cursor-blurred-background; }
        & .band--here { background: $block-cursor-background; color: $block-cursor-foreground; }
    }
    """

    @dataclass
    class Chosen(Message):
        """A line was asked to show its source."""

    @dataclass
    class Toggled(Message):
        """The headline was clicked."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.entries: list[Entry] = []
        self.forms: list[tuple[Part, ...]] = []
        """The headline, from the fullest form to the shortest."""
        self.open = False
        self.cursor = self.top = 0

    # ---------------------------------------------------------------- what the screen says

    def show(self, forms: list[tuple[Part, ...]], entries: list[Entry]) -> None:
        """Draw this headline and these lines."""
        if (forms, entries) != (self.forms, self.entries):
            self.forms, self.entries = forms, entries
            self.select(self.cursor)
            self.fit_height()

    def unfold(self, open: bool) -> None:
        """Open the list, or close it."""
        self.open = open
        self.fit_height()

    def fit_height(self) -> None:
        """Take as many lines as are needed, and can be had."""
        available = self.parent.size.height if self.parent is not None and hasattr(self.parent, "size") else 0
        if self.open:
            height = max(3, min(len(self.entries) + 2, int(available * ROOM)))
        else:
            height = 2 if available >= 22 and self.entries else 1
        if self.styles.height is None or self.styles.height.value != height:
            self.styles.height = height
        self._reveal(height)
        self.refresh()

    @property
    def entry(self) -> Entry | None:
        """The line under the cursor."""
        return self.entries[self.cursor] if self.entries else None

    def select(self, place: int) -> None:
        """The cursor on a line, or the nearest there is."""
        self.cursor = max(0, min(len(self.entries) - 1, place))
        self._reveal(self.size.height)
        self.refresh()

    def _reveal(self, height: int) -> None:
        room = max(1, height - 2)
        furthest = max(0, len(self.entries) - room)
        self.top = max(0, min(furthest, self.cursor, max(self.top, self.cursor - room + 1)))

    # ---------------------------------------------------------------- drawing

    def render_line(self, y: int) -> Strip:
        width, height = self.size.width, self.size.height
        if y == 0:
            return self._head(width)
        if not self.open:
            return self._first(width)
        if y == height - 1:
            hint = HINT if width >= 92 else SHORT_HINT
            return Strip([Segment(hint, self.paint("quiet"))]).adjust_cell_length(width, self.paint("ground"))
        place = self.top + y - 1
        if place >= len(self.entries):
            return Strip.blank(width, self.paint("ground"))
        return self._row(self.entries[place], width, place == self.cursor)

    def _head(self, width: int) -> Strip:
        arrow = "▾" if self.open else "▸"
        more = len(self.entries) > max(1, self.size.height - 2)
        where = f"{self.cursor + 1} of {len(self.entries)}  " if self.open and more else ""
        keys = "d closes" if self.open else "d opens · P pins"
        end = Part(f"  {where}{keys}", "quiet", 2, right=True)
        lead = Part(f"{arrow} ", "accent", 9)
        ways = [(lead, *form, *last) for form in self.forms for last in ((end,), ())]
        fitting = next((way for way in ways if total(way) < width - 2), ways[-1] if ways else (lead,))
        left, right = fit(fitting, width - 2)
        ground = self.paint("ground")
        space = max(1, width - 2 - total(left) - total(right))
        segments = [Segment(" ", ground), *(Segment(part.text, self.paint(part.style)) for part in left)]
        segments += [Segment(" " * space, ground), *(Segment(part.text, self.paint(part.style)) for part in right)]
        return Strip(segments).adjust_cell_length(width, ground)

    def _first(self, width: int) -> Strip:
        """The newest texts on one line, for as far as it goes."""
        ground, segments, room = self.paint("ground"), [Segment("   ", self.paint("ground"))], width - 4
        for entry in self.entries:
            text = clip(entry.text, min(room - 2, max(24, width // 3)))
            if room < 16 or not text:
                break
            segments += [Segment(f"{entry.sign} ", self.paint("kind")), Segment(f"{text}   ", self.paint("quiet"))]
            room -= cells(text) + 5
        return Strip(segments).adjust_cell_length(width, ground)

    def _row(self, entry: Entry, width: int, chosen: bool) -> Strip:
        """Sign, id, text, pointer, status; the pointer gives way on a narrow screen."""
        source = 34 if width >= 150 else 26 if width >= 110 else 0
        name = 16 if width >= 110 else 12
        status = 15 if entry.source else 0
        room = max(8, width - 4 - 11 - name - 1 - (source + 1 if entry.source and source else 0) - status - 1)
        cells_of = [
            (f" {'›' if chosen else ' '} ", "accent"),
            (pad(f"{entry.sign} {entry.word}", 11), "kind"),
            (" " + pad(clip(entry.id, name), name), "plain"),
            (" " + pad(clip(entry.text, room), room), "plain" if entry.kind != "evidence" else "quiet"),
        ]
        if entry.source:
            sign, style, word = entry.source
            cells_of += [(" " + pad(_tail(entry.pointer, source), source), "quiet")] if source else []
            cells_of.append((pad(f" {sign} {word}", status), style))
        here = "here" if self.has_focus else "cursor"
        segments = [
            Segment(text, self.paint(here) if chosen and here == "here" else self._over(style, chosen))
            for text, style in cells_of
        ]
        rest = self.paint(here) if chosen else self.paint("ground")
        return Strip(segments).adjust_cell_length(width, rest)

    def _over(self, style: str, chosen: bool) -> Style:
        found = self.paint(style)
        return found + self.paint("cursor").background_style if chosen else found

    # ---------------------------------------------------------------- what the person does

    def action_select(self, by: int) -> None:
        """Some lines on or back."""
        self.select(self.cursor + by)

    def action_choose(self) -> None:
        """Show the source of the line."""
        self.post_message(self.Chosen())

    def on_click(self, event: events.Click) -> None:
        """The headline opens and closes; a line is selected, and shows its source when clicked twice."""
        if event.y == 0 or not self.open:
            self.post_message(self.Toggled())
            return
        place = self.top + event.y - 1
        if event.y < self.size.height - 1 and place < len(self.entries):
            self.select(place)
            if event.chain == 2:
                self.action_choose()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(event, -1)

    def _wheel(self, event: events.MouseEvent, by: int) -> None:
        if self.open:
            event.stop()
            self.action_select(by)

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()


def _tail(pointer: str, width: int) -> str:
    """A pointer as far as it fits; its end tells more than its beginning."""
    safe = clip(pointer, 1_000)
    return safe if cells(safe) <= width else clip(safe[-(width - 1) :].join(("…", "")), width)
