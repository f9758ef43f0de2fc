"""The comparison on the screen: who is in it, its numbers, the way to where they differ, and giving up."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

import inspector
from inspector.analysis.compare.compare import compare
from inspector.analysis.compare.contender import Contender
from inspector.analysis.why.facts import text_fact
from inspector.long_work import Cancelled
from inspector.tui.app import InspectorApp
from inspector.tui.comparison.offered import Offered, Question
from inspector.tui.screens import compare_working
from inspector.tui.screens.compare_room import CompareRoom
from inspector.tui.screens.help import Help
from inspector.tui.screens.main import MainScreen
from inspector.tui.session import Session
from tests.tui.drive import now, opened, ready, text_of, until
from tests.tui.rooms import look_the_same


def settled(room: CompareRoom) -> bool:
    """Everything that is compared is worked out."""
    return not room.doing and room.found is not None and len(room.found.runs) == len(room.among)


async def room_of(pilot: Pilot[Any]) -> CompareRoom:
    """The comparison, with its numbers."""
    await until(pilot, lambda: isinstance(pilot.app.screen, CompareRoom) and settled(pilot.app.screen))
    room = pilot.app.screen
    assert isinstance(room, CompareRoom)
    return room


@asynccontextmanager
async def entered(
    path: Path, policy: str = "workbuddy-s14", keys: tuple[str, ...] = (), size: tuple[int, int] = (120, 60)
) -> AsyncIterator[tuple[Pilot[Any], CompareRoom, MainScreen, Session]]:
    """The comparison, after some keys on the main screen."""
    async with opened(path, policy, size) as (pilot, main, session):
        for key in keys:
            await pilot.press(key)
        await ready(pilot)
        await pilot.press("number_sign")
        yield pilot, await room_of(pilot), main, session


async def test_the_recorded_view_and_the_present_policy_stand_side_by_side(samples: dict[str, Path]) -> None:
    async with entered(samples["re-reads"]) as (_, room, _main, session):
        shown = text_of(room)
        assert "R ● recorded" in shown
        assert "A ● workbuddy-s14 (present)  bounded at 45" in shown
        assert "B ○ go-tiny-claw" in shown
        found = compare(session.transcript, [Contender(inspector.load_policy("workbuddy-s14"), session.summariser)])
        assert room.found is not None
        for here, there in zip(room.found.runs, found.runs, strict=True):
            assert (here.totals.common, here.totals.own) == (there.totals.common, there.totals.own)
            assert (here.totals.typed, here.totals.recall) == (there.totals.typed, there.totals.recall)
            assert f"{there.totals.common.peak:,}" in shown
        assert [one.request for one in room.found.differing] == [one.request for one in found.differing]
        assert "no clear winner" in shown


async def test_the_numbers_are_those_of_the_replay_that_is_open(samples: dict[str, Path]) -> None:
    async with entered(samples["re-reads"]) as (_, room, main, session):
        assert room.runs["A"].replay is session.replay
        assert room.runs["A"].totals.own.area == sum(row.view for row in main.totals)


async def test_what_is_held_is_a_and_the_present_policy_b(samples: dict[str, Path]) -> None:
    """Presets are offered as they are written, beside a present one of which a knob is turned."""
    async with entered(samples["re-reads"], keys=("c", "right_curly_bracket")) as (_, room, _main, session):
        assert session.modified
        shown = text_of(room)
        assert "A ● workbuddy-s14 (held as A)" in shown
        assert "B ● workbuddy-s14 ✱ (present)" in shown
        assert [each.letter for each in room.among] == ["R", "A", "B"]
        assert [each.preset for each in room.question.offered if each.preset] == [
            "go-tiny-claw",
            "evo-agent",
            "agent-engineering",
            "adaptive",
            "pi",
        ]


async def test_the_recorded_view_stands_once(samples: dict[str, Path]) -> None:
    async with entered(samples["lost-rule"], "recorded") as (pilot, room, _main, session):
        assert [each.letter for each in room.among] == ["R"]
        assert "recorded (present)" in text_of(room)
        assert "nothing to compare with yet" in text_of(room)
        assert len([each for each in room.question.offered if each.preset]) == 6
        await pilot.press("j", "space")
        await until(pilot, lambda: settled(room) and len(room.among) == 2)
        assert session.compared_with == {"go-tiny-claw"}
        assert "differ most" in text_of(room)


async def test_presets_are_switched_on_and_off_and_what_was_run_stays(samples: dict[str, Path]) -> None:
    async with entered(samples["order-404"]) as (pilot, room, main, session):
        await pilot.press("a")
        await until(pilot, lambda: settled(room) and len(room.among) == 7)
        assert len(room.runs) == 7
        kept = room.runs["C"]
        await pilot.press("a")
        await until(pilot, lambda: settled(room) and len(room.among) == 2)
        await pilot.press("j", "j", "j", "enter")
        await until(pilot, lambda: settled(room) and len(room.among) == 3)
        assert room.runs["C"] is kept
        await pilot.press("home", "space")
        assert "recorded is always compared" in text_of(room)
        await pilot.press("q")
        await until(pilot, lambda: pilot.app.screen is main)
        await pilot.press("number_sign")
        again = await room_of(pilot)
        assert [each.title for each in again.among] == ["recorded", "workbuddy-s14", "evo-agent"]
        assert session.compared_with == {"evo-agent"}


async def test_enter_goes_to_a_request_at_which_they_differ(samples: dict[str, Path]) -> None:
    async with entered(samples["re-reads"]) as (pilot, room, main, session):
        assert room.found is not None
        one = room.found.differing[0]
        entry = next(at for at, each in enumerate(room.list.entries) if each.target and each.target.request == one.request
                     and not each.target.act and each.target.block == one.groups[0].first)  # fmt: skip
        room.list.to_line(entry)
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is main and main.settled)
        assert session.request == one.request
        rows = main.panes.rows
        assert rows is not None
        assert rows.refs[main.panes.cursor] == one.groups[0].first


async def test_a_row_leads_to_its_first_request(samples: dict[str, Path]) -> None:
    """Typed texts are lost from request 70 on."""
    async with entered(samples["re-reads"]) as (pilot, room, main, session):
        await pilot.press("home", *["j"] * 7)
        assert "▸   first at request" in text_of(room)
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is main and main.settled)
        assert session.request == 70


async def test_facts_that_were_asked_about_are_followed(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, _main, session):
        session.facts = (text_fact("never touch migrations/"),)
        await pilot.press("number_sign")
        room = await room_of(pilot)
        shown = text_of(room)
        assert "1 fact followed" in shown
        assert "given facts lost" in shown
        assert "lost at 70" in shown


async def test_it_can_be_given_up_and_gone_on_with(samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Escape ends the work first; the second one leaves."""
    waiting = True
    whole = compare_working.put_together

    def slowly(transcript: Any, runs: Any, cancelled: Any, progress: Any) -> Any:
        while waiting and not cancelled():
            progress(1, 2)
            time.sleep(0.005)
        return whole(transcript, runs, cancelled, progress)

    monkeypatch.setattr(compare_working, "put_together", slowly)
    async with opened(samples["order-404"]) as (pilot, main, _session):
        await pilot.press("number_sign")
        await until(pilot, lambda: isinstance(pilot.app.screen, CompareRoom))
        room = pilot.app.screen
        assert isinstance(room, CompareRoom)
        await until(pilot, lambda: list(room.doing) == [""] and "50 %" in text_of(room))
        assert "esc gives up" in text_of(room)
        await pilot.press("escape")
        await until(pilot, lambda: "given up" in text_of(room))
        assert pilot.app.screen is room
        assert len(room.runs) == 2
        waiting = False
        await pilot.press("f")
        await until(pilot, lambda: settled(room) and not room.doing)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is main)


