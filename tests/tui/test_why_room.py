"""The why room: a fact through all requests, its losses and returns, what keeps it, and the way into the panes."""

from __future__ import annotations

import gc
import json
import re
import time
import weakref
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

import inspector
from inspector.analysis.fixes.find import fixes
from inspector.analysis.fixes.shapes import Fix, Fixes, Scan, Wanted
from inspector.analysis.why.facts import Fact, block_fact, message_fact, text_fact
from inspector.analysis.why.lanes import state_at
from inspector.analysis.why.sightings import sightings
from inspector.engine import Replay
from inspector.long_work import Cancelled
from inspector.transcript.collector import look_at_all
from inspector.tui import replays
from inspector.tui.app import InspectorApp
from inspector.tui.screens import why_working
from inspector.tui.screens.ask_fact import AskFact
from inspector.tui.screens.help import Help
from inspector.tui.screens.main import MainScreen
from inspector.tui.screens.pin import FactText, Pin
from inspector.tui.screens.policies import Policies
from inspector.tui.screens.why_room import WhyRoom
from inspector.tui.session import Session
from tests.cli.histories import call, result, says, user, write
from tests.tui.drive import now, opened, ready, text_of, until

PORT = "7431"
STORY = [
    user("Find the port."),
    *(call("a", "read_file", path="conf.ini"), result("a", "the port is 7431")),
    *(m for at in "bcd" for m in (call(at, "bash", command=f"echo {at}"), result(at, f"out {at}"))),
    *(call("e", "read_file", path="conf.ini"), result("e", "the port is 7431")),
    says("It is 7431."),
]
"""Six requests. Under `evo-agent`, which keeps three results, the first is cleared when the fourth comes: request 5 lacks it,
and reads the file again; request 6 has it anew."""


@pytest.fixture
def story(tmp_path: Path) -> Path:
    return write(tmp_path, STORY)


def settled(room: WhyRoom) -> bool:
    """Everything that the room looks for is found."""
    search = room.search
    return not room.doing and not room._due and (search is None or not search.under_way) and room.replay is not None


async def room_of(pilot: Pilot[Any]) -> WhyRoom:
    """The room, with its answers."""
    await until(pilot, lambda: isinstance(pilot.app.screen, WhyRoom) and settled(pilot.app.screen))
    room = pilot.app.screen
    assert isinstance(room, WhyRoom)
    return room


@asynccontextmanager
async def entered(
    path: Path, fact: str = PORT, policy: str = "evo-agent", size: tuple[int, int] = (120, 40)
) -> AsyncIterator[tuple[Pilot[Any], WhyRoom, MainScreen, Session]]:
    """The room with a fact that was typed."""
    async with opened(path, policy, size) as (pilot, main, session):
        await ask(pilot, fact)
        yield pilot, await room_of(pilot), main, session


async def ask(pilot: Pilot[Any], text: str) -> None:
    """From the main screen: type what was forgotten."""
    await pilot.press("A")
    await until(pilot, lambda: isinstance(pilot.app.screen, AskFact))
    pilot.app.screen.query_one(Input).value = text
    await pilot.press("enter")


async def cursor_on(pilot: Pilot[Any], room: WhyRoom, act: str) -> None:
    """The cursor on the first line that does this."""
    await pilot.press("home")
    for _ in range(60):
        if (target := room.list.target) is not None and target.act.split(" ")[0] == act:
            return
        await pilot.press("j")
    raise AssertionError(f"no line does {act!r}:\n{text_of(room)}")


async def test_a_typed_text_is_followed_from_its_first_statement_to_what_keeps_it(samples: dict[str, Path]) -> None:
    async with entered(samples["re-reads"], "never touch migrations/", "workbuddy-s14") as (_, room, _main, _session):
        shown = text_of(room)
        for words in ("“never touch migrations/”", "message 3", "by the user", "turn 2", "request 2", "bounded"):
            assert words in shown
        assert "request 70  ╌ gone, by layer prune" in shown
        assert "knob keep_recent_messages" in shown
        assert "first 1 and last 6 messages kept" in shown
        assert "transcript:re-reads:3" in shown
        assert "proven" in shown
        assert "in every request from 2 on" in shown


