"""A is held and B goes on: keys, panes, both curves, the list of differences, the way to the next one."""

from __future__ import annotations

import json
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from inspector.engine import Plan, Replay
from inspector.policy import load_policy
from inspector.tui import curve, replays
from inspector.tui.curve_beside import against
from inspector.tui.headline import headline
from inspector.tui.held import held
from inspector.tui.numerals import short
from inspector.tui.screens.differences import Differences
from inspector.tui.screens.main import MainScreen
from inspector.tui.screens.reader import Reader
from inspector.tui.session import Session
from inspector.tui.widgets.entry_list import EntryList
from inspector.tui.widgets.foot_line import FootLine
from inspector.tui.widgets.line import Line
from inspector.tui.widgets.pane_titles import PaneTitles
from inspector.tui.widgets.timeline import Timeline
from tests.tui import drive
from tests.tui.drive import main_screen, now, ready, text_of, until
from tests.tui.pairs import MESSAGES, drop, shorter, small, whole

pytestmark = pytest.mark.timeout(120)
WIDE, NARROW = (140, 40), (80, 24)


opened = partial(drive.opened, size=WIDE)


def header(main: MainScreen) -> str:
    return "".join(part.text for part in main.query_one("#header", Line).parts)


def foot(main: MainScreen) -> str:
    return text_of(main.query_one(FootLine))


def of(plan: Plan | None, replay: Replay, request: int) -> bool:
    """Whether a plan is the finished view of a replay."""
    return plan is not None and plan.ledger is replay.ledger and plan.parts == replay.plan(request).parts


def a_is_final(session: Session) -> bool:
    return session.held is not None and session.held.final


async def choose(pilot: Pilot[Any], session: Session, name: str) -> None:
    """Another policy for B."""
    session.choose(load_policy(name))
    main_screen(pilot.app).changed()  # type: ignore[arg-type]
    await until(pilot, lambda: session.final and len(main_screen(pilot.app).totals) == session.requests)  # type: ignore[arg-type]
    await ready(pilot)


