"""The request at a model: window, budget and fill of each; the chosen one's budget counts, is remembered, can be undone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual.widgets import OptionList

from inspector import settings
from inspector.policy import dump, load_policy, load_text
from inspector.transcript import load_messages
from inspector.tui import models
from inspector.tui.app import InspectorApp
from inspector.tui.budget import budget
from inspector.tui.screens.models import BAR, Models, filled
from inspector.tui.screens.reader import Reader
from inspector.tui.session import Session
from inspector.tui.widgets.line import Line
from tests.engine.test_switched import RULES, said
from tests.tui.drive import main_screen, ready, text_of, until

TOKENS = RULES.replace("chars", "tokens").replace("count: tokens", "count: chars/4").replace("small-*", "claude-opus-*")


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Choices of this test alone."""
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path / "home"))
    return tmp_path


def session() -> Session:
    return Session(load_messages(said("large", "large", "claude-opus-4-5", "unnamed")), load_text(TOKENS))


def test_the_models_of_the_session_come_first_with_window_budget_and_fill() -> None:
    opened = session()
    opened.go(3)
    held = models.held(opened)
    assert held is not None
    # Fifty characters in five texts of ten, two tokens each.
    assert held.tokens == 10
    found = models.choices(opened)
    assert [each.name for each in found[:5]] == ["", "large", "claude-opus-4-5", "unnamed", "claude-fable-5"]
    own, large, opus, unnamed, fable = found[:5]
    assert (own.window, opus.window, large.window, fable.window) == (200_000, 200_000, 0, 1_000_000)
    budgets = [each.budget.window for each in (own, large, opus, unnamed, fable) if each.budget]
    assert budgets == [45, 90, 45, 1000, 1000]
    assert [each.own for each in (own, large, opus, unnamed, fable)] == [True, True, True, False, False]
    assert opus.fill(held) == "< 1 %"
    assert opus.fill(models.Held(84_000, "")) == "42 %"
    assert large.fill(held) == ""
    assert opus.fill(models.Held(2_000_000, "")) == "10 ×"
    assert opus.fill(models.Held(1_990_000, "")) == "995 %"
    assert opus.fill(models.Held(10**9, "")) == "999+ ×"
    assert models.budget_words(found, held) == "budget: the window that the policy reckons with"
    assert [each.name for each in found if each.beyond] == [], "budgets of 45 to 1,000 tokens fit into every window"
    assert opus._replace(window=44).beyond
    assert not opus._replace(window=45).beyond
    assert models.budget_words([opus._replace(window=44)], held).endswith(" · ! more than it has")
    plain = load_policy("agent-engineering")
    assert models.budget_words(models.choices(Session(opened.transcript, plain)), held).endswith(
        "at every model: 32,000"
    )


def test_the_budget_on_the_screen_is_that_of_the_request() -> None:
    opened = session()
    windows = []
    for request in (1, 3, 4):
        opened.go(request)
        plan = opened.plan()
        assert plan is not None
        windows.append(budget(opened, plan).window)
    assert windows == [90, 45, 1000]


def test_a_choice_counts_everywhere_stays_with_another_policy_and_can_be_undone() -> None:
    opened = session()
    assert opened.choose_model("large")
    assert opened.budget is not None
    assert opened.budget.window == 90
    assert opened.policy is not None
    assert dump(opened.policy) == TOKENS
    assert opened.has(load_text(TOKENS))
    assert not opened.modified
    assert [(knob.value, knob.default) for knob in opened.knobs] == [(90, 90), (20, 20)]
    opened.turn("reserve", 30)
    assert opened.modified
    assert [knob.value for knob in opened.knobs] == [90, 30]
    assert (opened.budget.window, opened.budget.reserve) == (90, 30)
    opened.choose(load_text(TOKENS.replace("window: 90", "window: 80")))
    assert opened.budget.window == 80
    opened.choose(load_policy("evo-agent"))
    assert not opened.choose_model("")
    for _ in range(4):
        opened.undo()
    assert opened.budget.window == 1000


def test_the_bar_of_a_window() -> None:
    assert [filled(share) for share in (None, 0.0, 0.02, 0.03, 0.5, 0.98)] == ["", "", "", "╸", "━━━━━", "━" * BAR]
    assert filled(363.0) == "━" * BAR


async def test_the_dialog(tmp_path: Path) -> None:
    path, rules = tmp_path / "session.json", tmp_path / "rules.yaml"
    path.write_text(json.dumps(said("large", "large", "claude-opus-4-5", "unnamed")))
    rules.write_text(TOKENS)
    app = InspectorApp(str(path), policy=str(rules))
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        await pilot.press("asterisk")
        await until(pilot, lambda: isinstance(app.screen, Models))
        shown = app.screen.query_one(OptionList)
        assert shown.highlighted == 0
        await pilot.press(*"opus-4-5", "down")
        await until(pilot, lambda: shown.option_count == 1)
        assert "claude-opus-4-5" in text_of(app.screen)
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, Models))
        await ready(pilot)
        opened = main_screen(app).session
        assert opened is not None
        assert opened.model == "claude-opus-4-5"
        assert opened.budget is not None
        assert opened.budget.window == 45
        assert settings.recall("model") == "claude-opus-4-5"
        said_now = " ".join(text_of(line) for line in app.screen.query(Line))
        assert "at claude-opus-4-5 · window 200,000 · < 1 % full · budget 45, 10 kept free" in said_now
        await pilot.press("b")
        await until(pilot, lambda: isinstance(app.screen, Reader))
        await pilot.press("escape")
        await pilot.press("u")
        await ready(pilot)
        assert opened.budget.window == 1000
