"""Two general sides: Transcript beside view, and two views of one request under different policies and meters."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.engine.view import BlockState, Fate, Kept, Notice
from inspector.policy import load_policy
from inspector.transcript import load
from inspector.transcript.model import Transcript
from inspector.tui.aligned import shared
from inspector.tui.app import InspectorApp
from inspector.tui.picture import Picture
from inspector.tui.rows import Away, Rows
from inspector.tui.screens.main import MainScreen
from inspector.tui.session import Session
from inspector.tui.side import Side, view_side
from tests.tui.drive import main_screen, ready, text_of, until

SIZE = (120, 40)


@pytest.fixture
def re_reads(root: Path) -> Transcript:
    return load(root / "sample_transcripts" / "re-reads.jsonl")


def side_of(transcript: Transcript, policy: str, request: int, name: str) -> Side:
    """One side, of a session of its own. `policy` is a preset, with a knob (`workbuddy-s14 keep_recent_messages=20`)."""
    preset, _, knob = policy.partition(" ")
    session = Session(transcript, load_policy(preset) if preset != "recorded" else None)
    if knob:
        session.turn(knob.split("=")[0], int(knob.split("=")[1]))
    session.go(request)
    return view_side(session.seen(), None, session.picture().right.largest, name=f"{name} {preset}")


def compared(transcript: Transcript, left: str, right: str, request: int) -> Picture:
    """Two views of one request side by side."""
    return Picture(request, side_of(transcript, left, request, "A"), side_of(transcript, right, request, "B"))


def test_ranges_that_neither_side_holds() -> None:
    from inspector.engine.plan import Stretch

    def stretches(*ranges: tuple[int, int]) -> list[Stretch]:
        return [Stretch(first, stop, True, Fate.DROPPED, "") for first, stop in ranges]

    assert shared(stretches((2, 41)), stretches((2, 38))) == [(2, 38)]
    assert shared(stretches((0, 4), (6, 9)), stretches((2, 7))) == [(2, 4), (6, 7)]
    assert shared(stretches(), stretches((1, 2))) == []


def test_what_is_put_away_keeps_its_place(re_reads: Transcript) -> None:
    rows = Rows(re_reads)
    rows.adopt(rows.measure(60) or [], 60)
    before = list(rows.offsets)
    assert rows.put_away((Away(10, 20, 3),))
    assert not rows.put_away((Away(10, 20, 3),))
    assert rows.heights[10:20] == [3] + [0] * 9
    assert [rows.shown(row) for row in (9, 10, 15, 19, 20)] == [9, 10, 10, 10, 20]
    assert rows.locate(rows.offsets[20]).row == 20
    assert rows.locate(rows.offsets[10] + 2) == (10, 2)
    assert rows.step(10, 1) >= 20
    assert rows.put_away(())
    assert rows.offsets == before


def test_sides_are_compared_by_how_they_look(re_reads: Transcript) -> None:
    picture = compared(re_reads, "workbuddy-s14", "workbuddy-s14", 139)
    assert picture.left.plan is not picture.right.plan
    assert not any(picture.differs(block) for block in range(len(re_reads.structure.blocks)))
    other = compared(re_reads, "workbuddy-s14", "go-tiny-claw", 139)
    assert any(other.differs(block) for block in range(len(re_reads.structure.blocks)))


def test_summaries_of_other_words_are_a_difference(re_reads: Transcript) -> None:
    same = compared(re_reads, "evo-agent", "evo-agent", 139)
    assert same.left.plan is not None
    assert same.left.plan.made
    assert not same.made_apart()
    other = compared(re_reads, "evo-agent", "evo-agent summary_max_tokens=300", 139)
    plans = [side.plan for side in other.sides if side.plan is not None]
    assert other.made_apart() == {made.at - 1 for plan in plans for made in plan.made}


def test_pieces_that_say_the_same_are_the_same(re_reads: Transcript, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = compared(re_reads, "recorded", "recorded", 3)
    parted = BlockState(Fate.TRUNCATED, "a", 5, (Kept(0, 4), Kept(4, 4), Kept(4, 9), Notice("x"), Notice("")))
    whole = BlockState(Fate.TRUNCATED, "b", 6, (Kept(0, 9), Notice("x")))
    from inspector.tui import side

    answers = iter([parted, whole, parted, whole._replace(pieces=(Kept(0, 8), Notice("x")))])
    monkeypatch.setattr(side.Side, "state", lambda self, block: next(answers))
    assert picture.left.looks_like(picture.right, 0)
    assert not picture.left.looks_like(picture.right, 0)


def test_one_scale_where_units_agree(re_reads: Transcript) -> None:
    same = compared(re_reads, "workbuddy-s14", "agent-engineering", 30)
    assert same.left.unit == same.right.unit == "tokens"
    assert same.largest(0) == same.largest(1) == max(same.left.largest, same.right.largest)
    other = compared(re_reads, "workbuddy-s14", "go-tiny-claw", 30)
    assert other.right.unit == "bytes"
    assert other.largest(0) == other.left.largest != other.largest(1) == other.right.largest


async def test_two_views_stand_side_by_side(root: Path) -> None:
    app = InspectorApp(str(root / "sample_transcripts" / "re-reads.jsonl"), "workbuddy-s14")
    async with app.run_test(size=SIZE) as pilot:
        session = await ready(pilot)
        main = main_screen(app)
        assert isinstance(main, MainScreen)
        rows, panes = main.panes.rows, main.panes
        assert rows is not None
        whole = rows.total
        wide = "workbuddy-s14 keep_recent_messages=30"
        panes.show(compared(session.transcript, "workbuddy-s14", wide, session.request))
        panes.follow()
        await pilot.pause()
        shown = text_of(panes)
        assert "holds" in shown.splitlines()[-1].split("│")[0]
        assert rows.total < whole, "what neither side holds takes one line"
        await pilot.press("home")
        await until(pilot, lambda: "dropped" in text_of(panes).split("│")[0] or "dropped" in text_of(panes))
        left, right = zip(*(line.split("│", 1) for line in text_of(panes).splitlines() if "│" in line), strict=False)
        assert any("dropped by" in line for line in left + right)
        await pilot.press("x")
        picture = panes.picture
        assert picture is not None
        assert picture.differs(rows.block_at(panes.cursor))
        panes.show(session.picture())
        assert rows.total == whole


async def test_headings_are_named_beside_a_gap(root: Path) -> None:
    app = InspectorApp(str(root / "sample_transcripts" / "re-reads.jsonl"), "workbuddy-s14")
    async with app.run_test(size=SIZE) as pilot:
        session = await ready(pilot)
        panes = main_screen(app).panes
        wide = "workbuddy-s14 soft_threshold=10000000"
        panes.show(compared(session.transcript, "workbuddy-s14", wide, session.request))
        await pilot.press("home")
        await until(pilot, lambda: "dropped" in text_of(panes))
        right = [line.split("│", 1)[1] for line in text_of(panes).splitlines() if "│" in line]
        assert any("turn 2" in line for line in right)
