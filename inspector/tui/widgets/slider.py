"""A slider: where a value stands on its range, what one step is, and how it is drawn in one row. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log1p

from inspector.tui.widgets.palette import Cell

THUMB, DONE, AHEAD, DEFAULT = "●", "━", "─", "┼"

WIDE = 50
"""From this ratio of largest to smallest value on, the scale is logarithmic."""

SUFFIXES = {"k": 1_000, "m": 1_000_000}


@dataclass(frozen=True, slots=True)
class Span:
    """The range of a value, ends included."""

    low: int
    high: int

    @property
    def unit(self) -> int:
        """Where the logarithmic scale turns linear, so that a range may begin at 0."""
        return max(1, self.low)

    @property
    def logarithmic(self) -> bool:
        return self.high - self.low >= WIDE * self.unit

    def share(self, value: int) -> float:
        """Where a value stands, 0 at the low end and 1 at the high one."""
        reach = self.high - self.low
        if reach <= 0:
            return 0.0
        if self.logarithmic:
            return log1p((value - self.low) / self.unit) / log1p(reach / self.unit)
        return (value - self.low) / reach

    def value(self, share: float) -> int:
        """The round value at a place of the scale; exactly the ends at its ends."""
        if share <= 0:
            return self.low
        if share >= 1:
            return self.high
        reach = self.high - self.low
        if self.logarithmic:
            exact = self.low + self.unit * (exp(share * log1p(reach / self.unit)) - 1)
        else:
            exact = self.low + share * reach
        step = stride(round(exact))
        return self.clamp(round(exact / step) * step)

    def clamp(self, value: int) -> int:
        return min(self.high, max(self.low, value))

    def stepped(self, value: int, direction: int, coarse: bool = False) -> int:
        """The next round value up or down: 1 below a hundred, then a tenth of the magnitude; coarse is ten times that.

        Going down, the step is that of the smaller value, so that a step back undoes a step.
        """
        step = stride(value if direction > 0 else value - 1)
        if coarse:
            step = 5 if step == 1 and value - (direction < 0) < 10 else step * 10
        target = (value // step + 1) * step if direction > 0 else (-(-value // step) - 1) * step
        return self.clamp(target)


def stride(value: int) -> int:
    """A tenth of a value's magnitude: 1 up to 99, 10 up to 999, 100 up to 9,999 and so on."""
    return int(10 ** max(0, len(str(abs(value))) - 2))


def parse(text: str, span: Span) -> int | str:
    """The number that was typed (`80000`, `80_000`, `80,000`, `80k`, `1.5m`), or why it cannot be used."""
    plain = text.strip().replace(",", "").replace("_", "").replace(" ", "").lower()
    factor = SUFFIXES.get(plain[-1:], 1)
    digits = plain[:-1] if factor > 1 else plain
    whole, _, part = digits.partition(".")
    if not (whole + part).isdecimal() or not (whole + part).isascii() or len(digits) > 18:
        return "not a whole number"
    number, rest = divmod(int(whole + part) * factor, int(10 ** len(part)))
    if rest:
        return "not a whole number"
    if not span.low <= number <= span.high:
        return f"from {span.low:,} to {span.high:,}"
    return number


def track(span: Span, value: int, default: int, width: int, prefix: str = "") -> list[Cell]:
    """The slider in `width` cells: done, thumb, what is ahead, and a mark at the default. Styles begin with `prefix`."""
    thumb, mark = column(span, value, width), column(span, default, width)
    row = [Cell(DONE, f"{prefix}done") if at < thumb else Cell(AHEAD, f"{prefix}ahead") for at in range(width)]
    if 0 <= mark < width:
        row[mark] = Cell(DEFAULT, f"{prefix}default")
    if 0 <= thumb < width:
        row[thumb] = Cell(THUMB, f"{prefix}thumb")
    return row


def column(span: Span, value: int, width: int) -> int:
    """The cell of a value on a slider of `width` cells."""
    return round(span.share(span.clamp(value)) * (width - 1))


def value_at(span: Span, column: int, width: int) -> int:
    """The round value under a cell."""
    return span.value(column / (width - 1)) if width > 1 else span.low
