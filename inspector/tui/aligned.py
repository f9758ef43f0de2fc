"""What stands beside the transcript at each display line of a view: blocks, stretches that are gone, made-up messages.

No Textual here. A gone stretch keeps the place of its messages; the summary that replaces it stands at its lower end,
just above the messages that were kept.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

from inspector.engine.view import Fate, Made
from inspector.terminal_text import Line, cells
from inspector.tui.grid import Grid
from inspector.tui.picture import Picture
from inspector.tui.rows import Away, Rows, flow
from inspector.tui.side import Side

if TYPE_CHECKING:
    from inspector.engine import Plan
    from inspector.engine.plan import Stretch as GoneStretch

Range = tuple[int, int]
"""Messages `[first, last)`."""

News = Literal["", "new", "old"]

MADE_LINES = 40
"""Lines of a made-up message that are shown beside a gone stretch, when there is room."""

AWAY_LINES = 24
"""The same where the stretch itself takes one line, because neither side holds it."""


class Stretch(NamedTuple):
    """Messages `[first, last)` that the view does not hold, and their size: in the transcript, or what the layer took away.

    With `news`, the change of one layer is shown alone: `new` is what that layer did, `old` what was gone before it.
    """

    first: int
    last: int
    fate: Fate
    layer: str
    size: int
    news: News = ""


class Placed(NamedTuple):
    """A made-up message on the display lines `[start, stop)`."""

    start: int
    stop: int
    made: Made


class Gap(NamedTuple):
    """A gone stretch on the display lines `[start, stop)`, with the made-up messages that stand in it."""

    start: int
    stop: int
    stretch: Stretch
    placed: tuple[Placed, ...] = ()
    squeezed: tuple[Made, ...] = ()
    """Made-up messages for which there is no line of their own: the label names them."""

    def made_at(self, y: int) -> Placed | None:
        """The made-up message on a display line, if any."""
        return next((placed for placed in self.placed if placed.start <= y < placed.stop), None)


class Aligned:
    """Gaps of one plan on the rows of one transcript."""

    def __init__(self, rows: Rows, stretches: Sequence[Stretch], made: Sequence[Made], end_row: int) -> None:
        self.end_row = end_row
        self.loose: dict[int, list[Made]] = {}
        """Made-up messages without a gap to stand in: row (a heading where there is one) → messages."""
        gaps = [_gap(rows, stretch) for stretch in stretches]
        self.starts = [gap.start for gap in gaps]
        self.gaps = self._place(rows, gaps, made)

    def gap(self, y: int) -> Gap | None:
        """The gap on a display line, if any."""
        at = bisect_right(self.starts, y) - 1
        return self.gaps[at] if at >= 0 and y < self.gaps[at].stop else None

    def _place(self, rows: Rows, gaps: list[Gap], made: Sequence[Made]) -> list[Gap]:
        waiting: dict[int, list[Made]] = {}
        for one in made:
            at = self._before(gaps, _message(rows, one.at))
            if at < 0:
                self.loose.setdefault(_lead(rows, one.at), []).append(one)
            else:
                waiting.setdefault(at, []).append(one)
        for at, several in waiting.items():
            placed = _stack(gaps[at], several, rows.columns)
            squeezed = tuple(one for one in several if not any(place.made is one for place in placed))
            gaps[at] = gaps[at]._replace(placed=placed, squeezed=squeezed)
        return gaps

    @staticmethod
    def _before(gaps: list[Gap], message: int) -> int:
        """The last gap that ends at or above a message, when nothing is kept between them; -1 for none."""
        at = bisect_right([gap.stretch.last for gap in gaps], message) - 1
        return at if at >= 0 and gaps[at].stretch.last == message else -1


def gone(plan: Plan | None, apart: Sequence[Range] = ()) -> list[GoneStretch]:
    """The stretches that a view does not hold, none of them across a border of a range that is to be told `apart`."""
    if plan is None:
        return []
    out: list[GoneStretch] = []
    for stretch in plan.stretches():
        if stretch.gone:
            out += _split(stretch, apart) if apart else [stretch]
    return out


def shared(left: Sequence[GoneStretch], right: Sequence[GoneStretch]) -> list[Range]:
    """The ranges of messages that neither of two views holds."""
    out: list[Range] = []
    one = two = 0
    while one < len(left) and two < len(right):
        first = max(left[one].first, right[two].first)
        stop = min(left[one].stop, right[two].stop)
        if first < stop:
            out.append((first, stop))
        if left[one].stop < right[two].stop:
            one += 1
        else:
            two += 1
    return out


def away(rows: Rows, ranges: Sequence[Range], sides: Sequence[tuple[Plan | None, Sequence[GoneStretch]]]) -> list[Away]:
    """The rows of ranges that no side holds, each range as a line and the lines of what was made up in its place."""
    rooms = [_made_rooms(rows, plan, stretches) for plan, stretches in sides]
    return [
        Away(rows.first[first], _after(rows, last), 1 + max(room.get(last, 0) for room in rooms))
        for first, last in ranges
    ]


def aligned(rows: Rows, side: Side, request: int, stretches: Sequence[GoneStretch]) -> Aligned | None:
    """The gaps of a side on the rows as they are laid out; None where it has no view."""
    if side.plan is None:
        return None
    first_block, sums = rows.transcript.structure.first, side.sums
    found = [
        Stretch(one.first, one.stop, one.fate, one.layer, sums[first_block[one.stop]] - sums[first_block[one.first]])
        for one in stretches
    ]
    return Aligned(rows, found, side.plan.made, rows.request_row(request))


def layered(rows: Rows, picture: Picture, stretches: Sequence[Sequence[GoneStretch]]) -> list[Aligned | None]:
    """The gaps of both sides where they are the views before and after one layer."""
    before, after = picture.left.plan, picture.right.plan
    if before is None or after is None:
        return [None, None]
    known = [(one.first, one.stop) for one in stretches[0]]
    out: list[Aligned | None] = []
    for plan, side in ((before, stretches[0]), (after, stretches[1])):
        found = [_told(rows, before, one, plan is after and not _within(one, known)) for one in side]
        out.append(Aligned(rows, found, plan.made, rows.request_row(picture.request)))
    return out


def _told(rows: Rows, before: Plan, one: GoneStretch, new: bool) -> Stretch:
    """A gone stretch with what it weighed before the layer, or in the transcript when it was gone already."""
    first_block = rows.transcript.structure.first
    low, high = first_block[one.first], first_block[one.stop]
    size = weight(before, low, high) if new else before.ledger.prefix[high] - before.ledger.prefix[low]
    return Stretch(one.first, one.stop, one.fate, one.layer, size, "new" if new else "old")


def _within(one: GoneStretch, ranges: Sequence[Range]) -> bool:
    at = bisect_right(ranges, (one.first, one.first + (1 << 60))) - 1
    return at >= 0 and one.stop <= ranges[at][1]


def weight(plan: Plan, low: int, high: int) -> int:
    """What a view holds of the blocks `[low, high)`, in its meter."""
    size = 0
    for lo, hi, applied in plan.spans:
        if lo < high and low < hi:
            size += plan.ledger.size(max(lo, low), min(hi, high), applied)
    size += sum(more for block, more in plan.leads.items() if low <= block < high)
    changed = (block for block in plan.overrides if low <= block < high and plan.live(block))
    return size + sum(plan.overrides[block].size - plan.ledger.blocks[block] for block in changed)


def _split(stretch: GoneStretch, ranges: Sequence[Range]) -> list[GoneStretch]:
    """A stretch cut at the borders of the ranges."""
    low, high = stretch.first, stretch.stop
    borders = sorted({low, high, *(at for border in ranges for at in border if low < at < high)})
    return [stretch._replace(first=first, stop=stop) for first, stop in pairwise(borders)]


def _made_rooms(rows: Rows, plan: Plan | None, stretches: Sequence[GoneStretch]) -> dict[int, int]:
    """Lines of the made-up messages that stand at the lower ends of stretches, by the message after each."""
    ends, rooms = {stretch.stop for stretch in stretches}, dict[int, int]()
    for made in plan.made if plan is not None else ():
        after = _message(rows, made.at)
        if after in ends:
            rooms[after] = rooms.get(after, 0) + len(made_lines(made, rows.columns, AWAY_LINES))
    return rooms


def made_lines(made: Made, columns: Grid, limit: int) -> list[Line]:
    """The display lines of a made-up message; the first one shares its line with sign and size."""
    return list(islice(flow(made.text, columns, cells(made_title(made))), limit))


def made_title(made: Made) -> str:
    """What a made-up message is, in one word."""
    return {"summary": "Σ summary", "acknowledgement": "＋", "system": "＋ system"}[made.kind]


def _gap(rows: Rows, stretch: Stretch) -> Gap:
    """From the first block of the stretch to the heading of what follows it."""
    return Gap(rows.offsets[rows.first[stretch.first]], rows.offsets[_after(rows, stretch.last)], stretch)


def _after(rows: Rows, message: int) -> int:
    """The row of the heading of a message, or what comes after the last one."""
    return rows.lead[message] if message < len(rows.lead) else rows.end_row


def _stack(gap: Gap, several: Sequence[Made], columns: Grid) -> tuple[Placed, ...]:
    """Made-up messages, the last at the bottom; the first line of the gap stays free for its label."""
    wanted = [len(made_lines(made, columns, MADE_LINES)) for made in several]
    room = gap.stop - gap.start - 1
    while sum(wanted) > room and max(wanted) > 1:
        wanted[wanted.index(max(wanted))] -= 1
    placed: list[Placed] = []
    bottom = gap.stop
    for made, lines in zip(reversed(several), reversed(wanted), strict=True):
        if bottom - lines > gap.start:
            placed.append(Placed(bottom - lines, bottom, made))
            bottom -= lines
    return tuple(reversed(placed))


def _message(rows: Rows, block: int) -> int:
    """The message that begins at or holds a block; one past the last for the end of the history."""
    owner = rows.transcript.structure.owner
    return owner[block] if block < len(owner) else len(rows.lead)


def _lead(rows: Rows, block: int) -> int:
    """The row of the heading above a block."""
    return _after(rows, _message(rows, block))
