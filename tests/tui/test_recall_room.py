"""The recall room: the same numbers as on the command line, the way to where a need was first said, and answers anew."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.analysis.recall.needs import Need, Recall, Recalled, recall
from inspector.analysis.recall.rereads import rereads
from inspector.analysis.recall.returned import Back
from inspector.export.json_recall import recall_json
from inspector.long_work import Cancelled
from inspector.tui.app import InspectorApp
from inspector.tui.recall.lines import in_rows, miss_lines
from inspector.tui.screens import recall_room
from inspector.tui.screens.help import Help
from inspector.tui.screens.main import MainScreen
from inspector.tui.screens.recall_room import RecallRoom
from inspector.tui.screens.why_room import WhyRoom
from inspector.tui.session import Session
from inspector.tui.widgets.request_list import RequestList
from tests.cli.histories import says, user, write
from tests.tui.drive import now, opened, text_of, until
from tests.tui.rooms import Way, look_the_same

WAY = Way(RecallRoom, "percent_sign", lambda room: room.settled and room.ended and not room._asking)
is_over, entered = WAY.is_over, WAY.entered


def document(path: Path, policy: str) -> dict[str, Any]:
    """What the command line answers."""
    replay = inspector.replay(inspector.load(path), policy)
    return recall_json(replay, recall(replay), rereads(replay))


async def test_the_numbers_are_those_of_the_command_line(samples: dict[str, Path]) -> None:
    told = document(samples["re-reads"], "workbuddy-s14")
    async with entered(samples["re-reads"], size=(120, 200)) as (_, room, _main, _session):
        shown = text_of(room)
        head, whole = shown.splitlines()[1], told["recall"]
        assert f"recall {100 * whole['share']:.1f} % of {whole['needed']:,} needs" in head
        assert f"at most {100 * whole['bound']:.1f} %, whole blocks {100 * whole['bound_whole']:.1f} %" in head
        for miss in told["misses"]:
            lines = text_of(room.main_list).splitlines()
            (line,) = [each for each in lines if miss["text"] in each and "  message " in each]
            assert f"{miss['cost']:,}" in line
            assert f"request {miss['requests'][0]:,}" in line
            assert f"message {miss['first']['message']:,}" in line
        for why in {each["why"] for each in told["rereads"]}:
            same = [each for each in told["rereads"] if each["why"] == why]
            assert f"{why}  {len(same):,} times, {sum(each['size'] for each in same):,} tokens" in shown


async def test_a_request_is_told_with_each_of_its_needs(samples: dict[str, Path]) -> None:
    """Request 76 of the sample: one of two needs is held, the other had to be got again."""
    async with entered(samples["re-reads"]) as (pilot, room, _main, _session):
        assert room.request == 76, "the dearest miss is looked at first"
        shown = text_of(room)
        assert "request 76 of 139  1 of 2 needs held · at most 2 by any cuts, 2 of whole blocks" in shown
        needs = text_of(room.query_one("#needs")).splitlines()
        assert "✗ path  message 5  ↺ re-run 3,870 tokens  ledger/models/subscription.py" in needs[1]
        assert "✓ path" in needs[2]
        await pilot.press("right")
        assert room.request == 77
        assert "request 77 of 139" in text_of(room)
        await pilot.press("less_than_sign")
        assert room.request == 1
        await pilot.press("n")
        assert room.request == 71, "the first mark: something had to be got again"


async def test_enter_goes_to_where_the_need_was_first_said(samples: dict[str, Path]) -> None:
    """Message 5 is the second message with results: it is in the history of request 3, as block 5.1."""
    async with entered(samples["re-reads"]) as (pilot, _room, main, session):
        told = next(m for m in document(samples["re-reads"], "workbuddy-s14")["misses"] if m["requests"] == [76])
        await pilot.press("home", "enter")
        await until(pilot, lambda: pilot.app.screen is main and main.settled)
        assert told["first"]["message"] == 5
        assert session.request == 3
        rows, shape = main.panes.rows, session.transcript.structure
        assert rows is not None
        assert shape.name(rows.refs[main.panes.cursor]) == told["first"]["block"]
        assert not main.rooms


async def test_the_list_and_the_request_in_sight_go_together(samples: dict[str, Path]) -> None:
    async with entered(samples["re-reads"]) as (pilot, room, main, session):
        await pilot.press("j")
        assert room.request == 71
        await pilot.press("tab", "j")
        assert room.query_one("#needs").has_focus
        assert room.request == 71, "a need belongs to the request in sight"
        await pilot.press("o")
        await until(pilot, lambda: pilot.app.screen is main and main.settled)
        assert session.request == 71


@pytest.mark.usefixtures("short_searches")
async def test_w_asks_why_the_missed_text_was_forgotten(samples: dict[str, Path]) -> None:
    async with entered(samples["re-reads"]) as (pilot, room, main, session):
        await pilot.press("home", "w")
        await until(pilot, lambda: isinstance(pilot.app.screen, WhyRoom) and pilot.app.screen.settled)
        assert session.looked is not None
        assert session.looked.text == "ledger/models/subscription.py"
        assert session.facts == ()
        await pilot.press("q")
        await until(pilot, lambda: pilot.app.screen is room)
        await pilot.press("w")
        await until(pilot, lambda: isinstance(pilot.app.screen, WhyRoom) and pilot.app.screen.story is not None)
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is main and main.settled)
        assert not main.rooms, "both are left to a place in the panes"


def test_what_a_person_typed_stands_before_dearer_misses() -> None:
    """The dear one came back; the rule and the port that a person typed at the same request did not, and share a row."""
    replay = inspector.replay(
        inspector.load_messages([user("Mind lib/a.py and port 48151."), says("lib/a.py")]), "recorded"
    )
    rule = Need(1, "path", "lib/a.py", 0, True, False)
    port = Need(1, "number", "48151", 0, True, False)
    dear = Need(1, "quotation", "never mind that", 1, False, False, Back(1, "re-read", 900))
    rows = in_rows(Recalled((Recall(1, 3, 0, 3, 3, (dear, rule, port)),), None))
    assert [[each.need.text for each in row] for row in rows] == [["48151", "lib/a.py"], ["never mind that"]]
    told = ["".join(part.text for part in entry.parts) for entry in miss_lines(replay, rows)]
    assert told[0].startswith("missed, typed by a person")
    assert "48151 · lib/a.py" in told[1]
    assert told[3].startswith("missed, others")
    assert told[4].split()[0] == "900"


async def test_turning_a_knob_answers_anew(samples: dict[str, Path]) -> None:
    async with entered(samples["re-reads"]) as (pilot, room, _main, session):
        before = text_of(room).splitlines()[1]
        await pilot.press("right_curly_bracket", "right_curly_bracket")
        await until(pilot, lambda: is_over(room) and room.question.policy is session.policy)
        assert "*modified" in text_of(room)
        replay = session.replay
        share = recall(replay).share
        assert share is not None
        assert f"recall {100 * share:.1f} %" in text_of(room)
        await pilot.press("u")
        await until(pilot, lambda: is_over(room) and room.question.policy is session.policy)
        assert text_of(room).splitlines()[1] == before


async def test_it_is_given_up_and_gone_on_with(samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    go = threading.Event()
    real = recall_room.rereads

    def slow(replay: Any, unwanted: Any, progress: Any) -> Any:
        while not go.wait(0.01):
            progress(1, 4)
            if unwanted():
                raise Cancelled
        return real(replay)

    monkeypatch.setattr(recall_room, "rereads", slow)
    async with opened(samples["re-reads"], "workbuddy-s14", (120, 40)) as (pilot, main, _):
        await pilot.press("percent_sign")
        await until(pilot, lambda: "looking for what was got again 25 %" in text_of(pilot.app.screen))
        room = pilot.app.screen
        assert isinstance(room, RecallRoom)
        assert "recall 98.6 %" in text_of(room), "what is known is shown"
        await pilot.press("escape")
        assert pilot.app.screen is room
        assert "given up" in text_of(room)
        assert "not looked for yet" in text_of(room)
        go.set()
        await pilot.press("f")
        await until(pilot, lambda: is_over(room))
        assert now(room.again) is not None
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is main)


async def test_trouble_is_told_and_the_room_stays_usable(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise RuntimeError("no such number")

    monkeypatch.setattr(recall_room, "recall", broken)
    async with opened(samples["re-reads"], "workbuddy-s14", (80, 24)) as (pilot, main, _):
        await pilot.press("percent_sign")
        await until(pilot, lambda: "recall could not be worked out: no such number" in text_of(pilot.app.screen))
        await pilot.press("right", "tab", "enter", "w", "y", "escape")
        await until(pilot, lambda: pilot.app.screen is main)


async def test_keys_help_copy_and_mouse(samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    async with entered(samples["re-reads"]) as (pilot, room, main, session):
        copied: list[str] = []
        monkeypatch.setattr(pilot.app, "copy_to_clipboard", copied.append)
        await pilot.press("home", "y")
        assert copied == ["ledger/models/subscription.py"]
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, Help))
        await until(pilot, lambda: "In the recall room" in text_of(pilot.app.screen))
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is room)
        await pilot.click("#recall-strip", offset=(7, 1))
        assert room.request == 1
        await pilot.press("percent_sign")
        await until(pilot, lambda: pilot.app.screen is main)
        assert session.request == 139, "nothing was gone to"


async def test_any_size(samples: dict[str, Path]) -> None:
    """The smallest is what the app begins with; the room is opened anew at each of them."""
    async with opened(samples["re-reads"], WAY.policy, (20, 6)) as (pilot, main, _):
        for size in ((20, 6), (40, 12), (200, 60)):
            await pilot.resize_terminal(*size)
            await WAY.into(pilot)
            await pilot.press("right", "j", "tab", "j", "n", "N", "escape")
            await until(pilot, lambda: pilot.app.screen is main)


async def test_hostile_text_is_shown_as_text(tmp_path: Path) -> None:
    story = [user("Mind src/\x1b[31mred.py and [bold]lib/x.py[/bold]."), says("I open lib/x.py.")]
    async with entered(write(tmp_path, story), "recorded") as (pilot, room, _main, _session):
        await pilot.press("tab", "j")
        assert "\x1b" not in text_of(room)


async def test_nothing_needed(tmp_path: Path) -> None:
    async with entered(write(tmp_path, [user("Go."), says("Done.")]), "recorded") as (pilot, room, _main, _session):
        assert "no reply refers to anything that was seen before it" in text_of(room)
        assert "nothing was read or run again" in text_of(room)
        assert not room.strip.display, "an empty picture says nothing"
        assert "100 %" not in text_of(room)
        await pilot.press("j", "tab", "n", "enter")
        assert pilot.app.screen is room


async def test_where_no_reply_was_recorded_it_says_so(tmp_path: Path) -> None:
    story = [user("Mind lib/a.py."), says("lib/a.py it is."), user("And now?")]
    async with entered(write(tmp_path, story), "recorded") as (pilot, room, _main, session):
        assert session.requests == 2
        await pilot.press("greater_than_sign")
        await until(pilot, lambda: room.request == 2)
        assert "request 2 of 2  no reply was recorded" in text_of(room)
        await pilot.press("left")
        assert "refers to nothing" not in text_of(room)
        assert room.strip.display


async def test_needs_are_looked_for_beside_the_keys_and_the_old_ones_stay_dimmed(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keys go on while the needs of one request are looked for; then those of the request in sight are, and no others."""
    go, asked, real = threading.Event(), [], recall_room.needs_at

    def slow(replay: Any, request: int) -> Any:
        asked.append(request)
        go.wait(30)
        return real(replay, request)

    async with entered(samples["re-reads"]) as (pilot, room, _main, _session):
        monkeypatch.setattr(recall_room, "needs_at", slow)
        needs = room.query_one("#needs", RequestList)
        await pilot.press("left", "left", "left", "left", "left")
        assert room.request == 71
        assert "request 71 of 139" in text_of(room)
        assert "ledger/models/subscription.py" in text_of(needs), "those of before"
        assert {part.style for entry in needs.entries[1:] for part in entry.parts} == {"quiet"}
        assert all(entry.target is None for entry in needs.entries)
        go.set()
        await until(pilot, lambda: is_over(room) and 71 in room._needs)
        assert len(asked) <= 2
        assert asked[-1] == 71
        assert any(entry.target is not None for entry in needs.entries)


