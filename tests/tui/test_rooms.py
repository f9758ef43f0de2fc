"""What is the same in every room: a picture of it, the way into the others, its name, and what the palette calls it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from inspector.tui.screens.check_room import CheckRoom
from inspector.tui.screens.compare_room import CompareRoom
from inspector.tui.screens.cost_room import CostRoom
from inspector.tui.screens.help import Help
from inspector.tui.screens.main import MainScreen
from inspector.tui.screens.named_commands import standing
from inspector.tui.screens.recall_room import RecallRoom
from inspector.tui.screens.summary_room import SummaryRoom
from inspector.tui.screens.why_room import WhyRoom
from inspector.tui.why.facts import of_block
from inspector.tui.widgets.line import Line
from tests.tui.drive import opened, text_of, until

pytestmark = pytest.mark.usefixtures("short_searches")

ROOMS = {"w": WhyRoom, "!": CheckRoom, "#": CompareRoom, "%": RecallRoom, "$": CostRoom, "s": SummaryRoom}
KEYS = {
    "w": "w",
    "!": "exclamation_mark",
    "#": "number_sign",
    "%": "percent_sign",
    "$": "dollar_sign",
    "s": "s",
}
NAMES = {"w": "why", "!": "check", "#": "side by side", "%": "recall", "$": "cost"}


async def each_room(pilot: Pilot[Any], main: MainScreen, signs: Iterable[str]) -> AsyncIterator[str]:
    """One room after the other, each opened from the main screen, and left for it again."""
    for sign in signs:
        await pilot.press(KEYS[sign])
        await until(pilot, lambda sign=sign: isinstance(pilot.app.screen, ROOMS[sign]))  # type: ignore[misc]
        yield sign
        await pilot.press("escape")  # what it works out, if it still does
        if pilot.app.screen is not main:
            await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is main)


async def test_a_picture_of_a_room_is_saved(
    samples: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    picture = tmp_path / "re-reads-request-139.svg"
    async with opened(samples["re-reads"]) as (pilot, main, _):
        async for _sign in each_room(pilot, main, ROOMS):
            await pilot.press("ctrl+s")
            await until(pilot, lambda: picture.exists() and f"written: {picture}"[:20] in text_of(pilot.app.screen))
            picture.unlink()
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, Help))
        await pilot.press("ctrl+s")
        await until(pilot, picture.exists)
        assert isinstance(pilot.app.screen, Help), "a dialog stays, too"


async def test_every_room_opens_from_another_one_and_an_open_one_is_gone_back_to(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("w")
        await until(pilot, lambda: isinstance(pilot.app.screen, WhyRoom))
        for sign in "!%$#s":
            await pilot.press(KEYS[sign])
            await until(pilot, lambda sign=sign: isinstance(pilot.app.screen, ROOMS[sign]))  # type: ignore[misc]
        assert len(main.rooms) == 6
        await pilot.press(KEYS["!"])
        await until(pilot, lambda: isinstance(pilot.app.screen, CheckRoom) and len(main.rooms) == 2)
        await pilot.press(KEYS["$"])
        await until(pilot, lambda: isinstance(pilot.app.screen, CostRoom))
        await pilot.press("less_than_sign", "l", "l", "enter")
        await until(pilot, lambda: pilot.app.screen is main and not main.rooms)
        assert session.request == 3, "where the picture's cursor was"


@pytest.mark.parametrize("width", [40, 80])
async def test_a_room_keeps_its_name_where_it_is_narrow(samples: dict[str, Path], width: int) -> None:
    async with opened(samples["re-reads"], size=(width, 24)) as (pilot, main, _):
        async for sign in each_room(pilot, main, NAMES):
            await until(pilot, lambda: len(pilot.app.screen.query(Line)))
            await until(pilot, lambda sign=sign: NAMES[sign] in text_of(pilot.app.screen).splitlines()[0])  # type: ignore[misc]


async def test_w_asks_about_the_lost_text_that_is_warned_of_and_looking_adds_no_fact(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        lost = session.typed_losses()[0].block
        assert main.panes.following
        await pilot.press("w")
        await until(pilot, lambda: isinstance(pilot.app.screen, WhyRoom))
        assert session.looked == of_block(session.transcript, lost)
        await pilot.press("q")
        await until(pilot, lambda: pilot.app.screen is main)
        await pilot.press("k", "w")
        await until(pilot, lambda: isinstance(pilot.app.screen, WhyRoom))
        room = pilot.app.screen
        assert isinstance(room, WhyRoom)
        assert session.looked != of_block(session.transcript, lost)
        assert room.facts == (session.looked,)
        assert session.facts == ()


async def test_what_a_room_said_is_not_there_any_more_on_the_main_screen(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, _session):
        await pilot.press("w")
        await until(pilot, lambda: isinstance(pilot.app.screen, WhyRoom))
        await pilot.press("left_square_bracket", "left_square_bracket", "u", "u")
        await until(pilot, lambda: "nothing to undo" in text_of(pilot.app.screen))
        await pilot.press("q")
        await until(pilot, lambda: pilot.app.screen is main and main.settled)
        assert "nothing to undo" not in text_of(main)
        assert "→ 4," not in text_of(main)


async def test_after_the_last_loss_m_says_so(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, _session):
        await pilot.press("m")
        await until(pilot, lambda: "no typed text is lost after request 139" in text_of(main))


async def test_the_palette_finds_the_rooms(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, _session):
        names = pilot.app.command_names(main)  # type: ignore[attr-defined]
        titles = {command.title: command.help for command in pilot.app.get_system_commands(main)}
        room = {"check": "(!)", "fault": "(!)", "damage": "(!)", "recall": "(%)", "compare": "(#)", "why": "(w)"}
        for word in (*room, "cost", "money", "cache"):
            stand = {title: standing(word, title, names.get(title, ""), told) for title, told in titles.items()}
            assert max(stand.values()) > 0, word
            found = [title for title in titles if stand[title]]
            assert any(title.endswith(room.get(word, "($)")) for title in found), word


def test_titles_stand_before_names_and_names_before_help() -> None:
    title, name = standing("cost", "what it costs", "", ""), standing("cost", "money", "cost", "")
    assert title > name > standing("cost", "money", "", "what it costs") > 0
    assert standing("cost here", "what it costs", "", "") == 0
