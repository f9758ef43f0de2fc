"""`--model`: one model's budget for every request; without it each request has its own model's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.engine.test_switched import RULES, said


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    session, rules = tmp_path / "session.json", tmp_path / "rules.yaml"
    session.write_text(json.dumps(said("large", "large", "large", "small-1", "unnamed")))
    rules.write_text(RULES)
    return session, rules


def test_each_request_has_its_own_models_budget_unless_one_is_chosen(files: tuple[Path, Path]) -> None:
    session, rules = files
    rows = run("replay", session, "--policy", rules, "--json").json["rows"]
    assert [row["view"] for row in rows] == [10, 30, 50, 20, 40]
    chosen = run("replay", session, "--policy", rules, "--model", "large", "--json").json
    assert [row["view"] for row in chosen["rows"]] == [10, 30, 50, 70, 20]
    assert "changes with the model" not in json.dumps(chosen["certificate"])
    turned = run("replay", session, "--policy", rules, "--model", "large", "--set", "window=1000", "--json").json
    assert [row["view"] for row in turned["rows"]] == [10, 30, 50, 70, 90]


def test_the_switch_is_told(files: tuple[Path, Path]) -> None:
    session, rules = files
    shown = run("view", session, "--policy", rules, "--request", "4").out
    assert "80 > 45 (budget of small-1)" in " ".join(shown.split())
    assert "request 4: large → small-1" in " ".join(shown.split())
    assert "required 30 of 45" in " ".join(shown.split())


def test_other_commands_take_it(files: tuple[Path, Path]) -> None:
    session, rules = files
    shown = run("compare", session, "--policy", rules, "--model", "large").out
    assert "A by-model · window 90 · reserve 20" in " ".join(shown.split())
    assert run("why", session, "uuuuuuuuuu", "--policy", rules, "--model", "large", "--no-fixes").code in (0, 1)


def test_a_model_without_a_budget_is_told(files: tuple[Path, Path]) -> None:
    session, rules = files
    assert (
        "no budget for other: --model changes no view"
        in run("view", session, "--policy", rules, "--model", "other").err
    )
    assert "no budgets by model" in run("view", session, "--policy", "evo-agent", "--model", "large").err
