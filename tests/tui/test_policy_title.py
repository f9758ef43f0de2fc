"""A policy from a file is told from the preset whose name it bears: in the header, beside another one, in `i`."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.policy import load_policy
from inspector.transcript import load
from inspector.tui.about import about
from inspector.tui.app import InspectorApp
from inspector.tui.changes import in_words
from inspector.tui.headline import headline
from inspector.tui.policy_title import FILE, policy_title
from inspector.tui.screens.differences import Differences
from inspector.tui.session import Session
from inspector.tui.widgets.line import Line
from inspector.tui.widgets.pane_titles import PaneTitles, fitted
from tests.tui.drive import main_screen, ready, text_of, until

PRESET = "agent-engineering"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """The preset once more, in a file."""
    document = load_policy(PRESET).document
    assert document is not None
    path = tmp_path / "my.yaml"
    path.write_text(document.text, "utf-8")
    return path


def test_a_file_is_named(mine: Path, samples: dict[str, Path]) -> None:
    assert policy_title(None) == "recorded"
    assert policy_title(load_policy(PRESET)) == PRESET
    policy = load_policy(str(mine))
    assert policy_title(policy) == f"{PRESET} · my.yaml"
    long = mine.rename(mine.with_name("a" * 200 + ".yaml"))
    assert len(policy_title(load_policy(str(long)))) <= len(PRESET) + 3 + FILE
    session = Session(load(samples["re-reads"]), policy)
    assert f"{PRESET} · my.yaml" in "".join(part.text for part in headline(session, None))
    assert f"{PRESET} · my.yaml" in about(session, None)
    assert in_words(load_policy(PRESET), policy) == f"policy {PRESET} · my.yaml"


async def test_a_file_beside_its_preset(mine: Path, samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["re-reads"]), PRESET)
    async with app.run_test(size=(160, 40)) as pilot:
        session = await ready(pilot)
        await pilot.press("c")
        session.choose(load_policy(str(mine)))
        main = main_screen(app)
        main.changed()
        header = main.query_one("#header", Line)
        await until(pilot, lambda: f"A {PRESET} │ B {PRESET} · my.yaml" in text_of(header))
        await until(pilot, lambda: f"B {PRESET} · my.yaml" in text_of(main.query_one(PaneTitles)))
        await until(pilot, lambda: main.settled)
        await pilot.press("equals_sign")
        await until(pilot, lambda: isinstance(app.screen, Differences))
        await until(pilot, lambda: f"B {PRESET} · my.yaml" in text_of(app.screen))


def test_a_title_gives_way_word_by_word() -> None:
    title = "Prompt View 73,761 ± 0.5 % · fixed 55.9k"
    assert fitted(title, 40) == title
    assert fitted(title, 39) == fitted(title, 28) == "73,761 ± 0.5 % · fixed 55.9k"
    assert fitted(title, 27) == fitted(title, 14) == "73,761 ± 0.5 %"
    assert fitted(title, 13) == "73,761 ± 0.5…"
    assert fitted("B agent-engineering 9 tokens", 20) == "B agent-engineering…"
