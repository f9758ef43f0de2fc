"""The list of differences, and the line of A in the timeline: what they say and draw. The list also with mouse and keys."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.cells import cell_len
from textual.app import App, ComposeResult

from inspector.analysis.compare.views import compared
from inspector.engine import Replay
from inspector.policy import load_policy, with_layers
from inspector.policy.model import MeterSpec, Policy
from inspector.tui.entries import Entry, Target, change, heading, note, spaced
from inspector.tui.entries_request import block_entries, request_entries, typed_entries
from inspector.tui.entries_session import knob_entries, layer_entries, session_entries
from inspector.tui.parting import course
from inspector.tui.parts import fit
from inspector.tui.widgets.entry_list import EntryList
from inspector.tui.widgets.palette import Cell
from inspector.tui.widgets.timeline import Timeline
from inspector.tui.widgets.timeline_chart import draw
from inspector.tui.widgets.timeline_data import Beside, TimelineData
from inspector.tui.widgets.timeline_line import LEVELS, line, over
from tests.tui import test_timeline as timelines
from tests.tui.pairs import cut, drop, shorter, small, whole


def said(entry: Entry) -> str:
    return "".join(part.text for part in entry.parts)


def lines_of(a: Policy, b: Policy, request: int = 5) -> list[Entry]:
    transcript = small()
    found = compared(Replay(transcript, a).plan(request), Replay(transcript, b).plan(request))
    assert found is not None
    names, marks = (a.name, b.name), (False, False)
    groups = [typed_entries(found, transcript, request), request_entries(found, names, marks, request)]
    return spaced([*groups, *block_entries(found, transcript, request)])


def test_typed_text_is_first_and_apart_and_leads_to_its_block() -> None:
    entries = lines_of(drop(), cut())
    assert said(entries[0]).startswith("TYPED TEXT")
    assert said(entries[1]).split() == ["⚠", "only", "in", "B", "7.1", "A:", "dropped", "by", "prune"]
    assert entries[1].target == Target(5, 8)
    assert entries[1].quoted == 8
    assert said(entries[3]).startswith("REQUEST 5")


def test_typed_text_that_neither_holds_is_counted_first_and_listed_last() -> None:
    entries = lines_of(shorter(), drop())
    words = [said(entry).strip() for entry in entries]
    assert words[1].startswith("⚠ only in B")
    assert words[2] == "╌ 1 typed text in neither of them: listed at the end"
    assert words[-2] == "TYPED TEXT IN NEITHER"
    assert entries[-1].target == Target(5, 8)


def test_numbers_of_a_request_stand_in_columns() -> None:
    words = [said(entry).split() for entry in lines_of(drop(), cut())]
    assert ["A", "drop", "B", "cut", "B", "−", "A"] in words
    assert ["size", "of", "the", "view", "84", "bytes", "236", "bytes", "+152"] in words
    assert ["messages", "3", "9", "+6"] in words
    assert ["blocks", "3", "11", "+8"] in words


def test_a_refusal_is_told_before_the_sizes() -> None:
    plan = Replay(small(), whole()).plan(5)
    found = compared(plan, plan)
    assert found is not None
    words = [said(entry).split() for entry in request_entries(found, ("x", "y"), (False, False), 5, (True, False))]
    assert words[0] == ["REQUEST", "5"], "they hold the same, but only one of them is sent"
    assert words[2] == ["refused", "✖", "yes", "no"]


def test_blocks_stand_in_groups_with_their_fates_and_sizes() -> None:
    entries = lines_of(drop(), cut())
    words = [said(entry) for entry in entries]
    assert "ONLY IN B  7 blocks" in words
    assert any("3.1" in text and "B ✂ truncated by trim · A ╌ dropped by prune" in text for text in words)
    assert any(text.strip().startswith("2.1–2.2 ") and "23 bytes" in text for text in words)
    both = [said(entry) for entry in lines_of(cut(40), cut(60))]
    assert "IN BOTH, IN DIFFERENT FORMS  2 blocks" in both
    assert any("45 → 65 bytes (+20)" in text for text in both)


def test_other_meters_are_named_and_not_subtracted() -> None:
    chars = MeterSpec("chars", "chars", system=True)
    words = [said(entry).split() for entry in lines_of(cut(40), cut(60, meter=chars))]
    assert ["measured", "by", "bytes", "chars"] in words
    assert any(text[:4] == ["size", "of", "the", "view"] and text[-2:] == ["other", "meter"] for text in words)
    assert any("A" in text and "45" in text and "65" in text and "→" not in text for text in words)


def test_a_summary_is_told_with_what_it_stands_for() -> None:
    words = [said(entry) for entry in lines_of(shorter(), drop())]
    assert any("Σ summary" in text and "for 9 blocks by sum up" in text for text in words)


def test_equal_views_are_told_as_such() -> None:
    words = [said(entry) for entry in lines_of(cut(), cut())]
    assert "REQUEST 5  A and B send the same" in words
    assert any(text.strip().startswith("✓ no typed text") for text in words)


def test_the_session_is_told_with_places_to_go_to() -> None:
    left, right = Replay(small(), drop(start=400)), Replay(small(), whole(refuse=470))
    a, b = course(left.rows(), [5]), course(right.rows(), [])
    meters = (left.policy.meter, right.policy.meter)
    entries = list(session_entries(a, b, meters, (False, False), 3))
    told = {" ".join(said(entry).split()): entry.target for entry in entries}
    assert told["first difference at request 3"] == Target(3)
    assert told["requests lacking typed text 1 0 −1"] is None
    assert told["first of A, at request 5"] == Target(5)
    assert "largest view 339 bytes 546 bytes +207" in told
    assert told["of B, at request 5"] == Target(5)
    assert "all views together 618 bytes 1,647 bytes +1,029" in told
    assert "compactions 3 0 −3" in told
    assert "refusals 0 2 +2" in told
    assert told["first of B, at request 4"] == Target(4)


def test_knobs_and_layers_that_differ_are_named_where_the_policy_is_one() -> None:
    policy = load_policy("workbuddy-s14")
    turned = [said(entry).split() for entry in knob_entries(policy, policy.with_knobs(soft_threshold=70_000))]
    assert ["soft_threshold", "80,000", "70,000", "−10,000", "tokens"] in turned
    assert not list(knob_entries(policy, load_policy("evo-agent")))
    assert not list(knob_entries(None, policy))
    switched = [said(entry).split() for entry in layer_entries(policy, with_layers(policy, disable=["prune"]))]
    assert ["prune", "3", "on", "3", "off"] in switched
    assert not list(layer_entries(policy, policy))


def test_changes_have_signs() -> None:
    assert [change(1, 1), change(1, 2_001), change(5, 1)] == ["±0", "+2,000", "−4"]


@pytest.mark.parametrize("width", [40, 69, 112])
def test_the_figures_of_a_session_fit_into_a_narrow_box(width: int) -> None:
    replay = Replay(small(), drop(start=400))
    found = course(replay.rows(), [5])
    for entry in session_entries(found, found, (replay.policy.meter,) * 2, (False, False), 3):
        left, right = fit(entry.parts, width)
        assert not right
        assert sum(len(part.text) for part in left) <= width


class Host(App[None]):
    def __init__(self, entries: list[Entry]) -> None:
        super().__init__()
        self.entries, self.went = entries, list[Target]()

    def compose(self) -> ComposeResult:
        yield EntryList(lambda block: f"text of {block} [/b] \x1b[31m")

    def on_mount(self) -> None:
        self.query_one(EntryList).show(self.entries)
        self.query_one(EntryList).focus()

    def on_entry_list_chosen(self, event: EntryList.Chosen) -> None:
        self.went.append(event.target)


def shown(listed: EntryList) -> list[str]:
    return [listed.render_line(y).text.rstrip() for y in range(listed.size.height)]


LIST = [heading("ONE"), note("first", target=Target(1)), note("nowhere"), note("second", target=Target(2))]


async def test_the_cursor_passes_over_what_leads_nowhere() -> None:
    app = Host(LIST)
    async with app.run_test(size=(60, 12)) as pilot:
        listed = app.query_one(EntryList)
        assert listed.cursor == 1
        await pilot.press("enter", "down", "enter", "j", "k", "k", "home", "end", "space")
        assert app.went == [Target(1), Target(2), Target(2)]
        assert shown(listed)[1].startswith("›")
        assert shown(listed)[3].startswith("▸")


async def test_a_click_goes_where_a_line_leads_and_nowhere_else() -> None:
    app = Host(LIST)
    async with app.run_test(size=(60, 12)) as pilot:
        await pilot.click(EntryList, offset=(4, 3))
        await pilot.click(EntryList, offset=(4, 2))
        await pilot.click(EntryList, offset=(4, 9))
        assert app.went == [Target(2)]


async def test_a_hundred_thousand_lines_are_asked_for_one_by_one_and_safe() -> None:
    many = [heading("MANY"), *(Entry(note(f"line {n:,}").parts, Target(n), n) for n in range(100_000))]
    app = Host(many)
    async with app.run_test(size=(80, 12)) as pilot:
        listed = app.query_one(EntryList)
        assert "“text of 0 [/b]" in shown(listed)[1]
        assert all("\x1b" not in text for text in shown(listed))
        await pilot.press("end", "enter")
        assert app.went == [Target(99_999)]
        await pilot.press("home")
        assert shown(listed)[0].strip() == "MANY"


async def test_more_lines_keep_the_cursor_at_its_place() -> None:
    app = Host(LIST)
    async with app.run_test(size=(60, 12)) as pilot:
        await pilot.press("down")
        listed = app.query_one(EntryList)
        listed.show([note("new", target=Target(9)), *LIST])
        assert listed.entries[listed.cursor].target == Target(2)
        listed.show([heading("nothing")])
        assert listed.cursor == -1
        await pilot.press("enter", "down")
        assert not app.went


def drawn(sizes: list[int], starts: list[int], rows: int, top: int) -> list[str]:
    """The line alone, as rows of text."""
    grid = [[" "] * starts[-1] for _ in range(rows)]
    for column, signs in enumerate(line(sizes, starts, rows, top, "view")):
        for row, sign in signs:
            grid[row][column] = sign
    return ["".join(row) for row in grid]


def test_the_line_has_three_heights_in_a_cell_and_joins_its_steps() -> None:
    assert drawn([1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5, 6], 2, 6) == ["   ▁━▔", "▁━▔   "]
    assert drawn([9, 1], [0, 2, 4], 3, 9) == ["▔▔  ", "  ┃ ", "  ▁▁"]
    assert drawn([0, 9], [0, 1, 2], 1, 9) == [" ▔"]


def test_several_requests_in_a_column_are_told_by_their_largest() -> None:
    assert drawn([1, 9, 1, 1], [0, 1, 2], 3, 9) == ["▔ ", " ┃", " ▁"]


def test_on_a_bar_the_line_is_cut_out_and_beside_it_it_has_its_own_colour() -> None:
    grid = [[Cell(" ", "view", "view"), Cell("▇", "view"), Cell("▁", "view"), Cell(" ", "ground")]]
    over(grid, [1, 1, 1, 1], [0, 1, 2, 3, 4], 3, "view", {})
    assert grid == [
        [
            Cell("▁", "ground", "view"),
            Cell("▁", "ground", "view"),
            Cell("▁", "beside", "ground"),
            Cell("▁", "beside", "ground"),
        ]
    ]


def test_the_scale_holds_both_curves() -> None:
    data = TimelineData(transcript=[10] * 4, view=[10] * 4, beside=Beside([40] * 4, [40] * 4, "tokens"))
    chart = draw(data, 20, 4, "view")
    assert chart.top == 40
    assert any(cell.front == "beside" for cell in chart.rows[0])


async def test_the_caption_names_both_sizes_and_a_refusal_of_a() -> None:
    app = timelines.Host()
    async with app.run_test(size=(140, 10)):
        timeline = app.query_one(Timeline)
        sizes = (60_000,) * 20
        beside = Beside(sizes, sizes, "tokens", refused=frozenset({5}))
        timeline.show(replace(timelines.DATA, beside=beside))
        assert "A 60,000 ✖ refused · B 50,000 of 50,000 tokens" in timelines.lines(timeline)[0]
        assert "━━ A  ■ B" in timelines.lines(timeline)[0]
        timeline.show(
            replace(timelines.DATA, cursor=6, beside=replace(beside, unit="bytes", note="each by its own peak"))
        )
        assert "A 60,000 bytes · B 60,000 of 60,000 tokens" in timelines.lines(timeline)[0]
        assert "↕ each by its own peak" in timelines.lines(timeline)[0]


@pytest.mark.parametrize("width", [40, 80, 200])
@pytest.mark.parametrize("requests", [1, 7, 5_000])
async def test_both_curves_fit_at_any_width_and_length(width: int, requests: int) -> None:
    app = timelines.Host()
    async with app.run_test(size=(width, 10)):
        timeline = app.query_one(Timeline)
        data = timelines.long(requests)
        sizes = [900 - request % 800 for request in range(requests)]
        timeline.show(replace(data, beside=Beside(sizes, sizes, "tokens")))
        assert {cell_len(text) for text in timelines.lines(timeline)} == {width}
        assert any(sign in text for sign in LEVELS for text in timelines.lines(timeline)[1:-1])
