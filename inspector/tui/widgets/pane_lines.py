"""The lines of one pane: the Transcript's messages, or a view's with what it does not hold named in its place."""

from __future__ import annotations

from collections.abc import Sequence

from textual.strip import Strip

from inspector.tui.aligned import Aligned, Gap
from inspector.tui.picture import NOTHING, Picture
from inspector.tui.rows import BLOCK, EMPTY, REQUEST, TURN, Rows
from inspector.tui.widgets.edit_lines import AFTER, BEFORE, BOTH
from inspector.tui.widgets.look import Look
from inspector.tui.widgets.painter import Painter
from inspector.tui.widgets.signposts import Signposts


class PaneLines:
    """One side of a picture, drawn line by line. `alone`: there is no other pane beside it."""

    def __init__(self, painter: Painter, picture: Picture, place: int, beside: Aligned | None) -> None:
        self.painter, self.rows, self.picture = painter, painter.rows, picture
        self.place, self.beside, self.side = place, beside, picture.sides[place]
        self.signposts = Signposts(painter, picture, place)
        self.alone = False
        self.focus = -1
        """The row that is marked as the cursor's; -1: none."""

    @property
    def end_row(self) -> int:
        """The heading of the request: what stands below it comes later."""
        return self.rows.request_row(self.picture.request)

    def stand(self, alone: bool, named: bool) -> None:
        """Whether there is no other pane, and whether headings say what they are the headings of: the left ones always do."""
        self.alone = alone
        self.signposts.named = alone or named or self.place == 0

    def text_columns(self, y: int) -> tuple[int, int]:
        """The columns `[start, stop)` of the text on a display line: without sign, number, role, bar and size."""
        row, line = self.rows.locate(y)
        columns = self.rows.columns
        gap = self.beside.gap(y) if self.beside else None
        if self.rows.kinds[row] != BLOCK or (gap is not None and gap.made_at(y) is None):
            return 0, columns.width
        placed = gap.made_at(y) if gap is not None else None
        first = line == 0 if placed is None else y == placed.start
        return columns.indent, columns.width - (columns.meter if first else 0)

    def joint(self, y: int) -> str:
        """What parts a display line from the next: nothing but a blank, where only the screen broke a recorded text."""
        row, line = self.rows.locate(y)
        whole = self.rows.kinds[row] == BLOCK and (self.side.is_record or self._look(row).state.pieces is None)
        if not whole or (self.beside is not None and self.beside.gap(y) is not None):
            return "\n"
        lines = self.rows.lines(row, self.rows.columns, line + 2)
        if line + 1 >= min(len(lines), self.rows.heights[row] - self.rows.box(row)):
            return "\n"
        ended = self.rows.content(row).text[lines[line].start : lines[line].stop]
        return "\n" if ended.endswith("\n") else " " if ended.endswith((" ", "\t")) else ""

    def line(self, y: int, top: int) -> Strip:
        """A display line. `top` is the topmost one in sight."""
        row, line = self.rows.locate(y)
        return self._record(row, line) if self.side.is_record else self._view(row, line, y, top)

    def _record(self, row: int, line: int) -> Strip:
        if self.rows.kinds[row] in (TURN, REQUEST):
            return self.signposts.heading(row, line, [])
        return self.painter.left(row, self._look(row))[line]

    def _view(self, row: int, line: int, y: int, top: int) -> Strip:
        rows, beside = self.rows, self.beside
        gap = beside.gap(y) if beside else None
        if gap is not None:
            return self._gap(gap, row, line, y, y == top)
        if self.alone and (below := self._label_here(rows, y)) is not None:
            return self.signposts.gap(below, below.start, False) or self.signposts.nothing(below)
        if rows.kinds[row] in (TURN, REQUEST):
            return self.signposts.heading(row, line, beside.loose.get(row, []) if beside else [])
        if beside is None:
            return self.signposts.message(self.side.trouble) if y == top else self.signposts.blank()
        if row >= beside.end_row:
            return self.signposts.blank()
        look = self._look(row)
        if look.state.gone:
            return self.signposts.lost(line, look)
        if not self.picture.layer or not look.touched:
            return self.painter.right(row, look)[line]
        before, after = (side.state(rows.refs[row]) for side in self.picture.sides)
        if after.gone:
            return self.painter.right(row, look)[line]
        shown = BEFORE if self.place == 0 else BOTH if self.alone else AFTER
        return self.painter.edited(row, look, before, after, shown)[line]

    def _gap(self, gap: Gap, row: int, line: int, y: int, top: bool) -> Strip:
        """A line of a gone stretch. In a pane alone its messages are drawn faintly, below the line that names it."""
        rows = self.rows
        named = self.alone and self._label_here(rows, gap.start - 1) is not None
        focus = row == self.focus
        found = None if named and gap.made_at(y) is None and not top else self.signposts.gap(gap, y, top, focus)
        if found is not None:
            return found
        if not self.alone or rows.kinds[row] not in (BLOCK, EMPTY) or rows.away_at(row):
            return self.signposts.nothing(gap)
        covered = not named and rows.offsets[row] == gap.start  # the name of the stretch stands on its first line
        return self.signposts.nothing(gap) if covered else self._ghost(row)[line]

    def _label_here(self, rows: Rows, y: int) -> Gap | None:
        """The gone stretch that begins below a heading, when that heading is on this line: it can bear the name."""
        gap = self.beside.gap(y + 1) if self.beside else None
        if gap is None or gap.start != y + 1 or y < 0 or rows.kinds[rows.locate(y).row] not in (TURN, REQUEST):
            return None
        return gap

    def _ghost(self, row: int) -> Sequence[Strip]:
        """A gone block, faintly: alone, the view's pane would be an empty space."""
        look = self._look(row)
        return self.painter.left(row, look._replace(size=look.before, ghost=True))

    def _look(self, row: int) -> Look:
        later = row >= (self.beside.end_row if self.beside else self.end_row)
        largest, focus = self.picture.largest(self.place), row == self.focus
        if self.rows.kinds[row] == EMPTY:
            return Look(NOTHING, 0, 0, largest, focus, later, still=bool(self.picture.layer))
        block = self.rows.refs[row]
        state, before = self.picture.state(self.place, block), self.side.sizes[block]
        size = before if self.side.is_record else state.size
        touched = block in self.picture.touched
        approximate, unsure = self.side.approximate, self._unsure(row, block)
        look = Look(state, size, before, largest, focus, later, touched, approximate, unsure=unsure)
        return self._layered(look, block) if self.picture.layer else look

    def _unsure(self, row: int, block: int) -> bool:
        """Whether the record leaves open that the prompt held the message, or how the agent's compaction left it."""
        if self.rows.message(row)[0].uncertain:
            return True
        plan = self.side.plan
        return plan is not None and bool(plan.doubted) and self.rows.owner(row) in plan.doubted

    def _layered(self, look: Look, block: int) -> Look:
        """How a block looks where the change of one layer is shown alone."""
        before, after = (side.state(block) for side in self.picture.sides)
        if not look.touched:
            return look._replace(still=True, before=before.size)
        return look._replace(before=before.size, becomes=after.fate if self.place == 0 else None)