async def test_numbers_of_another_policy_are_not_called_this_ones(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    real, wait = recall_room.recall, False

    def slow(replay: Any, unwanted: Any, progress: Any) -> Any:
        while wait:
            if unwanted():
                raise Cancelled
            time.sleep(0.005)
        return real(replay, unwanted, progress)

    monkeypatch.setattr(recall_room, "recall", slow)
    async with entered(samples["re-reads"]) as (pilot, room, _main, session):
        wait = True
        await pilot.press("right_curly_bracket")
        await until(pilot, lambda: room.question.policy is session.policy and bool(room.doing))
        await pilot.press("escape")
        assert "as it was before" in text_of(room).splitlines()[1]
        assert "got again  as it was before" in text_of(room.main_list)
        wait = False
        await pilot.press("f")
        await until(pilot, lambda: is_over(room))
        assert "as it was before" not in text_of(room)


async def test_a_session_without_messages() -> None:
    app = InspectorApp(session=Session(inspector.load_messages([]), inspector.load_policy("evo-agent")))
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, MainScreen) and app.screen.session is not None)
        await pilot.press("percent_sign")
        await until(pilot, lambda: is_over(app.screen))
        assert "no reply refers to anything that was seen before it" in text_of(app.screen)
        await pilot.press("right", "j", "n", "w", "escape")
        await until(pilot, lambda: isinstance(app.screen, MainScreen))


async def test_pictures(samples: dict[str, Path], snapshot: Any) -> None:
    """`pytest --snapshot-update` redraws them; look at each before keeping it."""
    async with entered(samples["re-reads"]) as (pilot, *_):
        await look_the_same(pilot, snapshot, ("dark", "light"))
