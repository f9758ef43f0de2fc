"""What the timeline shows, and how sizes and requests become cells. Plain data and arithmetic, no widget."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log
from typing import Literal, NamedTuple

from inspector.tui.widgets.timeline_marks import Marks

LimitKind = Literal["soft", "hard", "window"]
Scale = Literal["view", "all", "log"]

WIDEST = 6
"""Columns of one request when there are few of them."""

NEAR = 2.5
"""A window further away than this many times everything else is named, but does not set the scale."""

DECADES = 3
"""The logarithmic scale reaches from its top down to a thousandth of it."""

NO_MARKS = Marks()


class Threshold(NamedTuple):
    """A line across the chart. `name` as the policy has it: start, refuse, window."""

    name: str
    value: int
    kind: LimitKind


@dataclass(frozen=True, slots=True)
class Beside:
    """Another curve in the chart: the views of A, at the same requests, in their own unit.

    `drawn` are the sizes as the chart's own scale has them: the same ones, or each as large a share of the limits of B
    as it is of the limits of A; `note` says so.
    """

    view: Sequence[int]
    drawn: Sequence[int]
    unit: str
    approximate: bool = False
    note: str = ""
    refused: frozenset[int] = frozenset()
    """The requests at which A has no view that may be sent."""
    marks: Marks = NO_MARKS
    """Where A compacted or refused: drawn on its curve, not below the chart, where the marks of B are."""


@dataclass(frozen=True, slots=True)
class TimelineData:
    """Sizes of every request in the policy's meter, request 1 first.

    `transcript` is the history uncompacted and `view` what is sent, both of the same length. `turns` is empty or has
    the turn of each request. `approximate`: not everything is counted yet, numbers are shown with ≈.
    """

    transcript: Sequence[int] = ()
    view: Sequence[int] = ()
    unit: str = "tokens"
    thresholds: tuple[Threshold, ...] = ()
    marks: Marks = NO_MARKS
    cursor: int = 1
    turns: Sequence[int] = ()
    approximate: bool = False
    now: int | None = None
    """Size of the view that is shown at the cursor, where it is newer than the chart."""
    beside: Beside | None = None

    @property
    def requests(self) -> int:
        return len(self.view)


class Column(NamedTuple):
    """One column of the chart: the requests `[first, last]` (from 1) and their largest sizes."""

    first: int
    last: int
    transcript: int
    view: int


def layout(requests: int, width: int) -> tuple[list[int], bool]:
    """The chart column at which each *bar* begins, plus the end of the last one; and whether bars have a gap.

    With more requests than columns a bar is one column and stands for several requests.
    """
    if requests <= 0 or width <= 0:
        return [0], False
    if requests >= width:
        return list(range(width + 1)), False
    each = min(WIDEST, width // requests)
    if each >= 3:
        return [each * bar for bar in range(requests + 1)], True
    return [bar * width // requests for bar in range(requests + 1)], False


def columns(data: TimelineData, bars: int) -> list[Column]:
    """The requests shared out over that many bars; each shows its largest view and transcript."""
    count = data.requests
    edges = [bar * count // bars for bar in range(bars + 1)] if bars else [0]
    return [
        Column(start + 1, stop, max(data.transcript[start:stop], default=0), max(data.view[start:stop], default=0))
        for start, stop in pairwise(edges)
    ]


def bar_of(bars: Sequence[Column], request: int) -> int:
    """The bar that shows a request."""
    return max(0, min(len(bars), bisect_right(bars, request, key=lambda bar: bar.first)) - 1)


def ceiling(data: TimelineData, bars: Sequence[Column], scale: Scale) -> int:
    """The size at the top of the chart.

    Scale `view` fits views and thresholds, and cuts the transcript off above: what is sent matters, and stays readable
    when the transcript is a hundred times as long.
    """
    views = max((bar.view for bar in bars), default=0)
    if data.beside is not None:
        views = max(views, max(data.beside.drawn, default=0))
    shown = max([views, *(limit.value for limit in data.thresholds if limit.kind != "window")])
    if scale != "view" or not shown:
        shown = max([shown, *(bar.transcript for bar in bars)])
    windows = [limit.value for limit in data.thresholds if limit.kind == "window"]
    top = max([shown, *(value for value in windows if not shown or value <= shown * NEAR)], default=0)
    lines = any(limit.value == top for limit in data.thresholds)
    return max(1, round(top * 1.06) if lines else top)


def height(size: int, top: int, eighths: int, scale: Scale) -> int:
    """A size as eighths of a cell, 0 to `eighths`. What is not nothing is at least one."""
    if size <= 0:
        return 0
    share = 1 + log(size / top, 10) / DECADES if scale == "log" else size / top
    return max(1, min(eighths, round(share * eighths)))
