"""The list of hits: message, role, tool, the line with the match marked, and what became of the block in this view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.message import Message
from textual.strip import Strip

from inspector.terminal_text import clip, pad
from inspector.transcript.model import Transcript
from inspector.tui import body
from inspector.tui.actions import bindings
from inspector.tui.finding.light import MARK, Light
from inspector.tui.finding.match import Hit
from inspector.tui.finding.rows import LEAD, HitRow, columns, hit_row
from inspector.tui.finding.standing import Standing
from inspector.tui.widgets.palette import Painted
from inspector.tui.widgets.pane_style import STYLES

FORM = 20
"""Cells for what to type, in a hint."""
NAMES = ("text", "number", "title", "later", "match", "more", "cursor")
USED = {name: rules for name, rules in STYLES.items() if name in NAMES or name.startswith(("role-", "fate-"))}
"""What is drawn here as it is in the panes."""


class HitList(Painted, can_focus=True):
    """Only the lines in sight are worked out, and their fates anew at every drawing: they follow the view."""

    PREFIX = "hits"
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = bindings("hits")
    COMPONENT_CLASSES = {f"hits--{name}" for name in USED}
    DEFAULT_CSS = (
        "HitList { height: 1fr; background: $surface;\n"
        + "\n".join(f"& .hits--{name} {{ {rules} }}" for name, rules in USED.items())
        + "}\nHitList:nocolor .hits--match { text-style: reverse bold; }"
    )

    @dataclass
    class Pointed(Message):
        """The mouse chose a hit; `twice`: to go there."""

        twice: bool

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.hits: Sequence[Hit] = ()
        self.hints: Sequence[tuple[str, str]] = ()
        """What to type and what it finds, shown while there is no hit."""
        self.cursor = self.top = 0
        self.light: Light | None = None
        self.transcript: Transcript | None = None
        self.standing: Callable[[Hit], Standing] | None = None
        """What became of a hit in the view that is shown."""
        self._same = False
        self._question: tuple[Transcript, Light, Callable[[Hit], Standing]] | None = None
        self._rows: dict[tuple[Hit, int], HitRow] = {}

    # ---------------------------------------------------------------- what the screen says

    def look_for(
        self, transcript: Transcript, light: Light, standing: Callable[[Hit], Standing], same: bool = False
    ) -> None:
        """Another question. The hits of the last one stay in sight until there is an answer: nothing flickers.

        `same`: the question of before, asked anew; the chosen hit stays chosen.
        """
        self._question = transcript, light, standing
        self._same = same

    def show(self, hits: Sequence[Hit]) -> None:
        """These hits; the chosen one stays chosen, when it is still among them."""
        if self._question is not None:
            self.transcript, self.light, self.standing = self._question
            self._question = None
            self._rows.clear()
            if not self._same:
                self.hits, self.cursor, self.top = (), 0, 0
        chosen = self.chosen
        self.hits = hits
        if chosen is not None and (self.cursor >= len(hits) or hits[self.cursor].block != chosen.block):
            self.cursor = next((place for place, hit in enumerate(hits) if hit.block >= chosen.block), len(hits) - 1)
        self.select(self.cursor)

    @property
    def chosen(self) -> Hit | None:
        """The hit under the cursor."""
        return self.hits[self.cursor] if self.cursor < len(self.hits) else None

    @property
    def page(self) -> int:
        """Hits in sight."""
        return max(1, self.size.height)

    def select(self, place: int) -> None:
        """The cursor on a hit, or the nearest there is."""
        self.cursor = max(0, min(len(self.hits) - 1, place))
        self.top = max(0, min(self._furthest, self.cursor, max(self.top, self.cursor - self.page + 1)))
        self.refresh()

    @property
    def _furthest(self) -> int:
        return max(0, len(self.hits) - self.page)

    # ---------------------------------------------------------------- drawing

    def render_line(self, y: int) -> Strip:
        width, place = self.size.width, self.top + y
        if not self.hits:
            return self._hint(y, width)
        if place >= len(self.hits) or self.transcript is None or self.standing is None:
            return Strip.blank(width, self.paint("text"))
        hit, chosen = self.hits[place], place == self.cursor
        cells = columns(width, len(self.transcript.messages))
        row, standing = self._row(self.transcript, hit, width), self.standing(hit)
        parts = [
            (pad(" › " if chosen else "", LEAD), "more"),
            (pad(row.number, cells.number - 1, right=True) + " ", "number"),
            (pad(body.ROLES[row.role], cells.role), f"role-{row.role}"),
            *self._marked(row.name, cells.name, "title"),
            *self._marked(row.text, cells.text, "text"),
            (pad(standing.sign, 2), standing.style),
            (pad(standing.words(cells.fate - 3), cells.fate - 2), standing.style),
        ]
        segments = [Segment(text, self._over(style, chosen)) for text, style in parts]
        return Strip(segments).adjust_cell_length(width, self._over("text", chosen))

    def _hint(self, y: int, width: int) -> Strip:
        if y >= len(self.hints):
            return Strip.blank(width, self.paint("text"))
        form, meaning = self.hints[y]
        rest = clip(meaning, width - LEAD - FORM - 1)
        segments = [
            Segment(" " * LEAD, self.paint("text")),
            Segment(pad(clip(form, FORM - 1), FORM), self.paint("more")),
            Segment(rest, self.paint("number")),
        ]
        return Strip(segments).adjust_cell_length(width, self.paint("text"))

    def hint(self, hints: Sequence[tuple[str, str]]) -> None:
        """Say these things for as long as there is no hit."""
        if hints != self.hints:
            self.hints = hints
            self.refresh()

    def _row(self, transcript: Transcript, hit: Hit, width: int) -> HitRow:
        found = self._rows.get((hit, width))
        if found is None:
            if len(self._rows) > 2_000:
                self._rows.clear()
            found = self._rows[hit, width] = hit_row(transcript, hit, columns(width, len(transcript.messages)))
        return found

    def _marked(self, text: str, cells: int, style: str) -> list[tuple[str, str]]:
        runs = [(pad(text, cells), style)]
        return self.light.lines([runs])[0] if self.light else runs

    def _over(self, style: str, chosen: bool) -> Style:
        found = self.paint(style)
        return found + self.paint("cursor").background_style if chosen and style != MARK else found

    # ---------------------------------------------------------------- the mouse

    def on_click(self, event: events.Click) -> None:
        """A click chooses; a second one goes there."""
        if self.top + event.y < len(self.hits):
            self.select(self.top + event.y)
            self.post_message(self.Pointed(event.chain == 2))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(event, 3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(event, -3)

    def _wheel(self, event: events.MouseEvent, by: int) -> None:
        """Other hits come into sight; the chosen one stays chosen."""
        event.stop()
        self.top = max(0, min(self._furthest, self.top + by))
        self.refresh()

    def on_resize(self) -> None:
        self.select(self.cursor)
