"""The durable state in the app, by key and mouse: band, pin, take out, confirm, audit, save, and leaving."""

from __future__ import annotations

import asyncio
import json
import shutil
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from inspector.engine import DurableContextState, load_durable, save_durable
from inspector.tui.app import InspectorApp
from inspector.tui.evidence import LONGEST
from inspector.tui.screens.audit import Audit
from inspector.tui.screens.confirm import Confirm
from inspector.tui.screens.lines import Lines
from inspector.tui.screens.main import MainScreen
from inspector.tui.screens.pin import FactText, Pin
from inspector.tui.screens.save_durable import SaveDurable
from inspector.tui.screens.unsaved import Unsaved
from inspector.tui.widgets.budget_bar import BudgetBar
from inspector.tui.widgets.source_pane import SourceDetail, SourceList
from tests.pace import within
from tests.tui.drive import main_screen, ready, text_of, until

pytestmark = pytest.mark.timeout(120)
NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


async def settled(pilot: Any) -> MainScreen:
    """Wait until totals and sources are in."""
    main = main_screen(pilot.app)
    await ready(pilot)
    await until(pilot, lambda: main.evidence is not None and not main.evidence.looking and not main.evidence.unresolved)
    await ready(pilot)
    return main


@pytest.fixture
def copied(samples: dict[str, Path], tmp_path: Path) -> Path:
    """The sample with evidence, in a folder of its own."""
    for name in ("durable-facts.jsonl", "durable-facts.durable.json"):
        shutil.copy(samples["durable-facts"].parent / name, tmp_path)
    shutil.copytree(samples["durable-facts"].parent / "artifacts", tmp_path / "artifacts")
    return tmp_path / "durable-facts.jsonl"


def budget_of(main: MainScreen) -> dict[str, int]:
    return {part.name: part.size for part in main.query_one(BudgetBar).data.parts}


async def test_the_sample_shows_facts_items_evidence_and_how_each_source_stands(copied: Path) -> None:
    app = InspectorApp(str(copied), "evo-agent")
    async with app.run_test(size=(160, 48)) as pilot:
        main = await settled(pilot)
        head = text_of(main.band).splitlines()[0]
        assert "6 facts · 2 open · 1 blocked · 2 evidence" in head
        assert "4 ✓ 1 ∅ missing 1 ⊘ denied 1 ✗ corrupt" in head
        assert budget_of(main)["durable"] == main.session.replay.ledger.durable > 0  # type: ignore[union-attr]
        assert main.band.size.height == 2
        await pilot.press("d")
        shown = text_of(main.band)
        for words in ("late-fee", "∅ missing", "✗ corrupt", "⊘ denied", "◐ blocked", "mem-0412", "score 0.93"):
            assert words in shown, words
        await pilot.press("escape")
        assert not main.band.open
        assert main.panes.has_focus
        await pilot.click(main.band, offset=(4, 0))
        assert main.band.open
        await pilot.click(main.band, offset=(10, 3))
        assert main.band.cursor == 2
        await pilot.press("d")
        assert not main.band.open


async def test_without_a_durable_state_there_is_no_band(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["oom-log"]), "go-tiny-claw")
    async with app.run_test(size=(120, 40)) as pilot:
        main = await settled(pilot)
        assert not main.band.display
        await pilot.press("d", "D", "S")
        assert not main.band.display
        assert app.screen is main
        assert "durable" not in budget_of(main)


async def test_a_pinned_block_is_in_every_request_and_its_source_resolves(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["parallel-zh"]), "evo-agent")
    async with app.run_test(size=(120, 40)) as pilot:
        main = await settled(pilot)
        main.clock = lambda: NOON
        before = [row.view for row in main.totals]
        await pilot.press("home", "P")
        assert isinstance(app.screen, Pin)
        await pilot.press("enter")
        await settled(pilot)
        assert main.evidence is not None
        assert main.session is not None
        (fact,) = main.evidence.state.facts
        assert fact.fact_id == "fact-1"
        assert fact.source_pointer == "transcript:parallel-zh:1"
        assert fact.last_confirmed_at == "2026-03-01T12:00:00+00:00"
        assert "任何一行用户数据都不能丢" in fact.content
        found = main.evidence.resolution(fact.source_pointer)
        assert found is not None
        assert found.status == "available"
        assert "1 ✓" in text_of(main.band)
        assert "✱ unsaved" in text_of(main.band)
        assert "任何一行用户数据都不能丢" in main.session.replay.durable_view.text  # type: ignore[union-attr]
        assert [row.view for row in main.totals] == before
        assert budget_of(main)["durable"] == main.session.replay.ledger.durable
        await pilot.press("P", "enter")
        assert len(main.evidence.state.facts) == 1  # the same words once


