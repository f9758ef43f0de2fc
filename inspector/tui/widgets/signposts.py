"""Draws what is not a block: headings of turns and requests, gone stretches, made-up messages."""

from __future__ import annotations

from bisect import bisect_left

from textual.strip import Strip

from inspector.engine.view import Made
from inspector.terminal_text import cells, clip
from inspector.transcript.structure import Structure
from inspector.tui import body
from inspector.tui.aligned import Gap, Placed, Stretch, made_lines, made_title
from inspector.tui.fates import by, sign
from inspector.tui.grid import SIGN, bar, figure
from inspector.tui.numerals import full, short
from inspector.tui.parts import fullest
from inspector.tui.picture import Picture
from inspector.tui.rows import TURN
from inspector.tui.widgets.look import Look
from inspector.tui.widgets.painter import Painter
from inspector.tui.widgets.runs import Run


class Signposts:
    """Lines between and beside the blocks of one side of a picture."""

    def __init__(self, painter: Painter, picture: Picture, place: int) -> None:
        self.painter, self.rows = painter, painter.rows
        self.picture, self.side, self.is_left = picture, picture.sides[place], place == 0
        self.named = self.is_left
        """Headings say which turn and request they are of; beside another pane, the left one does for both."""
        self.largest = picture.largest(place)
        other = picture.sides[1 - place].plan
        self.known = {id(made) for made in other.made} if picture.layer and other is not None else None
        """The made-up messages that the other side has too, where the change of one layer is shown alone."""

    def heading(self, row: int, line: int, loose: list[Made]) -> Strip:
        """A line of a turn's or a request's heading. What was made up and has no line of its own stands on it."""
        return self._turn(row, line, loose) if self.rows.kinds[row] == TURN else self._request(row, loose)

    def gap(self, gap: Gap, y: int, top: bool, focus: bool = False) -> Strip | None:
        """A line of a gone stretch: its label on the first line (and on the topmost visible one), or what was made up."""
        placed = gap.made_at(y)
        if y == gap.start or (top and placed is None):
            return self._label(gap, y != gap.start, focus)
        return self._made(placed, y - placed.start) if placed is not None else None

    def nothing(self, gap: Gap) -> Strip:
        """An empty line of a gone stretch."""
        return self._line([("┊", f"fate-{gap.stretch.fate}")])

    def lost(self, line: int, look: Look) -> Strip:
        """A line of a block that left the view while others of its message stayed."""
        if line:
            return self._line([("┊", look.colour)])
        columns, unit = self.rows.columns, self.side.unit
        fate, size = look.state.fate, f"{'−' if look.touched else ''}{full(look.before, look.approximate)}"
        forms = (f"{fate}{by(look.state.layer)} · {size} {unit}", f"{fate} · {size}", f"{fate}")
        runs: list[Run] = [
            ("− ", f"{look.colour}!") if look.touched else (sign(fate), look.colour),
            (" " * (columns.digits + 1), "text"),
            *_two(fullest(forms, self._width - SIGN - columns.digits - 1), look.colour),
        ]
        return self.painter.strip(runs, self._width, look.focus)

    def blank(self) -> Strip:
        """An empty line of a pane."""
        return self._line([])

    def message(self, text: str, style: str = "notice") -> Strip:
        """A line that says something in place of a view."""
        return self._line([("  ", "text"), (clip(text, self.rows.columns.width - 3), style)])

    def _turn(self, row: int, line: int, loose: list[Made]) -> Strip:
        if row and line == 0:
            return self.blank()
        if not self.named:
            return self._line(self._loose(loose, self._width))
        turn = self.rows.refs[row]
        head = f"turn {turn}"
        span = clip(self._span(turn), max(4, self._width - len(head) - 4))
        rest = self._loose(loose, self._width - cells(f"▌{head}  {span}  "))
        return self._line([("▌", "turn"), (head, "turn"), (f"  {span}  ", "number"), *rest])

    def _span(self, turn: int) -> str:
        """Which messages and requests a turn holds."""
        shape = self.rows.transcript.structure
        first = shape.turn_starts[turn - 1]
        last = shape.turn_starts[turn] if turn < len(shape.turn_starts) else len(self.rows.lead)
        asked = _requests(shape, first, last)
        held = f"message {last}" if first + 1 == last else f"messages {first + 1}–{last}"
        return held + (f" · {asked}" if asked else "")

    def _request(self, row: int, loose: list[Made]) -> Strip:
        number, width = self.rows.refs[row], self.rows.columns.width
        if number == self.picture.request:
            return self._here(number, width)
        name = f"request {number} "
        runs: list[Run] = [("┄ ", "rule"), (name, "request")] if self.named else [("┄ ", "rule")]
        if loose and self.named:
            return self._line([*runs, *self._loose(loose, width - cells(name) - SIGN)])
        if loose:
            return self._line(self._loose(loose, width))
        return self._line([*runs, ("┄" * width, "rule")])

    def _here(self, number: int, width: int) -> Strip:
        """The heading of the request whose view is shown."""
        name, plan, unit = f"request {number}", self.side.plan, self.side.unit
        forms = [name]
        if self.side.is_record:
            forms.insert(0, f"{name} is made here")
        elif plan is not None:
            size = full(plan.size, self.side.approximate)
            forms[:0] = [f"{name} · the view holds {size} {unit}", f"{name} · holds {size}"]
        return self.painter.strip(
            [("▶ ", "here"), (f"{fullest(forms, width - 3)} ", "here"), ("━" * width, "here")], width
        )

    def _label(self, gap: Gap, continued: bool, focus: bool) -> Strip:
        stretch = gap.stretch
        colour, new = f"fate-{stretch.fate}", stretch.news == "new"
        mark = "− " if new else "┊ " if continued else sign(stretch.fate)
        words = fullest(gap_forms(stretch, self.side.unit, self.side.approximate), self._width - SIGN - 1)
        runs: list[Run] = [(mark, f"{colour}!" if new and not continued else colour), *_two(words, colour)]
        if gap.squeezed:
            runs += [(" ", "text"), *self._loose(list(gap.squeezed), self._width - SIGN - cells(words) - 2)]
        strip = self.painter.strip([*runs, (" ", "text"), ("╌" * self._width, colour)], self._width, focus)
        return self.painter.stilled(strip) if stretch.news == "old" else strip

    def _made(self, placed: Placed, line: int) -> Strip:
        made, columns = placed.made, self.rows.columns
        lines = made_lines(made, columns, placed.stop - placed.start)
        words = lines[line].text if line < len(lines) else ""
        if line and line == placed.stop - placed.start - 1 and lines[-1].stop < len(made.text):
            words = clip(f"⋯ s reads the whole {made.kind}", columns.text)
        if line:
            below: list[Run] = [("▏ ", "fate-injected"), (" " * (columns.indent - SIGN), "text"), *self._lit(words)]
            return self._told(made, self._line(below))
        role = f"{'':>{columns.digits}} {body.ROLES[made.role]:<5}"
        head: list[Run] = [self._mark(made), (role, "fate-injected")]
        head += [(f"{made_title(made)} ", "title"), *self._lit(words)]
        mark = "≈" if made.approximate else ""
        meter: list[Run] = [
            (f" {bar(made.size, self.largest, columns.bar):<{columns.bar}}", "fate-injected"),
            (f"{mark + figure(made.size):>8}", "size"),
        ]
        first = self.painter.strip(head, self._width - columns.meter)
        return self._told(made, Strip.join([first, self.painter.strip(meter, columns.meter)]))

    def _lit(self, words: str) -> list[Run]:
        """A line of a made-up message, with what is searched for marked in it."""
        light = self.painter.light
        return light.lines([[(words, "made")]])[0] if light else [(words, "made")]

    def _mark(self, made: Made) -> Run:
        """The sign of a made-up message: + when the chosen layer put it in, − when it took it out."""
        if self.known is None or id(made) in self.known:
            return sign_of(made), "fate-injected"
        return ("− " if self.is_left else "+ "), "fate-injected!"

    def _told(self, made: Made, strip: Strip) -> Strip:
        """Quiet, when the chosen layer had nothing to do with it."""
        return self.painter.stilled(strip) if self.known is not None and id(made) in self.known else strip

    def _loose(self, several: list[Made], width: int) -> list[Run]:
        """Made-up messages without lines of their own, as many as there is room for, whole figures only."""
        runs: list[Run] = []
        for made in several:
            words = next((form for form in _made_forms(made) if cells(form) + SIGN + 1 <= width), "")
            if not words:
                break
            runs += [(sign_of(made), "fate-injected"), (f"{words} ", "made")]
            width -= cells(words) + SIGN + 1
        return runs

    def _line(self, runs: list[Run]) -> Strip:
        return self.painter.strip(runs, self._width)

    @property
    def _width(self) -> int:
        return self.rows.columns.width


