"""The policy measured by another meter: sizes in the dialog, one change with undo, kept with the session, told everywhere."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from inspector.phrases import TOO_LITTLE
from inspector.policy import PolicyError, dump, load_policy, load_text, with_meter
from inspector.transcript import load_messages
from inspector.tui import counters, replays
from inspector.tui.about import about
from inspector.tui.command_line import command_line
from inspector.tui.headline import headline
from inspector.tui.screens.counters import Counters
from inspector.tui.session import Session
from inspector.tui.titles import titles
from inspector.tui.widgets.line import Line
from tests.analysis.estimators.sessions import known
from tests.tui.drive import main_screen, opened, ready, text_of, until
from tests.tui.test_provider_meter import lines


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Choices of this test alone."""
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path / "home"))


def test_one_change_that_every_place_tells_and_undo_takes_back() -> None:
    session = Session(known(), load_policy("workbuddy-s14"))
    plain = " ".join(part.text for part in headline(session, None))
    assert not session.measure("json-chars/4")
    assert session.measure("chars/4")
    assert session.modified
    assert " · meter chars/4" in "".join(part.text for part in headline(session, None))
    assert "counted as   chars/4: a quarter of the characters; the policy itself says json-chars/4" in about(
        session, None
    )
    assert session.turn("soft_threshold", 70_000)
    assert session.meter == "chars/4"
    assert session.policy is not None
    assert session.has(load_policy("workbuddy-s14"))
    assert load_text(dump(session.policy)) == session.policy
    session.transcript = replace(known(), path="some.jsonl")
    assert command_line(session) == (
        "inspector view some.jsonl --policy workbuddy-s14 --set soft_threshold=70000 --meter chars/4 --request 3"
    )
    session.transcript = known()
    assert session.undo()
    assert session.undo()
    assert not session.modified
    assert " ".join(part.text for part in headline(session, None)) == plain


def test_sizes_are_those_of_the_whole_history() -> None:
    """By hand: see `tests.analysis.estimators.sessions`; 7 × 10 characters, then 93, 400, 160, 200 of message 5."""
    policy = load_policy("workbuddy-s14")
    ways = counters.ways(policy)
    assert [way.name for way in ways] == ["provider", "cl100k_base", "o200k_base", "json-chars/4", "chars/4"]
    assert [way.name for way in ways if way.now] == [way.name for way in ways if way.written] == ["json-chars/4"]
    size = counters.history(known(), policy, "chars/4", 3, lambda: False)
    assert size == (7 * 10) // 4 + 93 // 4 + 400 // 4 + 160 // 4 + 200 // 4
    assert counters.against(80, 100) == "−20 %"
    assert counters.against(1_001, 1_000) == "+<1 %"
    assert counters.against(100, 100) == counters.against(5, 0) == ""


async def test_from_its_key_through_the_dialog_and_as_it_was_left(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    path.write_bytes(lines(0, 6))
    async with opened(path, "workbuddy-s14", (80, 24)) as (pilot, main, session):
        ledger = session.replay.ledger
        before = ledger.base + ledger.prefix[ledger.structure.end(session.request)]
        await pilot.press("underscore")
        await until(pilot, lambda: isinstance(pilot.app.screen, Counters) and pilot.app.screen.ended)
        shown = text_of(pilot.app.screen)
        assert "● now  a quarter of the JSON characters" in shown
        assert f"{before:,}" in shown
        await pilot.press("home", "enter")
        await until(pilot, lambda: pilot.app.screen is main)
        await ready(pilot)
        assert session.meter == "provider"
        told = " ".join(text_of(line) for line in main.query(Line))
        assert "meter json-chars/4 → provider: thresholds stay as they are · u takes it back" in told
        await pilot.press("u")
        await ready(pilot)
        assert session.meter == "json-chars/4"
        await pilot.press("U")
        await ready(pilot)
    async with opened(path, None) as (pilot, _, session):
        assert session.meter == "provider"
        assert main_screen(pilot.app) is not None  # type: ignore[arg-type]
        assert session.undo() is False, "as it was left, not a change of this time"


async def test_where_there_is_no_choice_it_is_said(samples: dict[str, Path]) -> None:
    async with opened(samples["oom-log"], "go-tiny-claw") as (pilot, main, _):
        await pilot.press("underscore")
        await pilot.pause()
        assert pilot.app.screen is main
        assert "go-tiny-claw counts bytes: there is no other meter for them" in text_of(main)


def test_the_recorded_view_by_another_meter_is_one_change_that_undo_takes_back() -> None:
    session = Session(replace(known(), path="some.jsonl"), None)
    plain = "".join(part.text for part in headline(session, None))
    assert " · meter" not in plain
    assert command_line(session) == "inspector view some.jsonl --policy recorded --request 3"
    assert session.measure("provider")
    assert not session.measure("provider")
    assert session.policy is None
    assert session.replay.is_recorded
    replays.count(session.transcript, session.replayed, lambda: False)
    session.renew()
    assert (session.meter, session.approximate) == ("provider", False)
    assert " · meter provider" in "".join(part.text for part in headline(session, None))
    assert command_line(session) == "inspector view some.jsonl --policy recorded --meter provider --request 3"
    session.choose(load_policy("workbuddy-s14"))
    assert session.meter != "provider"
    session.choose(None)
    assert (session.policy, session.meter) == (None, "provider"), "it stays as it was measured"
    assert session.undo()
    assert session.undo()
    assert session.undo()
    assert (session.policy, session.meter) == (None, "o200k_base")
    assert "".join(part.text for part in headline(session, None)) == plain
    assert session.redo()
    assert (session.policy, session.meter) == (None, "provider")
    with pytest.raises(PolicyError):
        session.measure("bytes")


async def test_the_recorded_view_by_the_provider_is_kept_and_held(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    path.write_bytes(lines(0, 6))
    async with opened(path, "recorded", (120, 40)) as (pilot, main, session):
        await pilot.press("underscore")
        await until(pilot, lambda: isinstance(pilot.app.screen, Counters) and pilot.app.screen.ended)
        assert "Thresholds" not in text_of(pilot.app.screen), "it has none"
        await pilot.press("home", "enter")
        await until(pilot, lambda: pilot.app.screen is main)
        await ready(pilot)
        assert (session.policy, session.meter) == (None, "provider")
        assert " · fixed " in text_of(main)
        await pilot.press("c")
        await ready(pilot)
        held = session.held
        assert held is not None
        assert (held.policy, held.meter.count, held.approximate) == (None, "provider", False)
        session.choose(load_policy("workbuddy-s14"))
        main.changed()
        await ready(pilot)
        await pilot.press("C")
        await ready(pilot)
        assert (session.policy, session.meter) == (None, "provider")
        await pilot.press("c")
        await ready(pilot)
    async with opened(path, None) as (pilot, _, session):
        assert (session.policy, session.meter) == (None, "provider")
        assert session.undo() is False, "as it was left, not a change of this time"


def test_a_fixed_input_that_nobody_knows_is_a_question() -> None:
    """A bare list of messages says neither who sent it nor to which model."""
    bare = load_messages([{"role": "user", "content": "hello"}, {"role": "assistant", "content": "hi"}])
    session = Session(bare, with_meter(load_policy("workbuddy-s14"), "provider"))
    replays.count(session.transcript, session.policy, lambda: False)
    record, view = titles(session.picture())
    assert record.endswith(" · fixed ?")
    assert re.fullmatch(rf"Prompt View [\d,]+ {re.escape(TOO_LITTLE)} · fixed \?", view)
