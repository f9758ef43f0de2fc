"""The dialog of policies: presets, one's own files, those used last, a path typed or dropped; what is wrong with a file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from inspector.policy import load_policy, preset_text
from inspector.tui import policy_files
from inspector.tui.app import InspectorApp
from inspector.tui.screens.main import MainScreen
from inspector.tui.screens.policies import Policies
from inspector.tui.session import Session
from tests.tui.drive import main_screen, opened, ready, text_of, until

pytestmark = pytest.mark.timeout(120)
TEXT = preset_text("evo-agent").replace("name: evo-agent", "name: mine")


@asynccontextmanager
async def asked(
    path: Path, policy: str = "workbuddy-s14", size: tuple[int, int] = (120, 40)
) -> AsyncIterator[tuple[Pilot[Any], MainScreen, Session]]:
    """A session with the dialog open."""
    async with opened(path, policy, size) as (pilot, main, session):
        await pilot.press("p")
        await until(pilot, lambda: isinstance(pilot.app.screen, Policies))
        yield pilot, main, session


async def drop(pilot: Pilot[Any], text: str) -> None:
    """What a terminal does with files that are dropped on it."""
    pilot.app.screen.focused.post_message(events.Paste(text))  # type: ignore[union-attr]
    await pilot.pause()


async def test_everything_known_is_listed_and_told(samples: dict[str, Path], tmp_path: Path) -> None:
    policy_files.folder().mkdir(parents=True)
    (policy_files.folder() / "own.yaml").write_text(TEXT)
    (tmp_path / "late.yaml").write_text(TEXT)
    policy_files.remember(str(tmp_path / "late.yaml"))
    async with asked(samples["oom-log"], size=(120, 60)) as (pilot, _, _):
        shown = text_of(pilot.app.screen)
        for words in (
            "recorded",
            "workbuddy-s14  ● now",
            "Truncates, deduplicates, prunes and summarises",
            "your own, in",
            "own.yaml",
            "used last",
            "late.yaml",
            "or any YAML file",
        ):
            assert words in shown


async def test_the_present_file_is_marked_and_a_turned_knob_told(samples: dict[str, Path], tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(TEXT)
    app = InspectorApp(str(samples["oom-log"]), str(file))
    async with app.run_test(size=(120, 60)) as pilot:
        session = await ready(pilot)
        await pilot.press("left_square_bracket")
        await until(pilot, lambda: main_screen(app).settled and session.modified)
        await pilot.press("p")
        await until(pilot, lambda: "mine.yaml  ● now, modified" in text_of(app.screen))


async def test_a_file_of_ones_own_is_taken(samples: dict[str, Path]) -> None:
    policy_files.folder().mkdir(parents=True)
    (policy_files.folder() / "own.yaml").write_text(TEXT)
    async with asked(samples["oom-log"]) as (pilot, main, session):
        await pilot.press("end", "enter")
        await until(pilot, lambda: session.name == "mine" and pilot.app.screen is main)


async def test_a_typed_path_is_completed_and_taken_and_remembered(samples: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "policy-of-mine.yaml").write_text(TEXT)
    async with asked(samples["oom-log"]) as (pilot, main, session):
        await pilot.press("tab", *"./pol")
        field = pilot.app.screen.query_one(Input)
        await until(pilot, lambda: field._suggestion == "./policy-of-mine.yaml")
        await pilot.press("right", "enter")
        await until(pilot, lambda: session.name == "mine" and pilot.app.screen is main)
        await until(pilot, lambda: policy_files.recent() == [tmp_path / "policy-of-mine.yaml"])


@pytest.mark.parametrize("keys", [(), ("tab",)], ids=["list", "field"])
@pytest.mark.parametrize("form", ["{}", "'{}'", "file://{}"])
async def test_a_dropped_file_is_taken_wherever_the_keys_are(
    samples: dict[str, Path], tmp_path: Path, form: str, keys: tuple[str, ...]
) -> None:
    file = tmp_path / "dropped.yaml"
    file.write_text(TEXT)
    async with asked(samples["oom-log"]) as (pilot, main, session):
        await pilot.press(*keys)
        await drop(pilot, form.format(file))
        await until(pilot, lambda: session.name == "mine" and main.is_current)


async def test_faults_stand_there_with_their_lines_and_nothing_is_applied(
    samples: dict[str, Path], tmp_path: Path
) -> None:
    file = tmp_path / "broken.yaml"
    broken = TEXT.replace("do: summarise", "do: summarize").replace("protocol: mark", "protocol: marks")
    file.write_text(broken)
    line = broken[: broken.index("do: summarize")].count("\n") + 1
    async with asked(samples["oom-log"]) as (pilot, main, session):
        before = session.policy
        await drop(pilot, str(file))
        await until(pilot, lambda: "broken.yaml cannot be used." in text_of(pilot.app.screen))
        shown = text_of(pilot.app.screen)
        assert f"line {line}, layers[summary].do: must be one of" in shown
        assert "did you mean summarise?" in shown
        assert "Nothing was changed: mend the file and press enter again" in shown
        assert session.policy is before
        file.write_text(TEXT)
        await pilot.press("enter")
        await until(pilot, lambda: session.name == "mine" and pilot.app.screen is main)


@pytest.mark.parametrize("path", ["/no/such/file.yaml", "./\x1b[2Jx.yaml", "./\0", "/dev/null"])
async def test_a_path_that_leads_nowhere_is_told(samples: dict[str, Path], path: str) -> None:
    async with asked(samples["oom-log"]) as (pilot, _, session):
        await drop(pilot, path)
        await until(
            pilot,
            lambda: any(
                words in text_of(pilot.app.screen)
                for words in ("Nothing was changed", "there is no file", "is a folder")
            ),
        )
        assert "\x1b" not in text_of(pilot.app.screen)
        assert session.policy == load_policy("workbuddy-s14")


async def test_the_files_of_a_folder_are_listed(samples: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "some").mkdir()
    (tmp_path / "some" / "one.yaml").write_text(TEXT)
    (tmp_path / "none").mkdir()
    async with asked(samples["oom-log"]) as (pilot, main, session):
        await pilot.press("tab", *"none", "enter")
        await until(pilot, lambda: "is a folder without a YAML file in it" in text_of(pilot.app.screen))
        await pilot.press(*["backspace"] * 4, *"some", "enter")
        await until(pilot, lambda: "one.yaml" in text_of(pilot.app.screen.query_one(OptionList)))
        await pilot.press("enter")
        await until(pilot, lambda: session.name == "mine" and pilot.app.screen is main)


async def test_a_policy_is_taken_by_mouse(samples: dict[str, Path]) -> None:
    async with asked(samples["oom-log"]) as (pilot, main, session):
        options = pilot.app.screen.query_one(OptionList)
        row = next(y for y in range(options.size.height) if "evo-agent" in options.render_line(y).text)
        await pilot.click(options, offset=(6, row))
        await until(pilot, lambda: session.name == "evo-agent" and pilot.app.screen is main)


async def test_what_was_turned_is_not_lost_by_choosing_the_same(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["oom-log"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        session = await ready(pilot)
        main = main_screen(app)
        await pilot.press("left_square_bracket", "E", "space")
        await until(pilot, lambda: main.settled and not session.policy.layers[0].enabled)  # type: ignore[union-attr]
        kept = session.policy
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, Policies))
        await pilot.press("enter")
        await until(pilot, lambda: "is the policy already; what was turned stays" in text_of(main))
        assert session.policy is kept


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (200, 60)])
async def test_field_and_list_fit_every_size(samples: dict[str, Path], size: tuple[int, int]) -> None:
    async with asked(samples["oom-log"], size=size) as (pilot, _, _):
        screen = pilot.app.screen
        for widget in (screen.query_one(OptionList), screen.query_one(Input)):
            assert widget.region.height >= 3
            assert screen.region.contains_region(widget.region)


async def test_hostile_names_are_shown_as_text(samples: dict[str, Path], tmp_path: Path) -> None:
    policy_files.folder().mkdir(parents=True)
    for name in ("\x1b[2Jx.yaml", "[red]x[@click=app.quit].yaml", "a\nb.yaml"):
        (policy_files.folder() / name).write_text("about: \x1b]0;title\x07 [bold]loud[/x]\n")
    async with asked(samples["oom-log"], size=(120, 60)) as (pilot, _, session):
        shown = text_of(pilot.app.screen)
        assert "\x1b" not in shown
        assert "\x07" not in shown
        for words in ("[red]x[@click=app.quit].yaml", "␛[2Jx.yaml", "[bold]loud[/x]"):
            assert words in shown
        before = session.policy
        await pilot.press("end", "enter")
        await until(pilot, lambda: "cannot be used" in text_of(pilot.app.screen))
        assert "\x1b" not in text_of(pilot.app.screen)
        assert session.policy is before


async def test_several_dropped_policies_are_told_and_so_is_the_one_that_is_not_there(
    samples: dict[str, Path], tmp_path: Path
) -> None:
    file = tmp_path / "one.yaml"
    file.write_text(TEXT)
    async with asked(samples["oom-log"]) as (pilot, main, session):
        before = session.policy
        await drop(pilot, f"{file} {tmp_path}/absent.yaml")
        await until(pilot, lambda: "one policy can be taken at a time" in text_of(pilot.app.screen))
        assert "there is no file" in text_of(pilot.app.screen)
        assert session.policy is before
        await pilot.press("enter")
        await until(pilot, lambda: session.name == "mine" and main.is_current)
