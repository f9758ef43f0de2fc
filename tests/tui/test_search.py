"""The search panel by keys and by mouse: hits while one types, their fates, the way to each, and to where it was lost."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from inspector.engine import Fate
from inspector.engine.view import Kept
from inspector.tui.app import InspectorApp
from inspector.tui.finding.history import recalled
from inspector.tui.screens.main import MainScreen
from inspector.tui.screens.open import Open
from inspector.tui.screens.pin import Pin
from inspector.tui.screens.reader import Reader
from inspector.tui.widgets.foot_line import FootLine
from inspector.tui.widgets.hit_list import HitList
from inspector.tui.widgets.line import Line
from tests.tui.drive import main_screen, opened, text_of, until

pytestmark = pytest.mark.timeout(60)


def found_of(main: MainScreen) -> str:
    return text_of(main.query_one("#found", Line)).strip()


def status_of(main: MainScreen) -> str:
    return text_of(main.query_one("#status", Line))


def lines_of(main: MainScreen) -> list[str]:
    return [line.rstrip() for line in text_of(main.search_panel.list).splitlines() if line.strip()]


async def look_for(pilot: Pilot[Any], main: MainScreen, words: str) -> None:
    """Open the panel, type a query over the last one, wait for all of its hits."""
    await pilot.press("slash")
    await until(pilot, lambda: main.search_panel.input.has_focus)
    main.search_panel.input.value = words
    await until(pilot, lambda: main._found is not None and main._found.query.text == words and main._found.done)
    await until(pilot, lambda: "…" not in found_of(main))


async def test_hits_are_listed_while_one_types_and_the_panes_stay(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, _):
        await pilot.press("slash", *"migrations")
        await until(pilot, lambda: "12 hits in 12 messages · 9 in the view, 3 dropped" in found_of(main))
        assert main.search_panel.input.value == "migrations"
        assert main.panes.region.height >= 10
        line = lines_of(main)[1]
        assert line.split()[:2] == ["3", "user"]
        assert "never touch migrations/" in line
        assert line.endswith("╌ dropped by prune")


async def test_enter_goes_to_the_hit_and_escape_takes_the_marks_away(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await look_for(pilot, main, "0004_subscription")
        await pilot.press("enter")
        await until(pilot, lambda: main.panes.has_focus)
        rows = main.panes.rows
        assert rows is not None
        hit = main.search_panel.list.chosen
        assert hit is not None
        assert rows.refs[main.panes.cursor] == hit.block
        assert main.panes.cursor in rows.expanded
        assert "0004_subscription" in text_of(main.panes)
        assert marked_in(main) == ["0004_subscription"]
        name = session.transcript.structure.name(hit.block)
        assert status_of(main).strip().startswith(f"{name}: 1 of ")
        await pilot.press("escape")
        await until(pilot, lambda: not main.search_panel.open)
        assert marked_in(main) == []
        assert "0004_subscription" in text_of(main.panes)
        await pilot.press("slash")
        await until(pilot, lambda: bool(main.search_panel.list.hits))
        assert main.search_panel.input.value == "0004_subscription"


def marked_in(main: MainScreen) -> list[str]:
    """The texts that are drawn as matches in the panes."""
    style = main.panes.style("match")
    lines = [main.panes.render_line(y) for y in range(main.panes.size.height)]
    return [segment.text for line in lines for segment in line if segment.style == style]


async def test_next_and_previous_hit_from_the_panes(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, _):
        await look_for(pilot, main, "migrations")
        await pilot.press("enter", "f")
        await until(pilot, lambda: main.search_panel.list.cursor == 1)
        assert "3.1: 2 of 12 hits" in status_of(main)
        await pilot.press("F", "F")
        await until(pilot, lambda: main.search_panel.list.cursor == 11)
        await pilot.press("escape", "f3")
        await until(pilot, lambda: main.search_panel.open and main.search_panel.list.cursor == 0)
        assert main.panes.has_focus


async def test_matches_of_one_long_block_are_gone_through(tmp_path: Path) -> None:
    text = "\n".join(f"line {n}" + (" needle" if n % 60 == 59 else "") for n in range(300))
    file = tmp_path / "long.json"
    file.write_text(json.dumps([{"role": "user", "content": text}, {"role": "assistant", "content": "a needle"}]))
    async with opened(file) as (pilot, main, _):
        await look_for(pilot, main, "needle")
        await pilot.press("enter")
        await until(pilot, lambda: "1.1: 1 of 2 hits · match 1 of 5 in it" in status_of(main))
        for number in (2, 3, 4, 5):
            await pilot.press("f")
            await until(pilot, lambda number=number: f"match {number} of 5 in it" in status_of(main))  # type: ignore[misc]
            assert f"line {60 * number - 1} needle" in text_of(main.panes)
        await pilot.press("F")
        await until(pilot, lambda: "match 4 of 5" in status_of(main))
        await pilot.press("f", "f")
        await until(pilot, lambda: "2.1: 2 of 2 hits · " in status_of(main))


async def test_a_match_below_all_that_is_shown_is_read_whole(tmp_path: Path) -> None:
    text = "\n".join(f"line {n}" for n in range(60_000)) + "\nthe needle"
    file = tmp_path / "far.json"
    file.write_text(json.dumps([{"role": "user", "content": text}]))
    async with opened(file) as (pilot, main, _):
        await look_for(pilot, main, "needle")
        await pilot.press("enter")
        await until(pilot, lambda: "far down in the block: space reads it there" in status_of(main))
        await pilot.press("space")
        await until(pilot, lambda: isinstance(pilot.app.screen, Reader))
        await until(pilot, lambda: "the needle" in text_of(pilot.app.screen))
        assert "“needle” 1 of 1" in text_of(pilot.app.screen)


async def test_up_and_down_choose_hits_and_the_panes_follow(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, _):
        await look_for(pilot, main, "migrations")
        rows = main.panes.rows
        assert rows is not None
        for keys, place in (
            (("down",), 1),
            (("ctrl+n", "ctrl+n"), 3),
            (("ctrl+p",), 2),
            (("up",), 1),
            (("pagedown",), 11),
        ):
            await pilot.press(*keys)
            await until(pilot, lambda place=place: main.search_panel.list.cursor == place)  # type: ignore[misc]
            assert rows.refs[main.panes.cursor] == main.search_panel.list.hits[place].block
        assert main.search_panel.input.has_focus


async def test_fates_follow_the_request_and_the_knobs(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await look_for(pilot, main, "migrations")
        await pilot.press("tab")
        await until(pilot, lambda: main.search_panel.list.has_focus)
        session.go(10)
        main.moved()
        await until(pilot, lambda: "3 in the view, 9 later" in found_of(main))
        assert lines_of(main)[0].endswith("= verbatim")
        assert lines_of(main)[-1].endswith("later")
        session.go(139)
        main.moved()
        session.turn("soft_threshold", 10_000_000)
        session.turn("hard_limit", 10_000_000)
        main.changed()
        await until(pilot, lambda: "12 in the view" in found_of(main))


async def test_only_some_fates(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await look_for(pilot, main, "migrations fate:dropped")
        assert "3 hits in 3 messages · of 12 with any fate · 3 dropped" in found_of(main)
        assert len(lines_of(main)) == 3
        session.go(10)
        main.moved()
        await until(pilot, lambda: "nothing found" in found_of(main))
        assert "12 hits, with other fates at this request" in lines_of(main)[0]


async def test_what_is_wrong_with_a_query_is_said(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"], size=(80, 24)) as (pilot, main, _):
        await pilot.press("slash", *"/(/")
        await until(pilot, lambda: "/(/: missing )" in found_of(main))
        main.search_panel.input.value = "role:robot"
        await until(pilot, lambda: "role:robot is no role" in found_of(main))
        main.search_panel.input.value = ""
        await until(pilot, lambda: "type what to look for" in found_of(main))
        main.search_panel.input.value = "nowhere at all"
        await until(pilot, lambda: "nothing found" in found_of(main))


async def test_where_a_hit_left_the_view(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await look_for(pilot, main, '"never touch migrations"')
        await pilot.press("tab", "l")
        await until(pilot, lambda: "at request 70" in status_of(main))
        assert "3.1 dropped by prune at request 70, the first time" in status_of(main)
        assert (session.request, session.step) == (70, 3)
        assert lines_of(main)[0].endswith("dropped by prune")
        await look_for(pilot, main, "role:user You changed")
        await pilot.press("ctrl+l")
        await until(pilot, lambda: "never left" in status_of(main))


async def test_a_match_that_was_cut_out_has_left_though_its_block_stays(samples: dict[str, Path]) -> None:
    async with opened(samples["oom-log"], "go-tiny-claw") as (pilot, main, session):
        block = session.transcript.structure.first[5]
        pieces = session.replay.plan(3).state(block).pieces
        assert pieces is not None
        kept = [piece for piece in pieces if isinstance(piece, Kept)]
        cut = session.transcript.structure.blocks[block].text[kept[0].stop + 200 :].split("\n")[1]
        await look_for(pilot, main, f'"{cut}"')
        hit = main.search_panel.list.hits[0]
        await pilot.press("tab", "l")
        await until(pilot, lambda: "the first time" in status_of(main) or "never left" in status_of(main))
        assert f"truncated by truncate at request {session.request}, the first time, the match cut out" in status_of(
            main
        )
        assert main._standing(hit).word == "match cut"
        assert session.replay.plan(session.request).state(hit.block).fate is Fate.TRUNCATED


async def test_what_neither_side_holds_says_so_while_two_are_compared(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"], size=(160, 48)) as (pilot, main, _):
        await pilot.press("c")
        await look_for(pilot, main, '"never touch migrations"')
        await pilot.press("enter")
        await until(pilot, lambda: "neither A nor B holds it" in status_of(main))


async def test_the_mouse_chooses_goes_there_and_scrolls(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, _):
        await look_for(pilot, main, "e")
        rows, hits = main.panes.rows, main.search_panel.list
        assert rows is not None
        await pilot.click(HitList, offset=(30, 2))
        await until(pilot, lambda: hits.cursor == 2)
        assert rows.refs[main.panes.cursor] == hits.hits[2].block
        assert hits.has_focus
        await pilot.click(HitList, offset=(30, 4), times=2)
        await until(pilot, lambda: main.panes.has_focus)
        assert hits.cursor == 4
        assert rows.refs[main.panes.cursor] == hits.hits[4].block
        top = hits.top
        await pilot._post_mouse_events([scroll_down()], HitList, offset=(10, 1))
        await until(pilot, lambda: hits.top > top)
        assert hits.cursor == 4
        await pilot.click(FootLine, offset=(1, 0))
        await until(pilot, lambda: hits.cursor == 5)


def scroll_down() -> type[Any]:
    from textual import events

    return events.MouseScrollDown


async def test_a_fact_is_pinned_from_a_hit(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, _):
        await look_for(pilot, main, '"never touch migrations"')
        await pilot.press("down", "tab", "P")
        await until(pilot, lambda: isinstance(pilot.app.screen, Pin))
        assert "Pin block 3.1" in text_of(pilot.app.screen)


async def test_older_searches_come_back(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, _):
        for words in ("prune", "migrations"):
            await look_for(pilot, main, words)
            await pilot.press("escape")
        assert recalled() == ["migrations"]
        await look_for(pilot, main, "ledger")
        await pilot.press("enter", "slash", "delete", "up")
        await until(pilot, lambda: main.search_panel.input.value == "ledger")
        await pilot.press("up")
        await until(pilot, lambda: main.search_panel.input.value == "migrations")
        await pilot.press("down")
        await until(pilot, lambda: main.search_panel.input.value == "ledger")


async def test_the_summary_is_asked_for_the_words(samples: dict[str, Path]) -> None:
    async with opened(samples["research"], "evo-agent") as (pilot, main, _):
        await look_for(pilot, main, "zzzz")
        await until(pilot, lambda: "in the summary of this view: no" in text_of(pilot.app.screen))


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (200, 60)])
async def test_hits_and_panes_have_room_at_every_size(samples: dict[str, Path], size: tuple[int, int]) -> None:
    async with opened(samples["re-reads"], size=size) as (pilot, main, _):
        await look_for(pilot, main, "migrations")
        if size[1] >= 24:
            assert len(lines_of(main)) >= 4
            assert main.panes.size.height >= 6
        for line in text_of(pilot.app.screen).splitlines():
            assert len(line) <= size[0] * 2
        await pilot.press("enter")
        await until(pilot, lambda: main.panes.has_focus)
        assert marked_in(main)
        assert any(line.split()[:1] == ["›"] or "› " in line for line in lines_of(main))


async def test_a_dropped_hit_is_shown_in_the_transcript_where_one_pane_fits(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"], size=(80, 24)) as (pilot, main, _):
        assert main.panes.mode == "right"
        await look_for(pilot, main, '"never touch migrations"')
        await pilot.press("enter")
        await until(pilot, lambda: main.panes.mode == "left")
        assert any("migrations" in text or "touch" in text for text in marked_in(main))


async def test_hostile_texts_are_only_shown(tmp_path: Path) -> None:
    text = "\x1b]0;owned\x07 needle [/foo] [@click=app.quit]x[/] \u202eabc"
    file = tmp_path / "evil.json"
    file.write_text(json.dumps([{"role": "user", "content": text}, {"role": "assistant", "content": "needle"}]))
    async with opened(file) as (pilot, main, _):
        await look_for(pilot, main, "needle [/foo]")
        shown = text_of(pilot.app.screen)
        assert "\x1b" not in shown
        assert "\u202e" not in shown
        assert "needle [/foo]" in lines_of(main)[0]


async def test_how_to_ask_and_why_nothing_was_found(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, _):
        await pilot.press("slash")
        await until(pilot, lambda: "all of these words, in one block" in text_of(main.search_panel.list))
        await look_for(pilot, main, "Neverland typed:")
        shown = text_of(main.search_panel.list)
        assert "in any case: Neverland has a capital letter" in shown
        assert "without typed:" in shown


async def test_a_transcript_that_grew_is_searched_further_and_the_hit_stays_chosen(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await look_for(pilot, main, "ledger")
        await pilot.press("down", "down")
        chosen = main.search_panel.list.chosen
        whole = session.transcript
        count = len(main.search_panel.list.hits)
        session.transcript = replace(whole, messages=(*whole.messages, *whole.messages[-3:]))
        main.show_hits()
        await until(pilot, lambda: main._found is not None and main._searched is session.transcript)
        await until(pilot, lambda: not main.seeking)
        assert main.search_panel.list.chosen == chosen
        assert len(main.search_panel.list.hits) >= count
        session.transcript = whole


async def test_another_session_is_searched_for_the_same(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await look_for(pilot, main, "ledger")
        main.load(str(samples["research"]), "evo-agent")
        await until(pilot, lambda: main.session is not session and main._found is not None and main._found.done)
        assert main._found is not None
        assert main._searched is not session.transcript


async def test_no_session_no_search() -> None:
    app = InspectorApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Open))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, MainScreen))
        await pilot.press("slash", "f", "ctrl+l")
        await pilot.pause()
        assert not main_screen(app).search_panel.open


def test_fate_words_are_those_of_the_engine() -> None:
    from inspector.tui.finding.query import FATES

    assert {str(fate) for fate in Fate if fate is not Fate.INJECTED} <= set(FATES)


async def test_from_the_layer_that_took_a_hit_on_to_a_request_without_layers(samples: dict[str, Path]) -> None:
    async with opened(samples["lost-rule"], None) as (pilot, main, session):
        await look_for(pilot, main, "harbour reads eight log formats")
        await pilot.press("tab", "l")
        await until(pilot, lambda: "the first time" in status_of(main))
        assert session.step
        session.go(1)
        main.moved()
        await until(pilot, lambda: main.settled)
        assert not session.seen().outcomes
