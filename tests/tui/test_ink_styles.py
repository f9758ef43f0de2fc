"""Every ink can be read in every shipped theme: on the ground of the panes and under the cursor."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.theme import Theme

from inspector import settings
from inspector.transcript import load_messages
from inspector.tui.app import InspectorApp
from inspector.tui.inks import COLOURED, WRITTEN
from inspector.tui.session import Session
from inspector.tui.theme import load_themes, variable_defaults
from inspector.tui.theme_file import INKS
from tests.tui.drive import main_screen, ready
from tests.tui.test_theme import contrast

SHIPPED, _ = load_themes([settings.data_dir("themes")])
VOICES = ("text", "human", "thinking", "call", "result")


def test_the_theme_files_name_the_inks() -> None:
    assert INKS == COLOURED
    for theme in SHIPPED:
        assert {f"ink-{name}" for name in COLOURED} <= set(theme.variables)
    assert all(f"ink-{name}" in variable_defaults(dark) for name in COLOURED for dark in (True, False))


@pytest.mark.parametrize("theme", SHIPPED, ids=lambda theme: theme.name)
async def test_every_ink_is_readable_over_every_voice(theme: Theme) -> None:
    app = InspectorApp(session=Session(load_messages([{"role": "user", "content": "hello"}]), None))
    async with app.run_test() as pilot:
        await ready(pilot)
        app.theme = theme.name
        await pilot.pause()
        panes = main_screen(app).panes
        shade = panes.style("cursor").bgcolor
        assert shade is not None
        for name in (*COLOURED, *WRITTEN):
            for voice in VOICES:
                style = panes.style(f"{voice}+ink-{name}")
                assert style.color is not None
                assert style.bgcolor is not None
                for ground in (style.bgcolor, shade):
                    ratio = contrast(style.color.get_truecolor().hex, ground.get_truecolor().hex)
                    assert ratio >= 4.5 or (name in WRITTEN and name != "heading"), (theme.name, name, voice, ratio)


async def test_an_ink_changes_the_colour_and_leaves_the_rest() -> None:
    app = InspectorApp(session=Session(load_messages([{"role": "user", "content": "hello"}]), None))
    async with app.run_test() as pilot:
        await ready(pilot)
        panes = main_screen(app).panes
        assert panes.style("thinking+ink-string").italic
        assert panes.style("result+ink-string").color == panes.style("text+ink-string").color
        assert panes.style("human+ink-strong").color == panes.style("human").color
        assert panes.style("human+ink-strong").bold
        assert panes.style("text+ink-key!").reverse


def test_a_theme_of_the_user_has_its_own_inks_and_borrows_the_others(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text('name: mine\nprimary: "#6ea8dc"\ninks: {gone: crimson, gnoe: red}\n')
    themes, problems = load_themes([settings.data_dir("themes"), tmp_path])
    mine, kin = ({theme.name: theme for theme in themes}[name] for name in ("mine", "inspector-dark"))
    assert mine.variables["ink-gone"] == "#DC143C"
    assert mine.variables["ink-key"] == kin.variables["ink-key"]
    assert [problem.split(": ", 1)[1] for problem in problems] == ["line 3, inks.gnoe: unknown key, ignored"]
