"""The two panes as one widget that draws the visible lines: they cannot drift apart."""

from __future__ import annotations

from itertools import chain

from rich.style import Style
from textual.strip import Strip

from inspector.tui.aligned import aligned, away, gone, layered, shared
from inspector.tui.finding.light import Light
from inspector.tui.picture import Picture
from inspector.tui.rows import Rows
from inspector.tui.rows_growth import row_in
from inspector.tui.widgets.inked import Inked
from inspector.tui.widgets.painter import Painter
from inspector.tui.widgets.pane_lines import PaneLines
from inspector.tui.widgets.pane_style import CSS, STYLES, style_of
from inspector.tui.widgets.picking import Picking

NO_CHANGE = "this view holds everything as it was recorded"
NO_DIFFERENCE = "both sides show every message alike"


class SideBySide(Picking, Inked):
    """Two sides of a picture, message by message; one of them where there is no room for both."""

    COMPONENT_CLASSES = {f"sbs--{name}" for name in STYLES}
    DEFAULT_CSS = CSS

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id)
        self.lines: tuple[PaneLines, PaneLines] | None = None
        self._styles: dict[str, Style] = {}
        self._stay: tuple[int, int] | None = None
        """A row of new rows, and the line of the screen that it is to stand on."""
        self.attended = False
        """The cursor is shown though something else has the keys: that is what moves it."""

    def watch_has_focus(self, _has_focus: bool) -> None:
        """It looks the same with the keys and without them: its many styles are not worked out again."""

    def open(self, rows: Rows) -> None:
        """Show another transcript, nothing of it yet."""
        self.rows, self.picture, self.lines = rows, None, None
        self.join()
        self.painter = Painter(rows, self.style)
        self._following, self.cursor = True, 0
        self.relayout()

    def grow(self, rows: Rows) -> None:
        """More of the same transcript, drawn with the next picture: the message under the cursor stays on its line."""
        old = self.rows
        if old is None:
            self.open(rows)
            return
        anchor, line = self._anchor()
        self._stay = (row_in(rows, old, anchor), line)
        light, cursor = self.painter.light, row_in(rows, old, self.cursor)
        self.carried(old, rows)
        self.rows, self.painter = rows, Painter(rows, self.style)
        self.painter.light, self.cursor = light, cursor
        if rows.columns != rows.grid(self.pane_width):  # the screen was given another size meanwhile
            self.relayout()

    def show(self, picture: Picture) -> None:
        """Show a picture. What has its place keeps it; only following the requests moves anything."""
        stay, self._stay = self._stay, None
        moved = stay is not None or self.picture is None or picture.request != self.picture.request
        anchor = stay or (self._anchor() if self.rows is not None else (0, 0))
        self.picture = picture
        if self.align() or stay is not None:
            self._keep_in_place(*anchor)
        if moved and (self._following or self._is_past_the_end(picture)):
            self.follow()
        self.refresh()

    def _is_past_the_end(self, picture: Picture) -> bool:
        """Only what comes after the request is in sight, or has the cursor: there is nothing of its view to be seen."""
        end = self.rows.request_row(picture.request) if self.rows is not None else 0
        return self.rows is not None and (self.cursor > end or self.rows.offsets[end] <= round(self.scroll_y))

    def inks_known(self) -> None:
        """Inks of some code became known: draw it with them."""
        if self.rows is not None and self.painter.inked():
            self.refresh()

    def mark(self, light: Light | None) -> None:
        """Mark what is searched for in all texts; None: nothing any more."""
        if self.rows is not None:
            self.painter.light = light
            self.painter.forget()
            self.refresh()

    def align(self) -> bool:
        """Work out anew what stands beside what; whether that moved anything. What neither side holds takes one line."""
        rows, picture = self.rows, self.picture
        self.drop_pick()
        if rows is None or picture is None:
            return False
        left = gone(picture.left.plan)
        right = gone(picture.right.plan, [(one.first, one.stop) for one in left] if picture.layer else ())
        ranges = [] if picture.has_record else shared(left, right)
        moved = rows.put_away(tuple(away(rows, ranges, [(picture.left.plan, left), (picture.right.plan, right)])))
        if picture.layer:
            beside = layered(rows, picture, (left, right))
        else:
            beside = [
                aligned(rows, *of) for of in zip(picture.sides, (picture.request,) * 2, (left, right), strict=True)
            ]
        self.lines = (PaneLines(self.painter, picture, 0, beside[0]), PaneLines(self.painter, picture, 1, beside[1]))
        return moved

    def style(self, name: str) -> Style:
        """The style of a name, kept here, since a refresh empties Textual's own store."""
        if name not in self._styles:
            self._styles[name] = style_of(self, "sbs--", name)
        return self._styles[name]

    def notify_style_update(self) -> None:
        """Theme or style sheet changed: forget what was drawn with the old one."""
        super().notify_style_update()
        self._styles.clear()
        if self.rows is not None:
            self.painter.forget()

    def render_line(self, y: int) -> Strip:
        """One line of both panes."""
        lines, width = self.lines, self.size.width
        if self.rows is None or lines is None:
            return Strip.blank(width, self.style("text"))
        sides = [self._half_line(lines[place], y) for place in self.places]
        if len(sides) == 2:
            divider = ("║", "divider-apart") if self.held else ("│", "divider")
            sides.insert(1, self.painter.strip([divider], 1))
        return Strip.join(sides).adjust_cell_length(width, self.style("text"))

    def _half_line(self, pane: PaneLines, y: int) -> Strip:
        """One line of one pane, which may stand at a place of its own."""
        rows, top = pane.rows, self.top(pane.place)
        if top + y >= rows.total:
            return self.painter.strip([], rows.columns.width)
        pane.stand(self.mode != "both", self.held is not None or self._has_no_heading(top + y))
        pane.focus = self.cursor_row(pane.place) if self.has_focus or self.attended else -1
        strip = pane.line(top + y, top)
        return self.reverse(pane.place, top + y, strip) if self.picked is not None else strip

    def _has_no_heading(self, y: int) -> bool:
        """Whether the left side names no turn and no request on a line, since its messages there are gone."""
        left = self.lines[0].beside if self.lines is not None else None
        return left is not None and left.gap(y) is not None

    def half_text(self, place: int, y: int) -> Strip:
        """A display line of a half as it is drawn."""
        return self.lines[place].line(y, -1) if self.lines is not None else Strip([])

    def text_columns(self, place: int, y: int) -> tuple[int, int]:
        """Where the text of a display line stands: without sign, number, role, bar and size."""
        return self.lines[place].text_columns(y) if self.lines is not None else (0, 0)

    def joint(self, place: int, y: int) -> str:
        """What parts a display line from the next one."""
        return self.lines[place].joint(y) if self.lines is not None else "\n"

    def action_change(self, direction: int) -> None:
        """The cursor on the next (or previous) block that the sides show differently; a gone stretch counts once."""
        rows, picture = self.rows, self.picture
        plans = [side.plan for side in picture.sides if side.plan is not None] if picture else []
        if rows is None or picture is None or not plans:
            return
        end = max(plan.end for plan in plans)
        start = max(-1, min(end, self._out_of_gap(rows, direction)))
        ahead = range(start, end if direction > 0 else -1, direction)
        behind = range(0 if direction > 0 else end - 1, start, direction)
        made = picture.made_apart()
        for block in chain(ahead, behind):
            if block in made or picture.differs(block):
                self.go_to_row(rows.row_of[block])
                if (block - start) * direction < 0:
                    self.post_message(self.Told(f"no change further {'down' if direction > 0 else 'up'}: round again"))
                return
        nothing = f"{picture.layer} did nothing to any message here" if picture.layer else NO_DIFFERENCE
        self.post_message(self.Told(NO_CHANGE if picture.has_record else nothing))

    def _out_of_gap(self, rows: Rows, direction: int) -> int:
        """The block after (or before) the cursor's, or after (before) the gone stretch that the cursor is in."""
        y, first = rows.offsets[rows.shown(self.cursor)], rows.transcript.structure.first
        found = [pane.beside.gap(y) for pane in self.lines or () if pane.beside]
        gaps = [gap.stretch for gap in found if gap is not None]
        if not gaps:
            return rows.block_at(self.cursor) + direction
        if direction > 0:
            return first[min(gap.last for gap in gaps)]
        return first[max(gap.first for gap in gaps)] - 1
