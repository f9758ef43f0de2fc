"""From a conversation to its branches, its subagents and the other sessions of its file, and back."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import OptionList

from inspector.terminal_text import cells
from inspector.transcript import load
from inspector.transcript.model import Part, Transcript
from inspector.tui.app import InspectorApp
from inspector.tui.elsewhere import Place, columns, holding, line, places
from inspector.tui.screens.elsewhere import Elsewhere
from tests.transcript.formats.fixtures_claude_code import FUZZED
from tests.tui.drive import main_screen, ready, text_of, until


@pytest.fixture
def rewound(tmp_path: Path) -> Path:
    """A session with a rewound branch, and a subagent's conversation in the same file."""
    path = tmp_path / "parser.jsonl"
    path.write_bytes(FUZZED[0])
    return path


def test_every_address_leads_to_what_it_says(rewound: Path, tmp_path: Path) -> None:
    (branch,) = places(load(rewound))
    assert (branch.kind, branch.messages) == ("branch", 2 + 1)
    assert load(branch.address).messages[-1].blocks[0].text == "the printer, then"
    side = tmp_path / "side.jsonl"
    side.write_bytes(FUZZED[1])
    (agent,) = places(load(side))
    assert agent.kind == "subagent"
    assert [m.blocks[0].text for m in load(agent.address).messages] == ["find the bug", "line 4"]


def test_what_is_open_is_no_place_to_go_to() -> None:
    two = (Part("s2", "newer", 4, "2026-01-02T10:00:00Z"), Part("s1", "older", 9))
    found = places(Transcript("hermes", (), path="/x/state.db", part="s2", parts=two))
    assert [(place.kind, place.address) for place in found] == [("session", ""), ("session", "/x/state.db#s1")]


def test_the_way_back_comes_first(rewound: Path) -> None:
    (branch,) = places(load(rewound))
    found = places(load(branch.address), back=str(rewound))
    assert found[0][:2] == ("back", str(rewound))
    assert all(place.address != branch.address for place in found)


@pytest.mark.parametrize("width", [40, 72, 132])
def test_lines_have_the_width_and_no_escapes(width: int) -> None:
    place = Place("branch", "x#1", "\x1b[31mred\n" * 90, 12_345, "2026-01-21T10:00:04.000Z")
    drawn = line(place, columns([place], width))
    assert cells(drawn) == width
    assert "\x1b" not in drawn
    assert "12,345 messages" in drawn
    assert ("2026-01-21 10:00" in drawn) == (width > 40 + 16 + 16)


def test_words_leave_the_places_that_hold_them() -> None:
    some = [Place("session", f"x#{number}", f"Fix bug number {number}") for number in range(500)]
    assert [place.address for place in holding(some, "37 BUG")] == [f"x#{n}" for n in range(500) if "37" in str(n)]
    assert holding(some, "nothing") == []


async def test_one_of_many_is_found_by_typing(tmp_path: Path) -> None:
    path = tmp_path / "tuning.jsonl"
    path.write_bytes(FUZZED[1])
    app = InspectorApp(str(path), "recorded")
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        await pilot.press("at")
        await until(pilot, lambda: isinstance(app.screen, Elsewhere))
        await pilot.press(*"zzz")
        await until(pilot, lambda: app.screen.query_one(OptionList).option_count == 0)
        await pilot.press("backspace", "backspace", "backspace", *"bug")
        await until(pilot, lambda: app.screen.query_one(OptionList).option_count == 1)
        await pilot.press("enter")
        await until(pilot, lambda: main_screen(app).session.transcript.path.endswith("#b7"))


async def test_there_and_back(rewound: Path) -> None:
    app = InspectorApp(str(rewound), "recorded")
    async with app.run_test(size=(100, 30)) as pilot:
        await ready(pilot)
        await pilot.press("at")
        await until(pilot, lambda: isinstance(app.screen, Elsewhere))
        await pilot.press("enter")
        await until(pilot, lambda: main_screen(app).session.transcript.branch == "x2")
        await ready(pilot)
        await pilot.press("at")
        await until(pilot, lambda: isinstance(app.screen, Elsewhere) and app.screen.query_one(OptionList).option_count)
        await pilot.press("enter")
        await until(pilot, lambda: main_screen(app).session.transcript.path == str(rewound))


async def test_where_there_is_nothing_else_that_is_said(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text('[{"role": "user", "content": "hi"}]')
    app = InspectorApp(str(path), "recorded")
    async with app.run_test(size=(100, 30)) as pilot:
        await ready(pilot)
        await pilot.press("at")
        await until(pilot, lambda: "no other branch" in text_of(app.screen))
