"""The check room: what is found, the worst first, and the way to the request and the block that show it."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inspector.analysis.diagnose.case import Case, Family
from inspector.analysis.diagnose.families import FAMILIES
from inspector.analysis.diagnose.finding import Finding
from inspector.analysis.sendable.session import sendable
from inspector.analysis.why.facts import Fact
from inspector.tui.app import InspectorApp
from inspector.tui.checks.item import Item, of_finding, place, told
from inspector.tui.checks.lines import Checked, entries, number_of
from inspector.tui.screens import check_working
from inspector.tui.screens.check_room import CheckRoom
from inspector.tui.screens.help import Help
from inspector.tui.screens.why_room import WhyRoom
from inspector.tui.why.facts import of_block
from tests.tui.drive import main_screen, now, opened, ready, still, text_of, until
from tests.tui.rooms import Way

FOUND = Finding("thrash", "warning", "read again and again", "raise keep", (5, 9, 12), (4, 6), {"times": 1_200})


def family(name: str, *findings: Finding) -> Family:
    return Family(name, f"about {name}", lambda case: findings)


WAY = Way(CheckRoom, "exclamation_mark", lambda room: room.checked.ended, "evo-agent")
is_over, entered = WAY.is_over, WAY.entered


def planted(monkeypatch: pytest.MonkeyPatch, *families: Family) -> None:
    """Only these families are known."""
    monkeypatch.setattr(check_working, "FAMILIES", families)


async def test_findings_stand_the_worst_first_with_sign_and_word(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    note, error = replace(FOUND, severity="note"), replace(FOUND, severity="error")
    planted(monkeypatch, family("one", note), family("two", FOUND), family("three", error))
    async with entered(samples["re-reads"]) as (_, room, _main, _session):
        lines = [line for line in text_of(room.list).splitlines() if "read again" in line]
        assert [line.split()[1:3] for line in lines] == [["✖", "error"], ["!", "warning"], ["·", "note"]]
        head = text_of(room).splitlines()[0]
        assert "1 error" in head
        assert "1 warning" in head
        assert "1 note" in head
        assert "bounded" in head


async def test_the_words_of_the_chosen_line_stand_below(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    planted(monkeypatch, family("thrash", FOUND))
    async with entered(samples["re-reads"], size=(80, 24)) as (pilot, room, _main, _session):
        shown = text_of(room)
        for words in ("→ raise keep", "request 5 (1 of 3)", "times 1,200"):
            assert words in shown
        await pilot.press("right")
        assert "request 9 (2 of 3)" in text_of(room)
        await pilot.press("left", "left")
        assert "request 5 (1 of 3)" in text_of(room)


async def test_enter_goes_to_the_request_and_the_block(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    planted(monkeypatch, family("thrash", FOUND))
    async with entered(samples["re-reads"]) as (pilot, _room, main, session):
        await pilot.press("right", "enter")
        await until(pilot, lambda: pilot.app.screen is main and main.settled)
        assert session.request == 9
        rows = main.panes.rows
        assert rows is not None
        assert rows.refs[main.panes.cursor] == 4
        assert not main.rooms


async def test_a_finding_about_the_whole_session_leads_nowhere_and_says_so(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    planted(monkeypatch, family("one", Finding("one", "note", "never did anything", "switch it off")))
    async with entered(samples["re-reads"]) as (pilot, room, _main, _session):
        await pilot.press("enter")
        assert pilot.app.screen is room
        assert "as a whole" in text_of(room)


async def test_a_fact_that_was_asked_about_is_watched(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under workbuddy-s14 message 3 is pruned at request 70 (the story of the sample); the task itself stays."""
    planted(monkeypatch)
    async with opened(samples["re-reads"], "workbuddy-s14", (120, 40)) as (pilot, main, session):
        session.facts = (Fact("never touch migrations/"), Fact("zanzibar"))
        room = await WAY.into(pilot)
        shown = text_of(room)
        assert "“never touch migrations/” is gone by prune from request 70 on" in " ".join(shown.split())
        assert "“zanzibar” does not stand in this session" in shown
        assert "2 facts not kept" in shown.splitlines()[0]
        assert room.item is not None
        assert room.item.fact == Fact("never touch migrations/"), "what must hold comes first"
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is main and main.settled)
        assert session.request == 70