async def test_the_lane_has_a_sign_for_each_state_and_a_legend(samples: dict[str, Path]) -> None:
    async with entered(samples["lost-rule"], "Python 3.9", "recorded") as (_, room, _main, session):
        lane = text_of(room.lanes).splitlines()
        told = room.story.told if room.story else None
        assert told is not None
        assert set(lane[0].strip()) == {"━", "~"}
        assert "━ in the view" in lane[3]
        assert "~ perhaps paraphrased" in lane[3]
        scale = room.lanes.scale
        first = told.losses[0].request
        assert lane[0][1 + scale.cell(first)] == "~"
        assert lane[0][1 + scale.cell(first - 1)] == "━"
        assert room.lanes.request == first, "the cursor begins at the first loss"
        assert lane[1][1 + scale.cell(first)] == "✗", "what happened there is not hidden by the cursor"
        assert "▲" not in lane[1]
        assert f"request {first} of {session.requests}" in lane[2]


async def test_short_sessions_have_several_cells_for_a_request(story: Path) -> None:
    async with entered(story) as (_, room, _main, _session):
        assert text_of(room.lanes).splitlines()[0].strip() == "····" + "━" * 12 + "◌" * 4 + "━" * 4


async def test_the_cursor_of_the_lane_moves_and_enter_goes_there(story: Path) -> None:
    async with entered(story) as (pilot, room, main, session):
        await pilot.press("left")
        assert room.lanes.request == 4
        assert "━ in the view" in text_of(room.lanes).splitlines()[2]
        await pilot.press("N")
        assert now(room.lanes.request) == 2
        await pilot.press("n")
        assert now(room.lanes.request) == 5
        await pilot.press("shift+right", "enter")
        await until(pilot, lambda: pilot.app.screen is main and session.request == 6 and main.settled)
        assert at_cursor(main, session) == "11.1"


def at_cursor(main: MainScreen, session: Session) -> str:
    rows = main.panes.rows
    assert rows is not None
    return session.transcript.structure.name(rows.refs[main.panes.cursor])


async def test_enter_on_a_loss_goes_to_its_request_and_block(story: Path) -> None:
    async with entered(story) as (pilot, room, main, session):
        assert room.list.target is not None
        assert room.list.target.request == 5, "the cursor begins at the first loss"
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is main and main.settled)
        assert session.request == 5
        assert at_cursor(main, session) == "3.1"
        assert not main.rooms


async def test_enter_on_a_return_goes_to_where_it_came_back(samples: dict[str, Path]) -> None:
    async with entered(samples["lost-rule"], "Python 3.9", "recorded") as (pilot, room, main, session):
        assert "came back" in text_of(room)
        assert room.story is not None
        assert room.story.told is not None
        back = room.story.told.returns[0]
        await pilot.press("j", "enter")
        await until(pilot, lambda: pilot.app.screen is main and main.settled)
        assert session.request == back.request
        assert at_cursor(main, session) == session.transcript.structure.name(back.block)


async def test_enter_on_a_fix_turns_the_knob_and_goes_to_the_request_and_undo_takes_it_back(
    story: Path,
) -> None:
    async with entered(story) as (pilot, room, main, session):
        before = {knob.name: knob.value for knob in session.knobs}
        await cursor_on(pilot, room, "fix")
        fix = room.search.found[0] if room.search else None
        assert fix is not None
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is main and main.settled)
        assert {knob.name: knob.value for knob in session.knobs} == {**before, fix.knob: fix.after}
        assert session.request == 5
        assert at_cursor(main, session) == "3.1"
        found = sightings(session.transcript, text_fact(PORT))
        assert state_at(session.replay, found, 5).held
        await pilot.press("u")
        await ready(pilot)
        assert {knob.name: knob.value for knob in session.knobs} == before


async def test_turning_a_knob_in_the_room_answers_anew(story: Path) -> None:
    async with entered(story) as (pilot, room, _main, session):
        await cursor_on(pilot, room, "fix")
        knob = room.search.found[0].knob if room.search else ""
        await pilot.press("right_curly_bracket")
        await until(pilot, lambda: any(each.changed and each.name == knob for each in session.knobs))
        await room_of(pilot)
        value = next(each.value for each in session.knobs if each.name == knob)
        assert f"{knob} {value:,} ✱" in text_of(room)
        assert room.list.target is not None
        if any(fix.knob == knob for fix in (room.search.found if room.search else ())):
            assert room.list.target.act.startswith(f"fix {knob} "), "the cursor stays with its knob"
        assert "*modified" in text_of(room)
        assert room.replay is not None
        assert room.replay.policy == session.policy
        await pilot.press("u")
        await until(pilot, lambda: not session.modified and settled(room))
        assert "*modified" not in text_of(room)