async def test_a_part_is_pinned_by_selecting_it_and_too_much_is_refused(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["oom-log"]), "go-tiny-claw")
    async with app.run_test(size=(80, 24)) as pilot:
        main = await settled(pilot)
        await pilot.press("home", "P")
        area = app.screen.query_one(FactText)
        words = area.text
        area.load_text("x" * (LONGEST + 1))
        await pilot.press("enter")
        assert isinstance(app.screen, Pin)
        assert "1 character too many" in str(app.screen.query_one(".trouble").render())  # type: ignore[attr-defined]
        area.load_text("words that nobody said")
        await pilot.press("enter")
        assert isinstance(app.screen, Pin)
        assert "source does not hold these words" in " ".join(text_of(app.screen).split())
        area.load_text(words)
        area.move_cursor((0, 5))
        await pilot.press("shift+right", "shift+right", "shift+right", "shift+right")
        await pilot.press("enter")
        assert main.evidence is not None
        assert [fact.content for fact in main.evidence.state.facts] == [words[5:9].strip()]
        await pilot.press("P")
        app.screen.query_one(FactText).load_text(" ")
        await pilot.press("enter")
        assert isinstance(app.screen, Pin)
        await pilot.press("escape")
        assert len(main.evidence.state.facts) == 1


async def test_taking_out_is_taken_back_and_knobs_keep_their_own_undo(copied: Path) -> None:
    app = InspectorApp(str(copied), "evo-agent")
    async with app.run_test(size=(120, 40)) as pilot:
        main = await settled(pilot)
        assert main.evidence is not None
        assert main.session is not None
        size = main.session.replay.ledger.durable
        await pilot.press("right_square_bracket", "d", "delete")
        await settled(pilot)
        assert next(fact.fact_id for fact in main.evidence.state.facts) == "import"
        assert main.session.replay.ledger.durable < size
        await pilot.press("u")
        await settled(pilot)
        assert main.evidence.state == load_durable(copied.with_name("durable-facts.durable.json"))
        assert main.session.replay.ledger.durable == size
        assert not main.evidence.unsaved
        assert main.session.modified
        await pilot.press("U")
        assert main.evidence.unsaved
        await pilot.press("end", *["j"] * 10, "delete", "c")
        assert app.screen is main  # evidence is neither taken out nor confirmed
        await pilot.press("escape", "u")
        assert not main.session.modified


async def test_an_item_is_confirmed_by_a_name_that_is_remembered(copied: Path) -> None:
    app = InspectorApp(str(copied), "evo-agent")
    async with app.run_test(size=(80, 24)) as pilot:
        main = await settled(pilot)
        main.clock = lambda: NOON
        await pilot.press("d", *["j"] * 6, "c")
        assert isinstance(app.screen, Confirm)
        await pilot.press("enter", "up", "up", "enter")
        assert isinstance(app.screen, Confirm)  # nobody's name: nothing changes
        await pilot.press(*"Ada", "enter", "enter")
        assert main.evidence is not None
        assert main.session is not None
        item = main.evidence.state.pending_items[0]
        assert (item.status, item.confirmed_by, item.last_confirmed_at) == ("done", "Ada", "2026-03-01T12:00:00+00:00")
        await settled(pilot)
        assert 'confirmed_by="Ada"' in main.session.replay.durable_view.text  # type: ignore[union-attr]
        await pilot.press("j", "c", "up", "enter")
        assert [i.confirmed_by for i in main.evidence.state.pending_items[:2]] == ["Ada", "Ada"]


async def test_the_audit_shows_reason_hash_and_excerpt_and_looks_again(copied: Path) -> None:
    app = InspectorApp(str(copied), "evo-agent")
    async with app.run_test(size=(120, 40)) as pilot:
        main = await settled(pilot)
        await pilot.press("d", "j", "enter")
        assert isinstance(app.screen, Audit)
        detail = app.screen.query_one(SourceDetail)
        await pilot.pause()
        shown = text_of(detail)
        assert "0cf0dd3bd2c6fcbb2bce42f0c56ba0d418ddd6c5d39c1d61ded241c864c9187c" in shown
        assert "import of cards.csv" in shown
        assert "✓ available" in shown
        await pilot.press("j")
        assert "there is no such file" in text_of(detail)
        assert "none: only an available" in text_of(detail)
        await pilot.press("enter")
        assert isinstance(app.screen, Audit)
        minutes = copied.parent / "artifacts" / "durable-facts" / "minutes-2025-03-14.txt"
        minutes.write_text("found again\n", "utf-8")
        await pilot.press("f")
        await until(pilot, lambda: "✗ corrupt" in text_of(detail))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Lines))
        assert "its digest differs" in text_of(app.screen)
        await pilot.press("escape", "j", "j", "enter")
        assert isinstance(app.screen, Audit)  # denied: nothing is opened
        assert app.screen.query_one(SourceList).cursor == 4
        await pilot.press("escape", "escape")
        assert app.screen is main


