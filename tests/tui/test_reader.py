"""Reading a text whole: both forms of a block, searching, cuts, copying, and texts of any length and malice."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Input

from inspector.engine.view import BlockState, Fate, Kept, Notice
from inspector.policy import load_policy
from inspector.transcript import load_messages
from inspector.tui import whole
from inspector.tui.app import InspectorApp
from inspector.tui.inks import PLAIN
from inspector.tui.inks.lexer import LEXER
from inspector.tui.laid_out import LaidOut
from inspector.tui.leaf import cut
from inspector.tui.screens.reader import COPIED, Reader
from inspector.tui.session import Session
from inspector.tui.widgets.foot_line import FootLine
from inspector.tui.widgets.line import Line
from tests.tui.drive import main_screen, ready, text_of, until

RESULT = json.dumps(
    {"name": "Ärger", "items": [{"price": 1.5}, {"price": None}]}, separators=(",", ":"), ensure_ascii=False
)
PYTHON = "     1→def f():\n     2→    return 'x'  # say\n"
EVIL = "\x1b]0;owned\x07 [/red] [@click=app.quit]go[/] \u202egnp.exe \ud800 👩‍👩‍👧‍👦 עברית e\u0301 漢字 \x00\x9b31m \ttab\n"


def session_of(result: str, policy: str | None = None, arguments: dict[str, Any] | None = None) -> Session:
    call = {"type": "tool_use", "id": "t1", "name": "read_file", "input": arguments or {"path": "a.py"}}
    found = [
        {"role": "user", "content": "# Task\nlook for the **needle**"},
        {"role": "assistant", "content": [call]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": result}]},
        {"role": "assistant", "content": "read"},
        {"role": "user", "content": "and now?"},
    ]
    return Session(load_messages(found), load_policy(policy) if policy else None)


@asynccontextmanager
async def reading(
    session: Session, block: int, size: tuple[int, int] = (120, 40)
) -> AsyncIterator[tuple[Pilot[Any], Reader]]:
    """The reader, open on a block."""
    app = InspectorApp(session=session)
    async with app.run_test(size=size) as pilot:
        await ready(pilot)
        panes = main_screen(app).panes
        assert panes.rows is not None
        panes.go_to_row(panes.rows.row_of[block])
        await pilot.press("space")
        await until(pilot, lambda: isinstance(app.screen, Reader) and app.screen.pages[0].laid.width > 1)
        assert isinstance(app.screen, Reader)
        yield pilot, app.screen


def cut_session(result: str = "word " * 2_000) -> Session:
    session = session_of(result, "go-tiny-claw")
    session.turn("max_chars", 100)
    session.turn("keep_size", 200)
    return session


async def search(pilot: Pilot[Any], reader: Reader, words: str) -> None:
    """Type words and find them."""
    await pilot.press("slash")
    reader.query_one(Input).value = words
    await pilot.press("enter")


def where(reader: Reader) -> str:
    return text_of(reader.query_one("#reader-where", Line))


# ------------------------------------------------------------------ forms


async def test_json_is_indented_and_r_shows_it_as_recorded() -> None:
    async with reading(session_of(RESULT), 2) as (pilot, reader):
        assert '   "name": "Ärger"' in text_of(reader)
        assert "JSON, indented" in where(reader)
        await pilot.press("r")
        await until(pilot, lambda: RESULT in text_of(reader))
        assert "as recorded" in where(reader)
        await pilot.press("r")
        await until(pilot, lambda: "JSON, indented" in where(reader))


async def test_an_edit_is_read_as_a_diff() -> None:
    arguments = {"file_path": "a.py", "old_string": "one\ntwo", "new_string": "one\n2"}
    async with reading(session_of("ok", arguments=arguments), 1) as (pilot, reader):
        assert "− two" in text_of(reader)
        assert "+ 2" in text_of(reader)
        await pilot.press("r")
        await until(pilot, lambda: json.dumps(arguments) in text_of(reader))


async def test_code_gets_its_colours() -> None:
    async with reading(session_of(PYTHON), 2) as (pilot, reader):
        await until(pilot, lambda: LEXER.idle)
        page = reader.page
        await until(pilot, lambda: any(ink.name == "keyword" for ink in page._inks))
        segments = [segment for y in range(2) for segment in page.render_line(y)]
        [keyword] = [segment for segment in segments if segment.text == "def"]
        assert keyword.style is not None
        assert keyword.style.color == page._style("text+ink-keyword").color
        assert "as recorded" not in where(reader)


async def test_lines_are_numbered_and_the_place_is_told() -> None:
    async with reading(session_of("\n".join(f"row {n}" for n in range(1, 2001))), 2) as (pilot, reader):
        assert "   1  row 1" in text_of(reader)
        assert " 0%" in where(reader)
        await pilot.press("end")
        await until(pilot, lambda: "2000  row 2000" in text_of(reader))
        assert "100%" in where(reader)
        await pilot.press("home", "j", "j")
        await until(pilot, lambda: "line 3–" in where(reader))
        await pilot.press("k")
        await until(pilot, lambda: "line 2–" in where(reader))


# ------------------------------------------------------------------ the view's text


async def test_cuts_are_gone_to_in_both_texts() -> None:
    async with reading(cut_session(), 2) as (pilot, reader):
        assert len(reader.pages) == 2
        recorded, view = (page.leaf for page in reader.pages)
        assert "as recorded" in recorded.title
        assert "✂ truncated" in view.title
        [removed] = recorded.marks
        assert recorded.cuts == (removed.start,)
        assert view.text[: view.cuts[0]] == recorded.text[: removed.start]
        await pilot.press("x")
        await until(pilot, lambda: "cut 1 of 1" in where(reader))
        assert "− word" in text_of(reader), "what is taken out has a sign beside it"
        await pilot.press("X", "tab", "x")
        await until(pilot, lambda: "cut 1 of 1" in where(reader))
        assert reader.page is reader.pages[1]


async def test_what_is_not_in_the_view_says_so() -> None:
    session = session_of("word " * 2_000, "evo-agent")
    session.go(1)
    async with reading(session, 0) as (pilot, reader):
        await pilot.press("x")
        await until(pilot, lambda: "nothing was cut out of this text" in where(reader))


def test_the_text_of_a_view_is_its_pieces_and_its_cuts_are_told_once() -> None:
    source = "0123456789" * 3
    state = BlockState(Fate.TRUNCATED, "l", 1, (Kept(0, 5), Notice("[…]"), Kept(20, 25), Kept(28, 30)))
    leaf = cut("t", source, state, PLAIN)
    assert leaf.text == "01234[…]0123489"
    assert leaf.cuts == (5, 13)
    assert [leaf.text[mark.start : mark.stop] for mark in leaf.marks] == ["[…]"]


def test_pictures_are_boxes_below_the_words() -> None:
    data = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}
    call = {"type": "tool_use", "id": "t1", "name": "shot", "input": {}}
    content = [{"type": "text", "text": "two of them"}, picture, picture, picture]
    answer = {"type": "tool_result", "tool_use_id": "t1", "content": content}
    found = [
        {"role": "user", "content": [picture]},
        {"role": "assistant", "content": [call]},
        {"role": "user", "content": [answer]},
    ]
    session = Session(load_messages(found), None)
    [alone] = whole.sheets(session, 0)
    assert alone.best.text.startswith("┌ "), alone.best.text
    [below] = whole.sheets(session, 2)
    assert below.best.text.startswith("two of them\n┌ ")
    assert below.best.text.count("└─") == 3


def test_the_view_after_a_layer_is_called_so() -> None:
    session = cut_session()
    session.step = 3
    assert session.picture().layer == "truncate"
    [record, after] = whole.sheets(session, 2)
    assert record.best.marks
    assert after.best.title.startswith("in the view after truncate, ✂ truncated by truncate · ")


def test_every_block_of_a_view_has_its_sheets() -> None:
    session = cut_session(RESULT * 40)
    for block in range(len(session.transcript.structure.blocks)):
        for sheet in whole.sheets(session, block):
            assert sheet.best.text


# ------------------------------------------------------------------ searching, copying


async def test_words_are_found_counted_and_gone_through() -> None:
    text = "\n".join(f"row {n} {'Needle' if n % 100 == 0 else ''}" for n in range(1, 1001))
    async with reading(session_of(text), 2) as (pilot, reader):
        await search(pilot, reader, "needle")
        await until(pilot, lambda: "“needle” 1 of 10" in where(reader))
        assert "row 100 Needle" in text_of(reader)
        await pilot.press("n")
        await until(pilot, lambda: "2 of 10" in where(reader) and "row 200 Needle" in text_of(reader))
        await pilot.press("N", "N")
        await until(pilot, lambda: "10 of 10" in where(reader) and "row 1000 Needle" in text_of(reader))
        await search(pilot, reader, "nowhere")
        await until(pilot, lambda: "no “nowhere” in this text" in where(reader))
        await pilot.press("n")
        await pilot.press("slash", "escape")
        assert not reader.query_one(Input).has_class("-open")
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is not reader)


async def test_capital_letters_count_when_there_are_some() -> None:
    async with reading(session_of("Needle needle NEEDLE"), 2) as (pilot, reader):
        await search(pilot, reader, "Needle")
        await until(pilot, lambda: "1 of 1" in where(reader))


async def test_the_text_is_copied_as_it_is_shown() -> None:
    async with reading(session_of(RESULT), 2) as (pilot, reader):
        await pilot.press("y")
        await until(pilot, lambda: "copied" in where(reader))
        assert pilot.app.clipboard == json.dumps(json.loads(RESULT), indent=2, ensure_ascii=False)
        await pilot.press("r", "y")
        await until(pilot, lambda: pilot.app.clipboard == RESULT)


async def test_the_keys_are_offered_and_obey_clicks() -> None:
    async with reading(cut_session(), 2) as (pilot, reader):
        foot = reader.query_one(FootLine)
        line = text_of(foot)
        assert "x X cut" in " ".join(line.split())
        await pilot.click(FootLine, offset=(line.index("x"), 0))
        await until(pilot, lambda: "cut 1 of 1" in where(reader))
        await pilot.click(FootLine, offset=(line.index("esc"), 0))
        await until(pilot, lambda: pilot.app.screen is not reader)


async def test_the_palette_offers_what_can_be_done_in_the_reader() -> None:
    async with reading(session_of(RESULT), 2) as (pilot, reader):
        found = {command.title: command for command in pilot.app.get_system_commands(reader)}
        [title] = [title for title in found if "as recorded" in title]
        await found[title].callback()  # type: ignore[misc]
        await until(pilot, lambda: RESULT in text_of(reader))
        assert not any("next compaction" in title for title in found)


# ------------------------------------------------------------------ long and hostile


async def test_thirteen_million_characters_are_there_to_be_read() -> None:
    text = "x" * 6_500_000 + " NEEDLE " + "y" * 6_500_000
    async with reading(session_of(text), 2) as (pilot, reader):
        assert "xxxx" in text_of(reader)
        await search(pilot, reader, "NEEDLE")
        await until(pilot, lambda: "1 of 1" in where(reader) and "NEEDLE" in text_of(reader.page))
        await pilot.press("y")
        await until(pilot, lambda: f"{COPIED:,} at the most" in where(reader))
        await until(pilot, lambda: reader.page.laid.done)
        await pilot.press("end")
        await until(pilot, lambda: "100%" in where(reader))
        assert "yyyy" in text_of(reader)


async def test_waiting_for_a_far_place_can_be_given_up() -> None:
    async with reading(session_of("word " * 1_000_000), 2) as (pilot, reader):
        page = reader.page
        await until(pilot, lambda: page.laid.done)
        page.laid = LaidOut(page.leaf.text, page.laid.width)  # as if it were still being laid out
        page.laid.extend(100)
        page.reveal(4_999_000)
        await until(pilot, lambda: "then there … esc gives up" in where(reader))
        await pilot.press("escape")
        await until(pilot, lambda: "then there" not in where(reader))
        assert pilot.app.screen is reader


async def test_a_hostile_text_is_text() -> None:
    async with reading(session_of(EVIL * 30, arguments={"path": EVIL}), 2, size=(60, 20)) as (pilot, reader):
        shown = text_of(reader)
        assert "␛]0;owned" in shown
        assert "[@click=app.quit]go[/]" in shown
        await search(pilot, reader, "[/red]")
        await pilot.press("n", "r", "y", "x", "end", "home")
        await until(pilot, lambda: "30" in where(reader) or "copied" in where(reader) or "cut" in where(reader))


async def test_deeply_nested_json_is_shown_as_it_stands() -> None:
    text = "[" * 100_000 + "]" * 100_000
    async with reading(session_of(text), 2, size=(80, 24)) as (_, reader):
        assert "[[[[[[" in text_of(reader)
        assert "indented" not in where(reader)


async def test_another_width_keeps_the_place() -> None:
    async with reading(session_of("\n".join(f"row {n} " + "word " * 30 for n in range(1, 1001))), 2) as (pilot, reader):
        await search(pilot, reader, "row 500")
        await until(pilot, lambda: "row 500" in text_of(reader))
        first = reader.page.place
        await pilot.resize_terminal(80, 30)
        await until(pilot, lambda: reader.page.laid.width < 80)
        assert abs(reader.page.place - first) < 300