def _made_forms(made: Made) -> tuple[str, ...]:
    size, brief = full(made.size, made.approximate), short(made.size, made.approximate)
    return f"{made.kind} {size}", f"{made.kind} {brief}", made.kind


def sign_of(made: Made) -> str:
    """The sign of a made-up message in two cells."""
    return "Σ " if made.kind == "summary" else "＋"


def gap_forms(stretch: Stretch, unit: str, approximate: bool = False) -> list[str]:
    """What a gone stretch says of itself, from the fullest form to the briefest; a figure is whole or not there."""
    first, last, count = stretch.first + 1, stretch.last, stretch.last - stretch.first
    what = f"{first if first == last else f'{first}–{last}'} {stretch.fate}"
    many = f" · {count:,} messages" if count > 1 else ""
    few = f" · {count:,} msgs" if count > 1 else ""
    minus = "−" if stretch.news == "new" else ""
    who, size = by(stretch.layer), f" · {minus}{full(stretch.size, approximate)}"
    brief = f" · {minus}{short(stretch.size, approximate)}"
    forms = (f"{who}{many}{size} {unit}", f"{who}{many}{size}", f"{who}{few}{size}", f"{who}{few}{brief}")
    return [f"{what}{form}" for form in (*forms, f"{few}{brief}", brief, "")]


def _two(words: str, colour: str) -> list[Run]:
    """What happened in the colour of its fate, the figures behind it quietly."""
    what, mark, figures = words.partition(" · ")
    return [(what, colour), (f"{mark}{figures}", "number")]


def _requests(shape: Structure, first: int, last: int) -> str:
    """The requests whose replies are among the messages `[first, last)`."""
    low, high = bisect_left(shape.histories, first) + 1, bisect_left(shape.histories, last)
    if high < low:
        return ""
    return f"request {low}" if low == high else f"requests {low}–{high}"
