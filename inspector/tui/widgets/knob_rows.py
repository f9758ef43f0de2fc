"""How the knob panel looks: two lines a knob, and the selected one explained at the bottom."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from textual.strip import Strip

from inspector.policy.model import Knob
from inspector.terminal_text import cells, clip, fold, pad, sanitise
from inspector.tui.numerals import short
from inspector.tui.widgets.knob_state import KnobState, span
from inspector.tui.widgets.palette import Painted
from inspector.tui.widgets.slider import track

EACH = 3
"""Lines of a knob where there is room: name and value, slider and unit, a blank."""

HELP, LONG_HELP = 4, 7
"""Lines at the bottom for the selected knob: a rule, its help, default and range. More of them where there is room."""

UNIT = 8
"""Cells of a unit's name, at the most."""

SIGN = "▌"
CHANGED = "✱"


class KnobRows(Painted):
    """Draws the knobs of `state` from line `top` on. Knows nothing of keys and mouse."""

    PREFIX = "knobs"
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"knobs--{name}"
        for name in (
            *("ground", "chosen", "sign", "name", "name-chosen", "value", "value-changed", "unit", "changed", "rule"),
            *("done", "ahead", "default", "thumb", "typing", "complaint", "help", "range", "changed-done"),
            *("changed-ahead", "changed-default", "changed-thumb"),
        )
    }
    DEFAULT_CSS = """
    KnobRows {
        width: 32; background: $surface;
        & .knobs--ground { color: $surface; }
        & .knobs--chosen { color: $panel; }
        & .knobs--sign { color: $text-disabled; }
        & .knobs--name { color: $text-muted; }
        & .knobs--name-chosen { color: $foreground; text-style: bold; }
        & .knobs--value { color: $foreground; }
        & .knobs--value-changed { color: $accent; text-style: bold; }
        & .knobs--changed { color: $accent; text-style: bold; }
        & .knobs--unit { color: $text-muted; }
        & .knobs--rule { color: $border-blurred; }
        & .knobs--done { color: $primary; }
        & .knobs--ahead { color: $foreground 30%; }
        & .knobs--default { color: $text-muted; }
        & .knobs--thumb { color: $primary; text-style: bold; }
        & .knobs--changed-done { color: $accent; }
        & .knobs--changed-ahead { color: $foreground 30%; }
        & .knobs--changed-default { color: $foreground; text-style: bold; }
        & .knobs--changed-thumb { color: $accent; text-style: bold; }
        & .knobs--typing { color: $background; background: $foreground; text-style: bold; }
        & .knobs--complaint { color: $error; text-style: bold; }
        & .knobs--help { color: $foreground; }
        & .knobs--range { color: $text-muted; }
    }
    KnobRows:focus { & .knobs--sign { color: $accent; } }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.state = KnobState()
        self.top = 0

    @property
    def help_lines(self) -> int:
        height = self.size.height
        if height < HELP + 4:
            return 0
        return max(HELP, min(LONG_HELP, height - len(self.state.knobs) * EACH))

    @property
    def each(self) -> int:
        """Lines of a knob: the blank between two goes first when they do not all fit."""
        room = self.size.height - self.help_lines
        return EACH if len(self.state.knobs) * EACH - 1 <= room else EACH - 1

    def render_line(self, y: int) -> Strip:
        width, below = self.size.width, self.size.height - self.help_lines
        if not self.state.knobs:
            text = " this policy has no knobs" if y == 0 else ""
            return self._line([Segment(text, self.paint("name"))], width)
        if y >= below:
            return self._line(self._help(y - below, width), width)
        index, line = divmod(y + self.top, self.each)
        if index >= len(self.state.knobs) or line == EACH - 1:
            return self._line([], width)
        return self._row(index, line, width)

    def _line(self, segments: list[Segment], width: int) -> Strip:
        return Strip(segments).adjust_cell_length(width, self.paint("ground"))

    def _row(self, index: int, line: int, width: int) -> Strip:
        """The first or second line of a knob, on a raised ground when it is the selected one."""
        knob, chosen = self.state.knobs[index], index == self.state.selected
        back = "chosen" if chosen else "ground"
        sign = Segment(SIGN if chosen else " ", self.mix("sign", back))
        inner = self._first(knob, chosen, width - 2) if line == 0 else self._second(knob, chosen, width - 2)
        return Strip([sign, *inner]).adjust_cell_length(width, self.mix("ground", back))

    def _first(self, knob: Knob, chosen: bool, width: int) -> list[Segment]:
        """`soft threshold ✱   80,000`: changed from the default has a sign and a colour."""
        back = "chosen" if chosen else "ground"
        typing = self.state.typing if chosen else None
        value = f" {sanitise(typing)}▏" if typing is not None else f"{knob.value:,}"
        style = self.paint("typing") if typing is not None else self.mix(_value_style(knob), back)
        room = max(4, width - cells(value) - 1)
        mark = f" {CHANGED}" if knob.changed else ""
        name = clip(knob.name.replace("_", " "), room - cells(mark))
        return [
            Segment(name, self.mix("name-chosen" if chosen else "name", back)),
            Segment(mark, self.mix("changed", back)),
            Segment(" " * max(1, width - cells(name + mark + value)), self.mix("ground", back)),
            Segment(value, style),
        ]

    def _second(self, knob: Knob, chosen: bool, width: int) -> list[Segment]:
        """The slider and the unit, or why the typed number cannot be."""
        back = "chosen" if chosen else "ground"
        complaint = self.state.complaints.get(knob.name)
        if complaint:
            return [Segment(pad(f"✖ {clip(complaint, width - 2)}", width), self.mix("complaint", back))]
        length = self.slider_width
        row = track(span(knob), knob.value, knob.default, length, "changed-" if knob.changed else "")
        unit = pad(clip(knob.unit, UNIT), width - length - 1, right=True)
        return [
            *self.segments(cell._replace(back=back) for cell in row),
            Segment(f" {unit}", self.mix("unit", back)),
        ]

    def on_value(self, x: int) -> bool:
        """Whether the value of the selected knob is in that column."""
        knob = self.state.knob
        return knob is not None and self.size.width - 1 - cells(f"{knob.value:,}") <= x < self.size.width - 1

    def on_mark(self, x: int) -> bool:
        """Whether the mark of the selected knob as a changed one is there."""
        knob = self.state.knob
        if knob is None or not knob.changed:
            return False
        room = max(4, self.size.width - 2 - cells(f"{knob.value:,}") - 1)
        end = 1 + cells(clip(knob.name.replace("_", " "), room - 2))
        return end <= x <= end + 2

    @property
    def slider_width(self) -> int:
        """Cells of every slider: what the longest unit leaves, so that all of them line up."""
        unit = max((cells(clip(knob.unit, UNIT)) for knob in self.state.knobs), default=0)
        return max(4, self.size.width - 3 - unit)

    @property
    def furthest(self) -> int:
        """How far the rows can be scrolled, in lines."""
        return max(0, len(self.state.knobs) * self.each - (self.size.height - self.help_lines))

    def _help(self, line: int, width: int) -> list[Segment]:
        """The selected knob explained: a rule, lines of help, default and range (or how to type)."""
        knob, last = self.state.knob, self.help_lines - 1
        if knob is None or line == 0:
            return self._rule(width)
        if line == last:
            return [Segment(f" {clip(self._facts(knob, width - 2), width - 2)}", self.paint("range"))]
        lines = fold(" ".join(knob.help.split()), max(4, width - 2), last)
        text = lines[line - 1] if line <= len(lines) else ""
        if line == last - 1 and len(lines) == last:
            text = clip(f"{text} {lines[-1]}", width - 2)
        return [Segment(f" {text}", self.paint("help"))]

    def _rule(self, width: int) -> list[Segment]:
        """The line between knobs and help; it names an uneven scale, and says when there are more knobs out of sight."""
        above, below = self.top > 0, self.top < self.furthest
        text = f" {'↑' * above}{'↓' * below} more " if above or below else ""
        scale = self._scale(width - len(text) - 5)
        return [
            Segment("──" if scale else "", self.paint("rule")),
            Segment(scale, self.paint("range")),
            Segment("─" * max(0, width - len(scale + text) - (4 if scale else 2)), self.paint("rule")),
            Segment(text, self.paint("range")),
            Segment("──", self.paint("rule")),
        ]

    def _scale(self, room: int) -> str:
        """The words for the slider of the selected knob, where its middle is not half of its range."""
        knob = self.state.knob
        if knob is None or not span(knob).logarithmic:
            return ""
        return next((form for form in (" logarithmic scale ", " log scale ") if len(form) <= room), "")

    def _facts(self, knob: Knob, width: int) -> str:
        """Default and range in the fullest form that fits, or what the keys do while typing."""
        if self.state.typing is not None:
            return "enter applies · esc leaves"
        default, reach = f"default {knob.default:,}", f"{knob.min:,}–{knob.max:,}"
        brief = f"{short(knob.min)}–{short(knob.max)}"
        forms = (f"{default} · {reach} {knob.unit}", f"{default} · {reach}", f"{default} · {brief}")
        return next((form for form in forms if cells(form) <= width), forms[-1])


def _value_style(knob: Knob) -> str:
    return "value-changed" if knob.changed else "value"
