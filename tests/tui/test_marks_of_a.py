"""What the policy that is held did has its marks in the timeline, on its own curve."""

from __future__ import annotations

from pathlib import Path

from inspector.policy import load_policy
from inspector.transcript import load
from inspector.tui import curve
from inspector.tui.app import InspectorApp
from inspector.tui.held import Held, held
from inspector.tui.session import Session
from inspector.tui.widgets.timeline import Timeline
from inspector.tui.widgets.timeline_caption import legend, position
from inspector.tui.widgets.timeline_chart import SIGNS, Chart, draw
from inspector.tui.widgets.timeline_data import Beside, TimelineData
from inspector.tui.widgets.timeline_marks import Mark, Marks
from tests.tui.drive import main_screen, ready, text_of, until
from tests.tui.pairs import drop, small, whole

RISING = TimelineData(transcript=range(100, 2_100, 100), view=range(100, 2_100, 100), cursor=8)
MARKS = (
    Mark(5, "compaction", "prune"),
    Mark(8, "compaction", "fold"),
    Mark(9, "compaction", "fold"),
    Mark(12, "refusal"),
)


def compared(marks: tuple[Mark, ...] = MARKS) -> TimelineData:
    beside = Beside([900] * 20, [900] * 20, "tokens", refused=frozenset({12}), marks=Marks.of(*marks))
    return TimelineData(RISING.transcript, RISING.view, cursor=8, beside=beside)


def on_line(chart: Chart) -> dict[int, str]:
    """Column → sign, of those that stand in the chart and not below it."""
    signs = set(SIGNS.values())
    return {column: cell.text for row in chart.rows for column, cell in enumerate(row) if cell.text in signs}


def test_marks_stand_on_the_line_and_a_row_of_them_where_it_begins() -> None:
    data = compared()
    assert on_line(draw(data, 20, 4, "view")) == {4: "◆", 7: "◆", 11: "✖"}
    assert on_line(draw(data, 60, 4, "view")) == {13: "◆", 22: "◆", 34: "✖"}
    assert on_line(draw(compared(()), 20, 4, "view")) == {}
    assert not set("".join(cell.text for cell in draw(data, 20, 4, "view").marks)) & set(SIGNS.values())


def test_the_bars_of_the_picture_before_are_not_believed_about_another_a() -> None:
    before = draw(compared(()), 20, 4, "view")
    again = draw(compared(), 20, 4, "view", before.shared)
    assert len(on_line(again)) == 3


def test_the_caption_says_what_a_did() -> None:
    said = "".join(run.text for run in position(compared()))
    assert "A 900 ◆ fold · B 800 of 800 tokens" in said
    refused = "".join(
        run.text for run in position(TimelineData(RISING.transcript, RISING.view, cursor=12, beside=compared().beside))
    )
    assert "A 900 ✖ refused · B 1,200" in refused
    assert "◆✖ by A, on its line" in "".join(run.text for run in legend(compared(), "view", 100))
    assert "by A" not in "".join(run.text for run in legend(compared(()), "view", 100))


def of_a(a: Held) -> Held:
    return a.better(a.replay, a.replay.rows())


def test_the_marks_are_those_that_a_would_have_as_b(samples: dict[str, Path]) -> None:
    transcript = load(samples["re-reads"])
    policy = load_policy("workbuddy-s14")
    a = of_a(held(transcript, policy, None))
    alone = curve.curve(Session(transcript, policy), a.rows).marks
    assert [*a.marks] == [mark for mark in alone if mark.kind in ("compaction", "refusal")]
    assert a.marks is a.marks, "they are made once"
    recorded = of_a(held(load(samples["lost-rule"]), None, None))
    assert {mark.kind for mark in recorded.marks} == {"recorded"}


def test_a_refused_view_is_marked() -> None:
    transcript = small()
    assert [mark.kind for mark in of_a(held(transcript, whole(refuse=470), None)).marks] == ["refusal"] * 2
    assert "compaction" in {mark.kind for mark in of_a(held(transcript, drop(start=400), None)).marks}


async def test_they_are_shown_as_soon_as_something_is_held(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(140, 40)) as pilot:
        session, main = await ready(pilot), main_screen(app)
        timeline = main.query_one(Timeline)
        *chart, _ = text_of(timeline).splitlines()[1:]
        assert "◆" not in "".join(chart)
        await pilot.press("c")
        await until(pilot, lambda: timeline.data.beside is not None)
        assert session.held is not None
        *chart, _ = text_of(timeline).splitlines()[1:]
        assert "◆" in "".join(chart)
        mark = session.held.marks[0]
        session.go(mark.request)
        main.moved()
        await ready(pilot)
        assert f" ◆ {mark.label} · B " in text_of(timeline)
        await pilot.press("c")
        await until(pilot, lambda: timeline.data.beside is None)
        *chart, _ = text_of(timeline).splitlines()[1:]
        assert "◆" not in "".join(chart)
