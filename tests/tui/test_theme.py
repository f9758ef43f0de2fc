"""Themes: the shipped ones are readable, the user's may be anything and never end the start."""

from __future__ import annotations

import math
from itertools import combinations
from pathlib import Path

import pytest
from textual.app import App
from textual.color import Color
from textual.theme import Theme

from inspector import settings
from inspector.engine.view import Fate
from inspector.tui.theme import DEFAULT, load_themes, variable_defaults
from inspector.tui.theme_file import FATES, PARTS

SHIPPED, PROBLEMS = load_themes([settings.data_dir("themes")])
BY_NAME = {theme.name: theme for theme in SHIPPED}
GOOD = 'name: mine\nprimary: "#6ea8dc"\n'

# Machado, Oliveira, Fernandes 2009, severity 1.0, linear RGB.
SIMULATIONS = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
}


def linear(colour: str) -> list[float]:
    parts = [part / 255 for part in Color.parse(colour).rgb]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """WCAG 2, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lab(rgb: list[float]) -> tuple[float, float, float]:
    red, green, blue = (min(1.0, max(0.0, part)) for part in rgb)

    def curve(value: float) -> float:
        return value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116

    x = curve((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047)
    y = curve(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    z = curve((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: str, other: str, eyes: str) -> float:
    """CIE 1976 colour difference as those eyes see it."""
    seen = [
        lab([sum(a * b for a, b in zip(row, linear(c), strict=True)) for row in SIMULATIONS[eyes]])
        for c in (one, other)
    ]
    return math.dist(*seen)


def own_colours(theme: Theme) -> dict[str, str]:
    return {name: colour for name, colour in theme.variables.items() if name.startswith(("fate-", "part-"))}


def test_the_shipped_themes_load_without_a_problem() -> None:
    assert PROBLEMS == []
    assert list(BY_NAME) == ["inspector-dark", "inspector-contrast", "inspector-cvd", "inspector-light"]
    assert DEFAULT in BY_NAME
    assert set(FATES) == {fate.value for fate in Fate}


@pytest.mark.parametrize("theme", SHIPPED, ids=lambda theme: theme.name)
def test_every_text_is_readable(theme: Theme) -> None:
    least = 7 if theme.name == "inspector-contrast" else 4.5
    texts = {"foreground": theme.foreground, "error": theme.error, "warning": theme.warning, **own_colours(theme)}
    assert len(own_colours(theme)) == len(FATES) + len(PARTS)
    for name, colour in texts.items():
        for ground in (theme.background, theme.surface, theme.panel):
            assert contrast(str(colour), str(ground)) >= least, (name, ground)


@pytest.mark.parametrize("theme", SHIPPED, ids=lambda theme: theme.name)
def test_no_two_fates_look_alike(theme: Theme) -> None:
    eyes = SIMULATIONS if theme.name == "inspector-cvd" else ["normal"]
    colours = [theme.variables[f"fate-{name}"] for name in FATES]
    for (one, other), kind in ((pair, kind) for pair in combinations(colours, 2) for kind in eyes):
        assert difference(one, other, kind) > 17, (one, other, kind)


@pytest.mark.parametrize("theme", SHIPPED, ids=lambda theme: theme.name)
async def test_every_theme_can_be_put_on(theme: Theme) -> None:
    class Host(App[None]):
        CSS = "Screen { color: $fate-dropped; background: $part-free; }"

        def get_theme_variable_defaults(self) -> dict[str, str]:
            return variable_defaults(self.current_theme.dark)

    app = Host()
    async with app.run_test() as pilot:
        app.register_theme(theme)
        app.theme = theme.name
        await pilot.pause()
        assert app.screen.styles.color.hex == theme.variables["fate-dropped"]
        app.theme = "textual-light"
        await pilot.pause()
        assert app.screen.styles.color.hex == BY_NAME["inspector-light"].variables["fate-dropped"]


def load(folder: Path, text: str | bytes) -> tuple[dict[str, Theme], list[str]]:
    folder.mkdir(exist_ok=True)
    (folder / "mine.yaml").write_bytes(text if isinstance(text, bytes) else text.encode())
    themes, problems = load_themes([settings.data_dir("themes"), folder])
    return {theme.name: theme for theme in themes}, problems


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "name: mine\nprimary: #6ea8dc\n",
            "line 2, primary: is empty: a colour that begins with # must stand in quotes",
        ),
        ("name: mine\nprimary: rde\n", "line 2, primary: 'rde' is not a colour"),
        ("name: mine\n", "primary: is missing"),
        ('primary: "#6ea8dc"\n', "name: needed"),
        ('name: "[red]"\nprimary: red\n', "line 1, name: needed"),
        (GOOD + "dark: maybe\n", "line 3, dark: must be true or false"),
        (GOOD + "fates:\n  dropped: nocolour\n", "line 4, fates.dropped: 'nocolour' is not a colour"),
        (GOOD + "parts: red\n", "line 3, parts: must be a mapping"),
        (GOOD + "panel: ansi_red\n", "line 3, panel: 'ansi_red': only opaque colours"),
        (GOOD + 'panel: "#11223344"\n', "line 3, panel: '#11223344': only opaque colours"),
        (GOOD + "text_alpha: 7\n", "line 3, text_alpha: must be a number from 0.1 to 1"),
        (GOOD + "variables:\n  link-style: loud\n", "line 4, variables.link-style: 'loud' is not a text style"),
        (GOOD + "variables:\n  border: '; } Screen {'\n", "line 4, variables.border: '; } Screen {' is not a colour"),
        ("name: [unclosed\n", "line "),
        ("name: a\nname: b\n", "line "),
        ("- red\n- blue\n", "not a mapping"),
        ("", "not a mapping"),
        (b"\xff\xfe", "not UTF-8"),
        ("a: &a [*a, *a]\n" + GOOD + "panel: *a\n", "panel: "),
        ("x" * 200_000, "larger than"),
        ("[" * 5_000, ""),
        ("name: mine\nprimary: '\x1b[31m'\n", ""),
    ],
)
def test_a_broken_file_is_said_to_be_broken_and_skipped(tmp_path: Path, text: str | bytes, reason: str) -> None:
    themes, problems = load(tmp_path, text)
    assert "mine" not in themes
    assert len(themes) == 4
    [problem] = problems
    assert reason in problem
    assert problem.startswith(str(tmp_path / "mine.yaml")[:150])
    assert problem.endswith("; this theme is skipped")
    assert problem.isprintable()


def test_unknown_keys_are_reported_and_the_theme_is_used(tmp_path: Path) -> None:
    text = GOOD + 'colour: red\nfates:\n  droped: "#ff0000"\nvariables:\n  nothing: "#ff0000"\n'
    themes, problems = load(tmp_path, text)
    assert "mine" in themes
    assert [problem.split(": ", 1)[1] for problem in problems] == [
        "line 3, colour: unknown key, ignored",
        "line 5, fates.droped: unknown key, ignored",
        "line 7, variables.nothing: unknown key, ignored",
    ]


def test_a_theme_without_fates_borrows_those_of_its_kind(tmp_path: Path) -> None:
    themes, problems = load(tmp_path, GOOD + "dark: false\nfates: {dropped: crimson}\n")
    assert problems == []
    assert themes["mine"].variables["fate-dropped"] == "#DC143C"
    assert own_colours(themes["mine"]) == own_colours(BY_NAME["inspector-light"]) | {"fate-dropped": "#DC143C"}


def test_a_theme_of_the_user_replaces_the_shipped_one_of_its_name(tmp_path: Path) -> None:
    themes, problems = load(tmp_path, GOOD.replace("mine", "inspector-light"))
    assert problems == []
    assert themes["inspector-light"].primary == "#6EA8DC"
    assert list(themes) == list(BY_NAME)


def test_folders_that_cannot_be_read_are_no_themes(tmp_path: Path) -> None:
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "dangling.yaml").symlink_to(tmp_path / "nowhere")
    themes, problems = load_themes([tmp_path / "missing", tmp_path])
    assert themes == []
    assert len(problems) == 1
    assert "No such file" in problems[0]
