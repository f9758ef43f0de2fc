"""Draws what is not a block: headings of turns and requests, gone stretches, made-up messages."""

from __future__ import annotations

from bisect import bisect_left

from textual.strip import Strip

from inspector.engine.view import Made
from inspector.terminal_text import clip
from inspector.transcript.structure import Structure
from inspector.tui import body
from inspector.tui.aligned import Gap, Placed, made_lines, made_title
from inspector.tui.fates import by, sign
from inspector.tui.grid import SIGN, bar, figure
from inspector.tui.picture import Picture
from inspector.tui.rows import TURN
from inspector.tui.widgets.painter import Look, Painter
from inspector.tui.widgets.runs import Run


class Signposts:
    """Lines between and beside the blocks."""

    def __init__(self, painter: Painter) -> None:
        self.painter, self.rows = painter, painter.rows

    def heading(self, row: int, line: int, picture: Picture, left: bool, loose: list[Made]) -> Strip:
        """A line of a turn's or a request's heading."""
        if self.rows.kinds[row] == TURN:
            return self._turn(row, line, left, loose)
        return self._request(row, picture, left, loose)

    def gap(self, gap: Gap, y: int, top: bool, picture: Picture) -> Strip | None:
        """A line of a gone stretch: its label on the first line (and on the topmost visible one), or what was made up."""
        placed = gap.made_at(y)
        if y == gap.start or (top and placed is None):
            return self._label(gap, picture, continued=y != gap.start)
        return self._made(placed, y - placed.start, picture.largest) if placed is not None else None

    def nothing(self, gap: Gap) -> Strip:
        """An empty line of a gone stretch."""
        return self._line([("┊", f"fate-{gap.stretch.fate}")])

    def lost(self, line: int, look: Look, unit: str) -> Strip:
        """A line of a block that left the view while others of its message stayed."""
        if line:
            return self._line([("┊", look.colour)])
        columns = self.rows.columns
        runs: list[Run] = [
            (sign(look.state.fate), look.colour),
            (" " * (columns.digits + 1), "text"),
            (f"{look.state.fate}{by(look.state.layer)}", look.colour),
            (f" · {look.before:,} {unit}", "number"),
        ]
        return self.painter.strip(runs, self._width, look.focus)

    def blank(self) -> Strip:
        """An empty line of a pane."""
        return self._line([])

    def message(self, text: str, style: str = "notice") -> Strip:
        """A line that says something in place of a view."""
        return self._line([("  ", "text"), (clip(text, self.rows.columns.width - 3), style)])

    def _turn(self, row: int, line: int, left: bool, loose: list[Made]) -> Strip:
        if row and line == 0:
            return self.blank()
        if not left:
            return self._line(_loose(loose))
        turn = self.rows.refs[row]
        head = f"turn {turn}"
        span = clip(self._span(turn), max(4, self._width - len(head) - 4))
        return self._line([("▌", "turn"), (head, "turn"), (f"  {span}", "number")])

    def _span(self, turn: int) -> str:
        """Which messages and requests a turn holds."""
        shape = self.rows.transcript.structure
        first = shape.turn_starts[turn - 1]
        last = shape.turn_starts[turn] if turn < len(shape.turn_starts) else len(self.rows.lead)
        asked = _requests(shape, first, last)
        return f"messages {first + 1}–{last}" + (f" · {asked}" if asked else "")

    def _request(self, row: int, picture: Picture, left: bool, loose: list[Made]) -> Strip:
        number, width = self.rows.refs[row], self.rows.columns.width
        if number == picture.request:
            size = f" · the view holds {picture.plan.size:,} {picture.unit}" if picture.plan else ""
            words = f"request {number} is made here" if left else f"request {number}{size}"
            return self.painter.strip(
                [("▶ ", "here"), (f"{clip(words, width - 3)} ", "here"), ("━" * width, "here")], width
            )
        if loose and not left:
            return self._line(_loose(loose))
        name = f"request {number} "
        runs: list[Run] = [("┄ ", "rule"), (name, "request")] if left else [("┄ ", "rule")]
        return self._line([*runs, ("┄" * width, "rule")])

    def _label(self, gap: Gap, picture: Picture, continued: bool) -> Strip:
        fate = gap.stretch.fate
        colour = f"fate-{fate}"
        words = f"{_numbers(gap)} {fate}{by(gap.stretch.layer)}"
        figures = f"{gap.stretch.size:,} {picture.unit}"
        fresh = self.rows.transcript.structure.first[gap.stretch.first] in picture.touched
        count = gap.stretch.last - gap.stretch.first
        runs: list[Run] = [
            ("┊ " if continued else sign(fate), f"{colour}!" if fresh else colour),
            (clip(words, 60), colour),
            (f" · {count:,} messages · {figures} ", "number") if count > 1 else (f" · {figures} ", "number"),
        ]
        runs += _loose(list(gap.squeezed))
        return self._line([*runs, ("╌" * self._width, colour)])

    def _made(self, placed: Placed, line: int, largest: int) -> Strip:
        made, columns = placed.made, self.rows.columns
        lines = made_lines(made, columns, placed.stop - placed.start)
        words = lines[line].text if line < len(lines) else ""
        if line and line == placed.stop - placed.start - 1 and lines[-1].stop < len(made.text):
            words = clip(f"⋯ s reads the whole {made.kind}", columns.text)
        if line:
            return self._line([("▏ ", "fate-injected"), (" " * (columns.indent - SIGN), "text"), (words, "made")])
        role = f"{'':>{columns.digits}} {body.ROLES[made.role]:<5}"
        head: list[Run] = [(sign_of(made), "fate-injected"), (role, "fate-injected")]
        head += [(f"{made_title(made)} ", "title"), (words, "made")]
        mark = "≈" if made.approximate else ""
        meter: list[Run] = [
            (f" {bar(made.size, largest, columns.bar):<{columns.bar}}", "fate-injected"),
            (f"{mark + figure(made.size):>8}", "size"),
        ]
        first = self.painter.strip(head, self._width - columns.meter)
        return Strip.join([first, self.painter.strip(meter, columns.meter)])

    def _line(self, runs: list[Run]) -> Strip:
        return self.painter.strip(runs, self._width)

    @property
    def _width(self) -> int:
        return self.rows.columns.width


def sign_of(made: Made) -> str:
    """The sign of a made-up message in two cells."""
    return "Σ " if made.kind == "summary" else "＋"


def _numbers(gap: Gap) -> str:
    first, last = gap.stretch.first + 1, gap.stretch.last
    return f"{first}" if first == last else f"{first}–{last}"


def _loose(several: list[Made]) -> list[Run]:
    return [
        run for made in several for run in ((sign_of(made), "fate-injected"), (f"{made.kind} {made.size:,} ", "made"))
    ]


def _requests(shape: Structure, first: int, last: int) -> str:
    """The requests whose replies are among the messages `[first, last)`."""
    low, high = bisect_left(shape.histories, first) + 1, bisect_left(shape.histories, last)
    if high < low:
        return ""
    return f"request {low}" if low == high else f"requests {low}–{high}"
