"""The timeline as a grid of cells: bars in eighths, lines behind them, a row of marks. Pure; the widget colours it."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.terminal_text import cells, clip
from inspector.tui.numerals import full, short
from inspector.tui.widgets.palette import Cell
from inspector.tui.widgets.timeline_data import (
    Column,
    LimitKind,
    Scale,
    Threshold,
    TimelineData,
    bar_of,
    ceiling,
    columns,
    height,
    layout,
)
from inspector.tui.widgets.timeline_line import over
from inspector.tui.widgets.timeline_marks import Mark, MarkKind, Marks

BLOCKS = " ▁▂▃▄▅▆▇█"
LINES: dict[LimitKind, str] = {"soft": "╌", "hard": "─", "window": "┈"}
SIGNS: dict[MarkKind, str] = {"refusal": "✖", "loss": "!", "compaction": "◆", "recorded": "◇", "housekeeping": "·"}
WORDS: dict[MarkKind, str] = {
    "refusal": "refused",
    "loss": "typed text lost",
    "compaction": "compacted",
    "recorded": "compacted in the record",
    "housekeeping": "housekeeping",
}
LEGEND: dict[MarkKind, str] = {**WORDS, "recorded": "recorded"}
AT_CURSOR: dict[MarkKind, str] = {"refusal": "⊗", "loss": "⚠", "compaction": "◈", "recorded": "◈", "housekeeping": "▲"}
"""A mark under the cursor, to be told from others without colour."""
CURSOR, AGAIN = "▲", "┄"
_MARKS = {*SIGNS.values(), *AT_CURSOR.values()}

Grid = list[list[Cell]]
GROUND = Cell(" ", "ground")
Foremost = list[Mark | None]
"""The most urgent mark of each bar."""


@dataclass(frozen=True, slots=True)
class Bars:
    """What does not change with the cursor: the requests shared out over bars, and the mark of each."""

    columns: list[Column]
    found: Foremost
    of: TimelineData
    beside: Foremost
    """The marks of A."""

    def fit(self, data: TimelineData, count: int) -> bool:
        """Whether they are those of these data."""
        mine, theirs = self.of, data
        same = mine.view is theirs.view and mine.transcript is theirs.transcript and mine.marks == theirs.marks
        return same and mine.beside is theirs.beside and len(self.columns) == count


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawn timeline. `rows` from the top; `labels` are right of them, one a row; `starts` where each bar begins."""

    bars: list[Column]
    starts: list[int]
    rows: Grid
    marks: list[Cell]
    labels: list[Cell]
    top: int
    shared: Bars

    def request_at(self, column: int, marks: Marks) -> int:
        """The request under a column: one with a mark where the bar stands for several, else its last."""
        bar = max(0, min(len(self.bars) - 1, sum(start <= column for start in self.starts) - 1))
        last = self.bars[bar].last
        marked = marks.foremost(self.bars[bar].first, last)
        return marked.request if marked is not None else last


def draw(data: TimelineData, width: int, rows: int, scale: Scale, known: Bars | None = None) -> Chart:
    """The timeline on `width` × `rows` cells and a row of marks; `known`: the bars of the picture before."""
    starts, gap = layout(data.requests, width)
    if known is None or not known.fit(data, len(starts) - 1):
        bars = columns(data, len(starts) - 1)
        others = data.beside.marks if data.beside is not None else Marks()
        known = Bars(bars, _marks(data.marks, bars), data, _marks(others, bars))
    bars, found = known.columns, known.found
    top = ceiling(data, bars, scale)
    grid: Grid = [[GROUND] * width for _ in range(rows)]
    here = bar_of(bars, data.cursor) if bars else -1
    for index, bar in enumerate(bars):
        mark = found[index]
        front = "cursor" if index == here else "refused" if mark and mark.kind == "refusal" else "view"
        stack = _stack(bar, rows, top, scale, front, "column" if index == here else "ground")
        if front == "view":
            stack = _heated(stack, bar.view, data.thresholds, top, scale)
        for column in range(starts[index], starts[index + 1] - gap):
            for row in range(rows):
                grid[row][column] = stack[row]
    for limit in data.thresholds:
        _line(grid, limit, top, scale)
    if data.beside is not None and bars:
        over(grid, data.beside.drawn, starts, top, scale, _on_line(known.beside, starts, gap))
    marks = _mark_row(found, starts, gap, here, width)
    return Chart(bars, starts, grid, marks, [], top, known)


def _stack(bar: Column, rows: int, top: int, scale: Scale, front: str, ground: str) -> list[Cell]:
    """The cells of one bar from the top down: the view, the rest of the transcript above it, the ground."""
    view = height(bar.view, top, rows * 8, scale)
    past = height(bar.transcript, top, rows * 8, scale)
    return [_cell(view - base, past - base, front, ground) for base in range((rows - 1) * 8, -1, -8)]


def _cell(view: int, past: int, front: str, ground: str) -> Cell:
    """One cell: how many eighths of it the view and the transcript fill (below 0 and above 8 for out of sight)."""
    if view >= 8:
        return Cell(" ", front, front)
    if view > 0:
        return Cell(BLOCKS[view], front, "past" if past - view >= 4 or past >= 8 else ground)
    if past >= 8:
        return Cell(" ", "past", "past")
    return Cell(BLOCKS[max(0, past)], "past" if past > 0 else ground, ground)