async def test_the_excerpt_never_enters_a_view(copied: Path) -> None:
    app = InspectorApp(str(copied), "evo-agent")
    async with app.run_test(size=(80, 24)) as pilot:
        main = await settled(pilot)
        assert main.evidence is not None
        assert main.session is not None
        excerpts = [each.excerpt for p in main.evidence.state.pointers if (each := main.evidence.resolution(p))]
        assert sum(map(bool, excerpts)) == 4
        assert max(map(len, excerpts)) <= 4_000
        assert "every row that is rejected" not in main.session.replay.durable_view.text  # type: ignore[union-attr]


async def test_saving_writes_the_file_that_was_loaded(copied: Path) -> None:
    home = copied.with_name("durable-facts.durable.json")
    app = InspectorApp(str(copied), "evo-agent")
    async with app.run_test(size=(120, 40)) as pilot:
        main = await settled(pilot)
        await pilot.press("d", "delete", "S")
        assert app.screen is main
        assert main.evidence is not None
        assert not main.evidence.unsaved
        assert load_durable(home) == main.evidence.state
        save_durable(home, DurableContextState())  # somebody else writes it meanwhile
        await pilot.press("u", "S")
        assert isinstance(app.screen, SaveDurable)
        await pilot.press("enter")
        assert load_durable(home).empty
        await pilot.press("enter")
        assert app.screen is main
        assert load_durable(home) == main.evidence.state


async def test_saving_a_first_pin_asks_where_and_never_overwrites_unasked(copied: Path) -> None:
    home = copied.with_name("durable-facts.durable.json")
    home.write_text("{broken", "utf-8")
    app = InspectorApp(str(copied), "evo-agent")
    async with app.run_test(size=(120, 40)) as pilot:
        main = await settled(pilot)
        assert "✗ the durable file was not loaded" in text_of(main.band)
        await pilot.press("P", "enter", "S", "enter")
        assert isinstance(app.screen, SaveDurable)
        assert home.read_text("utf-8") == "{broken"
        await pilot.press("end", "backspace", "enter")
        other = home.with_name("durable-facts.durable.jso")
        assert len(load_durable(other).facts) == 1
        assert home.read_text("utf-8") == "{broken"
        assert main.evidence is not None
        assert not main.evidence.unsaved


async def test_leaving_asks_once_about_what_is_not_saved(copied: Path) -> None:
    app = InspectorApp(str(copied), "evo-agent")
    async with app.run_test(size=(80, 24)) as pilot:
        main = await settled(pilot)
        await pilot.press("P", "enter", "q")
        assert isinstance(app.screen, Unsaved)
        await pilot.press("escape")
        assert app.screen is main
        assert app.is_running
        main.opened_path(str(copied))
        await pilot.pause()
        assert isinstance(app.screen, Unsaved)
        await pilot.press("escape", "q", "s")
        await until(pilot, lambda: not app.is_running)
    assert len(load_durable(copied.with_name("durable-facts.durable.json")).facts) == 7


async def test_ctrl_c_twice_asks_like_q(copied: Path) -> None:
    app = InspectorApp(str(copied), "evo-agent")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("P", "enter", "ctrl+c", "ctrl+c")
        await pilot.pause()
        assert isinstance(app.screen, Unsaved)


@pytest.mark.parametrize("keys", [["q", "x"], ["q", "ctrl+q"]])
async def test_leaving_without_saving(keys: list[str], copied: Path) -> None:
    app = InspectorApp(str(copied), "evo-agent")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("P", "enter", *keys)
        await until(pilot, lambda: not app.is_running)
    assert len(load_durable(copied.with_name("durable-facts.durable.json")).facts) == 6


async def test_file_and_folder_that_were_named_are_used(samples: dict[str, Path], tmp_path: Path) -> None:
    folder = samples["durable-facts"].parent
    wanted = tmp_path / "mine.json"
    shutil.copy(folder / "durable-facts.durable.json", wanted)
    alone = tmp_path / "durable-facts.jsonl"
    shutil.copy(samples["durable-facts"], alone)
    app = InspectorApp(str(alone), "evo-agent", durable=str(wanted), artifacts=str(folder / "artifacts"))
    async with app.run_test(size=(160, 48)) as pilot:
        main = await settled(pilot)
        assert "4 ✓ 1 ∅ missing 1 ⊘ denied 1 ✗ corrupt" in text_of(main.band)
        assert main.evidence is not None
        assert main.evidence.path == wanted
        main.load(str(samples["oom-log"]), "go-tiny-claw")
        await until(pilot, lambda: main.session is not None and "oom-log" in main.session.transcript.path)
        await settled(pilot)
        assert not main.band.display


