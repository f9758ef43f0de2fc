"""A policy file under watch: edited, broken, mended, deleted, while its policy is on the screen. Real files."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from inspector.policy import dump, load_policy, preset_text
from inspector.tui.app import InspectorApp
from inspector.tui.screens.main import MainScreen
from inspector.tui.screens.policies import Policies
from inspector.tui.session import Session
from tests.tui.drive import main_screen, now, opened, ready, text_of, until

pytestmark = pytest.mark.timeout(180)
TEXT = preset_text("workbuddy-s14").replace("name: workbuddy-s14", "name: mine")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A policy file of one's own."""
    path = tmp_path / "mine.yaml"
    path.write_text(TEXT)
    return path


@asynccontextmanager
async def watched(samples: dict[str, Path], file: Path) -> AsyncIterator[tuple[Pilot[Any], MainScreen, Session]]:
    async with opened(samples["oom-log"], str(file), (160, 40)) as found:
        yield found


def said(main: MainScreen) -> str:
    return main.said


def notices(main: MainScreen) -> str:
    return "\n".join(notice.message for notice in main.app._notifications)


async def test_an_edited_file_is_loaded_again_and_turned_knobs_stay(samples: dict[str, Path], file: Path) -> None:
    async with watched(samples, file) as (pilot, main, session):
        await pilot.press("left_square_bracket", "right_parenthesis", "left_square_bracket", "E", "space")
        await until(pilot, lambda: main.settled and not session.policy.layers[0].enabled)  # type: ignore[union-attr]
        soft, hard = session.knobs[0].value, session.knobs[1].value
        file.write_text(TEXT.replace("default: 5000", "default: 700"))
        await until(
            pilot, lambda: "mine.yaml changed: loaded again; 2 turned knobs and the changed layers kept" in said(main)
        )
        await until(pilot, lambda: main.settled)
        assert (session.knobs[0].value, session.knobs[1].value, session.knobs[2].value) == (soft, hard, 700)
        assert session.policy is not None
        assert not session.policy.layers[0].enabled
        await pilot.press("u")
        await until(pilot, lambda: session.knobs[2].value == 5000)


async def test_a_knob_that_left_the_file_is_named(samples: dict[str, Path], file: Path) -> None:
    async with watched(samples, file) as (pilot, main, session):
        await pilot.press("left_square_bracket")
        await until(pilot, lambda: main.settled and session.modified)
        file.write_text(TEXT.replace("soft_threshold", "low_threshold"))
        await until(pilot, lambda: "there is no knob soft_threshold any more" in said(main))
        assert session.knobs[0].name == "low_threshold"


async def test_a_broken_file_is_told_with_its_line_and_the_last_good_one_stays(
    samples: dict[str, Path], file: Path
) -> None:
    async with watched(samples, file) as (pilot, main, session):
        good = session.policy
        broken = TEXT.replace("do: dedupe", "do: dedupes")
        file.write_text(broken)
        line = broken[: broken.index("do: dedupes")].count("\n") + 1
        await until(
            pilot, lambda: f"mine.yaml changed and cannot be used: line {line}, layers[dedupe].do" in notices(main)
        )
        assert "The policy stays as it was" in notices(main)
        assert session.policy is good
        file.write_text(TEXT)
        await until(pilot, lambda: "mine.yaml is as it was read" in said(main))
        assert session.policy is good


async def test_a_deleted_file_is_told_and_one_that_comes_back_is_read(samples: dict[str, Path], file: Path) -> None:
    async with watched(samples, file) as (pilot, main, session):
        file.unlink()
        await until(pilot, lambda: "mine.yaml is gone: the policy stays as it was read" in said(main))
        assert session.name == "mine"
        file.write_text(TEXT.replace("default: 80000", "default: 3000"))
        await until(pilot, lambda: "mine.yaml changed: loaded again" in said(main))
        assert session.knobs[0].value == 3000


async def test_an_edit_in_its_comments_alone_changes_no_view(samples: dict[str, Path], file: Path) -> None:
    async with watched(samples, file) as (pilot, main, session):
        revision = session.revision
        file.with_name("new").write_text(f"# what I think of it\n{TEXT}")
        os.replace(file.with_name("new"), file)
        await until(pilot, lambda: "mine.yaml changed, and says the same" in said(main))
        assert session.revision == revision
        assert session.policy is not None
        assert session.policy.document is not None
        assert session.policy.document.text.startswith("# what I think")


async def test_another_policy_is_not_touched_by_the_file(samples: dict[str, Path], file: Path) -> None:
    async with watched(samples, file) as (pilot, main, session):
        session.choose(load_policy("evo-agent"))
        main.changed()
        await until(pilot, lambda: main.settled and now(main._watched) == "")
        file.write_text(TEXT.replace("default: 80000", "default: 3000"))
        await pilot.press("u")
        await until(pilot, lambda: now(main._watched) == str(file))
        await until(pilot, lambda: session.name == "mine" and session.knobs[0].value == 3000)


async def test_trouble_takes_the_place_of_what_was_said_before(samples: dict[str, Path], file: Path) -> None:
    async with watched(samples, file) as (pilot, main, _):
        broken = TEXT.replace("do: dedupe", "do: dedupes")
        file.write_text(broken)
        await until(pilot, lambda: "cannot be used" in said(main))
        file.write_text(TEXT)
        await until(pilot, lambda: "the policy follows it" in said(main))
        file.write_text(broken)
        await until(pilot, lambda: "mine.yaml cannot be used: the policy stays as it was" in said(main))
        await pilot.press("i")
        await until(pilot, lambda: "policy file" in text_of(pilot.app.screen))
        shown = text_of(pilot.app.screen)
        assert "mine.yaml changed and cannot be used: line" in shown
        await pilot.press("escape")
        file.unlink()
        await until(pilot, lambda: "mine.yaml is gone" in said(main))


async def test_an_exported_policy_that_is_loaded_is_followed_and_what_was_turned_stays(
    samples: dict[str, Path], tmp_path: Path
) -> None:
    app = InspectorApp(str(samples["oom-log"]), "workbuddy-s14")
    async with app.run_test(size=(200, 40)) as pilot:
        session, main = await ready(pilot), main_screen(app)
        await pilot.press("left_square_bracket")
        await until(pilot, lambda: main.settled and session.modified)
        assert session.policy is not None
        file, soft, revision = tmp_path / "exported.yaml", session.knobs[0].value, session.revision
        file.write_text(dump(session.policy))
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, Policies))
        app.screen.focused.post_message(events.Paste(str(file)))  # type: ignore[union-attr]
        await until(pilot, lambda: "exported.yaml says the same as the present policy" in said(main))
        await until(pilot, lambda: main.settled and main._watched == str(file))
        assert (session.knobs[0].value, session.revision) == (soft, revision)
        assert "workbuddy-s14 · exported.yaml *modified" in text_of(main)
        await pilot.press("u")
        await until(pilot, lambda: main.settled and not session.modified)
        assert main._watched == str(file), "taking a turn back does not leave the file"
        await pilot.press("U")
        await until(pilot, lambda: main.settled and session.modified)
        file.write_text(file.read_text().replace("default: 5000", "default: 700"))
        await until(pilot, lambda: "exported.yaml changed: loaded again" in said(main))
        await until(pilot, lambda: session.knobs[2].value == 700)
        assert session.knobs[0].value == soft