async def test_c_holds_the_policy_and_lets_go_of_it_again(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("c")
        assert session.held is not None
        assert session.held.replay is session.replay, "nothing is worked out again"
        assert "A workbuddy-s14 │ B workbuddy-s14" in header(main)
        assert "let go" in foot(main)
        await pilot.press("left_square_bracket")
        await ready(pilot)
        assert "B workbuddy-s14 ✱" in header(main)
        assert session.held.policy != session.policy
        await pilot.press("c")
        assert now(session.held) is None
        assert "policy workbuddy-s14" in header(main)
        assert "let go" not in foot(main)


async def test_both_views_stand_side_by_side_and_both_curves_in_the_timeline(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("c")
        await choose(pilot, session, "agent-engineering")
        picture = main.panes.picture
        assert picture is not None
        assert session.held is not None
        assert of(picture.left.plan, session.held.replay, session.request)
        assert picture.right.plan is session.plan()
        titles = text_of(main.query_one(PaneTitles))
        assert "A workbuddy-s14 68,048 tokens" in titles
        assert "B agent-engineering" in titles
        data = main.query_one(Timeline).data
        assert data.beside is not None
        assert list(data.beside.view) == [row.view for row in session.held.rows]
        assert list(data.view) == [row.view for row in main.totals]
        assert not data.beside.note, "both are tokens: one scale"
        shown = text_of(main.query_one(Timeline))
        assert "A 68,048 · B " in shown
        assert "━━ A" in shown


async def test_units_that_differ_get_a_scale_each_and_the_timeline_says_so(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"], size=(180, 40)) as (pilot, main, session):
        await pilot.press("c")
        await choose(pilot, session, "go-tiny-claw")
        beside = main.query_one(Timeline).data.beside
        assert beside is not None
        peaks = max(beside.view), max(row.view for row in main.totals)
        assert beside.note == f"each by its own peak: A {short(peaks[0])} tokens, B {short(peaks[1])} bytes"
        assert beside.drawn[0] == round(beside.view[0] * peaks[1] / peaks[0])
        assert "↕ each" in text_of(main.query_one(Timeline))


async def test_a_knob_step_on_b_does_not_redo_a(samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(samples["re-reads"]) as (pilot, _, session):
        await pilot.press("c", "left_square_bracket")
        await ready(pilot)
        a = session.held
        assert a is not None
        seen = session.beside(session.request)
        asked: list[int] = []
        monkeypatch.setattr(a.replay, "steps", asked.append)
        monkeypatch.setattr(a.replay, "row", asked.append)
        for _ in range(3):
            await pilot.press("left_square_bracket")
            await ready(pilot)
        assert session.held is a
        assert session.beside(session.request) is seen
        assert not asked


async def test_v_holds_the_recorded_view_with_a_meter_of_its_own(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("V")
        await until(pilot, lambda: a_is_final(session))
        assert "A recorded │ B workbuddy-s14" in header(main)
        assert session.held is not None
        assert session.held.meter.count != session.replay.policy.meter.count
        assert "A recorded" in text_of(main.query_one(PaneTitles))
        await pilot.press("V")
        assert "already" in main.said


async def test_swapping_keeps_what_was_worked_out_for_either(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("C")
        assert "c" in main.said
        await pilot.press("c", "C")
        assert "the same" in main.said
        await choose(pilot, session, "evo-agent")
        assert session.held is not None
        a, b = session.held.replay, session.replay
        await pilot.press("C")
        await ready(pilot)
        assert session.held.replay is b
        assert session.replay is a
        assert session.name == "workbuddy-s14"
        assert "A evo-agent │ B workbuddy-s14" in header(main)
        await pilot.press("u")
        assert session.name == "evo-agent", "taken back like any other choice"


async def test_a_stays_while_requests_and_layers_change(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("c", "left_curly_bracket")
        await ready(pilot)
        await pilot.press("less_than_sign", "n", "n")
        a = session.held
        assert a is not None
        picture = main.panes.picture
        assert picture is not None
        assert of(picture.left.plan, a.replay, session.request)
        await pilot.press("full_stop")
        await until(pilot, lambda: session.step == 0)
        picture = main.panes.picture
        assert picture is not None
        assert of(picture.left.plan, a.replay, session.request), "A is shown finished"
        assert picture.right.plan is session.seen().plan(0)
        assert "finished" in picture.left.title
        assert "before the layers" in picture.right.title
        assert "layers step through B, A is finished" in text_of(main)


async def test_typed_text_that_only_one_holds_comes_first_in_the_status_line(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("V")
        await until(pilot, lambda: a_is_final(session))
        main.hush()
        assert text_of(main.query_one("#status", Line)).startswith(" ⚠ typed text only in A: 3.1")


async def test_keys_say_what_to_do_while_nothing_is_held(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, _):
        for key in ("equals_sign", "G", "C"):
            await pilot.press(key)
            assert "hold this policy as A with c" in main.said


async def test_the_list_begins_with_typed_text_and_enter_goes_there(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("V")
        await until(pilot, lambda: a_is_final(session))
        await pilot.press("equals_sign")
        await until(pilot, lambda: isinstance(pilot.app.screen, Differences))
        shown = text_of(pilot.app.screen)
        assert shown.index("TYPED TEXT") < shown.index("only in A") < shown.index("REQUEST 139")
        assert shown.index("REQUEST 139") < shown.index("THE WHOLE SESSION") < shown.index("ONLY IN A")
        assert "other meter" in shown
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is main)
        assert main.panes.rows is not None
        assert main.panes.rows.block_at(main.panes.cursor) == session.transcript.structure.first[2], "message 3"


async def test_a_line_of_the_session_goes_to_its_request_by_mouse(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("c", "left_curly_bracket")
        await ready(pilot)
        await pilot.press("equals_sign")
        await until(pilot, lambda: isinstance(pilot.app.screen, Differences))
        listed = pilot.app.screen.query_one(EntryList)
        line = next(
            at for at, entry in enumerate(listed.entries) if entry.parts and "first difference" in entry.parts[0].text
        )
        assert "soft_threshold" in text_of(pilot.app.screen)
        target = listed.entries[line].target
        assert target is not None
        assert target.request < session.requests
        await pilot.click(EntryList, offset=(10, line), times=2)
        await until(pilot, lambda: pilot.app.screen is main)
        assert session.request == target.request


async def test_g_goes_from_difference_to_difference(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("c", "left_curly_bracket")
        await ready(pilot)
        await pilot.press("less_than_sign", "G")
        assert session.held is not None
        first = session.request
        assert first > 1
        for request in range(1, first):
            a, b = session.held.replay.row(request), session.replay.row(request)
            assert a.view == b.view
        assert f"request {first:,}: " in main.said
        await pilot.press("G")
        assert session.request > first
        await pilot.press("greater_than_sign", "G")
        assert "A and B send the same" in main.said


async def test_in_a_long_session_threads_find_it_out(samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "SMALL", 0)
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("V")
        await until(pilot, lambda: a_is_final(session))
        await pilot.press("less_than_sign", "G")
        await until(pilot, lambda: session.request > 1 and "G goes on" in main.said)
        await pilot.press("equals_sign")
        await until(pilot, lambda: "THE WHOLE SESSION" in text_of(pilot.app.screen))
        assert session.held is not None
        assert session.held.lost == ()
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is main)
        assert a_is_final(session)


@pytest.mark.parametrize("policy", ["workbuddy-s14", "agent-engineering", "go-tiny-claw"])
async def test_what_is_held_in_a_long_session_becomes_final(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch, policy: str
) -> None:
    monkeypatch.setattr(replays, "SMALL", 0)
    async with opened(samples["re-reads"], policy) as (pilot, _, session):
        await pilot.press("c")
        assert a_is_final(session), "B is final, and A is the same"
        await pilot.press("left_square_bracket", "c", "c", "left_square_bracket")
        await until(pilot, lambda: session.final and a_is_final(session))
        assert session.held is not None
        assert session.held.policy != session.policy


def _never(*given: Any) -> None:
    """Goes on until it is not wanted any more."""
    unwanted = given[5]
    while not unwanted():
        time.sleep(0.001)


async def test_a_search_for_a_difference_is_given_up_with_escape(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("c")
        monkeypatch.setattr(replays, "SMALL", 0)
        monkeypatch.setattr("inspector.tui.screens.parting.next_parting", _never)
        await pilot.press("G")
        await until(pilot, lambda: "looking for the next difference" in text_of(main.query_one("#status", Line)))
        await pilot.press("escape")
        assert "given up" in main.said
        await until(pilot, lambda: not any(worker.is_running for worker in main.workers if worker.group == "parting"))
        assert session.request == session.requests


async def test_a_block_is_read_as_a_has_it_and_as_b_has_it(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("V")
        await until(pilot, lambda: a_is_final(session))
        main.block_wanted(session.transcript.structure.first[2])
        await pilot.press("space")
        await until(pilot, lambda: isinstance(pilot.app.screen, Reader))
        shown = text_of(pilot.app.screen)
        assert "in A, = verbatim" in shown
        assert "in B" in shown
        assert "[not in the view: ╌ dropped by prune]" in shown
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is main)
        await pilot.press("end", "space")
        await until(pilot, lambda: isinstance(pilot.app.screen, Reader))
        assert "in A, =" not in text_of(pilot.app.screen), "both have it as it was recorded"


async def test_a_summary_is_read_with_whose_it_is(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"], "agent-engineering") as (pilot, _, session):
        await pilot.press("c")
        await choose(pilot, session, "workbuddy-s14")
        await pilot.press("s", "space")
        await until(pilot, lambda: isinstance(pilot.app.screen, Reader))
        assert "A · by summary" in text_of(pilot.app.screen)


async def test_a_grows_with_the_file(samples: dict[str, Path], tmp_path: Path) -> None:
    lines = samples["re-reads"].read_text().splitlines(keepends=True)
    path = tmp_path / "growing.jsonl"
    path.write_text("".join(lines[:-30]))
    async with opened(path) as (pilot, main, session):
        await pilot.press("c", "left_curly_bracket")
        await ready(pilot)
        before = session.requests
        with path.open("a") as file:
            file.write("".join(lines[-30:]))
        await until(pilot, lambda: session.requests > before and a_is_final(session))
        await ready(pilot)
        assert session.held is not None
        assert session.held.replay.transcript is session.transcript
        beside = main.query_one(Timeline).data.beside
        assert beside is not None
        assert len(beside.view) == session.requests


async def test_one_pane_at_a_time_on_a_narrow_screen(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"], size=NARROW) as (pilot, main, session):
        await pilot.press("c", "left_curly_bracket")
        await ready(pilot)
        tabs = text_of(main.query_one(PaneTitles))
        assert "A workbuddy-s14" in tabs
        assert "B workbuddy-s14" in tabs
        assert main.panes.mode == "right"
        await pilot.click(PaneTitles, offset=(4, 0))
        assert now(main.panes.mode) == "left"
        await pilot.press("tab")
        assert now(main.panes.mode) == "right"
        assert session.held is not None


async def test_hostile_text_is_shown_as_text_in_the_list(tmp_path: Path) -> None:
    hostile = [{"role": "user", "content": "[/b] \x1b]0;title\x07 [link=x]never[/] touch"}, *MESSAGES[1:]]
    path = tmp_path / "hostile.json"
    path.write_text(json.dumps(hostile))
    async with opened(path, "go-tiny-claw") as (pilot, main, session):
        await pilot.press("c")
        session.choose(shorter(last=1))
        main.changed()
        await ready(pilot)
        await pilot.press("equals_sign")
        await until(pilot, lambda: isinstance(pilot.app.screen, Differences))
        assert "\x1b" not in text_of(pilot.app.screen)


def test_the_header_names_both() -> None:
    session = Session(small(), whole())
    assert "policy whole" in "".join(part.text for part in headline(session, None))
    session.hold(held(session.transcript, None, None))
    assert "A recorded │ B whole" in "".join(part.text for part in headline(session, None))


def test_a_refused_view_of_a_is_named_over_its_pane() -> None:
    session = Session(small(), whole())
    session.hold(held(session.transcript, whole(refuse=470), None))
    assert session.picture().left.title == "A whole refused 546 bytes"
    session.go(1)
    assert session.picture().left.title == "A whole 18 bytes"
    session.step = 0
    assert session.picture().left.title == "A whole finished 18 bytes"


def test_the_curve_of_a_is_there_when_its_rows_are() -> None:
    session = Session(small(), whole())
    a = held(session.transcript, drop(start=400), None)
    session.hold(a)
    rows = session.replay.rows()
    assert curve.curve(session, rows).beside is None
    session.hold(a.better(a.replay, a.replay.rows()))
    beside = curve.curve(session, rows).beside
    assert beside is not None
    assert list(beside.drawn) == [18, 141, 339, 36, 84]
    refusing = held(session.transcript, whole(refuse=470), None)
    session.hold(refusing.better(refusing.replay, refusing.replay.rows()))
    beside = curve.curve(session, rows).beside
    assert beside is not None
    assert beside.refused == {4, 5}


def test_two_curves_are_held_against_limits_only_where_both_keep_near_them() -> None:
    workbuddy, tiny = load_policy("workbuddy-s14"), load_policy("go-tiny-claw")
    engineering = load_policy("agent-engineering")
    near = against((workbuddy, [70_000, 79_000]), (engineering, [30_000]))
    assert near == (("start", 80_000), ("window", 32_000))
    far = against((workbuddy, [70_000, 79_000]), (tiny, [3_000, 128_000]))
    assert far == (("peak", 79_000), ("peak", 128_000))
    assert against((workbuddy, [100]), (engineering, [30_000])) == (("peak", 100), ("peak", 30_000))
    assert against((None, []), (None, [])) == (("peak", 1), ("peak", 1))