async def test_a_rule_is_one_line_and_the_keys_go_through_its_places(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on the command line: one line, how many more, and the same number of notes."""
    planted(monkeypatch)
    async with entered(samples["re-reads"], "workbuddy-s14") as (pilot, room, main, session):
        found = sendable(session.replay)
        assert found is not None
        rules = list(dict.fromkeys(each.breach.rule for each in found.found))
        places = [each for each in found.found if each.breach.rule == rules[0]]
        assert len(places) > 1
        assert [item.name for item in room.checked.items] == rules
        shown = text_of(room)
        assert f"(+{len(places) - 1} more)" in " ".join(shown.split())
        assert f"{len(rules)} note" in shown.splitlines()[0]
        assert f"request {places[0].first} (1 of {len(places)})" in shown
        await pilot.press("right")
        assert f"request {places[1].first} (2 of {len(places)})" in text_of(room)
        assert session.transcript.structure.name(places[1].breach.blocks[0]) in text_of(room.query_one("#told"))
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is main and main.settled)
        assert session.request == places[1].first
        rows = main.panes.rows
        assert rows is not None
        assert rows.refs[main.panes.cursor] == places[1].breach.blocks[0]


async def test_what_was_not_looked_for_is_not_called_absent(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(case: Case) -> list[Finding]:
        while True:
            case.go_on()
            time.sleep(0.002)

    planted(monkeypatch, Family("one", "slow", never))
    async with opened(samples["re-reads"], "evo-agent", (120, 40)) as (pilot, _main, _):
        await pilot.press("exclamation_mark")
        await until(pilot, lambda: "looking for one, kind 1 of 1" in text_of(pilot.app.screen))
        await pilot.press("escape")
        shown = text_of(pilot.app.screen)
        assert "nothing found so far" in shown.splitlines()[0]
        assert "not everything was looked for: f goes on" in shown
        assert "✓" not in shown


@pytest.mark.usefixtures("short_searches")
async def test_w_asks_why_the_block_of_a_finding_was_lost(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    planted(monkeypatch, family("thrash", FOUND))
    async with entered(samples["re-reads"]) as (pilot, room, _main, session):
        await pilot.press("w")
        await until(pilot, lambda: isinstance(pilot.app.screen, WhyRoom))
        assert session.looked == of_block(session.transcript, 4)
        await pilot.press("q")
        await until(pilot, lambda: pilot.app.screen is room)


async def test_what_is_being_looked_for_is_shown_given_up_and_gone_on_with(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    go = threading.Event()

    def slow(case: Case) -> list[Finding]:
        while not go.wait(0.01):
            case.go_on()
        return [FOUND]

    planted(monkeypatch, family("one", FOUND), Family("two", "slow", slow))
    async with opened(samples["re-reads"], "evo-agent", (120, 40)) as (pilot, main, _):
        await pilot.press("exclamation_mark")
        await until(
            pilot, lambda: isinstance(pilot.app.screen, CheckRoom) and pilot.app.screen.checked.families == ["one"]
        )
        room = pilot.app.screen
        assert isinstance(room, CheckRoom)
        await until(pilot, lambda: "looking for two, kind 2 of 2" in text_of(room))
        await pilot.press("escape")
        assert pilot.app.screen is room
        assert "given up" in text_of(room)
        assert "read again and again" in text_of(room), "what was found stays"
        go.set()
        await pilot.press("f")
        await until(pilot, lambda: room.checked.ended)
        assert now(room.checked.families) == ["one", "two"]
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is main)


async def test_a_family_that_fails_is_told_and_the_room_stays_usable(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(case: Case) -> list[Finding]:
        raise RuntimeError("no such number")

    planted(monkeypatch, family("one", FOUND), Family("two", "broken", broken))
    async with opened(samples["re-reads"], "evo-agent", (120, 40)) as (pilot, main, _):
        await pilot.press("exclamation_mark")
        await until(
            pilot, lambda: isinstance(pilot.app.screen, CheckRoom) and "no such number" in text_of(pilot.app.screen)
        )
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is main and main.settled)


async def test_keys_help_palette_and_copy(samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    planted(monkeypatch, family("thrash", FOUND))
    async with entered(samples["re-reads"]) as (pilot, room, main, _session):
        copied: list[str] = []
        monkeypatch.setattr(pilot.app, "copy_to_clipboard", copied.append)
        await pilot.press("y")
        assert "→ raise keep" in copied[0]
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, Help))
        await until(pilot, lambda: "In the check room" in text_of(pilot.app.screen))
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is room)
        await pilot.press("exclamation_mark")
        await until(pilot, lambda: pilot.app.screen is main)


async def test_every_known_family_is_looked_for(samples: dict[str, Path]) -> None:
    async with entered(samples["lost-rule"], "recorded") as (_, room, _main, _session):
        assert room.checked.families == [each.name for each in FAMILIES]


def test_control_characters_of_a_record_do_not_reach_the_terminal() -> None:
    item = of_finding(Finding("x", "note", "a\x1b[31mred", "b"))
    assert item.text == "a\x1b[31mred"
    (line,) = [entry for entry in entries(Checked(faults=[item], ended=True), 1) if number_of(entry.target) == 0]
    from inspector.tui.parts import fit

    left, _ = fit(line.parts, 100)
    assert "\x1b" not in "".join(part.text for part in left)


def test_places_are_named_and_many_are_cut_short() -> None:
    from inspector.transcript import load_messages

    shape = load_messages([{"role": "user", "content": f"m{at}"} for at in range(12)]).structure
    item = Item("note", "x", "text", "", (3, 4), tuple(range(12)))
    assert place(item, 1, shape) == "request 4 (2 of 2) · blocks 1.1, 2.1, 3.1, 4.1, 5.1, 6.1, 7.1, 8.1 …"
    assert [words for _, words in told(item, 0, shape)][:2] == ["· note  x", "text"]


@pytest.mark.parametrize(
    ("theme", "size"), [("inspector-dark", (120, 40)), ("inspector-light", (80, 24))], ids=["dark", "light"]
)
def test_picture(
    theme: str, size: tuple[int, int], samples: dict[str, Path], snap_compare: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`pytest --snapshot-update` redraws them; look at each before keeping it."""
    error = Finding(
        "broken-pairs",
        "error",
        "a call without a result from request 5 on (4.1): a provider refuses such a request",
        "give each such call a result before the next message",
        (5, 6),
        (3,),
        {"kind": "missing", "count": 1},
    )
    note = Finding("configured-not-effective", "note", "never did anything: prune", "turning keep changes nothing here")
    planted(
        monkeypatch, family("broken-pairs", error), family("thrash", FOUND), family("configured-not-effective", note)
    )
    app = InspectorApp(str(samples["re-reads"]), "evo-agent")

    async def arrange(pilot: Any) -> None:
        await ready(pilot)
        app.theme = theme
        assert main_screen(app).session is not None
        await pilot.press("exclamation_mark")
        await until(pilot, lambda: is_over(pilot.app.screen))
        await still(pilot)

    assert snap_compare(app, terminal_size=size, run_before=arrange)