async def test_the_recorded_view_has_no_knobs_and_another_policy_is_offered(samples: dict[str, Path]) -> None:
    async with entered(samples["lost-rule"], "Python 3.9", "recorded") as (pilot, room, _main, session):
        assert "the recorded view has no knobs to turn" in text_of(room)
        await cursor_on(pilot, room, "policy")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, Policies))
        options = pilot.app.screen.query_one("ChoiceList")
        place = pilot.app.screen._sources.index("go-tiny-claw")
        options.highlighted = options.get_option_index(str(place))  # type: ignore[attr-defined]
        await pilot.press("enter")
        await until(pilot, lambda: session.name == "go-tiny-claw" and pilot.app.screen is room and settled(room))
        assert "policy go-tiny-claw" in text_of(room)
        assert "no knobs to turn" not in text_of(room)
        await pilot.press("u")
        await until(pilot, lambda: session.name == "recorded" and settled(room))
        assert "no knobs to turn" in text_of(room)


async def test_the_fact_is_pinned_and_the_pin_taken_back(story: Path) -> None:
    async with entered(story) as (pilot, room, main, _session):
        await pilot.press("P")
        await until(pilot, lambda: isinstance(pilot.app.screen, Pin))
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is room and settled(room) and "◆" in text_of(room.lanes))
        assert main.evidence is not None
        assert "pinned as fact-1 · u takes it back" in text_of(room), "keys that work here, and no others"
        assert [fact.content for fact in main.evidence.state.facts] == [PORT]
        assert main.evidence.state.facts[0].source_pointer.endswith(":3")
        assert "every view from there on holds it" in text_of(room)
        await pilot.press("u")
        await until(pilot, lambda: settled(room) and "◆" not in text_of(room.lanes))
        assert not main.evidence.state.facts


async def test_no_value_that_was_tried_and_then_the_price_of_a_pin(samples: dict[str, Path]) -> None:
    async with entered(samples["research"], "1920 mm high", "evo-agent") as (_, room, _main, _session):
        assert "values tried keeps it: pinning does" in text_of(room)
        assert "no knob decides" in text_of(room), "the agent itself asked for the summary"
        assert "not counted: summary_input_limit 0" in text_of(room)
        assert "pinning does" in text_of(room)
        assert "in every request from" in text_of(room)


async def test_only_words_of_the_source_are_pinned(story: Path) -> None:
    """What is pinned points at a message: that has to say it."""
    async with entered(story) as (pilot, room, main, _session):
        await pilot.press("P")
        await until(pilot, lambda: isinstance(pilot.app.screen, Pin))
        shown = text_of(pilot.app.screen)
        assert f"Pin “{PORT}” as a durable fact" in shown
        area = pilot.app.screen.query_one(FactText)
        area.load_text("the port is 8080")
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, Pin)
        assert "source does not hold these words" in " ".join(text_of(pilot.app.screen).split())
        assert main.evidence is not None
        assert not main.evidence.state.facts
        area.load_text("the port is  7431")
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is room and settled(room))
        assert len(main.evidence.state.facts) == 1


OFTEN = [
    user("Find the port."),
    *(
        m
        for at in range(6)
        for m in (
            call(f"r{at}", "read_file", path="conf.ini"),
            result(f"r{at}", "the port is 7431"),
            *(x for n in "abc" for x in (call(f"{at}{n}", "bash", command=f"echo {at}{n}"), result(f"{at}{n}", "out"))),
        )
    ),
    says("It is 7431."),
]
"""Under `evo-agent`, which keeps three results, each reading is cleared when the third result after it comes: six losses by one
rule, and five readings more (what the model says at the end is a return of another kind)."""