def _heated(stack: list[Cell], view: int, limits: tuple[Threshold, ...], top: int, scale: Scale) -> list[Cell]:
    """The part of a bar that reaches over a threshold takes the colour of the threshold."""
    for limit in sorted(limits, key=lambda limit: limit.value):
        if limit.value <= min(view, top):
            end = level(limit, top, len(stack), scale) + 1
            hot = [
                cell._replace(front=limit.kind, back=limit.kind if cell.back == cell.front else cell.back)
                if cell.front in ("view", "soft", "hard", "window")
                else cell
                for cell in stack[:end]
            ]
            stack = hot + stack[end:]
    return stack


def level(limit: Threshold, top: int, rows: int, scale: Scale) -> int:
    """The row of a threshold, from the top; the top row for one beyond the scale."""
    return rows - 1 - min(rows - 1, max(0, height(limit.value, top, rows * 8, scale) - 1) // 8)


def _line(grid: Grid, limit: Threshold, top: int, scale: Scale) -> None:
    """A threshold across whatever fills its cells whole; the tip of a bar is left as it is, in the threshold's colour."""
    if limit.value > top:
        return
    row = grid[level(limit, top, len(grid), scale)]
    for column, cell in enumerate(row):
        if cell.text == " " and cell.back != limit.kind:
            row[column] = Cell(LINES[limit.kind], limit.kind, cell.back)


def _marks(marks: Marks, bars: list[Column]) -> Foremost:
    """The most urgent and weighty mark of each bar."""
    return [marks.foremost(bar.first, bar.last) for bar in bars]


def _on_line(found: Foremost, starts: list[int], gap: bool) -> dict[int, str]:
    """Column → sign of what A did there; what repeats from bar to bar is marked where it begins."""
    return {
        _place(starts, index, gap): SIGNS[mark.kind]
        for index, mark in enumerate(found)
        if mark and not _repeats(found, index)
    }


def _place(starts: list[int], bar: int, gap: bool) -> int:
    """The column of a bar's mark."""
    return (starts[bar] + starts[bar + 1] - gap) // 2 if gap else starts[bar]


def _repeats(found: Foremost, bar: int) -> bool:
    """Whether the bar before is marked in the same way."""
    before, here = found[bar - 1] if bar else None, found[bar]
    return before is not None and here is not None and (here.kind, here.label) == (before.kind, before.label)


def _mark_row(found: Foremost, starts: list[int], gap: bool, here: int, width: int) -> list[Cell]:
    """Signs under their bars; what repeats from bar to bar becomes a dotted line; labels where there is room."""
    row = [GROUND] * width
    labels: list[tuple[int, int, str]] = []
    for index, mark in enumerate(found):
        place = min(_place(starts, index, gap), width - 1)
        if mark and _repeats(found, index):
            for column in range(starts[index - 1] + 1, place + 1):
                row[column] = row[column] if row[column].text in _MARKS else Cell(AGAIN, "again")
        elif mark:
            row[place] = Cell(SIGNS[mark.kind], mark.kind)
            labels.append((-mark.weight, place + 1, mark.label))
        if index == here:
            sign = AT_CURSOR[mark.kind] if mark else CURSOR
            row[place] = Cell(sign, mark.kind if mark else "pointer", "column" if mark else "ground")
    for _, place, label in sorted(labels):
        _write(row, place, label)
    return row


def _write(row: list[Cell], place: int, label: str) -> None:
    """Put a label right behind its mark if it fits before the next one, leaving a blank after it."""
    label = clip(label, 24)
    size = cells(label)
    if not label or size != len(label) or place + size + 1 > len(row):
        return
    if all(cell.text in (" ", AGAIN) for cell in row[place : place + size + 1]):
        row[place : place + size + 1] = [Cell(letter, "label") for letter in f"{label} "]


def gutter(data: TimelineData, width: int) -> int:
    """Cells right of the chart for the names of the thresholds; 0 on a narrow screen."""
    if width < 48 or not data.requests:
        return 0
    texts = [_label(limit, 0, width >= 72) for limit in data.thresholds] or [full(10**6) if width >= 72 else "00.0k"]
    return min(max(cells(text) for text in [*texts, clip(data.unit, 12)]) + 1, 26)


def label_rows(data: TimelineData, top: int, rows: int, scale: Scale, wide: bool) -> list[Cell]:
    """The text right of each chart row: thresholds at their height (or the next free row), else the top of the scale."""
    out = [GROUND] * rows
    for limit in sorted(data.thresholds, key=lambda limit: ("hard", "soft", "window").index(limit.kind)):
        wanted = level(limit, top, rows, scale)
        free = sorted((row for row in range(rows) if out[row] is GROUND), key=lambda row: abs(row - wanted))
        if free:
            out[free[0]] = Cell(_label(limit, top, wide), limit.kind)
    if out[0] is GROUND and data.requests:
        out[0] = Cell(full(top) if wide else short(top), "label")
    return out


def _label(limit: Threshold, top: int, wide: bool) -> str:
    """`80,000 start`, or `80k`; with ↑ when the line is above the chart."""
    above = "↑" if limit.value > top > 0 else ""
    return f"{full(limit.value)} {clip(limit.name, 12)}{above}" if wide else f"{short(limit.value)}{above}"
