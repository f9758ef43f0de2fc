"""Text is picked with the mouse: inside one pane, shown reversed, copied when the button is let go."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from textual.pilot import Pilot

from inspector.tui.app import InspectorApp
from inspector.tui.picked import Picked, Point, joined
from inspector.tui.rows import BLOCK
from inspector.tui.widgets.side_by_side import SideBySide
from tests.tui.drive import main_screen, ready, until

POINT = st.tuples(st.integers(0, 20), st.integers(0, 40)).map(lambda pair: Point(*pair))


@given(POINT, POINT, st.integers(0, 20))
def test_a_span_stays_in_the_text(anchor: Point, head: Point, low: int) -> None:
    picked = Picked(0, anchor, head)
    for y in range(25):
        start, stop = picked.span(y, low, 30)
        assert low <= start <= stop <= 30 or low > 30
        assert y in picked.lines or start == stop
    assert picked.span(3, low, 30) == Picked(0, head, anchor).span(3, low, 30)


def test_lines_that_the_screen_broke_are_one() -> None:
    assert joined([("keep these ", " "), ("words", "\n"), ("and a long/", ""), ("path", "\n")]) == (
        "keep these words\nand a long/path"
    )


def line_of(panes: SideBySide, block: int) -> int:
    """The line on the screen where a block begins."""
    assert panes.rows is not None
    return panes.rows.offsets[panes.rows.row_of[block]] - round(panes.scroll_y)


async def drag(pilot: Pilot[None], start: tuple[int, int], stop: tuple[int, int]) -> None:
    await pilot.mouse_down("#panes", offset=start)
    await pilot.hover("#panes", offset=stop)
    await pilot.mouse_up("#panes", offset=stop)
    await pilot.pause()


async def test_a_drag_copies_the_text_of_one_pane(root: Path) -> None:
    app = InspectorApp(str(root / "sample_transcripts" / "re-reads.jsonl"), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        session = await ready(pilot)
        main = main_screen(app)
        panes, rows = main.panes, main.panes.rows
        assert rows is not None
        await pilot.press("home")
        await until(pilot, lambda: panes.scroll_y == 0)
        cursor, y = panes.cursor, line_of(panes, 0)
        await drag(pilot, (0, y), (100, y + 3))
        words = session.transcript.structure.blocks[0].text
        copied = app.clipboard
        assert copied
        assert words.startswith(copied.replace("\n", " ")), "no sign, no number, no bar, nothing of the other pane"
        assert len(copied) > 60
        assert panes.picked is not None
        strip = panes.render_line(y + 1)
        assert any(segment.style and segment.style.reverse for segment in strip)
        assert not any(s.style and s.style.reverse for s in strip.crop(panes.pane_width + 1, panes.size.width))
        assert "copied" in main.said
        assert f"{len(copied):,}" in main.said
        assert panes.cursor == cursor, "the end of a drag is no click"
        await pilot.click("#panes", offset=(20, y + 1))
        assert panes.picked is None


async def test_the_right_pane_is_picked_from_as_well(root: Path) -> None:
    app = InspectorApp(str(root / "sample_transcripts" / "oom-log.jsonl"), "go-tiny-claw")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        panes = main_screen(app).panes
        assert panes.rows is not None
        await pilot.press("1")
        await until(pilot, lambda: panes.picture is not None and panes.picture.layer)
        assert panes.picture is not None
        block = min(panes.picture.touched)
        y, height = line_of(panes, block), panes.rows.heights[panes.rows.row_of[block]]
        await drag(pilot, (panes.pane_width + 2, y), (1, y + height - 1))
        assert app.clipboard.startswith("↩")
        await drag(pilot, (panes.pane_width + 2, y), (118, y + height - 1))
        assert "[An older tool" in app.clipboard
        assert "│" not in app.clipboard


async def test_dragging_on_beyond_the_edge_scrolls(root: Path) -> None:
    app = InspectorApp(str(root / "sample_transcripts" / "re-reads.jsonl"), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        main = main_screen(app)
        panes = main.panes
        await pilot.press("home")
        await until(pilot, lambda: panes.scroll_y == 0)
        await pilot.mouse_down("#panes", offset=(20, 3))
        await pilot.hover("#panes", offset=(25, 5))
        await pilot.hover("#status", offset=(25, 0))
        await until(pilot, lambda: panes.scroll_y > 3)
        await pilot.mouse_up("#status", offset=(25, 0))
        await until(pilot, lambda: "copied" in main.said)
        assert app.clipboard.count(" ") > 20
        assert panes._scrolling is None
        assert panes.rows is not None
        assert panes.rows.kinds[panes.cursor] == BLOCK


async def test_what_is_picked_goes_when_the_view_changes(root: Path) -> None:
    app = InspectorApp(str(root / "sample_transcripts" / "re-reads.jsonl"), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        panes = main_screen(app).panes
        await drag(pilot, (12, 3), (30, 6))
        assert panes.picked is not None
        await pilot.press("left")
        await until(pilot, lambda: panes.picked is None)
