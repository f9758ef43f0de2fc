"""The change of one layer alone: inside texts by the kept ranges, gone stretches and summaries signed, the rest quiet."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.engine.view import Fate, Kept, Notice, Piece
from inspector.policy import load_policy
from inspector.transcript import load
from inspector.tui import curve
from inspector.tui.aligned import weight
from inspector.tui.app import InspectorApp
from inspector.tui.edits import edits, hunks
from inspector.tui.grid import grid
from inspector.tui.session import Session
from inspector.tui.widgets.edit_lines import AFTER, BEFORE, BOTH, Spot, edit_lines, share
from inspector.tui.widgets.row_view import RowView
from tests.tui.drive import main_screen, ready, text_of, until

SPOT = Spot(grid(70, 9), 5, 2, "result")
LONG = " ".join(f"word{number}" for number in range(400))


def pieces(cuts: list[int], notice: str = "") -> tuple[Piece, ...]:
    """Every second stretch between the cuts kept, a notice in the place of the others."""
    borders = sorted(cuts)
    kept: list[Piece] = []
    for number, (low, high) in enumerate(pairwise(borders)):
        kept += [Kept(low, high)] if number % 2 == 0 else [Notice(notice)] if notice else []
    return tuple(kept)


def test_a_cut_takes_out_the_middle_and_puts_a_notice_in() -> None:
    found = edits(None, (Kept(0, 4), Notice("[cut]"), Kept(8, 10)), 10)
    assert found == [("=", Kept(0, 4)), ("-", Kept(4, 8)), ("+", Notice("[cut]")), ("=", Kept(8, 10))]


def test_a_cleared_text_is_all_removed() -> None:
    assert edits(None, (Notice("[cleared]"),), 9) == [("-", Kept(0, 9)), ("+", Notice("[cleared]"))]
    before = (Kept(0, 4), Notice("[cut]"), Kept(8, 10))
    assert [op for op, _ in edits(before, (Notice("[cleared]"),), 10)] == ["-", "-", "-", "+"]


def test_what_stays_beside_a_change_is_one_hunk() -> None:
    found = hunks(edits(None, (Kept(0, 4), Notice("[cut]"), Kept(8, 10)), 10))
    assert [hunk.same for hunk in found] == [True, False, True]
    assert found[1].left == (Kept(4, 8),)
    assert found[1].right == (Notice("[cut]"),)


@given(st.lists(st.integers(0, 300), max_size=8), st.lists(st.integers(0, 300), max_size=8))
def test_edits_rebuild_both_sides(one: list[int], two: list[int]) -> None:
    text = LONG[:300]
    before, after = pieces(one, "[a]"), pieces(two, "[b]")

    def words(found: tuple[Piece, ...]) -> str:
        return "".join(piece.text if isinstance(piece, Notice) else text[piece.start : piece.stop] for piece in found)

    found = edits(before, after, len(text))
    assert words(tuple(piece for op, piece in found if op != "+")) == words(before)
    assert words(tuple(piece for op, piece in found if op != "-")) == words(after)


def test_a_short_text_is_a_word_diff() -> None:
    text = "keep these words, lose those, keep the end"
    found = edits(None, (Kept(0, 18), Notice("[…]"), Kept(28, 42)), len(text))
    left, right = (edit_lines(text, found, side, SPOT) for side in (BEFORE, AFTER))
    assert ("−lose those", "cut-out") in left[0].runs
    assert ("+[…]", "put-in") in right[0].runs
    assert "".join(run for line in left for run, _ in line.runs) == "keep these words, −lose those, keep the end"


def test_a_long_text_shows_every_piece_at_the_same_height() -> None:
    found = edits(None, (Kept(0, 900), Notice("\n[900 left out]\n"), Kept(1800, len(LONG))), len(LONG))
    left, right = (edit_lines(LONG, found, side, SPOT) for side in (BEFORE, AFTER))
    assert len(left) == len(right) == SPOT.height
    removed = next(at for at, line in enumerate(left) if line.runs and line.runs[0][1] == "cut-out")
    assert right[removed].runs == [("+[900 left out]", "put-in")]
    assert any("more" in run for line in left for run, style in line.runs if style == "more")
    assert any(line.sign == "−" for line in left)
    assert [line.runs for line in left[:1]] == [line.runs for line in right[:1]]


def test_a_pane_alone_shows_both_in_one() -> None:
    text = "keep these words, lose those, keep the end"
    found = edits(None, (Kept(0, 18), Notice("[…]"), Kept(28, 42)), len(text))
    runs = [run for line in edit_lines(text, found, BOTH, SPOT) for run in line.runs]
    assert [style for _, style in runs if style != "result"] == ["cut-out", "put-in"]
    found = edits(None, (Kept(0, 900), Notice("[cut]"), Kept(1800, len(LONG))), len(LONG))
    for height in range(1, 9):
        lines = edit_lines(LONG, found, BOTH, SPOT._replace(height=height))
        assert len(lines) == height
        styles = [style for line in lines for _, style in line.runs]
        assert "put-in" in styles
        assert ("cut-out" in styles) == (height >= 2)


def test_with_one_line_the_change_is_shown() -> None:
    found = edits(None, (Kept(0, 900), Notice("[cut]"), Kept(1800, len(LONG))), len(LONG))
    assert edit_lines(LONG, found, AFTER, SPOT._replace(height=1))[0].runs[0] == ("+[cut]", "put-in")


@given(st.lists(st.tuples(st.integers(0, 30), st.booleans()), max_size=9), st.integers(0, 40))
def test_lines_are_shared_out(wanted: list[tuple[int, bool]], height: int) -> None:
    rooms = share([max(1, lines) for lines, _ in wanted], [same for _, same in wanted], height)
    assert sum(rooms) <= height
    assert all(room <= max(1, lines) for room, (lines, _) in zip(rooms, wanted, strict=True))


def test_a_huge_text_is_not_read_whole() -> None:
    text = "x" * 13_000_000
    found = edits(None, (Kept(0, 10), Notice("[cut]")), len(text))
    lines = edit_lines(text, found, BEFORE, SPOT)
    assert len(lines) == SPOT.height
    assert sum(len(run) for line in lines for run, _ in line.runs) < 1_000


@pytest.mark.parametrize("policy", ["go-tiny-claw", "workbuddy-s14", "evo-agent", "agent-engineering"])
def test_new_gaps_weigh_what_the_layer_took(root: Path, policy: str) -> None:
    session = Session(load(root / "sample_transcripts" / "re-reads.jsonl"), load_policy(policy))
    for request in curve.events(session, session.replay.rows()).requests:
        session.go(request)
        for outcome in session.seen().outcomes:
            assert weight(outcome.plan_before, 0, outcome.plan_before.end) == outcome.before - (
                outcome.plan_before.ledger.base + sum(made.size for made in outcome.plan_before.made)
            )


def half(panes: RowView, place: int) -> list[str]:
    return [
        line[: panes.pane_width] if not place else line[panes.pane_width + 1 :] for line in text_of(panes).split("\n")
    ]


async def test_a_layer_shows_its_change_alone(root: Path) -> None:
    app = InspectorApp(str(root / "sample_transcripts" / "oom-log.jsonl"), "go-tiny-claw")
    async with app.run_test(size=(120, 40)) as pilot:
        session = await ready(pilot)
        main = main_screen(app)
        await pilot.press("1")
        await until(pilot, lambda: any("+[" in line for line in half(main.panes, 1)))
        assert "before clear" in main.query_one("#titles").titles[0]  # type: ignore[attr-defined]
        assert any("−" in line for line in half(main.panes, 0))
        picture = main.panes.picture
        assert picture is not None
        assert picture.layer == "clear"
        assert [block for block in range(session.transcript.structure.end(6)) if picture.differs(block)] == sorted(
            picture.touched
        )
        await pilot.press("escape")
        await until(pilot, lambda: main.panes.picture is not None and main.panes.picture.left.is_record)
        await pilot.press("0")
        assert main.panes.picture is not None
        assert main.panes.picture.left.is_record
        assert "before the layers" in main.panes.picture.right.title


async def test_dropped_stretches_are_signed(root: Path) -> None:
    app = InspectorApp(str(root / "sample_transcripts" / "re-reads.jsonl"), "workbuddy-s14")
    async with app.run_test(size=(160, 44)) as pilot:
        session = await ready(pilot)
        main = main_screen(app)
        main.go(70)
        await pilot.press("3")
        await until(pilot, lambda: any("dropped by prune" in line for line in half(main.panes, 1)))
        label = next(line for line in half(main.panes, 1) if "dropped by prune" in line)
        assert label.startswith("− ")
        assert " · −" in label
        await pilot.press("j", "k")
        row = main.panes.cursor
        assert main.panes.rows is not None
        assert session.plan().state(main.panes.rows.refs[row]).fate is Fate.DROPPED  # type: ignore[union-attr]
        top = main.panes.rows.offsets[row] - main.panes.scroll_y
        await pilot.press("escape")
        await until(pilot, lambda: main.panes.picture is not None and main.panes.picture.left.is_record)
        assert main.panes.rows.offsets[row] - main.panes.scroll_y == top, "the message under the cursor stays"


async def test_a_summary_is_put_in(root: Path) -> None:
    app = InspectorApp(str(root / "sample_transcripts" / "re-reads.jsonl"), "evo-agent")
    async with app.run_test(size=(160, 44)) as pilot:
        session = await ready(pilot)
        main = main_screen(app)
        events = [r for r in curve.events(session, main.totals).requests if "summary" in main.totals[r - 1].fired]
        main.go(events[-1])
        await pilot.press("2", "home")
        await until(pilot, lambda: any("summarised by summary" in line for line in half(main.panes, 1)))
        assert main.panes.lines is not None
        posts = main.panes.lines[1].signposts
        assert posts.known is not None
        fresh = [made for made in session.plan().made if id(made) not in posts.known]  # type: ignore[union-attr]
        assert fresh
        assert posts._mark(fresh[0]) == ("+ ", "fate-injected!")


async def test_what_was_gone_before_is_one_line_and_passed_over_as_one(root: Path) -> None:
    app = InspectorApp(str(root / "sample_transcripts" / "re-reads.jsonl"), "evo-agent")
    async with app.run_test(size=(120, 40)) as pilot:
        session = await ready(pilot)
        main = main_screen(app)
        panes, rows = main.panes, main.panes.rows
        assert rows is not None
        main.go(124)
        await pilot.press("2", "home")
        await until(pilot, lambda: "summarised" in text_of(panes))
        away = rows.away[0]
        assert rows.shown(panes.cursor) == away.first
        await pilot.press("enter")
        await until(pilot, lambda: "neither side holds" in main.said)
        panes.action_message(1)
        assert panes.cursor == rows.step(away.stop - 1, 1)
        panes.action_message(-1)
        assert rows.shown(panes.cursor) == away.first
        panes.action_move(1)
        assert panes.cursor == rows.step(away.stop - 1, 1)
        before = list(rows.offsets)
        await pilot.press("escape")
        await until(pilot, lambda: not rows.away)
        assert rows.total > before[-1]
        assert session.step is None
