"""The budget bar: its parts are in proportion at any width, and being over is impossible to miss."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.app import App, ComposeResult

from inspector.tui.numerals import full, short
from inspector.tui.theme import load_themes, variable_defaults
from inspector.tui.theme_file import PARTS
from inspector.tui.widgets.budget_bar import BudgetBar
from inspector.tui.widgets.budget_data import BudgetData, Part, bar, stretches
from inspector.tui.widgets.timeline_data import Threshold

DATA = BudgetData(
    parts=(
        Part("fixed", 4_000),
        Part("user", 1_204),
        Part("results", 17_466),
        Part("new", 310),
        Part("reserve", 4_000),
    ),
    window=32_000,
    whole=60_000,
)


class Host(App[None]):
    def get_theme_variable_defaults(self) -> dict[str, str]:
        return variable_defaults(self.current_theme.dark)

    def compose(self) -> ComposeResult:
        yield BudgetBar()


async def shown(data: BudgetData, width: int) -> list[str]:
    app = Host()
    async with app.run_test(size=(width, 6)):
        bar = app.query_one(BudgetBar)
        bar.show(data)
        return [bar.render_line(y).text for y in range(2)]


@pytest.mark.parametrize("width", [10, 30, 80, 120, 200])
@pytest.mark.parametrize(
    "data", [BudgetData(), DATA, replace(DATA, window=None), replace(DATA, window=20_000), replace(DATA, window=10**9)]
)
async def test_every_line_is_as_wide_as_the_widget(width: int, data: BudgetData) -> None:
    assert [cell_len(line) for line in await shown(data, width)] == [width, width]


async def test_numbers_in_full_where_there_is_room_and_short_where_not() -> None:
    wide = (await shown(DATA, 200))[1]
    assert "26,980 of 32,000 tokens 84%" in wide
    assert "■ results 17,466" in wide
    assert "▒ reserve 4,000" in wide
    assert "□ free 5,020" in wide
    narrow = (await shown(DATA, 80))[1]
    assert "26,980 of 32,000 tokens 84%" in narrow
    assert "■ results 17.5k" in narrow
    assert "more" in narrow
    assert "27k of 32k tokens" in (await shown(DATA, 40))[1]


async def test_over_the_window_is_said_on_the_bar_and_in_the_numbers() -> None:
    line, numbers = await shown(replace(DATA, window=20_000), 120)
    assert " OVER by 6,980 " in line
    assert "╱" in line
    assert " 6,980 OVER the window  26,980 of 20,000 tokens" in numbers
    assert "free" not in numbers


async def test_a_fixed_input_that_the_policy_is_far_from_is_told_with_what_it_reckons_with() -> None:
    data = replace(DATA, reckoned=1_000)
    assert "fixed 4,000, reckoned with 1,000" in (await shown(data, 200))[1]
    assert "fixed 4k, policy 1k" in (await shown(data, 100))[1]
    assert "reckoned" not in (await shown(DATA, 200))[1]


async def test_without_a_window_the_bar_is_the_transcript_and_says_so() -> None:
    line, numbers = await shown(replace(DATA, window=None), 160)
    assert "left out" in line
    assert "no window: the bar is the transcript" in numbers
    assert "□ left out 33k" in numbers or "□ left out 33,020" in numbers


async def test_limits_are_marked_and_named() -> None:
    data = replace(DATA, limits=(Threshold("start", 16_000, "soft"), Threshold("refuse", 24_000, "hard")))
    line, numbers = await shown(data, 162)
    assert (line.index("╎"), line.index("┃")) == (81, 121)
    assert "╎ start 16,000" in numbers
    assert "┃ refuse 24,000" in numbers


async def test_approximate_sizes_are_marked() -> None:
    assert "≈26,980 of 32,000 tokens" in (await shown(replace(DATA, approximate=True), 120))[1]


async def test_hostile_units_and_names() -> None:
    data = replace(DATA, unit="\x1b[2J", limits=(Threshold("\x9b[/b]", 9_000, "soft"),))
    assert all(line.isprintable() for line in await shown(data, 200))


async def test_every_theme_colours_it() -> None:
    app = Host()
    async with app.run_test(size=(100, 6)) as pilot:
        bar = app.query_one(BudgetBar)
        bar.show(DATA)
        seen = set()
        for theme in load_themes()[0]:
            app.register_theme(theme)
            app.theme = theme.name
            await pilot.pause()
            seen.add(bar.render_line(0)._segments[1].style)
        assert len(seen) == 4


@given(
    st.lists(st.tuples(st.sampled_from(PARTS[:-1]), st.integers(0, 10**7)), max_size=14),
    st.none() | st.integers(0, 10**7),
    st.integers(0, 10**7),
    st.lists(st.integers(0, 2 * 10**7), max_size=3),
    st.integers(1, 220),
)
def test_the_bar_is_full_and_in_proportion(
    sizes: list[tuple[str, int]], window: int | None, whole: int, limits: list[int], width: int
) -> None:
    lines = tuple(Threshold("start", value, "soft") for value in limits)
    data = BudgetData(tuple(Part(*size) for size in sizes), window, whole, limits=lines)
    row = bar(data, width)
    assert len(row) == width
    assert all(cell_len(cell.text) == 1 for cell in row)
    found = stretches(data, width)
    for part, following in pairwise(found):
        assert part.stop == following.start
    for part in found:
        assert abs((part.stop - part.start) - part.size * width * 8 / data.length) <= 1


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (999, "999"),
        (1_000, "1k"),
        (17_466, "17.5k"),
        (99_949, "99.9k"),
        (99_950, "100k"),
        (999_499, "999k"),
        (999_500, "1M"),
        (1_234_567, "1.2M"),
        (31 * 10**9, "31G"),
    ],
)
def test_short_numbers(number: int, text: str) -> None:
    assert short(number) == text
    assert short(number, True) == "≈" + text
    assert full(1_234_567) == "1,234,567"
