"""What the budget bar shows, and how its parts become cells. Plain data and arithmetic, no widget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import NamedTuple

from inspector.meter.provider import Estimate
from inspector.phrases import give_or_take
from inspector.tui.widgets.palette import Cell
from inspector.tui.widgets.timeline_data import LimitKind, Threshold

LEFT = " ▏▎▍▌▋▊▉"
"""A cell filled from the left by 0 to 7 eighths."""

TEXTURES = {"reserve": "▒", "margin": "░"}
"""Parts that hold nothing yet: kept free for the reply, and against miscounting."""

OUTLINES: dict[LimitKind, str] = {"soft": "╎", "hard": "┃", "window": "║"}


class Part(NamedTuple):
    """A part of the request: `name` is one of the theme's parts (fixed, durable, summary, user, …), `size` its size."""

    name: str
    size: int


@dataclass(frozen=True, slots=True)
class BudgetData:
    """The parts of one request from left to right, in the policy's meter.

    What is free is worked out from `window` and is no part. Without a window the bar is as long as the transcript
    (`whole`). `limits` stand at their value counted from the left end of the bar, or from behind the `before` that they do not
    count. `approximate`: shown with ≈.
    """

    parts: tuple[Part, ...] = ()
    window: int | None = None
    whole: int = 0
    unit: str = "tokens"
    limits: tuple[Threshold, ...] = ()
    approximate: bool = False
    before: int = 0
    sure: Estimate | None = None
    """The prompt among it in the provider's tokens, with an interval; None for other meters."""
    reckoned: int | None = None
    """The fixed input that the policy's own limits reckon with, where that is far from what it is."""
    notes: tuple[str, ...] = ()
    """What else is to be said of the numbers."""

    @property
    def around(self) -> str:
        """` ± 1.4 %` of the total; empty where nothing is unsure."""
        if self.sure is None:
            return ""
        below, above = self.sure.tokens - self.sure.low, self.sure.high - self.sure.tokens
        text = give_or_take(self.total, self.total - below, self.total + above)
        return f" {text}" if text else ""

    @property
    def total(self) -> int:
        return sum(part.size for part in self.parts)

    @property
    def over(self) -> int:
        """By how much the request is larger than the window; 0 when it fits or there is none."""
        return max(0, self.total - self.window) if self.window is not None else 0

    @property
    def rest(self) -> Part:
        """What fills the bar up: free up to the window, or left out of the transcript."""
        if self.window is not None:
            return Part("free", max(0, self.window - self.total))
        return Part("left out", max(0, self.whole - self.total))

    @property
    def length(self) -> int:
        """The size that the whole bar stands for."""
        return max(1, self.total + self.rest.size)


def in_numbers(data: BudgetData) -> str:
    """Every part with its size and share, then the limits: as a table in plain text."""
    rows = [(part.name, part.size) for part in (*data.parts, data.rest) if part.size]
    table = [("the request", data.total), *rows]
    if data.window is not None:
        table.append(("window", data.window))
    table += [(limit.name, limit.value) for limit in data.limits]
    mark = "≈" if data.approximate else ""
    wide = max(len(f"{mark}{size:,}") for _, size in table)
    named = {name for name, _ in rows}
    lines = []
    for name, size in table:
        share = f"  {100 * size / data.length:5.1f} %" if name in named else ""
        lines.append(f"{name:<12} {f'{mark}{size:,}':>{wide}} {data.unit}{share}")
    return "\n".join([*lines, *(["", *data.notes] if data.notes else [])])


class Stretch(NamedTuple):
    """A part on the bar: `[start, stop)` in eighths of a cell."""

    name: str
    start: int
    stop: int
    size: int


def stretches(data: BudgetData, width: int) -> list[Stretch]:
    """The parts on a bar of `width` cells, without gap or overlap."""
    parts = [*data.parts, data.rest]
    edges = [round(edge * width * 8 / data.length) for edge in accumulate((part.size for part in parts), initial=0)]
    return [
        Stretch(part.name, start, stop, part.size)
        for part, (start, stop) in zip(parts, pairwise(edges), strict=True)
        if stop > start
    ]


def bar(data: BudgetData, width: int, initials: bool = False) -> list[Cell]:
    """The bar as cells: parts, their names where there is room, what is over the window, and the limits.

    `initials`: where there is none, the first letter, since colours cannot be told apart.
    """
    found = stretches(data, width)
    row = [_cell(found, column) for column in range(width)]
    taken = {(data.before + limit.value) * width // data.length: limit.kind for limit in data.limits}
    for part in found:
        _name(row, part, data, taken, initials)
    if data.over and data.window is not None:
        _overflow(row, data.window * width // data.length, data)
    for column, kind in taken.items():
        if 0 < column < width:
            row[column] = Cell(OUTLINES[kind], kind)
    return row


def _cell(found: list[Stretch], column: int) -> Cell:
    """One cell of the bar: one part, or the boundary between the two that have most of it."""
    start, stop = column * 8, column * 8 + 8
    inside = [part for part in found if part.start < stop and part.stop > start]
    if not inside:
        return Cell(" ", "track", "track")
    widest = sorted(inside, key=lambda part: max(part.start, start) - min(part.stop, stop))[:2]
    first, last = min(widest, key=lambda part: part.start), max(widest, key=lambda part: part.start)
    if first is last or (first.name in TEXTURES and last.name in TEXTURES):
        return _whole(widest[0].name)
    return Cell(LEFT[min(7, max(1, first.stop - start))], _solid(first.name), _solid(last.name))


def _whole(name: str) -> Cell:
    if name in TEXTURES:
        return Cell(TEXTURES[name], f"part-{name}")
    return Cell(" ", _solid(name), _solid(name))


def _solid(name: str) -> str:
    """The style whose colour fills a part; textured parts leave the ground, what is free or left out the track."""
    if name in TEXTURES:
        return "ground"
    return "track" if name in ("free", "left out") else f"part-{name}"


def _name(row: list[Cell], part: Stretch, data: BudgetData, taken: Mapping[int, str], initials: bool) -> None:
    """Write the name, and the share if it fits too, into the middle of a part, beside the limits that cross it."""
    first, last = _longest(-(-part.start // 8), part.stop // 8, taken)
    share = f"{part.name} {100 * part.size / data.length:.0f}%"
    text = next((text for text in (share, part.name) if len(text) + 2 <= last - first), "")
    if not text and initials and last > first:
        text = part.name[0]
    if not text:
        return
    if part.name in TEXTURES:
        text, ink, fill = f" {text} "[: last - first], f"part-{part.name}", "ground"
    else:
        fill = _solid(part.name)
        ink = "quiet" if fill == "track" else "ink"
    place = first + (last - first - len(text)) // 2
    row[place : place + len(text)] = [Cell(letter, ink, fill) for letter in text]


def _longest(first: int, last: int, taken: Mapping[int, str]) -> tuple[int, int]:
    """The longest run of cells in `[first, last)` that no limit crosses."""
    edges = [first - 1, *sorted(column for column in taken if first <= column < last), last]
    return max(((start + 1, stop) for start, stop in pairwise(edges)), key=lambda run: run[1] - run[0])


def _overflow(row: list[Cell], start: int, data: BudgetData) -> None:
    """Everything right of the window in the colour of alarm, and hatched."""
    start = min(start, len(row) - 1)
    row[start:] = [Cell("╱", "ink", "alarm")] * (len(row) - start)
    text = f" OVER by {data.over:,} "
    if len(text) + 2 <= len(row) - start:
        place = start + (len(row) - start - len(text)) // 2
        row[place : place + len(text)] = [Cell(letter, "shout", "alarm") for letter in text]
