"""The two panes, Transcript and Prompt View, as one widget that draws the visible lines: they cannot drift apart."""

from __future__ import annotations

from itertools import chain

from rich.style import Style
from textual.strip import Strip

from inspector.engine.view import Fate
from inspector.tui.aligned import Aligned, Gap, aligned
from inspector.tui.picture import NOTHING, Picture
from inspector.tui.rows import BLOCK, EMPTY, REQUEST, TURN, Rows
from inspector.tui.widgets.painter import Look, Painter
from inspector.tui.widgets.pane_style import CSS, STYLES, style_of
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
        if moved and (self._following or self._is_past_the_end(picture)):
            self.follow()
        self.refresh()

    def _is_past_the_end(self, picture: Picture) -> bool:
        """Only what comes after the request is in sight, or has the cursor: there is nothing of its view to be seen."""
        end = self.rows.request_row(picture.request) if self.rows is not None else 0
        return self.rows is not None and (self.cursor > end or self.rows.offsets[end] <= round(self.scroll_y))

    def align(self) -> None:
        """Work out anew what stands beside what."""
        rows, picture = self.rows, self.picture
        if rows is not None and picture is not None:
            self.beside = aligned(rows, picture.plan, picture.sums, picture.request) if picture.plan else None

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
            return self._gap_line(rows, picture, gap, y, top)
        if self.mode == "right" and (below := self._label_here(rows, y)) is not None:
            return self.signposts.gap(below, below.start, False, picture) or self.signposts.nothing(below)
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

    def _gap_line(self, rows: Rows, picture: Picture, gap: Gap, y: int, top: bool) -> Strip:
        """A line of a gone stretch. In a pane alone its messages are drawn faintly, below the line that names it."""
        row, line = rows.locate(y)
        named = self.mode == "right" and self._label_here(rows, gap.start - 1) is not None
        found = None if named and gap.made_at(y) is None and not top else self.signposts.gap(gap, y, top, picture)
        if found is not None:
            return found
        if self.mode != "right" or rows.kinds[row] not in (BLOCK, EMPTY):
            return self.signposts.nothing(gap)
        covered = not named and rows.offsets[row] == gap.start  # the name of the stretch stands on its first line
        return self.signposts.nothing(gap) if covered else self._ghost(rows, picture, row)[line]

    def _label_here(self, rows: Rows, y: int) -> Gap | None:
        """The gone stretch that begins below a heading, when that heading is on this line: it can bear the name."""
        gap = self.beside.gap(y + 1) if self.beside else None
        if gap is None or gap.start != y + 1 or y < 0 or rows.kinds[rows.locate(y).row] not in (TURN, REQUEST):
            return None
        return gap

    def action_change(self, direction: int) -> None:
        """The cursor on the next (or previous) block that is not in the view as recorded; a gone stretch counts once."""
        rows, picture = self.rows, self.picture
        if rows is None or picture is None or picture.plan is None:
            return
        end = picture.plan.end
        start = max(-1, min(end, self._out_of_gap(rows, direction)))
        ahead = range(start, end if direction > 0 else -1, direction)
        behind = range(0 if direction > 0 else end - 1, start, direction)
        for block in chain(ahead, behind):
            if picture.state(block).fate is not Fate.VERBATIM:
                self.go_to_row(rows.row_of[block])
                if (block - start) * direction < 0:
                    self.post_message(self.Told(f"no change further {'down' if direction > 0 else 'up'}: round again"))
                return
        self.post_message(self.Told("this view holds everything as it was recorded"))

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
            return Look(NOTHING, 0, 0, picture.largest, focus, later)
        block = rows.refs[row]
        state, before = picture.state(block), picture.sizes[block]
        size = before if left else state.size
        touched = block in picture.touched
        return Look(state, size, before, picture.largest, focus, later, touched, picture.approximate)