async def test_what_was_given_up_is_not_called_the_same(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A contender that was not run, and where they differ: neither is known yet."""
    whole, waiting = Question.run, True

    def slowly(self: Question, one: Offered, unwanted: Any, progress: Any) -> Any:
        while one.letter == "C" and waiting:
            if unwanted():
                raise Cancelled
            time.sleep(0.005)
        return whole(self, one, unwanted, progress)

    monkeypatch.setattr(Question, "run", slowly)
    async with entered(samples["order-404"]) as (pilot, room, _main, _session):
        await pilot.press("a")
        await until(pilot, lambda: "B" in room.runs)
        await pilot.press("escape")
        shown = " ".join(text_of(room).split())
        assert "not looked for yet; f goes on" in shown
        assert "they send the same" not in shown
        assert "waits" not in shown
        assert "C ● evo-agent not worked out" in shown
        assert "not in it yet: C, D" in shown
        waiting = False
        await pilot.press("f")
        await until(pilot, lambda: settled(room) and not room.doing)
        assert "not looked for yet" not in text_of(room)
        await pilot.press("end")
        head = text_of(room).splitlines()[0]
        assert all(name in head for name in ("R recorded", "A workbuddy-s14", "B go-tiny-claw", "C evo-agent"))


async def test_work_that_fails_is_told(samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any) -> Any:
        raise RuntimeError("no luck")

    monkeypatch.setattr(compare_working, "put_together", broken)
    async with opened(samples["order-404"]) as (pilot, _main, _session):
        await pilot.press("number_sign")
        await until(pilot, lambda: "could not be compared: no luck" in text_of(pilot.app.screen))
        assert isinstance(pilot.app.screen, CompareRoom)


async def test_the_help_tells_its_keys_and_the_palette_knows_it(samples: dict[str, Path]) -> None:
    async with entered(samples["order-404"]) as (pilot, room, main, _session):
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, Help))
        await until(pilot, lambda: "All presets are compared" in text_of(pilot.app.screen))
        await pilot.press("escape", "number_sign")
        await until(pilot, lambda: pilot.app.screen is main)
        titles = [command.title for command in pilot.app.get_system_commands(main)]
        assert any("side by side" in title and "(#)" in title for title in titles)
        assert now(room.is_attached) is False


async def test_any_size_will_do(samples: dict[str, Path]) -> None:
    """The smallest is what the app begins with; the room is opened anew at each of them."""
    async with opened(samples["order-404"], size=(20, 8)) as (pilot, main, _session):
        for size in ((20, 8), (40, 12), (60, 20), (200, 60)):
            await pilot.resize_terminal(*size)
            await pilot.press("number_sign")
            room = await room_of(pilot)
            for many in (7, 2):
                await pilot.press("a")
                await until(pilot, lambda room=room, many=many: settled(room) and len(room.among) == many)  # type: ignore[misc]
                await pilot.press("end", "home")
            await pilot.press("q")
            await until(pilot, lambda: pilot.app.screen is main)


async def test_before_a_session_is_open_nothing_happens(tmp_path: Path) -> None:
    app = InspectorApp(str(tmp_path / "missing.json"))
    async with app.run_test() as pilot:
        await pilot.press("number_sign")
        await pilot.pause()
        assert not any(isinstance(screen, CompareRoom) for screen in app.screen_stack)


SITUATIONS = {
    "two": ("workbuddy-s14", (), "inspector-dark"),
    "all": ("workbuddy-s14", ("a",), "inspector-light"),
    "differ": ("evo-agent", ("a", "end"), "inspector-dark"),
}


@pytest.mark.parametrize("name", SITUATIONS)
async def test_pictures(name: str, samples: dict[str, Path], snapshot: Any) -> None:
    policy, keys, theme = SITUATIONS[name]
    async with entered(samples["re-reads"], policy, size=(120, 40)) as (pilot, room, _main, _session):
        pilot.app.theme = theme

        async def press() -> None:
            for key in keys:
                await pilot.press(key)
                await until(pilot, lambda: settled(room))

        await press()
        again = partial(pilot.press, "home", "end") if "end" in keys else None
        await look_the_same(pilot, snapshot, [theme.split("-")[1]], lambda size, _: size, again)