async def test_losses_and_returns_of_the_same_rule_are_one_line_that_is_walked(tmp_path: Path) -> None:
    async with entered(write(tmp_path, OFTEN), size=(120, 30)) as (pilot, room, main, session):
        told = room.story.told if room.story else None
        assert told is not None
        lost = [each.request for each in told.losses]
        back = [each.request for each in told.returns if each.way == "re-read"]
        assert (len(lost), len(back)) == (6, 5)
        shown = text_of(room.list)
        assert f"1 of 6, requests {lost[0]} … {lost[-1]}" in shown
        assert f"1 of 5, requests {back[0]} … {back[-1]}" in shown
        assert shown.count("by layer") == 1
        assert "what keeps it" in shown, "in sight without scrolling"
        below = text_of(room.lanes).splitlines()[1]
        assert all(below[1 + room.lanes.scale.cell(request)] == "✗" for request in lost), "not hidden by returns"
        await pilot.press("right", "right")
        assert room.lanes.request == lost[2]
        assert f"request {lost[2]}" in text_of(room.list)
        assert "3 of 6" in text_of(room.list)
        assert room.list.has_focus
        await pilot.press("shift+right")
        assert now(room.lanes.request) == lost[-1]
        await pilot.press("left", "j", "right")
        assert now(room.lanes.request) == back[1]
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is main and main.settled)
        assert session.request == min(session.requests, back[1])


