"""Rows, alignment and the columns of the panes. Mostly without a screen."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.engine.view import BlockState, Fate, Kept, Notice
from inspector.policy import load_policy
from inspector.terminal_text import cells
from inspector.transcript import TranscriptChanged, load_messages
from inspector.transcript.model import Block, Transcript
from inspector.tui import body
from inspector.tui.aligned import Aligned, Stretch
from inspector.tui.grid import bar, figure, grid
from inspector.tui.parts import Part, fit, total
from inspector.tui.rows import BLOCK, REQUEST, TURN, Rows
from inspector.tui.session import Session
from inspector.tui.widgets.layer_strip import shrink
from inspector.tui.widgets.runs import kept_ranges, layered, left_out, piece_lines


def session_of(count: int, text: str = "words and more words ") -> Transcript:
    """A prompt, then calls and results."""
    found: list[dict[str, Any]] = [{"role": "user", "content": "the task " * 30}]
    for number in range(count):
        call = {"type": "tool_use", "id": f"t{number}", "name": "read_file", "input": {"path": f"{number}.py"}}
        found.append({"role": "assistant", "content": [{"type": "text", "text": text * 3}, call]})
        result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": (text * 4 + "\n") * 6}
        found.append({"role": "user", "content": [result]})
    return load_messages(found)


def measured(transcript: Transcript, width: int = 60) -> Rows:
    rows = Rows(transcript)
    heights = rows.measure(width)
    assert heights is not None
    rows.adopt(heights, width)
    return rows


def test_rows_are_headings_and_blocks_in_order() -> None:
    rows = measured(session_of(3))
    assert list(rows.kinds[:3]) == [TURN, BLOCK, REQUEST]
    assert rows.kinds[-1] == REQUEST
    assert [rows.refs[row] for row in rows.row_of] == list(range(len(rows.row_of)))
    assert rows.request_row(1) == 2
    assert rows.request_row(4) == len(rows) - 1


@given(st.integers(20, 200), st.integers(0, 10**6))
def test_every_line_belongs_to_one_row(width: int, y: int) -> None:
    rows = measured(session_of(5), width)
    y %= rows.total
    row, line = rows.locate(y)
    assert rows.offsets[row] + line == y
    assert 0 <= line < rows.heights[row]


def test_heights_do_not_depend_on_the_policy() -> None:
    transcript = session_of(12)
    rows = measured(transcript)
    before = list(rows.heights)
    session = Session(transcript, load_policy("go-tiny-claw"))
    for value in (1_000, 3_000, 50_000):
        session.turn("max_chars", value)
        session.picture()
    assert rows.measure(60) == before


def test_unfolding_changes_one_row_only() -> None:
    rows = measured(session_of(4))
    row = rows.row_of[3]
    before = list(rows.heights)
    rows.toggle(row)
    assert rows.heights[row] > before[row]
    assert rows.heights[:row] == before[:row]
    rows.toggle(row)
    assert rows.heights == before


def test_the_cursor_steps_over_headings_and_stops_at_the_ends() -> None:
    rows = measured(session_of(2))
    assert rows.step(rows.row_of[0], -1) == rows.row_of[0]
    assert rows.step(rows.row_of[0], 1) == rows.row_of[1]
    assert rows.step(rows.row_of[-1], 5) == rows.row_of[-1]


def test_a_gone_stretch_keeps_its_place_and_holds_its_summary() -> None:
    transcript = session_of(40)
    rows = measured(transcript)
    session = Session(transcript, load_policy("workbuddy-s14"))
    for name, value in (("soft_threshold", 2_000), ("keep_recent_messages", 50), ("max_tool_result_tokens", 10_000)):
        session.turn(name, value)
    plan = session.plan()
    assert plan is not None
    assert plan.made, "the summary layer was to fire"
    picture = session.picture()
    gone = [
        Stretch(first, last, fate, layer, picture.right.sums[rows.transcript.structure.first[last]])
        for first, last, is_gone, fate, layer in plan.stretches()
        if is_gone
    ]
    beside = Aligned(rows, gone, plan.made, rows.request_row(session.request))
    shown = [placed.made for gap in beside.gaps for placed in gap.placed]
    squeezed = [made for gap in beside.gaps for made in gap.squeezed]
    loose = [made for several in beside.loose.values() for made in several]
    assert {id(made) for made in (*shown, *squeezed, *loose)} == {id(made) for made in plan.made}
    for gap in beside.gaps:
        assert gap.start < gap.stop
        assert all(gap.start < placed.start < placed.stop <= gap.stop for placed in gap.placed)


def test_pieces_are_told_from_notices() -> None:
    text = "abcdefghij" * 20
    pieces = (Kept(0, 50), Notice("[100 characters left out]"), Kept(150, 200))
    lines = piece_lines(text, pieces, grid(70, 9), height=5, head=2, voice="result")
    styles = [line[0][1] for line in lines]
    assert styles[0] == "result"
    assert "notice" in styles
    assert styles[-1] == "result"
    assert len(lines) <= 5


def test_what_a_view_cut_is_marked_in_the_transcript() -> None:
    state = BlockState(Fate.TRUNCATED, "truncate", 1, (Kept(0, 4), Notice("…"), Kept(8, 10)))
    from inspector.terminal_text import Line

    text = "0123456789"
    runs = layered(Line(text, 0, 10), text, "text", marks=left_out(kept_ranges(state), 10))
    assert runs == [("0123", "text"), ("4567", "removed"), ("89", "text")]


@given(st.integers(0, 10**9), st.integers(1, 10**9), st.integers(1, 20))
def test_bars_stay_in_their_column(size: int, largest: int, width: int) -> None:
    drawn = bar(size, max(size, largest), width)
    assert len(drawn) <= width
    assert bool(drawn) == (size > 0)
    assert cells(figure(size)) <= 7


@pytest.mark.parametrize(
    ("width", "text"), [(40, "   words that are cut"), (12, "   words th…"), (3, "  …"), (2, " …")]
)
def test_a_line_that_is_cut_stays_where_it_begins(width: int, text: str) -> None:
    assert fit([Part("   words that are cut", least=20)], width)[0][0].text == text


@given(st.lists(st.tuples(st.text(max_size=30), st.integers(1, 9), st.booleans()), max_size=8), st.integers(10, 120))
def test_a_line_of_parts_fits(raw: list[tuple[str, int, bool]], width: int) -> None:
    left, right = fit([Part(text, "plain", rank, side) for text, rank, side in raw], width)
    assert total(left) + total(right) <= width


@given(st.lists(st.integers(1, 60), max_size=9), st.integers(0, 200))
def test_stations_shrink_into_the_room(wanted: list[int], room: int) -> None:
    widths = shrink(wanted, room)
    assert all(have <= want for have, want in zip(widths, wanted, strict=True))
    assert sum(widths) <= max(room, sum(min(4, want) for want in wanted))


def test_a_call_shows_its_telling_argument_first() -> None:
    assert body.arguments({"limit": 5, "path": "a.py"}) == "a.py  limit=5"
    assert body.arguments({"anything": {"deep": [1]}}) == '{"deep": [1]}'
    assert len(body.arguments({"text": "x" * 13_000_000})) < 1_000


class Gone:
    """A body whose file was shortened."""

    @property
    def text(self) -> str:
        raise TranscriptChanged("shortened")

    @property
    def api(self) -> dict[str, Any]:
        raise TranscriptChanged("shortened")


def test_a_body_that_is_no_longer_there_says_so() -> None:
    for kind in ("text", "tool_use", "tool_result", "image", "opaque"):
        assert "open it again" in body.text_of(Block(kind, Gone()), expanded=True)
