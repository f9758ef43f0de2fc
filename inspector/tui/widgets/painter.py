"""Draws blocks as strips, for the transcript's side and for the view's. Bounded: every visible input is in the key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rich.segment import Segment
from rich.style import Style
from textual.cache import LRUCache
from textual.strip import Strip

from inspector.engine.view import BlockState, Fate, Kept
from inspector.terminal_text import cells
from inspector.transcript.model import Block
from inspector.tui import body
from inspector.tui.boxes import box_lines, is_wordless
from inspector.tui.edits import edits
from inspector.tui.finding.light import MARK, Light
from inspector.tui.grid import SIGN, WIDE_BAR, bar, figure
from inspector.tui.inks import Ink
from inspector.tui.inks.lexer import LEXER
from inspector.tui.lazily import Lazily
from inspector.tui.rows import BLOCK, Rows
from inspector.tui.shown import Shown, recorded
from inspector.tui.widgets.edit_lines import AFTER, BEFORE, Spot, edit_lines
from inspector.tui.widgets.edit_lines import Shown as Shows
from inspector.tui.widgets.look import PICTURED, Look, change
from inspector.tui.widgets.runs import Run, kept_ranges, layered, left_out, piece_lines

TALL = 40
"""Lines of a block from which only those are drawn that are in sight."""
REMEMBERED = 1024
"""Blocks whose strips are kept; one takes a few kilobytes."""
VOICES = {"thinking": "thinking", "tool_use": "call", "tool_result": "result", "summary": "fate-injected"}


class Painter:
    """Strips of the blocks of one transcript. `style` answers the style of a name under the present theme."""

    def __init__(self, rows: Rows, style: Callable[[str], Style]) -> None:
        self.rows, self.style = rows, style
        self.light: Light | None = None
        """Marks what is searched for, in all lines of blocks."""
        self._kept: LRUCache[tuple[object, ...], Sequence[Strip]] = LRUCache(REMEMBERED)
        self._plain: set[tuple[object, ...]] = set()
        """Drawn before the inks of its code were known."""
        self._complete = True

    def forget(self) -> None:
        """Colours changed: nothing drawn before is of use."""
        self._kept.clear()
        self._plain.clear()

    def left(self, row: int, look: Look) -> Sequence[Strip]:
        """The transcript's side of a row: the whole text, with what the view leaves out marked in it."""
        return self._drawn("left", row, look, self._left)

    def right(self, row: int, look: Look) -> Sequence[Strip]:
        """The view's side of a row that the view holds in some form."""
        return self._drawn("right", row, look, self._right)

    def edited(self, row: int, look: Look, before: BlockState, after: BlockState, shown: Shows) -> Sequence[Strip]:
        """A row that a layer changed: as it was, with what went away; as it is, with what was put in; or both in one."""
        name = (before.pieces, after.pieces, shown)
        return self._drawn(name, row, look, lambda row, look: self._edited(row, look, before, after, shown))

    def strip(self, runs: Iterable[Run], width: int, focus: bool = False) -> Strip:
        """One line of exactly `width` cells."""
        shade = self.style("cursor") if focus else None
        segments = [Segment(text, self._shaded(name, shade)) for text, name in runs if text]
        return Strip(segments).adjust_cell_length(width, self._shaded("text", shade))

    def _shaded(self, name: str, shade: Style | None) -> Style:
        style = self.style(name)
        return style if shade is None or name == MARK else style + Style(bgcolor=shade.bgcolor)

    def _drawn(
        self, side: object, row: int, look: Look, draw: Callable[[int, Look], Sequence[Strip]]
    ) -> Sequence[Strip]:
        rows = self.rows
        key = (side, row, look, rows.columns, rows.heights[row], row in rows.expanded)
        found = self._kept.get(key)
        if found is None:
            self._complete = True
            drawn = draw(row, look)
            found = Lazily(len(drawn), lambda at: self.stilled(drawn[at])) if look.still else drawn
            found = self._kept[key] = found if len(found) > TALL else list(found)
            if not self._complete:
                self._plain.add(key)
        return found

    def inked(self) -> bool:
        """Inks of code became known: draw anew what was drawn without; whether there is any."""
        waiting, self._plain = self._plain, set()
        for key in waiting:
            self._kept.discard(key)
        return bool(waiting)

    def stilled(self, strip: Strip) -> Strip:
        """A line in one quiet colour."""
        quiet = self.style("still")
        return Strip(
            [Segment(text, quiet + Style(bgcolor=style.bgcolor if style else None)) for text, style, _ in strip]
        )

    def _left(self, row: int, look: Look) -> Sequence[Strip]:
        return self._whole(row, look, kept_ranges(look.state), left=True)

    def _right(self, row: int, look: Look) -> Sequence[Strip]:
        if look.state.pieces is None or self.rows.kinds[row] != BLOCK:
            return self._whole(row, look, None, left=False)
        block, columns = self._block(row), self.rows.columns
        head = [*self._head(block, look), *(change(look) if columns.bar == WIDE_BAR else [])]
        taken = max(0, sum(cells(text) for text, _ in head) - 1)
        boxed = look.state.fate in PICTURED
        height, voice = self._room(row) if boxed else self.rows.heights[row], self._voice(row, block)
        text = body.text_of(block)
        inks = self._inks(recorded(block, self.rows.call(row), text), len(text))
        lines = piece_lines(text, look.state.pieces, columns, height=height, head=taken, voice=voice, inks=inks)
        return self._framed(row, look, head, self._with_box(row, lines) if boxed else lines, left=False)

    def _edited(self, row: int, look: Look, before: BlockState, after: BlockState, shown: Shows) -> Sequence[Strip]:
        block = self._block(row)
        text = body.text_of(block) if block.kind != "tool_use" and not is_wordless(block) else ""
        head = [
            *self._head(block, look),
            *(change(look) if shown != BEFORE and self.rows.columns.bar == WIDE_BAR else []),
        ]
        taken = max(0, sum(cells(text) for text, _ in head) - 1)
        goes = before.fate in PICTURED and after.fate not in PICTURED
        boxed = (after if shown == AFTER else before).fate in PICTURED
        height = self._room(row) if boxed else self.rows.heights[row]
        spot = Spot(self.rows.columns, height, taken, self._voice(row, block))
        found = edit_lines(text, edits(before.pieces, after.pieces, len(text)), shown, spot)
        signs = [line.sign for line in found]
        lines = [line.runs for line in found]
        if not boxed or not self.rows.box(row):
            return self._framed(row, look, head, lines, False, signs)
        signs += [""] * (height - len(signs)) + ["−" if goes else ""] * self.rows.box(row)
        return self._framed(row, look, head, self._with_box(row, lines, goes), False, signs)

    def _room(self, row: int) -> int:
        """Lines of a row for its text."""
        return max(1, self.rows.heights[row] - self.rows.box(row))

    def _with_box(self, row: int, lines: Sequence[list[Run]], goes: bool = False) -> Sequence[list[Run]]:
        """The lines of a text and below them the boxes for pictures and documents; `goes`: a layer takes them away."""
        if not self.rows.box(row):
            return lines
        frame, words = ("cut-out", "cut-out") if goes else ("rule", "title")
        boxes = box_lines(self._block(row), self.rows.columns.text)
        drawn: list[list[Run]] = [[(first, frame), (text, words), (last, frame)] for first, text, last in boxes]
        return [*lines, *[[] for _ in range(self._room(row) - len(lines))], *drawn]

    def _whole(self, row: int, look: Look, kept: Sequence[Kept] | None, left: bool) -> Sequence[Strip]:
        """A block with all of its text, as far as there is room."""
        if self.rows.kinds[row] != BLOCK:
            return self._framed(row, look, [], [[("(empty message)", "later")]], left)
        block, content = self._block(row), self.rows.content(row)
        lines = self.rows.lines(row, self.rows.columns, self._room(row))
        voice = "later" if look.faint else self._voice(row, block)
        inks = [] if look.faint else self._inks(content, lines[-1].stop)
        marks = left_out(content.kept(kept), len(content.text))
        seen = content.text[: lines[-1].stop]  # what is kept for drawing later must not hold on to a huge text
        coloured = Lazily(len(lines), lambda at: layered(lines[at], seen, voice, inks, marks))
        remark = content.remark(block, self.rows.columns)
        head = [*self._head(block, look), *([(f"{remark} ", "number")] if remark else [])]
        strips = self._framed(row, look, head, self._with_box(row, coloured), left)
        last = len(lines) - 1
        if not last or len(seen) == len(content.text):
            return strips
        return Lazily(len(strips), lambda at: self._with_more(strips[at], look) if at == last else strips[at])

    def _framed(
        self, row: int, look: Look, head: list[Run], lines: Sequence[list[Run]], left: bool, signs: Sequence[str] = ()
    ) -> Sequence[Strip]:
        """Margin, title, lines, bar and size, filled up to the height of the row. `signs` stand before some of the lines."""
        if self.light:
            head, lines = self.light.lines([head])[0], self.light.lines(lines)
        edge = "▎ " if look.touched else "▏ " if look.changed else "  "

        def draw(at: int) -> Strip:
            line = lines[at] if at < len(lines) else []
            if at == 0:
                return self._first(row, look, [*self._margin(row, look, left), *head, *line], left)
            mark = f"{signs[at]} " if at < len(signs) and signs[at] else edge
            below = [(mark, look.colour), (" " * (self.rows.columns.indent - SIGN), "text")]
            return self.strip([*below, *line], self.rows.columns.width, look.focus)

        return Lazily(self.rows.heights[row], draw)

    def _first(self, row: int, look: Look, line: list[Run], left: bool) -> Strip:
        """The first line, with bar and size at its end."""
        columns = self.rows.columns
        words = self.strip(line, columns.width - columns.meter, look.focus)
        return Strip.join([words, self.strip(self._meter(look, left), columns.meter, look.focus)])

    def _with_more(self, strip: Strip, look: Look) -> Strip:
        """The sign that a block goes on below what is shown."""
        mark = self.strip([("⋯", "more")], 1, look.focus)
        return Strip.join([strip.crop(0, self.rows.columns.width - 1), mark])

    def _margin(self, row: int, look: Look, left: bool) -> list[Run]:
        """Sign of the fate; number and role of the message on its first block."""
        message, first = self.rows.message(row)
        plain = look.later or (left and look.state.fate is Fate.VERBATIM)
        mark = "?" if look.unsure and first else " "
        number = f"{message.number if first else '':>{self.rows.columns.digits}}{mark}"
        speaker = body.speaker(message)
        role = f"{body.ROLES[speaker] if first else '':<5}"
        return [
            ("  " if plain else look.sign, look.colour + ("!" if look.touched else "")),
            (number, "later" if look.ghost else "number"),
            (role, "later" if look.faint else f"role-{speaker}"),
        ]

    def _inks(self, content: Shown, stop: int) -> list[Ink]:
        """The inks of the first characters, those of code as far as they are known."""
        found, complete = content.all_inks(stop, LEXER.inks)
        self._complete = self._complete and complete
        return found

    def _head(self, block: Block, look: Look) -> list[Run]:
        name = body.title(block)
        return [(f"{name} ", "later" if look.faint else "title")] if name else []

    def _meter(self, look: Look, left: bool) -> list[Run]:
        wide = self.rows.columns.bar
        drawn = bar(look.size, look.largest, wide)
        colour = "later" if look.faint else "bar" if left or not look.changed else look.colour
        mark = "≈" if look.approximate and look.size else ""
        return [
            (" ", "text"),
            (f"{drawn:<{wide}}", colour),
            (f"{mark + figure(look.size):>8}", "later" if look.faint else "size"),
        ]

    def _block(self, row: int) -> Block:
        return self.rows.transcript.structure.blocks[self.rows.refs[row]]

    def _voice(self, row: int, block: Block) -> str:
        message, _ = self.rows.message(row)
        human = "human" if message.author == "human" and message.role == "user" else "text"
        return VOICES.get(block.kind, human)