async def test_the_answer_of_before_stays_dimmed_until_the_new_one_is_there(
    story: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, wait = why_working.story, False

    def slow(replay: Any, fact: Any, needed: Any, cancelled: Any) -> Any:
        while wait:
            if cancelled():
                raise Cancelled
            time.sleep(0.005)
        return real(replay, fact, needed, cancelled)

    monkeypatch.setattr(why_working, "story", slow)
    async with entered(story) as (pilot, room, _main, session):
        lane, wait = text_of(room.lanes).splitlines()[0], True
        words = [line.strip("▸› ") for line in text_of(room.list).splitlines() if "request 5" in line]
        assert words
        await pilot.press("right_curly_bracket")
        await until(pilot, lambda: room.question.policy is session.policy and bool(room.doing))
        assert text_of(room.lanes).splitlines()[0] == lane
        shown = text_of(room.list)
        assert all(line in shown for line in words)
        assert {part.style for entry in room.list.entries for part in entry.parts} == {"quiet"}
        assert "following the fact" in text_of(room)
        await pilot.press("escape")
        assert "as it was before: f follows it anew" in text_of(room.list)
        wait = False
        await pilot.press("f")
        await until(pilot, lambda: settled(room) and room.story is not None)
        assert "as it was before" not in text_of(room)
        assert len({part.style for entry in room.list.entries for part in entry.parts}) > 1


async def test_the_words_around_the_fact_before_do_not_stay_beside_one_that_is_nowhere(story: Path) -> None:
    async with entered(story, size=(160, 40)) as (pilot, room, _main, _session):
        assert "the port is 7431" in text_of(room.query_one("#context"))
        await pilot.press("plus")
        await until(pilot, lambda: isinstance(pilot.app.screen, AskFact))
        pilot.app.screen.query_one(Input).value = "/zanzibar[0-9]+/"
        await pilot.press("enter")
        await until(pilot, lambda: settled(room) and room.story is not None and room.story.complete)
        assert "never said" in text_of(room.lanes)
        assert "not said yet" not in text_of(room.lanes)
        assert not text_of(room.query_one("#context")).strip()


async def test_several_facts_and_what_keeps_all_of_them(story: Path) -> None:
    async with entered(story) as (pilot, room, _main, session):
        await pilot.press("plus")
        await until(pilot, lambda: isinstance(pilot.app.screen, AskFact))
        await pilot.press(*"out b")
        await pilot.press("enter")
        await room_of(pilot)
        assert [fact.text for fact in session.facts] == ["out b", PORT]
        lanes = text_of(room.lanes).splitlines()
        assert lanes[0].startswith("▸1 “out b”")
        assert lanes[1].startswith(" 2 “7431”")
        await pilot.press("2")
        await until(pilot, lambda: settled(room) and "message 3" in text_of(room))
        await pilot.press("0")
        await until(pilot, lambda: settled(room) and "2 facts together" in text_of(room))
        assert "lost at request 5" in text_of(room)
        assert "what keeps all of them where they were needed" in text_of(room)
        assert "pinned, all of them" in text_of(room)
        assert room.search is not None
        assert sum(scan.tried for scan in room.search.scans) > 0
        await pilot.press("2", "minus")
        await until(pilot, lambda: settled(room) and len(session.facts) == 1)
        assert session.facts == (text_fact("out b"),)


async def test_what_is_not_there_leads_to_the_nearest_texts(story: Path) -> None:
    async with entered(story, "the prt is 7431") as (pilot, room, _main, session):
        assert "not in this session" in text_of(room)
        assert "the port is 7431" in text_of(room.list)
        await cursor_on(pilot, room, "near")
        await pilot.press("enter")
        await until(pilot, lambda: settled(room) and "said first" in text_of(room))
        assert [fact.text for fact in session.facts] == ["the port is 7431"]


async def test_where_it_was_needed_can_be_said(story: Path) -> None:
    async with entered(story) as (pilot, room, _main, _session):
        assert "at request 5" in text_of(room)
        await pilot.press("right", "x")
        await until(pilot, lambda: settled(room) and "at request 6" in text_of(room))
        assert "none is needed" in text_of(room)
        assert "where you say it was needed" in text_of(room)
        await pilot.press("x")
        await until(pilot, lambda: settled(room) and "at request 5" in text_of(room))


async def test_fixes_appear_as_they_are_found_and_are_given_up_and_looked_for_again(
    story: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(
        replay: Replay,
        wanted: Sequence[Wanted],
        cancelled: Callable[[], bool],
        progress: Callable[[int, int], None],
        found: Callable[[Fix], None],
        seconds: float,
    ) -> Fixes:
        progress(1, 2)
        found(Fix("keep_recent_results", 3, 4, "results", 12, 340, 0, True, True))
        while not cancelled():
            time.sleep(0.01)
        return Fixes((), None, (Scan("keep_recent_results", 5),), (5,), whole=False)

    with monkeypatch.context() as patch:
        patch.setattr(why_working, "fixes", endless)
        async with opened(story, "evo-agent") as (pilot, main, _session):
            await ask(pilot, PORT)
            await until(pilot, lambda: "✓ proven" in text_of(pilot.app.screen))
            room = pilot.app.screen
            assert isinstance(room, WhyRoom)
            assert "… trying" in text_of(room)
            assert re.search(r"trying \w+, knob 2 of \d+ …  esc gives up", text_of(room)), (
                "in the last line but one, too"
            )
            assert "+340" in text_of(room)
            await pilot.press("escape")
            await until(pilot, lambda: "given up before every knob was tried" in text_of(room))
            assert pilot.app.screen is room
            assert "+340" in text_of(room), "what was found stays"
            patch.setattr(why_working, "fixes", fixes)
            await pilot.press("f")
            await until(pilot, lambda: room.search is not None and room.search.whole)
            await pilot.press("escape")
            await until(pilot, lambda: pilot.app.screen is main)


async def test_the_block_under_the_cursor(story: Path) -> None:
    async with opened(story, "evo-agent") as (pilot, main, session):
        main.go(1)
        main.block_wanted(2)
        await pilot.press("w")
        room = await room_of(pilot)
        assert room.fact == Fact(session.transcript.structure.blocks[2].text)
        await pilot.press("w")
        await until(pilot, lambda: isinstance(pilot.app.screen, MainScreen))


async def test_the_hit_of_the_search(story: Path) -> None:
    async with opened(story, "evo-agent") as (pilot, main, _session):
        await pilot.press("slash", *["space" if key == " " else key for key in "port is"])
        await until(pilot, lambda: bool(main.search_panel.list.hits))
        await pilot.press("tab", "w")
        room = await room_of(pilot)
        assert room.fact is not None
        assert room.fact.text == "port is"


async def test_words_picked_with_the_mouse(story: Path) -> None:
    async with opened(story, "evo-agent", size=(160, 50)) as (pilot, main, session):
        main.go(1)
        main.block_wanted(0)
        await pilot.pause()
        lines = text_of(main.panes).splitlines()
        y = next(y for y, line in enumerate(lines) if session.transcript.structure.blocks[0].text[:8] in line)
        x = lines[y].index(session.transcript.structure.blocks[0].text[:8])
        await pilot.mouse_down("#panes", offset=(x, y))
        await pilot.hover("#panes", offset=(x + 7, y))
        await pilot.mouse_up("#panes", offset=(x + 7, y))
        await pilot.press("w")
        room = await room_of(pilot)
        assert room.fact is not None
        assert room.fact.text == session.transcript.structure.blocks[0].text[:8].strip()


async def test_the_lost_text_that_m_leads_to(samples: dict[str, Path]) -> None:
    async with opened(samples["lost-rule"], "recorded") as (pilot, main, session):
        await pilot.press("less_than_sign", "m")
        await until(pilot, lambda: session.request > 1 and main.settled)
        lost = at_cursor(main, session)
        await pilot.press("w")
        room = await room_of(pilot)
        assert room.story is not None
        assert room.story.told is not None
        assert session.transcript.structure.name(room.story.told.found.blocks[0]) == lost
        assert any(loss.request == session.request for loss in room.story.told.losses)


async def test_the_last_facts_are_remembered(story: Path) -> None:
    async with entered(story) as (pilot, _room, main, session):
        session.facts = (*session.facts, message_fact(5), block_fact(3, session.transcript.structure.name(3)))
        await pilot.press("escape")
        main.keep_left()
    async with opened(story, None) as (pilot, _main, session):
        assert session.facts == (
            text_fact(PORT),
            message_fact(5),
            block_fact(3, session.transcript.structure.name(3)),
        )
        await pilot.press("A")
        await until(pilot, lambda: isinstance(pilot.app.screen, AskFact))
        await pilot.press("escape")
        room = await room_of(pilot)
        assert room.fact == text_fact(PORT)


@pytest.mark.parametrize("keys", [("enter",), ("escape",)])
async def test_nothing_typed_is_no_question(story: Path, keys: tuple[str, ...]) -> None:
    async with opened(story, "evo-agent") as (pilot, main, _session):
        await pilot.press("A")
        await until(pilot, lambda: isinstance(pilot.app.screen, AskFact))
        await pilot.press(*keys)
        if keys == ("enter",):
            assert "the text is empty" in text_of(pilot.app.screen)
            await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is main)
        assert not main.rooms


async def test_the_field_says_how_it_understands(story: Path) -> None:
    async with opened(story, "evo-agent") as (pilot, _main, session):
        await pilot.press("A")
        await until(pilot, lambda: isinstance(pilot.app.screen, AskFact))
        await pilot.press("3")
        await until(pilot, lambda: "message 3, followed whole" in text_of(pilot.app.screen))
        await pilot.press("enter")
        await room_of(pilot)
        assert session.facts == (message_fact(3),)


async def test_help_has_the_keys_of_the_room_and_does_them(story: Path) -> None:
    async with entered(story) as (pilot, room, _main, _session):
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, Help))
        await until(pilot, lambda: "In the why room" in text_of(pilot.app.screen))
        pilot.app.screen.query_one(Input).value = "previous change of the lane"
        await pilot.pause()
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is room and room.lanes.request == 2)


