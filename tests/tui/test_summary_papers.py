"""The pure parts of the summary room: marks that lie upon each other, folded passages, many generations."""

from __future__ import annotations

from inspector.analysis.cut import Cut
from inspector.engine.summariser import SummaryRequest
from inspector.summary.answer import Answer
from inspector.tui.summaries.laying import FOLDED, OPENED, Laid
from inspector.tui.summaries.paper import Paper, Passage, apart
from inspector.tui.summaries.survival import compared
from inspector.tui.widgets.runs import Mark


def test_the_weightier_mark_lies_above() -> None:
    marks = [Mark(0, 10, "partly"), Mark(3, 5, "finding"), Mark(4, 7, "verbatim"), Mark(9, 9, "missing")]
    assert apart(marks) == (
        Mark(0, 3, "partly"),
        Mark(3, 5, "finding"),
        Mark(5, 7, "verbatim"),
        Mark(7, 10, "partly"),
    )


def test_a_long_passage_is_folded_and_opened_where_it_is_wanted() -> None:
    text = "\n".join(f"line {number}" for number in range(OPENED * 3))
    laid = Laid(Paper((Passage("1.1", "1.1 user", "short"), Passage("2.1", "2.1 tool", text))), 40)
    laid.extend()
    assert len(laid) == 2 + 1 + FOLDED + 1
    at = text.index(f"line {OPENED * 2}")
    shown = laid[laid.find(1, at)]
    assert shown.line is not None
    assert shown.line.text == f"line {OPENED * 2}"
    assert len(laid) < OPENED + 10
    assert laid.toggle(1)
    assert len(laid) == 2 + 1 + FOLDED + 1
    assert not laid.toggle(0)


def test_of_very_many_summaries_the_first_and_the_newest_are_compared() -> None:
    cuts = [Cut(number, "summary", SummaryRequest(()), Answer(f"text {number}"), "", 2, 1) for number in range(1, 31)]
    assert [cut.number for cut in compared(cuts)] == [1, 2, 3, 4, 5, 6, 25, 26, 27, 28, 29, 30]
    assert len(compared(cuts[:9])) == 9
