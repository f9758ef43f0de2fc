"""A session opens as it was left: policy, knobs, layers, request, layout; said, forgotten on demand, never in the way."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from inspector import settings
from inspector.policy import dump, load_policy
from inspector.tui import left
from inspector.tui.session import Session
from tests.tui.drive import opened, text_of, until

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def path(samples: dict[str, Path], tmp_path: Path) -> Path:
    """A session of one's own."""
    return Path(shutil.copy(samples["parallel-zh"], tmp_path / "mine.jsonl"))


async def leave_changed(path: Path, policy: str = "workbuddy-s14") -> Session:
    """Open it, turn a knob, move a layer, go to request 2, open the list, leave."""
    async with opened(path, policy) as (pilot, main, session):
        await pilot.press("left_square_bracket", "E", "J", "less_than_sign", "right")
        await until(pilot, lambda: main.settled and session.request == 2 and main.layers_open)
        return session


async def test_it_comes_back_as_it_was_left(path: Path) -> None:
    before = await leave_changed(path)
    async with opened(path, None) as (_, main, session):
        assert session.policy == before.policy
        assert session.request == 2
        assert main.layers_open
        shown = text_of(main)
        assert "as you left it: workbuddy-s14 ✱, request 2 · R resets knobs · Z forgets" in shown
        assert "*modified" in shown


async def test_a_policy_that_is_named_wins(path: Path) -> None:
    await leave_changed(path)
    async with opened(path, "go-tiny-claw") as (_, main, session):
        assert session.policy == load_policy("go-tiny-claw")
        assert session.request == 2
        assert "as you left it: request 2" in text_of(main)


async def test_nothing_is_kept_of_a_session_that_was_only_looked_at(path: Path) -> None:
    async with opened(path, "workbuddy-s14"):
        pass
    assert left.find(str(path)) is None


async def test_what_is_put_back_is_kept_too(path: Path) -> None:
    await leave_changed(path)
    async with opened(path, None) as (pilot, main, session):
        await pilot.press("R", "E", "r")
        await until(pilot, lambda: main.settled and not session.modified)
    async with opened(path, None) as (_, main, session):
        assert not session.modified
        assert "as you left it: workbuddy-s14, request 2 · Z forgets" in text_of(main)


async def test_it_is_kept_while_the_program_runs(path: Path) -> None:
    async with opened(path, "workbuddy-s14") as (pilot, main, session):
        await pilot.press("left_square_bracket")
        await until(pilot, lambda: main.settled and session.modified)
        await until(pilot, lambda: left.find(str(path)))
        assert left.find(str(path)).changes.knobs == {"soft_threshold": session.knobs[0].value}  # type: ignore[union-attr]


async def test_it_is_forgotten_on_demand(path: Path) -> None:
    await leave_changed(path)
    async with opened(path, None) as (pilot, main, session):
        await pilot.press("Z")
        await until(pilot, lambda: "forgotten: next time this session opens afresh" in text_of(main))
        assert left.find(str(path)) is None
        await pilot.press("right")
        await until(pilot, lambda: main.settled and session.request == 3)
    assert left.find(str(path)) is None
    async with opened(path, None) as (_, main, session):
        assert not session.modified
        assert "as you left it" not in text_of(main)


async def test_a_policy_file_that_is_gone_is_told(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(dump(load_policy("evo-agent")))
    await leave_changed(path, str(file))
    file.unlink()
    async with opened(path, None) as (_, main, session):
        assert session.request == 2
        assert "but not its policy" in text_of(main)
        assert session.policy != load_policy("evo-agent")


async def test_a_knob_that_is_gone_is_told_and_the_others_stay(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    text = dump(load_policy("workbuddy-s14"))
    file.write_text(text)
    async with opened(path, str(file), (200, 60)) as (pilot, main, session):
        await pilot.press("left_square_bracket", "right_parenthesis", "left_square_bracket")
        await until(pilot, lambda: main.settled and len([knob for knob in session.knobs if knob.changed]) == 2)
        limit = session.knobs[1].value
    file.write_text(text.replace("soft_threshold", "low_threshold"))
    async with opened(path, None, (200, 60)) as (_, main, session):
        assert session.knobs[1].value == limit
        assert "there is no knob soft_threshold any more" in text_of(main)


@pytest.mark.parametrize("text", ["", "{", "null", '{"head": 7}'])
async def test_a_broken_file_never_keeps_a_session_from_opening(path: Path, text: str) -> None:
    await leave_changed(path)
    for kept in (settings.state_dir() / settings.ABOUT).iterdir():
        kept.write_text(text)
    async with opened(path, None) as (_, main, session):
        assert session.request == session.requests
        assert "as you left it" not in text_of(main)


async def test_the_single_pane_and_the_drawer_come_back(path: Path) -> None:
    async with opened(path, "workbuddy-s14", (80, 24)) as (pilot, main, _):
        await pilot.press("tab", "v", "a")
        await until(pilot, lambda: main.panes.mode == "left" and main.knobs.has_focus)
    async with opened(path, None, (80, 24)) as (pilot, main, _):
        await until(pilot, lambda: main.panes.mode == "left" and main.knobs.display)
        assert main.panes.rows is not None
        assert main.panes.rows.compact


async def test_another_session_is_opened_and_this_one_kept(path: Path, samples: dict[str, Path]) -> None:
    async with opened(path, "workbuddy-s14") as (pilot, main, _):
        await pilot.press("left_square_bracket")
        main.load(str(samples["oom-log"]), None)
        await until(pilot, lambda: main.session is not None and main.session.transcript.path.endswith("oom-log.jsonl"))
        await until(pilot, lambda: left.find(str(path)))
        main.load(str(path), None)
        await until(pilot, lambda: main.session is not None and main.session.transcript.path == str(path))
        await until(pilot, lambda: main.session is not None and main.session.modified)
