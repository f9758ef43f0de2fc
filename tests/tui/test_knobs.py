"""Knobs: round steps on any range, typed values, and a panel that never turns a knob back under the finger."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.widgets import Input

from inspector.policy.model import Knob
from inspector.tui.theme import variable_defaults
from inspector.tui.widgets.knob_panel import KnobPanel
from inspector.tui.widgets.knob_state import KnobState, span
from inspector.tui.widgets.slider import Span, column, parse, track, value_at

SOFT = Knob("soft_threshold", 80_000, 80_000, "tokens", 1_000, 2_000_000, "Layers start at this size.")
KEEP = Knob("keep_recent_messages", 6, 6, "messages", 0, 100, "The last messages that prune keeps.")
MASK = Knob("mask_over", 200, 200, "bytes", 0, 100_000, "Older results over this are cleared.")
KNOBS = (SOFT, KEEP, MASK)
SPANS = st.tuples(st.integers(0, 10**6), st.integers(0, 10**7)).map(lambda ends: Span(min(ends), max(ends)))


class Host(App[None]):
    CSS = "KnobPanel { height: 1fr; }"

    def __init__(self, answer: bool = True) -> None:
        super().__init__()
        self.answer = answer
        self.knobs: tuple[Knob, ...] = KNOBS
        self.heard: list[tuple[str, int] | str] = []

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return variable_defaults(self.current_theme.dark)

    def compose(self) -> ComposeResult:
        yield KnobPanel()
        yield Input()

    def on_mount(self) -> None:
        self.panel.show(self.knobs)
        self.panel.focus()

    @property
    def panel(self) -> KnobPanel:
        return self.query_one(KnobPanel)

    def on_knob_panel_changed(self, message: KnobPanel.Changed) -> None:
        self.heard.append((message.name, message.value))
        if self.answer:
            self.knobs = tuple(replace(k, value=message.value) if k.name == message.name else k for k in self.knobs)
            self.panel.show(self.knobs)

    def on_knob_panel_reset_all(self) -> None:
        self.heard.append("all")
        self.knobs = KNOBS
        self.panel.show(self.knobs)


def lines(panel: KnobPanel) -> list[str]:
    return [panel.render_line(y).text for y in range(panel.size.height)]


@pytest.mark.parametrize(
    ("value", "direction", "coarse", "expected"),
    [
        (6, 1, False, 7),
        (6, 1, True, 10),
        (6, -1, True, 5),
        (10, -1, False, 9),
        (40, 1, True, 50),
        (200, 1, False, 210),
        (8_067, 1, False, 8_100),
        (8_067, -1, False, 8_000),
        (10_000, -1, False, 9_900),
        (9_900, 1, False, 10_000),
        (80_000, 1, False, 81_000),
        (80_000, 1, True, 90_000),
        (80_000, -1, True, 70_000),
        (0, -1, False, 0),
        (1_000_000, 1, True, 1_000_000),
    ],
)
def test_steps_are_round(value: int, direction: int, coarse: bool, expected: int) -> None:
    assert Span(0, 1_000_000).stepped(value, direction, coarse) == expected


@given(SPANS, st.data(), st.sampled_from([1, -1]), st.booleans())
def test_steps_move_and_stay_in_range(span: Span, data: st.DataObject, direction: int, coarse: bool) -> None:
    value = data.draw(st.integers(span.low, span.high))
    stepped = span.stepped(value, direction, coarse)
    assert span.low <= stepped <= span.high
    end = span.high if direction > 0 else span.low
    assert (stepped - value) * direction > 0 or value == end


@given(SPANS, st.integers(1, 60))
def test_the_slider_is_monotone_and_reaches_both_ends(span: Span, width: int) -> None:
    values = [value_at(span, at, width) for at in range(width)]
    assert values == sorted(values)
    assert values[0] == span.low
    assert width == 1 or values[-1] == span.high
    assert column(span, span.low, width) == 0
    assert span.high == span.low or column(span, span.high, width) == width - 1
    assert len(track(span, span.low, span.high, width)) == width


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("80000", 80_000),
        ("80_000", 80_000),
        ("80,000", 80_000),
        (" 80k ", 80_000),
        ("1.5M", 1_500_000),
        ("0", "from 1,000 to 2,000,000"),
        ("3m", "from 1,000 to 2,000,000"),
        ("1.2345k", "not a whole number"),
        ("", "not a whole number"),
        ("k", "not a whole number"),
        ("-5000", "not a whole number"),
        ("٣٤٥٦", "not a whole number"),
        ("9" * 40, "not a whole number"),
    ],
)
def test_typed_numbers(text: str, expected: int | str) -> None:
    assert parse(text, Span(1_000, 2_000_000)) == expected


async def test_rows_say_name_value_unit_and_what_differs_from_the_default() -> None:
    app = Host()
    async with app.run_test(size=(32, 24)):
        text = lines(app.panel)
        assert text[0].split() == ["▌soft", "threshold", "80,000"]
        assert text[1].rstrip().endswith("tokens")
        assert "●" in text[1]
        assert "✱" not in text[0]
        assert "Layers start at this size." in " ".join(text)
        assert "default 80,000 · 1k–2M" in " ".join(text)
        app.panel.show((replace(SOFT, value=40_000), KEEP, MASK))
        text = lines(app.panel)
        assert text[0].split() == ["▌soft", "threshold", "✱", "40,000"]
        assert text[1].index("●") < text[1].index("┼")


async def test_an_uneven_scale_is_named_where_the_knob_is_explained() -> None:
    app = Host()
    async with app.run_test(size=(32, 24)) as pilot:
        assert span(SOFT).logarithmic
        assert "── logarithmic scale ──" in " ".join(lines(app.panel))
        even = replace(KEEP, min=1, max=20)
        app.panel.show((SOFT, even, MASK))
        await pilot.press("down")
        assert app.panel.selected == even
        assert "scale" not in " ".join(lines(app.panel))


class Filled(Host):
    """The panel as large as the screen."""

    CSS = "KnobPanel { height: 1fr; width: 1fr; }"


async def test_an_uneven_scale_is_named_in_a_small_panel_too() -> None:
    app = Filled()
    async with app.run_test(size=(28, 12)):
        [rule] = [line for line in lines(app.panel) if "↓ more" in line]
        assert rule.startswith("── log scale ─")


@pytest.mark.parametrize("size", [(10, 6), (28, 8), (28, 24), (34, 12), (60, 40)])
async def test_every_line_is_as_wide_as_the_panel(size: tuple[int, int]) -> None:
    app = Filled()
    async with app.run_test(size=size) as pilot:
        await pilot.press("9", "9", "m", "enter")
        assert {cell_len(line) for line in lines(app.panel)} == {app.panel.size.width}


async def test_keys_turn_the_selected_knob() -> None:
    app = Host()
    async with app.run_test(size=(32, 24)) as pilot:
        await pilot.press("right", "shift+right", "left", "end", "home", "delete")
        assert [heard[1] for heard in app.heard] == [81_000, 90_000, 89_000, 2_000_000, 1_000, 80_000]
        app.heard.clear()
        await pilot.press("down", "right", "ctrl+right", "backspace", "up", "right", "R")
        assert app.heard == [
            ("keep_recent_messages", 7),
            ("keep_recent_messages", 10),
            ("keep_recent_messages", 6),
            ("soft_threshold", 81_000),
            "all",
        ]
        assert app.panel.state.knobs == KNOBS


async def test_a_typed_value_is_applied_with_enter_and_explained_when_it_cannot_be() -> None:
    app = Host()
    async with app.run_test(size=(32, 24)) as pilot:
        await pilot.press("9", "6", "k")
        assert "96k▏" in lines(app.panel)[0]
        assert app.heard == []
        await pilot.press("enter")
        assert app.heard == [("soft_threshold", 96_000)]
        await pilot.press("9", "m", "enter")
        assert "✖ from 1,000 to 2,000,000" in lines(app.panel)[1]
        assert "9m▏" in lines(app.panel)[0]
        await pilot.press("backspace", "backspace", "5", "0", "0", "0", "left", "enter")
        assert app.heard == [("soft_threshold", 96_000), ("soft_threshold", 5_000)]
        await pilot.press("7", "escape", "8", "down", "enter", "1", "2", "tab")
        assert len(app.heard) == 2
        assert app.panel.state.typing is None


async def test_the_mouse_selects_drags_and_turns() -> None:
    app = Host()
    async with app.run_test(size=(32, 24)) as pilot:
        await pilot.click(KnobPanel, offset=(3, 3))
        assert app.panel.selected == KEEP
        assert app.heard == []
        await pilot.mouse_down(KnobPanel, offset=(1, 4))
        await pilot.hover(KnobPanel, offset=(31, 4))
        await pilot.mouse_up(KnobPanel, offset=(31, 4))
        assert app.heard == [("keep_recent_messages", 0), ("keep_recent_messages", 100)]
        await pilot._post_mouse_events([_wheel_down()], KnobPanel, offset=(3, 4))
        assert len(app.heard) == 2  # the wheel alone turns nothing
        await pilot._post_mouse_events([_wheel_down()], KnobPanel, offset=(3, 3), control=True)
        assert app.heard[-1] == ("keep_recent_messages", 99)
        await pilot._post_mouse_events([_wheel_down()], KnobPanel, offset=(3, 0))
        assert len(app.heard) == 3


def _wheel_down() -> type:
    from textual.events import MouseScrollDown

    return MouseScrollDown


async def test_a_small_panel_scrolls_to_the_selected_knob() -> None:
    app = Host()
    async with app.run_test(size=(30, 12)) as pilot:
        app.panel.show(tuple(replace(KEEP, name=f"knob_{number}") for number in range(12)))
        await pilot.press(*["down"] * 11)
        text = lines(app.panel)
        assert any(line.startswith("▌knob 11") for line in text)
        assert "↑ more" in " ".join(text)
        await pilot.press(*["up"] * 5)
        assert any(line.startswith("▌knob 6") for line in lines(app.panel))
        assert "↑↓ more" in " ".join(lines(app.panel))


async def test_a_refused_value_goes_back_and_says_why() -> None:
    app = Host(answer=False)
    async with app.run_test(size=(32, 24)) as pilot:
        await pilot.press("right")
        app.panel.refuse("soft_threshold", "must be below hard_limit", 80_000)
        assert "must be below hard_limit" in lines(app.panel)[1]
        assert app.panel.selected == SOFT


async def test_hostile_knobs_are_shown_as_text() -> None:
    app = Host()
    evil = "\x1b]0;x\x07[/b]\u202e"
    async with app.run_test(size=(60, 24)):
        app.panel.show(
            (Knob(evil, 1, 1, evil, 0, 9, evil * 9), Knob("日本語" * 20, 1, 2, "トークン", 0, 9, "👩‍👩‍👧" * 40))
        )
        text = lines(app.panel)
        assert all(line.replace("👩‍👩‍👧", "").isprintable() for line in text)
        assert {cell_len(line) for line in text} == {app.panel.size.width}


def test_answers_to_older_changes_do_not_turn_the_knob_back() -> None:
    state = KnobState()
    state.receive(KNOBS)
    for value in (81_000, 82_000, 83_000):
        state.set(value)
    for answered in (80_000, 81_000, 82_000):
        state.receive((replace(SOFT, value=answered), KEEP, MASK))
        assert state.knobs[0].value == 83_000
    state.receive((replace(SOFT, value=83_000), KEEP, MASK))
    assert state.underway == {}
    state.receive(KNOBS)
    assert state.knobs[0].value == 80_000


def test_what_the_screen_decides_otherwise_is_believed() -> None:
    state = KnobState()
    state.receive(KNOBS)
    state.set(81_000)
    state.receive((replace(SOFT, value=50_000), KEEP, MASK))
    assert state.knobs[0].value == 50_000
    state.set(51_000)
    state.forget()
    state.receive(KNOBS)
    assert state.knobs == KNOBS


def test_other_knobs_begin_at_the_first() -> None:
    state = KnobState()
    assert state.receive(KNOBS)
    state.select(2)
    assert not state.receive(tuple(replace(knob, value=knob.max) for knob in KNOBS))
    assert (state.selected, state.changed) == (2, 3)
    assert state.receive(KNOBS[:2])
    assert state.selected == 0
