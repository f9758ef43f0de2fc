"""The two panes, Transcript and Prompt View, as one widget that draws the visible lines: they cannot drift apart."""

from __future__ import annotations

from rich.style import Style
from textual.strip import Strip

from inspector.engine.view import Fate
from inspector.tui.aligned import Aligned, aligned
from inspector.tui.picture import Picture
from inspector.tui.rows import BLOCK, EMPTY, REQUEST, TURN, Rows
from inspector.tui.widgets.painter import Look, Painter
from inspector.tui.widgets.pane_style import CSS, STYLES
from inspector.tui.widgets.row_view import RowView
from inspector.tui.widgets.signposts import Signposts


class SideBySide(RowView):
    """Transcript beside Prompt View, message by message; one of the two where there is no room for both."""

    COMPONENT_CLASSES = {f"sbs--{name}" for name in STYLES}
    DEFAULT_CSS = CSS

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id)
        self.beside: Aligned | None = None
        self._styles: dict[str, Style] = {}

    def open(self, rows: Rows) -> None:
        """Show another transcript, nothing of it yet."""
        self.rows, self.picture, self.beside = rows, None, None
        self.painter = Painter(rows, self.style)
        self.signposts = Signposts(self.painter)
        self._following, self.cursor = True, 0
        self.relayout()

    def show(self, picture: Picture) -> None:
        """Show a view. The geometry stays as it is; only following the requests moves anything."""
        moved = self.picture is None or picture.request != self.picture.request
        self.picture = picture
        self.align()
        if moved and self._following:
            self.follow()
        self.refresh()

    def align(self) -> None:
        """Work out anew what stands beside what."""
        rows, picture = self.rows, self.picture
        if rows is not None and picture is not None:
            self.beside = aligned(rows, picture.plan, picture.sums, picture.request) if picture.plan else None

    def style(self, name: str) -> Style:
        """The style of a name, reversed when it ends in `!`; kept here, since a refresh empties Textual's own store."""
        if name not in self._styles:
            plain = name.removesuffix("!")
            style = self.get_component_rich_style(f"sbs--{plain}")
            self._styles[name] = style if plain == name else style + Style(reverse=True)
        return self._styles[name]

    def notify_style_update(self) -> None:
        """Theme or style sheet changed: forget what was drawn with the old one."""
        super().notify_style_update()
        self._styles.clear()
        if self.rows is not None:
            self.painter.forget()

    def render_line(self, y: int) -> Strip:
        """One line of both panes."""
        rows, picture, top = self.rows, self.picture, round(self.scroll_y)
        width = self.size.width
        if rows is None or picture is None or top + y >= rows.total:
            return Strip.blank(width, self.style("text"))
        sides = []
        if self.mode != "right":
            sides.append(self._left_line(rows, picture, top + y))
        if self.mode != "left":
            sides.append(self._right_line(rows, picture, top + y, y == 0))
        if len(sides) == 2:
            sides.insert(1, self.painter.strip([("│", "divider")], 1))
        return Strip.join(sides).adjust_cell_length(width, self.style("text"))

    def _left_line(self, rows: Rows, picture: Picture, y: int) -> Strip:
        row, line = rows.locate(y)
        if rows.kinds[row] in (TURN, REQUEST):
            return self.signposts.heading(row, line, picture, True, [])
        return self.painter.left(row, self._look(rows, picture, row, left=True))[line]

    def _right_line(self, rows: Rows, picture: Picture, y: int, top: bool) -> Strip:
        row, line = rows.locate(y)
        gap = self.beside.gap(y) if self.beside else None
        if gap is not None:
            ghost = self.mode == "right" and rows.kinds[row] in (BLOCK, EMPTY)
            return self.signposts.gap(gap, y, top, picture) or (
                self._ghost(rows, picture, row)[line] if ghost else self.signposts.nothing(gap)
            )
        if rows.kinds[row] in (TURN, REQUEST):
            loose = self.beside.loose.get(row, []) if self.beside else []
            return self.signposts.heading(row, line, picture, False, loose)
        if self.beside is None:
            return (
                self.signposts.message(picture.trouble) if y == max(0, round(self.scroll_y)) else self.signposts.blank()
            )
        if row >= self.beside.end_row:
            return self.signposts.blank()
        look = self._look(rows, picture, row, left=False)
        if look.state.gone:
            return self.signposts.lost(line, look, picture.unit)
        return self.painter.right(row, look)[line]

    def action_change(self, direction: int) -> None:
        """The cursor on the next (or previous) block that is not in the view as recorded; a gone stretch counts once."""
        rows, picture = self.rows, self.picture
        if rows is None or picture is None or picture.plan is None:
            return
        block = self._out_of_gap(rows, direction)
        while 0 <= block < picture.plan.end:
            if picture.state(block).fate is not Fate.VERBATIM:
                self.go_to_row(rows.row_of[block])
                return
            block += direction

    def _out_of_gap(self, rows: Rows, direction: int) -> int:
        """The block after (or before) the cursor's, or after (before) the gone stretch that the cursor is in."""
        gap = self.beside.gap(rows.offsets[self.cursor]) if self.beside else None
        if gap is None:
            return rows.block_at(self.cursor) + direction
        first = rows.transcript.structure.first
        return first[gap.stretch.last] if direction > 0 else first[gap.stretch.first] - 1

    def _ghost(self, rows: Rows, picture: Picture, row: int) -> list[Strip]:
        """A gone block, faintly: alone, the view's pane would be an empty space."""
        return self.painter.left(row, self._look(rows, picture, row, left=True)._replace(ghost=True))

    def _look(self, rows: Rows, picture: Picture, row: int, left: bool) -> Look:
        later = row >= (self.beside.end_row if self.beside else rows.request_row(picture.request))
        focus = row == self.cursor and self.has_focus
        if rows.kinds[row] == EMPTY:
            return Look(picture.state(len(picture.sizes)), 0, 0, picture.largest, focus, later)
        block = rows.refs[row]
        state, before = picture.state(block), picture.sizes[block]
        size = before if left else state.size
        touched = block in picture.touched
        return Look(state, size, before, picture.largest, focus, later, touched, picture.approximate)
