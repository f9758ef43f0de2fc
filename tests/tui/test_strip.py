"""The picture across all requests: eighths of a cell, a line where there is room, marks and cursor below."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.geometry import Size

from inspector.tui.strip import Bar, Picture, column, draw, pointed
from inspector.tui.why.scale import Scale
from inspector.tui.widgets.request_strip import LEAD, RequestStrip


def signs(bar: Bar, rows: int) -> list[tuple[str, str]]:
    return [(cell.text, cell.front) for cell in column(bar, rows, "ground")]


def test_a_bar_is_as_high_as_its_share_in_eighths() -> None:
    """Three eighths of two rows are six eighths of the lower one."""
    assert signs(Bar(((3 / 8, "held"),)), 2) == [(" ", "ground"), ("▆", "held")]
    assert signs(Bar(((1.0, "held"),)), 2) == [("█", "held"), ("█", "held")]
    assert signs(Bar(), 2) == [(" ", "ground"), (" ", "ground")]


def test_a_little_is_seen_and_nothing_is_not() -> None:
    assert signs(Bar(((0.001, "held"),)), 2)[1] == ("▁", "held")
    assert signs(Bar(((0.0, "held"),)), 2)[1] == (" ", "ground")


def test_parts_stand_on_each_other_and_share_a_cell() -> None:
    """Of one row 4 eighths are read, 2 are written: both are seen, the writes behind the block."""
    (cell,) = column(Bar(((0.5, "read"), (0.5, "write"))), 1, "ground")
    assert (cell.text, cell.front, cell.back) == ("▄", "read", "write")
    low = column(Bar(((0.5, "read"), (0.5, "write"))), 2, "ground")
    assert [(cell.text, cell.front) for cell in low] == [("█", "write"), ("█", "read")]


def test_the_line_stands_at_its_height_and_never_on_a_bar() -> None:
    assert signs(Bar(((0.25, "held"),), 1.0), 4) == [("─", "line"), (" ", "ground"), (" ", "ground"), ("█", "held")]
    assert signs(Bar(((0.25, "held"),), 0.5), 4)[2] == ("─", "line")
    assert signs(Bar(((1.0, "held"),), 1.0), 2)[0] == ("█", "held")


def test_many_requests_share_cells_and_the_last_of_the_order_is_the_mark() -> None:
    asked: list[tuple[int, int]] = []

    def bar(first: int, last: int) -> Bar:
        asked.append((first, last))
        return Bar(((1.0, "held"),))

    marks = {2: ("!", "bad"), 1: ("✗", "warn"), 3: ("✗", "warn")}
    told, scale = Picture(4, bar, marks=marks, order=("✗", "!")), Scale(4, 2)
    drawn = draw(told, scale, 1)
    assert asked == [(1, 2), (3, 4)]
    assert [cell.text for cell in drawn[-1]] == ["!", "✗"]
    row, below = pointed(drawn, told, scale, 4)
    assert [cell.text for cell in below] == ["!", "▲"]
    assert [cell.back for cell in row] == ["ground", "column"]
    assert [cell.text for cell in drawn[-1]] == ["!", "✗"], "what was drawn is kept for the next key"


def test_few_requests_have_several_cells_and_a_gap() -> None:
    told, scale = Picture(2, lambda first, last: Bar(((1.0, "held"),))), Scale(2, 10)
    row, below = pointed(draw(told, scale, 1), told, scale, 2)
    assert "".join(cell.text for cell in row) == "███ ███ "
    assert [cell.back for cell in row] == ["ground"] * 4 + ["column"] * 3 + ["ground"]
    assert "".join(cell.text for cell in below) == "     ▲  "


def test_without_requests_there_is_nothing_to_draw() -> None:
    assert pointed(draw(Picture(), Scale(0, 10), 2), Picture(), Scale(0, 10), 1) == [[], [], []]


class Sized(RequestStrip):
    """A strip whose size is what a test says: a widget is painted at a new size before it hears of it."""

    cells = Size(LEAD + 9, 3)

    @property
    def size(self) -> Size:
        return self.cells


class Alone(App[None]):
    def compose(self) -> ComposeResult:
        yield Sized()


async def test_a_strip_that_is_painted_before_it_hears_of_its_new_size() -> None:
    """Twelve requests on eight cells share them, on twelve each has its own: the cursor stands in the last one."""
    async with Alone().run_test() as pilot:
        strip = pilot.app.query_one(Sized)
        strip.show(Picture(12, lambda first, last: Bar(((1.0, "held"),))), 12)
        for room in (8, 12, 8):
            strip.cells = Size(LEAD + 1 + room, 3)
            below = strip.render_line(2).text[LEAD:]
            assert below.index("▲") == Scale(12, room).width - 1
            assert strip.render_line(0).text[LEAD:].rstrip() == "█" * Scale(12, room).width
