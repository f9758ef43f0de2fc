"""The app as a person drives it, on the bundled samples: small, quick, one thing at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector import settings
from inspector.engine import EngineError
from inspector.policy import load_policy
from inspector.tui.app import InspectorApp
from inspector.tui.screens.export import Export
from inspector.tui.screens.help import Help
from inspector.tui.screens.main import MainScreen
from inspector.tui.screens.open import Open
from inspector.tui.screens.policies import Policies
from inspector.tui.screens.reader import Reader
from inspector.tui.session import Session
from inspector.tui.widgets.knob_panel import KnobPanel
from inspector.tui.widgets.layer_strip import LayerStrip
from inspector.tui.widgets.line import Line
from inspector.tui.widgets.timeline import Timeline
from tests.tui.drive import now, opened, ready, text_of, until

pytestmark = pytest.mark.timeout(60)


async def test_first_view_shows_what_is_open(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (_, main, session):
        shown = text_of(main)
        assert session.request == session.requests
        for words in ("re-reads.jsonl", "workbuddy-s14", "request 139 is made here", "soft threshold", "4 summary"):
            assert words in shown


async def test_requests_are_scrubbed_by_key_number_and_event(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("left", "left", "right")
        assert session.request == 138
        await pilot.press("shift+left")
        assert session.request == 128
        await pilot.press("less_than_sign")
        assert session.request == 1
        await pilot.press("n")
        assert any(row.compacted for row in main.totals if row.request == session.request)
        first = session.request
        await pilot.press("n", "N")
        assert session.request == first
        await pilot.press("g")
        await pilot.press(*"100", "enter")
        await pilot.pause()
        assert session.request == 100
        await pilot.press("greater_than_sign")
        assert session.request == 139


async def test_a_wrong_request_number_is_explained(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, _, session):
        await pilot.press("g")
        await pilot.press(*"900", "enter")
        assert "1 to 139" in text_of(pilot.app.screen)
        await pilot.press("escape")
        assert session.request == 139


async def test_the_timeline_is_scrubbed_by_mouse(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await pilot.click(Timeline, offset=(20, 3))
        await pilot.pause()
        assert session.request < 60
        assert main.query_one(Timeline).data.cursor == session.request


async def test_layers_are_stepped_through_and_the_panes_follow(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("less_than_sign", "n")
        await pilot.press("0")
        assert session.step == 0
        assert "before the layers" in text_of(main)
        before = main.panes.picture
        await pilot.press("full_stop", "full_stop", "full_stop")
        assert session.step == 3
        assert main.panes.picture is not before
        await pilot.press("2")
        assert main.query_one(LayerStrip).chosen == 2
        await pilot.press("9")
        assert session.step == 2, "there is no layer 9"
        await pilot.press("escape")
        assert now(session.step) is None
        await pilot.press("comma")
        assert session.step == 4


async def test_a_layer_is_chosen_by_mouse(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, _, session):
        await pilot.click(LayerStrip, offset=(14, 0))
        await pilot.pause()
        assert session.step == 1


async def test_a_knob_is_turned_from_the_panes_and_nothing_moves(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        offsets, top = list(main.panes.rows.offsets), main.panes.scroll_y  # type: ignore[union-attr]
        cursor = main.panes.cursor
        size = session.plan().size  # type: ignore[union-attr]
        for _ in range(20):
            await pilot.press("left_curly_bracket")
        await ready(pilot)
        assert session.modified
        assert session.plan().size != size  # type: ignore[union-attr]
        assert "*modified" in text_of(main)
        assert main.panes.rows.offsets == offsets  # type: ignore[union-attr]
        assert (main.panes.scroll_y, main.panes.cursor) == (top, cursor)
        await pilot.press("R")
        await pilot.pause()
        assert not now(session.modified)
        await pilot.press("u")
        await pilot.pause()
        assert session.modified


async def test_a_knob_is_typed_in_the_panel(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("a")
        assert isinstance(pilot.app.focused, KnobPanel)
        await pilot.press(*"40k", "enter")
        await ready(pilot)
        assert session.policy is not None
        assert session.policy.values["soft_threshold"] == 40_000
        await pilot.press("a")
        assert not main.query_one(KnobPanel).display
        assert now(pilot.app.focused) is main.panes


async def test_a_refused_view_is_shown_in_its_place(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        session.turn("hard_limit", 1_000)
        main.changed()
        await ready(pilot)
        steps = session.steps()
        assert not isinstance(steps, EngineError)
        assert steps.error is not None
        assert "refused" in text_of(main)
        assert "over the hard limit" in text_of(main)


async def test_blocks_unfold_and_the_cursor_moves(samples: dict[str, Path]) -> None:
    async with opened(samples["oom-log"], "go-tiny-claw") as (pilot, main, _):
        panes = main.panes
        await pilot.press("home")
        assert panes.scroll_y == 0
        first = panes.cursor
        await pilot.press("j", "j")
        assert panes.cursor > first
        await pilot.press("k", "k")
        lines = panes.rows.total  # type: ignore[union-attr]
        await pilot.press("enter")
        assert panes.rows.total > lines  # type: ignore[union-attr]
        await pilot.press("enter", "J", "K", "v")
        await pilot.pause()
        assert panes.rows.total < lines  # type: ignore[union-attr]
        await pilot.press("end")
        assert "is made here" in text_of(main)


async def test_changes_are_jumped_to_and_a_stretch_counts_once(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, _):
        panes = main.panes
        await pilot.press("home", "x")
        rows = panes.rows
        assert rows is not None
        assert rows.owner(panes.cursor) == 1
        await pilot.press("x")
        assert rows.owner(panes.cursor) > 100
        await pilot.press("X")
        assert rows.owner(panes.cursor) < 132


async def test_stepping_to_a_layer_brings_its_work_into_sight(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("less_than_sign", "n", "n")
        fired = [n for n, outcome in enumerate(session.seen().outcomes, start=1) if outcome.fired]
        await pilot.press(str(fired[-1]))
        await pilot.pause()
        panes, rows = main.panes, main.panes.rows
        assert rows is not None
        seen = range(int(panes.scroll_y), int(panes.scroll_y) + panes.size.height)
        touched = session.seen().touched(session.step)
        assert any(rows.offsets[rows.row_of[block]] in seen for block in touched)
        await pilot.press("escape")
        assert "is made here" in text_of(main)


async def test_a_block_and_a_summary_are_read_whole(samples: dict[str, Path]) -> None:
    async with opened(samples["research"], "evo-agent") as (pilot, _, session):
        await pilot.press("s", "space")
        await until(pilot, lambda: isinstance(pilot.app.screen, Reader))
        assert "Extractive summary" in text_of(pilot.app.screen)
        await pilot.press("j", "k", "escape", "q")
        await until(pilot, lambda: isinstance(pilot.app.screen, MainScreen))
        await pilot.press("space")
        assert isinstance(pilot.app.screen, Reader)
        assert "characters" in text_of(pilot.app.screen)
        await pilot.press("escape", "less_than_sign", "space")
        assert session.request == 1


async def test_one_pane_at_a_time_where_it_is_narrow(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"], size=(80, 24)) as (pilot, main, _):
        assert main.panes.mode == "right"
        assert not main.query_one(KnobPanel).display
        assert "soft_threshold" in text_of(main.query_one("#status", Line))
        await pilot.press("tab")
        assert now(main.panes.mode) == "left"
        await pilot.click("#titles", offset=(40, 0))
        assert main.panes.mode == "right"
        await pilot.press("a")
        assert main.query_one(KnobPanel).display
        await pilot.press("escape")
        assert not main.query_one(KnobPanel).display
        await pilot.resize_terminal(140, 40)
        await pilot.pause()
        assert now(main.panes.mode) == "both"
        assert main.query_one(KnobPanel).display


async def test_another_policy_is_chosen_and_remembered(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("p")
        assert isinstance(pilot.app.screen, Policies)
        await pilot.press("down", "enter")
        await ready(pilot)
        assert session.name == "evo-agent"
        assert settings.recall("policy") == "evo-agent"
        assert "evo-agent" in text_of(main)


async def test_a_broken_policy_file_is_explained(samples: dict[str, Path], tmp_path: Path) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("schema: compaction-policy/1\nname: [x\n")
    async with opened(samples["re-reads"]) as (pilot, _, session):
        await pilot.press("p", "tab")
        await pilot.press(*str(broken), "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Policies)
        assert "broken.yaml" in text_of(pilot.app.screen)
        assert session.name == "workbuddy-s14"


async def test_export_writes_what_reloads_to_the_same_view(samples: dict[str, Path], tmp_path: Path) -> None:
    async with opened(samples["re-reads"]) as (pilot, _, session):
        session.turn("soft_threshold", 42_000)
        await pilot.press("e")
        assert isinstance(pilot.app.screen, Export)
        for _ in range(40):
            await pilot.press("backspace")
        await pilot.press(*"mine.yaml", "enter")
        await pilot.pause()
        exported = load_policy(tmp_path / "mine.yaml")
        assert exported.values == session.policy.values  # type: ignore[union-attr]
        again = Session(session.transcript, exported)
        assert again.plan().size == session.plan().size  # type: ignore[union-attr]


async def test_export_asks_before_it_overwrites(samples: dict[str, Path], tmp_path: Path) -> None:
    there = tmp_path / "workbuddy-s14.yaml"
    there.write_text("mine")
    async with opened(samples["re-reads"]) as (pilot, _, _session):
        await pilot.press("e", "enter")
        assert there.read_text() == "mine"
        assert "exists" in text_of(pilot.app.screen)
        await pilot.press("enter")
        await pilot.pause()
        assert there.read_text() != "mine"
        assert load_policy(there).name == "workbuddy-s14"


async def test_any_action_is_found_by_name(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("ctrl+p")
        await pilot.pause()
        await pilot.press(*"first request", "down", "enter")
        await until(pilot, lambda: session.request == 1)
        lines = main.panes.rows.total  # type: ignore[union-attr]
        await pilot.press("ctrl+p")
        await pilot.press(*"density", "down", "enter")
        await until(pilot, lambda: main.panes.rows.total < lines)  # type: ignore[union-attr]


async def test_help_lists_every_action(samples: dict[str, Path]) -> None:
    async with opened(samples["oom-log"]) as (pilot, _, _session):
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, Help) and "Requests" in text_of(pilot.app.screen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(now(pilot.app.screen), MainScreen))


async def test_without_a_path_samples_are_offered(samples: dict[str, Path]) -> None:
    app = InspectorApp()
    async with app.run_test(size=(100, 40)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Open) and app.focused is not None)
        await pilot.press("tab", "enter")
        session = await ready(pilot)
        assert session.transcript.path == str(samples["oom-log"])
        assert session.name == "go-tiny-claw"


@pytest.mark.parametrize("content", ["", "not a session at all", '{"role": ', "\x00\x00\x00"])
async def test_an_unusable_file_is_explained_and_others_are_offered(tmp_path: Path, content: str) -> None:
    path = tmp_path / "odd.jsonl"
    path.write_text(content)
    app = InspectorApp(str(path))
    async with app.run_test(size=(100, 40)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Open))
        assert isinstance(app.screen, Open)
        await pilot.pause()
        assert "odd.jsonl" in text_of(app.screen)
        await until(pilot, lambda: "Find the cause" in text_of(app.screen) or "oom" in text_of(app.screen).lower())


async def test_a_missing_file_is_explained() -> None:
    app = InspectorApp("nowhere.jsonl")
    async with app.run_test(size=(100, 40)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Open))
        await pilot.pause()
        assert "nowhere.jsonl" in text_of(app.screen)


async def test_the_policy_suits_the_transcript(samples: dict[str, Path], tmp_path: Path) -> None:
    async with opened(samples["lost-rule"], None) as (pilot, main, session):
        assert session.name == "recorded"
        await pilot.press("right_square_bracket", "e")
        assert isinstance(now(pilot.app.screen), MainScreen), "the recorded view cannot be exported"
    async with opened(samples["research"], None) as (_, main, session):
        assert (session.name, session.origin) == ("evo-agent", "of the sample")
    mine = tmp_path / "mine.jsonl"
    mine.write_bytes(samples["re-reads"].read_bytes())
    async with opened(mine, None) as (_, main, session):
        assert (session.name, session.origin) == ("workbuddy-s14", "to begin with")
    settings.remember("policy", "evo-agent")
    async with opened(mine, None) as (_, main, session):
        assert (session.name, session.origin) == ("evo-agent", "used last")
        assert "used last" in text_of(main)


async def test_themes_are_switched_and_remembered(samples: dict[str, Path]) -> None:
    async with opened(samples["oom-log"]) as (pilot, _, _session):
        before = pilot.app.theme
        await pilot.press("T")
        await pilot.pause()
        assert pilot.app.theme != before
        assert settings.recall("theme") == pilot.app.theme


async def test_resizing_and_random_keys_do_no_harm(samples: dict[str, Path]) -> None:
    import random

    keys = ["left", "right", "shift+left", "n", "N", "0", "1", "2", "comma", "full_stop", "escape", "j", "k", "enter"]
    keys += ["left_square_bracket", "right_curly_bracket", "u", "U", "r", "R", "tab", "v", "home", "end", "a", "pageup"]
    rng = random.Random(11)
    async with opened(samples["research"], "evo-agent") as (pilot, main, session):
        for number in range(60):
            await pilot.press(rng.choice(keys))
            if number % 15 == 0:
                await pilot.resize_terminal(rng.randint(50, 220), rng.randint(16, 70))
        await ready(pilot)
        assert 1 <= session.request <= session.requests
        assert text_of(main)
