"""The timeline: what it draws at any width and length, and what it says when the person points at it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.app import App, ComposeResult

from inspector.tui.theme import load_themes, variable_defaults
from inspector.tui.widgets.timeline import Timeline
from inspector.tui.widgets.timeline_chart import BLOCKS, SIGNS, draw
from inspector.tui.widgets.timeline_data import Threshold, TimelineData, bar_of, columns, layout
from inspector.tui.widgets.timeline_marks import Mark, Marks
from tests.pace import within

LIMITS = (Threshold("start", 80_000, "soft"), Threshold("refuse", 120_000, "hard"))
DATA = TimelineData(
    transcript=tuple(range(10_000, 210_000, 10_000)),
    view=(*range(10_000, 90_000, 10_000), *range(30_000, 90_000, 10_000), *range(20_000, 80_000, 10_000)),
    thresholds=LIMITS,
    marks=Marks.of(Mark(8, "compaction", "prune"), Mark(14, "refusal", "over"), Mark(18, "recorded", "boundary")),
    cursor=5,
    turns=tuple(request // 4 + 1 for request in range(20)),
)


class Host(App[None]):
    CSS = "Timeline { height: 6; }"

    def __init__(self) -> None:
        super().__init__()
        self.scrubbed: list[int] = []

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return variable_defaults(self.current_theme.dark)

    def compose(self) -> ComposeResult:
        yield Timeline()

    def on_timeline_scrubbed(self, message: Timeline.Scrubbed) -> None:
        self.scrubbed.append(message.request)
        self.query_one(Timeline).point(message.request)


def lines(timeline: Timeline) -> list[str]:
    return [timeline.render_line(y).text for y in range(timeline.size.height)]


def long(requests: int) -> TimelineData:
    return TimelineData(
        transcript=range(1, requests * 100 + 1, 100),
        view=[100 + request % 900 for request in range(requests)],
        thresholds=(Threshold("start", 900, "soft"),),
        marks=Marks.of(*(Mark(request, "compaction", "fold") for request in range(500, requests, 500))),
        cursor=requests // 2,
    )


@pytest.mark.parametrize("width", [20, 40, 80, 120, 200])
@pytest.mark.parametrize("data", [TimelineData(), replace(DATA, view=DATA.view[:1]), DATA, long(3), long(5_000)])
async def test_every_line_is_as_wide_as_the_widget(width: int, data: TimelineData) -> None:
    app = Host()
    async with app.run_test(size=(width, 10)):
        timeline = app.query_one(Timeline)
        timeline.show(data)
        assert [cell_len(line) for line in lines(timeline)] == [width] * 6


async def test_what_is_said() -> None:
    app = Host()
    async with app.run_test(size=(120, 10)):
        timeline = app.query_one(Timeline)
        timeline.show(DATA)
        caption, *chart, marks = lines(timeline)
        assert caption.startswith(" request 5 of 20 · turn 2 · view 50,000 of 50,000 tokens")
        assert "■ view  ■ transcript  ◆ compacted  ✖ refused  ◇ recorded" in caption
        assert sum("120,000 refuse" in line for line in chart) == 1
        assert sum("80,000 start" in line for line in chart) == 1
        assert "◆prune " in marks
        assert [sign for sign in marks if sign in "▲◆✖◇"] == ["▲", "◆", "✖", "◇"]
        assert marks.rstrip().endswith("tokens")
        timeline.show(replace(DATA, cursor=14, approximate=True))
        assert "view ≈80,000 of ≈140,000 tokens  ✖ refused: over" in lines(timeline)[0]


async def test_lines_are_drawn_across_the_chart_and_named_short_on_a_narrow_screen() -> None:
    app = Host()
    async with app.run_test(size=(60, 10)):
        timeline = app.query_one(Timeline)
        timeline.show(DATA)
        text = lines(timeline)
        assert any("─────" in line and line.rstrip().endswith("120k") for line in text)
        assert any("╌╌╌╌╌" in line and line.rstrip().endswith("80k") for line in text)


async def test_a_far_window_is_named_but_does_not_flatten_the_chart() -> None:
    app = Host()
    async with app.run_test(size=(100, 10)):
        timeline = app.query_one(Timeline)
        timeline.show(replace(DATA, thresholds=(*LIMITS, Threshold("window", 1_000_000, "window"))))
        assert any("1,000,000 window↑" in line for line in lines(timeline))
        assert timeline._chart is not None
        assert timeline._chart.top < 140_000


async def test_keys_post_requests_and_steps_add_up_before_the_answer() -> None:
    app = Host()
    async with app.run_test(size=(80, 10)) as pilot:
        timeline = app.query_one(Timeline)
        timeline.show(DATA)
        timeline.focus()
        await pilot.press("right", "left", "home", "left", "end", "right", "pageup", "pageup", "pagedown")
        assert app.scrubbed == [6, 5, 1, 20, 18, 14, 18]
        assert timeline.data.cursor == 18
        timeline.action_step(1)
        timeline.action_step(1)
        await pilot.pause()
        assert app.scrubbed[-1] == 20


async def test_the_mouse_scrubs_and_prefers_marked_requests() -> None:
    app = Host()
    async with app.run_test(size=(80, 10)) as pilot:
        timeline = app.query_one(Timeline)
        timeline.show(long(5_000))
        await pilot.click(Timeline, offset=(1, 2))
        assert app.scrubbed[-1] == 73
        assert timeline._chart is not None
        place = 1 + bar_of(timeline._chart.bars, 2_000)
        await pilot.click(Timeline, offset=(place, 2))
        assert app.scrubbed[-1] == 2_000
        await pilot.mouse_down(Timeline, offset=(1, 2))
        await pilot.hover(Timeline, offset=(40, 2))
        await pilot.mouse_up(Timeline, offset=(40, 2))
        dragged = len(app.scrubbed)
        assert 2_500 < app.scrubbed[-1] < 3_300
        await pilot.hover(Timeline, offset=(10, 2))
        assert len(app.scrubbed) == dragged


async def test_nothing_is_laid_out_and_nothing_drawn_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Host()
    async with app.run_test(size=(80, 10)) as pilot:
        timeline = app.query_one(Timeline)
        timeline.show(DATA)
        await pilot.pause()
        drawn = timeline._strips
        timeline.show(replace(DATA))
        assert timeline._strips is drawn
        layouts: list[Any] = []
        monkeypatch.setattr(app.screen, "_refresh_layout", lambda *args, **kwargs: layouts.append(args))
        timeline.show(replace(DATA, cursor=7))
        await pilot.pause()
        assert layouts == []


async def test_a_new_theme_gives_new_colours() -> None:
    app = Host()
    async with app.run_test(size=(80, 10)) as pilot:
        timeline = app.query_one(Timeline)
        timeline.show(DATA)
        seen = set()
        for theme in load_themes()[0]:
            app.register_theme(theme)
            app.theme = theme.name
            await pilot.pause()
            seen.add(timeline.render_line(4)._segments[1].style)
        assert len(seen) == 4


async def test_hostile_names_are_shown_as_text() -> None:
    app = Host()
    async with app.run_test(size=(120, 10)):
        timeline = app.query_one(Timeline)
        evil = "\x1b]0;x\x07[/b]"
        timeline.show(
            replace(
                DATA, unit=evil, thresholds=(Threshold(evil, 80_000, "soft"),), marks=Marks.of(Mark(5, "refusal", evil))
            )
        )
        assert all(line.isprintable() for line in lines(timeline))
        assert "␛]0;x␇[/b]" in lines(timeline)[0]


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=300), st.integers(1, 250), st.integers(1, 5))
def test_every_request_has_its_place_and_no_bar_is_too_high(sizes: list[int], width: int, rows: int) -> None:
    starts, _ = layout(len(sizes), width)
    data = TimelineData(sizes, sizes, cursor=len(sizes))
    bars = columns(data, len(starts) - 1)
    assert starts[-1] <= width
    assert [request for bar in bars for request in range(bar.first, bar.last + 1)] == list(range(1, len(sizes) + 1))
    assert max(bar.view for bar in bars) == max(sizes)
    for request in range(1, len(sizes) + 1):
        assert bars[bar_of(bars, request)].first <= request <= bars[bar_of(bars, request)].last
    for scale in ("view", "all", "log"):
        chart = draw(data, width, rows, scale)
        assert all(len(row) == width for row in chart.rows)
        assert all(cell.text in BLOCKS for row in chart.rows for cell in row)


def test_signs_are_one_cell() -> None:
    assert all(cell_len(sign) == 1 for sign in SIGNS.values())


def test_five_thousand_requests_are_drawn_within_a_frame() -> None:
    data = long(5_000)
    draw(data, 180, 4, "view")
    with within(5 * 0.05):
        for _ in range(5):
            draw(data, 180, 4, "view")
