"""The panes scroll apart: each its own place and cursor, marked in the titles; joined again where the keys are."""

from __future__ import annotations

from pathlib import Path

from textual import events

from inspector.tui.app import InspectorApp
from inspector.tui.widgets.pane_titles import PaneTitles
from inspector.tui.widgets.side_by_side import SideBySide
from tests.tui.drive import main_screen, now, ready, text_of, until


def half(panes: SideBySide, place: int) -> list[str]:
    wide = panes.pane_width
    return [line[:wide] if not place else line[wide + 1 :] for line in text_of(panes).split("\n")]


def wheel(panes: SideBySide, x: int, down: bool = True) -> None:
    kind = events.MouseScrollDown if down else events.MouseScrollUp
    panes.post_message(kind(panes, x, 3, 0, 0, 0, False, False, False))


async def test_each_half_has_its_own_place(root: Path) -> None:
    app = InspectorApp(str(root / "sample_transcripts" / "re-reads.jsonl"), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        panes, titles = main_screen(app).panes, main_screen(app).query_one(PaneTitles)
        assert "⇕" not in titles.render_line(0).text
        await pilot.press("vertical_line")
        await until(pilot, lambda: titles.render_line(0).text.count("⇕") == 2)
        right = half(panes, 1)
        await pilot.press("home")
        await until(pilot, lambda: panes.scroll_y == 0)
        assert half(panes, 1) == right, "the other half stays where it is"
        left, cursor = half(panes, 0), panes.cursor
        await pilot.press("tab")
        await until(pilot, lambda: panes.active == 1)
        assert (half(panes, 0), panes.has_focus) == (left, True)
        assert now(panes.cursor) > cursor, "each half has its own cursor"
        assert panes.scroll_y > 0
        await pilot.press("vertical_line")
        await until(pilot, lambda: panes.held is None)
        assert panes.scroll_y > 0, "joined where the keys are"
        assert "⇕" not in titles.render_line(0).text
        await pilot.press("tab")
        assert not main_screen(app).panes.has_focus, "tab goes on as before"


async def test_the_wheel_scrolls_the_half_under_the_pointer(root: Path) -> None:
    app = InspectorApp(str(root / "sample_transcripts" / "re-reads.jsonl"), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        panes = main_screen(app).panes
        await pilot.press("home", "vertical_line")
        before = half(panes, 0), half(panes, 1)
        wheel(panes, panes.pane_width + 5)
        await until(pilot, lambda: half(panes, 1) != before[1])
        assert half(panes, 0) == before[0]
        wheel(panes, panes.pane_width + 5, down=False)
        await until(pilot, lambda: half(panes, 1) == before[1])
        wheel(panes, 5)
        await until(pilot, lambda: half(panes, 0) != before[0])
        assert half(panes, 1) == before[1]
        await pilot.press("vertical_line")
        together = panes.scroll_y
        wheel(panes, panes.pane_width + 5)
        await until(pilot, lambda: panes.scroll_y > together)
        assert panes.top(0) == panes.top(1)


async def test_a_click_takes_the_keys_to_the_half(root: Path) -> None:
    app = InspectorApp(str(root / "sample_transcripts" / "re-reads.jsonl"), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        panes = main_screen(app).panes
        await pilot.press("vertical_line", "home")
        await pilot.click("#panes", offset=(panes.pane_width + 10, 5))
        await until(pilot, lambda: panes.active == 1)
        assert panes.rows is not None
        assert panes.rows.shown(panes.cursor) == panes.rows.locate(panes.top(1) + 5).row
        await pilot.click("#titles", offset=(5, 0))
        await until(pilot, lambda: panes.active == 0)


async def test_one_pane_has_nothing_to_be_apart_from(root: Path) -> None:
    app = InspectorApp(str(root / "sample_transcripts" / "re-reads.jsonl"), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        main = main_screen(app)
        await pilot.press("vertical_line")
        await until(pilot, lambda: main.panes.held is not None)
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: main.panes.mode != "both")
        assert main.panes.held is None
        await pilot.press("vertical_line")
        await until(pilot, lambda: "do not fit" in main.said)