async def test_the_whole_output_of_a_block_opens_by_lines(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["parallel-zh"]), "evo-agent")
    async with app.run_test(size=(120, 40)) as pilot:
        main = await settled(pilot)
        rows = main.panes.rows
        assert rows is not None
        assert main.session is not None
        blocks = main.session.transcript.structure.blocks
        place = next(i for i, block in enumerate(blocks) if "artifact:parallel-zh:dry-run-shard-2.log" in block.text)
        main.panes.go_to_row(rows.row_of[place])
        await pilot.press("O")
        await until(pilot, lambda: isinstance(app.screen, Lines))
        screen = app.screen
        assert isinstance(screen, Lines)
        path = samples["parallel-zh"].parent / "artifacts" / "parallel-zh" / "dry-run-shard-2.log"
        lines = path.read_text("utf-8").splitlines()
        await until(pilot, lambda: f"{len(lines):,} lines" in text_of(screen))
        assert lines[-1][:40] in text_of(screen)
        await pilot.press("home", "slash", *"warn", "enter")
        await until(pilot, lambda: screen.view.hit >= 0)
        assert "WARN" in text_of(screen)
        await pilot.press("escape")
        main.panes.go_to_row(rows.row_of[0])
        await pilot.press("O")
        assert app.screen is main


@pytest.mark.parametrize("lines", [1_000, 1], ids=["lines", "one line"])
async def test_a_file_of_a_gigabyte_opens_at_its_end_at_once(
    lines: int, samples: dict[str, Path], tmp_path: Path
) -> None:
    path = tmp_path / "artifacts" / "oom-log" / "1.1.txt"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        file.write(b"the first line\n")
        for end in range(lines):
            file.seek((end + 1) * 1_000_000_000 // lines)
            file.write(b"\n")
        file.write(b"last but one\nthe last line\n")
    sample = tmp_path / "oom-log.jsonl"
    shutil.copy(samples["oom-log"], sample)
    app = InspectorApp(str(sample), "go-tiny-claw")
    async with app.run_test(size=(120, 40)) as pilot:
        main = await settled(pilot)
        assert main.panes.rows is not None
        main.panes.go_to_row(main.panes.rows.row_of[0])
        with within(3, time.perf_counter):
            main.action_artifact()
            while not (isinstance(app.screen, Lines) and app.screen.query("LineView") and app.screen.view.rows):
                await asyncio.sleep(0.001)
        await pilot.pause()
        assert "the last line" in text_of(app.screen)
        await pilot.press("less_than_sign")
        assert "the first line" in text_of(app.screen)
        await pilot.press("greater_than_sign")
        assert "last but one" in text_of(app.screen)
        await pilot.press("escape")
        assert app.screen is main


async def test_messages_in_memory_have_no_name_that_a_pointer_could_carry() -> None:
    from inspector.transcript import load_messages
    from inspector.tui.session import Session

    app = InspectorApp(session=Session(load_messages([{"role": "user", "content": "hello"}]), None))
    async with app.run_test(size=(80, 24)) as pilot:
        main = await settled(pilot)
        await pilot.press("P")
        assert app.screen is main
        assert main.evidence is not None
        assert main.evidence.state.empty


async def test_a_huge_durable_state_scrolls(tmp_path: Path, samples: dict[str, Path]) -> None:
    sample = tmp_path / "oom-log.jsonl"
    shutil.copy(samples["oom-log"], sample)
    facts = [
        {"fact_id": f"f{n}", "content": f"number {n}", "source_pointer": "transcript:oom-log:1",
         "last_confirmed_at": "2025-01-01T00:00:00Z"}
        for n in range(5_000)
    ]  # fmt: skip
    sample.with_name("oom-log.durable.json").write_text(json.dumps({"facts": facts}), "utf-8")
    app = InspectorApp(str(sample), "go-tiny-claw")
    async with app.run_test(size=(80, 24)) as pilot:
        main = await settled(pilot)
        await pilot.press("d", "k", *["j"] * 30)
        assert main.band.cursor == 30
        assert "number 30" in text_of(main.band)
        await pilot.press("end")
        assert "number 4999" in text_of(main.band)
        assert main.panes.size.height >= 4


@pytest.mark.parametrize("option", ["--durable", "--artifacts"])
def test_what_is_named_and_missing_is_told_before_the_app_starts(option: str, samples: dict[str, Path]) -> None:
    from click.testing import CliRunner

    from inspector.cli.open import command

    outcome = CliRunner().invoke(command, [str(samples["oom-log"]), option, "no-such-thing"])
    assert outcome.exit_code != 0
    assert f"{option} no-such-thing" in str(outcome.exception) + outcome.output
