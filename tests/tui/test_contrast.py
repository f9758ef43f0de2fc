"""Every letter that is drawn can be read: its colour against what lies behind it, in every theme and situation."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from rich.color import Color
from rich.style import Style
from textual.color import Color as Colour
from textual.screen import ModalScreen
from textual.theme import BUILTIN_THEMES, Theme

from inspector.policy import load_policy
from inspector.transcript import load
from inspector.tui.app import InspectorApp
from inspector.tui.legible import CURSOR, GROUNDS, QUIET, WORDS, legible
from inspector.tui.legible import contrast as ratio
from inspector.tui.screens.main import MainScreen
from inspector.tui.session import Session
from inspector.tui.theme import load_themes, variable_defaults
from tests.tui.drive import ready, still, until
from tests.tui.frames import letters

LEAST = 4.5
THEMES = ("inspector-dark", "inspector-light", "inspector-contrast", "inspector-cvd")
Rgb = tuple[int, int, int]


def luminance(rgb: Rgb) -> float:
    """Of WCAG 2."""
    parts = [part / 255 for part in rgb]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def colours(style: Style) -> tuple[Rgb, Rgb]:
    """What a letter and what lies behind it looks like: reversed, dimmed, as the terminal shows it."""
    front, back = _rgb(style.color), _rgb(style.bgcolor)
    if style.reverse:
        front, back = back, front
    if style.dim:
        front = tuple((one + other) // 2 for one, other in zip(front, back, strict=True))  # type: ignore[assignment]
    return front, back


def _rgb(colour: Color | None) -> Rgb:
    assert colour is not None
    assert colour.triplet is not None, f"{colour} is the terminal's own: nobody knows how it looks"
    return tuple(colour.triplet)  # type: ignore[return-value]


@cache
def contrast(style: Style) -> float:
    low, high = sorted(luminance(colour) for colour in colours(style))
    return (high + 0.05) / (low + 0.05)


def faint(app: InspectorApp) -> set[str]:
    """The letters that are hard to read, by style, with the words that they stand in."""
    dialog = isinstance(app.screen, ModalScreen)
    boxes = [widget.region for widget in app.screen.children] if dialog else [None]
    found: dict[Style, list[str]] = {}
    for box in boxes:
        for letter in letters(app, box, lambda style: contrast(style) < LEAST):
            found.setdefault(letter.style, []).append(letter.text)
    return {f"{contrast(style):.2f} {style}: {''.join(texts)[:40]}" for style, texts in found.items()}


Keys = tuple[str, ...]
SITUATIONS: dict[str, tuple[str, str, Keys, dict[str, int]]] = {
    "fits": ("lost-rule", "recorded", (), {}),
    "start": ("re-reads", "workbuddy-s14", ("less_than_sign",), {}),
    "compacted": ("re-reads", "workbuddy-s14", ("less_than_sign", "n"), {}),
    "a layer": ("re-reads", "workbuddy-s14", ("less_than_sign", "n", "3"), {}),
    "cleared": ("re-reads", "evo-agent", ("x", "enter"), {}),
    "cut": ("oom-log", "go-tiny-claw", ("x",), {"max_chars": 2_000}),
    "summary": ("research", "agent-engineering", (), {}),
    "durable": ("durable-facts", "workbuddy-s14", ("d",), {}),
    "knobs": ("re-reads", "workbuddy-s14", ("a", "right_square_bracket"), {}),
    "refused": ("re-reads", "workbuddy-s14", (), {"hard_limit": 20_000}),
    "search, empty": ("re-reads", "workbuddy-s14", ("slash",), {}),
    "search": ("re-reads", "workbuddy-s14", ("slash", *"file", "down", "down"), {}),
    "search, list": ("re-reads", "workbuddy-s14", ("slash", *"migrations", "tab", "down"), {}),
    "hit": ("re-reads", "workbuddy-s14", ("slash", *"migrations", "enter"), {}),
    "search, wrong": ("research", "evo-agent", ("slash", *"role:x"), {}),
    "compare": ("re-reads", "workbuddy-s14", ("M", "c", *["left_square_bracket"] * 4), {}),
    "differences": ("re-reads", "workbuddy-s14", ("V", *["left_curly_bracket"] * 2, "equals_sign", "down"), {}),
    "layer list": ("re-reads", "workbuddy-s14", ("E", "space"), {}),
    "over the window": ("re-reads", "agent-engineering", (), {"window": 4_000}),
}
"""What the main screen shows: sample, policy, keys, knobs."""
DIALOGS = ("question_mark", "o", "p", "e", "g", "b", "i", "space", "P", "y", "B", "ctrl+p")


@pytest.mark.parametrize("situation", SITUATIONS)
async def test_every_letter_of_the_main_screen_can_be_read(samples: dict[str, Path], situation: str) -> None:
    sample, policy, keys, knobs = SITUATIONS[situation]
    session = Session(load(samples[sample]), None if policy == "recorded" else load_policy(policy))
    for name, value in knobs.items():
        session.turn(name, value)
    app = InspectorApp(session=session)
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        await pilot.press(*keys)
        await ready(pilot)
        for theme in THEMES:
            app.theme = theme
            await pilot.pause()
            assert not (found := faint(app)), (theme, found)


async def test_every_letter_of_the_summary_room_can_be_read(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["lost-rule"]), "recorded")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        for keys in (("s",), ("j", "j"), ("g",)):
            await pilot.press(*keys)
            await still(pilot)
            for theme in THEMES:
                app.theme = theme
                await pilot.pause()
                assert not (found := faint(app)), (theme, keys, found)


async def test_every_letter_of_a_dialog_can_be_read(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        for theme in THEMES:
            app.theme = theme
            for key in DIALOGS:
                await pilot.press(key)
                await until(pilot, lambda: not isinstance(app.screen, MainScreen))
                assert not (found := faint(app)), (theme, key, found)
                await pilot.press("escape")
                await until(pilot, lambda: isinstance(app.screen, MainScreen))


@pytest.mark.parametrize("theme", [*load_themes()[0], *BUILTIN_THEMES.values()], ids=lambda theme: theme.name)
def test_the_words_of_every_theme_can_be_read_on_its_grounds(theme: Theme) -> None:
    found = legible({**variable_defaults(theme.dark), **theme.to_color_system().generate(), **theme.variables})
    if "ansi" in found["foreground"]:
        pytest.skip("the terminal's own colours")
    for ground in GROUNDS:
        for name in (*WORDS, *QUIET, *(name for name in found if name.startswith(("fate-", "part-")))):
            assert ratio(Colour.parse(found[name]), Colour.parse(found[ground])) >= LEAST, (name, ground)
    for name in ("foreground", "accent", *QUIET, *(name for name in found if name.startswith("fate-"))):
        assert ratio(Colour.parse(found[name]), Colour.parse(found[CURSOR])) >= LEAST, name