async def test_any_size(story: Path) -> None:
    """The smallest is what the app begins with; the room is opened anew at each of them."""
    async with opened(story, "evo-agent", (40, 10)) as (pilot, _main, _session):
        for size in ((40, 10), (60, 20), (80, 24), (200, 60)):
            await pilot.resize_terminal(*size)
            await ask(pilot, PORT)
            room = await room_of(pilot)
            assert "7431" in text_of(room)
            await pilot.press("j", "j", "tab", "right", "n", "0", "2", "x", "f", "R", "U")
            await pilot.press("escape", "escape")
            await until(pilot, lambda: isinstance(pilot.app.screen, MainScreen))


HOSTILE = "\x1b]0;owned\x07 [red]x[/red] [/foo] \u202e $HOME"


async def test_hostile_text_is_shown_as_text(tmp_path: Path) -> None:
    path = tmp_path / "hostile.jsonl"
    talk = [{"role": "user", "content": HOSTILE}, {"role": "assistant", "content": f"no: {HOSTILE}"}]
    path.write_text("".join(json.dumps(message) + "\n" for message in [*talk, *talk]))
    async with entered(path, HOSTILE[9:]) as (pilot, room, _main, session):
        shown = text_of(room)
        assert "[red]x[/red] [/foo]" in shown
        assert "said first" in shown
        assert not {"\x1b", "\x07", "\u202e"} & set(shown)
        await pilot.press("plus")
        await until(pilot, lambda: isinstance(pilot.app.screen, AskFact))
        pilot.app.screen.query_one(Input).value = f"nothing like {HOSTILE}"
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is room and settled(room) and len(session.facts) == 2)
        assert not {"\x1b", "\x07", "\u202e"} & set(text_of(room))


