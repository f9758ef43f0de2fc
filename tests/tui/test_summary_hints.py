"""Hints in the summary room: apart from the findings, under a heading that the cursor passes over, with their own sign."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.summary.audit import Audit, Source, run
from inspector.summary.audit.claims import Summary
from inspector.summary.audit.shapes import Finding, Item, Range, Span
from inspector.tui.parts import fit
from inspector.tui.summaries.paper import written
from inspector.tui.summaries.points import HELD, HINTS, points
from inspector.tui.summaries.wording import judged, own_words
from tests.tui.drive import opened, text_of, until
from tests.tui.test_summary_beside import add, made
from tests.tui.test_summary_room import entered

SURE = Finding("unsourced path", "the source has no path a.py", Range(0, 4))
HINT = Finding("reversed status", "the source says the contrary", Range(2, 9), (Span("1.1", 0, 4),), certain=False)
LACKING = Item("path", "b.py", Span("1.1", 0, 4), "no")


def styles(audit: Audit) -> list[str]:
    return [point.style for point in points(audit)]


def test_hints_have_a_heading_and_so_has_what_follows() -> None:
    assert styles(Audit((LACKING,), (SURE,), (HINT,))) == ["finding", "title", "hint", "title", "missing"]
    assert [point.what for point in points(Audit((LACKING,), (), (HINT,)))][::2] == [HINTS, HELD]
    assert styles(Audit((), (SURE,), (HINT,))) == ["finding", "title", "hint"]


def test_without_hints_there_is_no_heading() -> None:
    assert styles(Audit((LACKING,), (SURE,))) == ["finding", "missing"]


def test_a_finding_lies_above_a_hint() -> None:
    marks = written("a.py passed", Audit((), (SURE,), (HINT,))).marks["summary"]
    assert [tuple(mark) for mark in marks] == [(0, 4, "finding"), (4, 9, "hint")]


def test_the_head_counts_both() -> None:
    def told(audit: Audit) -> str:
        return "".join(part.text for part in judged(audit))

    assert told(Audit((), (SURE, SURE), (HINT,) * 5)).endswith("‼ 2 findings, 5 hints")
    assert told(Audit((), (), (HINT,))).endswith("no finding, 1 hint")
    assert told(Audit((), (SURE,))).endswith("‼ 1 finding")


def test_a_summary_in_its_own_words_says_so() -> None:
    def told(audit: Audit | None, width: int = 78) -> str:
        return "".join(part.text for part in fit(own_words(audit), width)[0])

    own = Audit((), (), keeps_words=False, kept=0.123)
    assert told(own) == "in its own words (12 % the record's): status and attribution are hints only"
    assert told(own, 58) == "in its own words: status and attribution are hints only"
    assert told(None) == told(Audit((), (), kept=0.5)) == told(Audit((), ())) == ""


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_room_says_where_there_are_only_hints(samples: dict[str, Path], size: tuple[int, int]) -> None:
    """The agent's own summary is free prose; every line of the extractive one beside it is a quote."""
    async with opened(samples["lost-rule"], "recorded", size=size) as (pilot, _, _session):
        room = await entered(pilot)
        line = room.query_one("#own-words")
        assert line.display
        assert "status and attribution are hints only" in text_of(line)
        await add(pilot, "extractive")
        await until(pilot, lambda: made(room, "extractive"))
        await until(pilot, lambda: not line.display)


def found(source: Source, summary: Summary) -> Iterator[Finding]:
    at, start = summary.text.index("CHANGES.md"), summary.text.index("64 tests")
    yield Finding("unsourced path", "no such path", Range(at, at + 10))
    yield Finding("reversed status", "another outcome", Range(start, start + 13), (Span("1.1", 0, 4),), certain=False)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_room_shows_hints_apart(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    monkeypatch.setattr(run, "ALL", (found,))
    async with opened(samples["lost-rule"], "recorded", size=size) as (pilot, _, _session):
        room = await entered(pilot)
        assert "‼ 1 finding, 1 hint" in text_of(room)
        assert "? hint" in text_of(room)
        rows = [row.strip() for row in text_of(room.list).splitlines()]
        assert rows[0].startswith("‼ unsourced path")
        assert rows[1] == HINTS
        assert rows[2].startswith("? reversed status")
        assert rows[3] == HELD
        assert rows[4].startswith("○")
        await pilot.press("j", "j")
        assert room.list.point is not None
        assert room.list.point.style == "hint", "the heading is passed over"
        await until(pilot, lambda: "2 of" in text_of(room.query_one("#room-status")))
        await pilot.press("j", "k", "k")
        assert room.list.at == 0
        await pilot.press("j")
        await until(pilot, lambda: "▸" in text_of(room.written))


async def test_a_heading_is_not_chosen_with_the_mouse(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "ALL", (found,))
    async with opened(samples["lost-rule"], "recorded", size=(120, 40)) as (pilot, _, _session):
        room = await entered(pilot)
        await pilot.click("#points", offset=(3, 1))
        assert room.list.at is None
        await pilot.click("#points", offset=(3, 2))
        await until(pilot, lambda: room.list.at == 2)
