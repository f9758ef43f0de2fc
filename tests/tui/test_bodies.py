"""Bodies in the panes: unfolded with enter, coloured, written out, and the fate of every character still to be seen."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from rich.segment import Segment
from textual.pilot import Pilot

from inspector.engine.view import BlockState, Fate, Kept, Notice
from inspector.policy import load_policy
from inspector.transcript import load_messages
from inspector.transcript.model import Block, Held
from inspector.tui import body
from inspector.tui.app import InspectorApp
from inspector.tui.inks.lexer import LEXER
from inspector.tui.session import Session
from inspector.tui.widgets.look import Look
from inspector.tui.widgets.side_by_side import SideBySide
from tests.tui.drive import main_screen, ready, text_of, until

RESULT = json.dumps({"name": "Ada", "items": [{"price": 1.5}, {"price": None}], "ok": True}, separators=(",", ":"))
PYTHON = "     1→def f():\n     2→    return 'x'  # say\n"
DIFF = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n"
EDIT = {"file_path": "a.py", "old_string": "one\ntwo", "new_string": "one\n2"}
EVIL = "\x1b]0;owned\x07 [/red] \u202egnp.exe \ud800 👩‍👩‍👧‍👦 עברית e\u0301 漢字 \x00\x9b31m \ttab\n"


def session_of(*pairs: tuple[str, dict[str, Any], str], policy: str | None = None) -> Session:
    """Calls and their results, after a prompt that is Markdown."""
    found: list[dict[str, Any]] = [{"role": "user", "content": "# Task\ndo **it** with `care`"}]
    for number, (name, arguments, result) in enumerate(pairs):
        call = {"type": "tool_use", "id": f"t{number}", "name": name, "input": arguments}
        answer = {"type": "tool_result", "tool_use_id": f"t{number}", "content": result}
        found += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [answer]}]
    return Session(load_messages(found), load_policy(policy) if policy else None)


@asynccontextmanager
async def shown(
    session: Session, *blocks: int, size: tuple[int, int] = (160, 50)
) -> AsyncIterator[tuple[Pilot[Any], SideBySide]]:
    """The panes, with these blocks unfolded by key and every colour known."""
    app = InspectorApp(session=session)
    async with app.run_test(size=size) as pilot:
        await ready(pilot)
        panes = main_screen(app).panes
        assert panes.rows is not None
        for block in blocks:
            panes.go_to_row(panes.rows.row_of[block])
            await pilot.press("enter")
        panes.action_scroll_home()
        await until(pilot, lambda: LEXER.idle)
        yield pilot, panes


def segments(panes: SideBySide) -> list[Segment]:
    return [segment for y in range(panes.size.height) for segment in panes.render_line(y)]


def drawn(panes: SideBySide, text: str, style: str) -> bool:
    """Whether these words are drawn in the colour of a style."""
    wanted = panes.style(style).color
    return any(text in one.text and one.style is not None and one.style.color == wanted for one in segments(panes))


async def test_an_unfolded_edit_is_a_diff_with_signs_and_colours() -> None:
    async with shown(session_of(("Edit", EDIT, "ok")), 1) as (_, panes):
        lines = text_of(panes)
        assert "Edit as a diff" in lines
        assert "− two" in lines
        assert "+ 2" in lines
        assert drawn(panes, "− two", "call+ink-gone")
        assert drawn(panes, "+ 2", "call+ink-added")


async def test_unfolded_json_is_indented_on_both_sides() -> None:
    async with shown(session_of(("get", {"url": "x"}, RESULT)), 2) as (_, panes):
        assert text_of(panes).count('"name": "Ada"') == 2
        assert text_of(panes).count("JSON, indented") == 2
        assert drawn(panes, '"name"', "result+ink-key")
        assert drawn(panes, '"Ada"', "result+ink-string")
        assert drawn(panes, "1.5", "result+ink-number")


async def test_folded_json_stands_as_it_was_recorded_and_has_colours() -> None:
    async with shown(session_of(("get", {"url": "x"}, RESULT))) as (_, panes):
        assert '"items":[' in text_of(panes)
        assert "indented" not in text_of(panes)
        assert drawn(panes, '"name"', "result+ink-key")


async def test_markdown_diffs_and_code_are_coloured_folded_or_not() -> None:
    pairs = (("read_file", {"path": "a.py"}, PYTHON), ("bash", {"command": "git diff"}, DIFF))
    for blocks in ((), (2, 4)):
        async with shown(session_of(*pairs), *blocks) as (pilot, panes):
            await until(pilot, lambda panes=panes: drawn(panes, "def", "result+ink-keyword"))  # type: ignore[misc]
            assert drawn(panes, "# Task", "human+ink-heading")
            assert drawn(panes, "`care`", "human+ink-string")
            assert drawn(panes, "+++ b/x", "result+ink-comment")


async def test_another_theme_has_other_colours() -> None:
    async with shown(session_of(("get", {"url": "x"}, RESULT)), 2) as (pilot, panes):
        before = panes.style("result+ink-key").color
        pilot.app.theme = "inspector-light"
        await until(pilot, lambda: panes.style("result+ink-key").color != before)
        assert drawn(panes, '"name"', "result+ink-key")


async def test_what_a_view_leaves_out_of_indented_json_is_marked_at_its_place() -> None:
    session = session_of(("get", {"url": "x"}, RESULT))
    async with shown(session, 2) as (_, panes):
        rows = panes.rows
        assert rows is not None
        row = rows.row_of[2]
        start = RESULT.index(',"items"')
        state = BlockState(Fate.TRUNCATED, "cut", 9, (Kept(0, start), Notice("[cut]")))
        strips = panes.painter.left(row, Look(state, 20, 20, 20))
        removed = panes.style("removed").color
        gone = "".join(
            one.text for strip in strips for one in strip if one.style is not None and one.style.color == removed
        )
        assert '"items": [' in gone
        assert "null" in gone
        assert "Ada" not in gone


async def test_a_place_that_was_searched_for_is_in_sight_in_indented_json() -> None:
    result = json.dumps([{"row": number, "text": f"words {number}"} for number in range(400)])
    async with shown(session_of(("get", {"url": "x"}, result))) as (pilot, panes):
        panes.show_text(2, result.index("words 333"))
        await until(pilot, lambda: '"words 333"' in text_of(panes))


async def test_unfolding_and_folding_give_the_same_picture_again() -> None:
    async with shown(session_of(("Edit", EDIT, RESULT))) as (pilot, panes):
        assert panes.rows is not None
        before = text_of(panes)
        for block in (1, 2):
            panes.go_to_row(panes.rows.row_of[block])
            await pilot.press("enter", "enter")
        panes.action_scroll_home()
        await until(pilot, lambda: text_of(panes) == before)


@pytest.mark.parametrize("size", [(60, 20), (200, 60)], ids=str)
async def test_hostile_bodies_are_text_at_any_width(size: tuple[int, int]) -> None:
    nested: Any = EVIL
    for _ in range(12):
        nested = {"deep": [nested]}
    pairs = (
        ("read_file", {"path": "a.py"}, EVIL * 4),
        ("Edit", {"path": EVIL, "old_string": EVIL * 3, "new_string": EVIL * 2}, "```python\n" + EVIL * 5),
        ("get", {"nested": nested}, json.dumps({EVIL: [EVIL, {"x": EVIL}]})),
        ("x", {"content": EVIL * 2, EVIL: EVIL}, "[" * 1_000 + "]" * 1_000),
        ("y", {"path": "a.go"}, "\tfor {\n\t\tx := `" + "漢" * 90 + "`\n" + "x" * 2_000),
    )
    async with shown(session_of(*pairs), *range(11), size=size) as (pilot, panes):
        assert panes.rows is not None
        total = panes.rows.total
        for top in range(0, total, panes.size.height):
            panes.scroll_to(y=top, animate=False, immediate=True)
            await pilot.pause()
            for line in text_of(panes).splitlines():
                assert not any(ord(sign) < 32 or 0x7F <= ord(sign) < 0xA0 for sign in line)
                assert "\u202e" not in line


async def test_a_body_of_13_million_characters_is_unfolded_line_by_line() -> None:
    huge = "x" * 13_000_000
    async with shown(session_of(("write", {"path": "a.py", "content": huge}, huge)), 1, 2) as (pilot, panes):
        assert "xxxx" in text_of(panes)
        await pilot.press("pagedown", "pagedown", "end")
        await until(pilot, lambda: "is made here" in text_of(panes))


def test_an_encrypted_summary_says_that_nothing_is_known_of_it() -> None:
    block = Block("opaque", Held("", {"type": "compaction", "encrypted_bytes": 5_000}))
    assert body.text_of(block).startswith("encrypted, 5,000 bytes: what it says")