async def test_a_session_without_messages() -> None:
    app = InspectorApp(session=Session(inspector.load_messages([]), inspector.load_policy("evo-agent")))
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, MainScreen) and app.screen.session is not None)
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, AskFact))
        await pilot.press(*"anything", "enter")
        room = await room_of(pilot)
        assert "not in this session" in text_of(room)
        await pilot.press("right", "n", "N", "enter")
        await until(pilot, lambda: isinstance(app.screen, MainScreen))


async def test_a_session_of_one_message(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    path.write_text(json.dumps({"role": "user", "content": "hello"}) + "\n")
    async with entered(path, "1", "evo-agent") as (_, room, _main, session):
        assert session.requests <= 1
        assert "message 1" in text_of(room)


async def test_a_block_that_is_very_long_is_followed_by_its_place(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    talk = [
        {"role": "user", "content": "line of a log\n" * 200_000},
        {"role": "assistant", "content": "I see."},
        {"role": "user", "content": "Go on."},
        {"role": "assistant", "content": "Done."},
    ]
    path.write_text("".join(json.dumps(message) + "\n" for message in talk))
    async with opened(path, "go-tiny-claw", size=(160, 50)) as (pilot, main, _session):
        main.go(1)
        main.block_wanted(0)
        await pilot.press("w")
        room = await room_of(pilot)
        assert room.fact == block_fact(0, "1.1")
        assert "block 1.1" in text_of(room)
        assert "line of a log" in text_of(room)


async def test_a_session_that_grows_is_answered_anew(story: Path) -> None:
    async with entered(story) as (pilot, room, main, session):
        before = room.question
        session.renew()
        main.changed()
        await until(pilot, lambda: room.question is not before and settled(room))
        assert "request 5" in text_of(room)


async def test_large_sessions_wait_for_exact_counts(samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "SMALL", 0)
    async with entered(samples["re-reads"], "never touch migrations/", "workbuddy-s14") as (_, room, _main, session):
        assert room.replay is not None
        assert room.replay.policy.meter == session.policy.meter if session.policy else False
        assert "request 70  ╌ gone, by layer prune · 80,135 → 6,501 tokens" in text_of(room)


async def test_rooms_that_were_left_do_not_pile_up(story: Path) -> None:
    async with opened(story, "evo-agent") as (pilot, main, _session):
        rooms: list[weakref.ref[WhyRoom]] = []
        for _ in range(4):
            await pilot.press("w" if rooms else "A")
            if not rooms:
                await until(pilot, lambda: isinstance(pilot.app.screen, AskFact))
                await pilot.press(*PORT, "enter")
            rooms.append(weakref.ref(await room_of(pilot)))
            await pilot.press("q")
            await until(pilot, lambda: pilot.app.screen is main)

        def gone() -> bool:
            look_at_all()
            gc.collect()
            return all(room() is None for room in rooms[:2])

        await until(pilot, gone)


async def test_a_click_moves_the_cursors_and_a_double_click_goes_there(story: Path) -> None:
    async with entered(story) as (pilot, room, main, session):
        await pilot.click("#lanes", offset=(1 + 5 * 4, 0))
        assert room.lanes.request == 6
        y = next(y for y, line in enumerate(text_of(room.list).splitlines()) if "request 5" in line)
        await pilot.click(room.list, offset=(6, y))
        assert now(room.lanes.request) == 5
        assert pilot.app.screen is room
        await pilot.click(room.list, offset=(6, y), times=2)
        await until(pilot, lambda: pilot.app.screen is main and main.settled)
        assert session.request == 5


async def test_the_palette_has_the_room_and_in_it_its_keys(story: Path) -> None:
    async with entered(story) as (pilot, room, main, _session):
        names = [command.title for command in pilot.app.get_system_commands(room)]
        assert any("pin the fact" in name for name in names)
        assert not any("open a session" in name for name in names)
        names = [command.title for command in pilot.app.get_system_commands(main)]
        assert any("why was it forgotten" in name for name in names)
        assert not any("pin the fact" in name for name in names)
