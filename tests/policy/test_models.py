"""Budgets by model: the first pattern that fits, defaults that a turned knob overrides, faults, YAML there and back."""

from __future__ import annotations

import pytest

from inspector.meter import find_model, models
from inspector.policy import dump, load_policy, load_text
from inspector.policy.at_model import budget_for
from tests.policy.small import damaged, error_of

BUDGETS = """\
# A comment at the top
schema: compaction-policy/1
name: budgets
state: rewrite
meter: {count: chars/4, unit: tokens}
budget: {window: $window, reserve: $reserve}
knobs:
  window: {default: 100, unit: tokens, max: 5000}
  reserve: {default: 10, unit: tokens}
  kept: {default: 4, unit: messages}
models:
  claude-opus-*: {window: 300}
  "claude-*": {window: 200, reserve: 20}   # the others
  gpt-5: {window: 400}
start: {">=": $window, of: required}
layers:
  - id: prune
    do: drop
    keep: {last: $kept, unit: messages}
"""


@pytest.mark.parametrize(
    ("model", "window", "reserve"),
    [
        ("claude-opus-5", 300, 10),
        ("claude-haiku-5-5", 200, 20),
        ("anthropic/Claude-Sonnet-5", 200, 20),
        ("us.anthropic.claude-opus-4-1", 300, 10),
        ("gpt-5", 400, 10),
        ("gpt-5-mini", 100, 10),
        ("", 100, 10),
    ],
)
def test_the_first_pattern_that_fits(model: str, window: int, reserve: int) -> None:
    found = load_text(BUDGETS).at_model(model)
    assert found.budget is not None
    assert (found.budget.window, found.budget.reserve) == (window, reserve)
    assert found.start is not None
    assert found.start.value == window
    assert found.models == ()


def test_a_turned_knob_stays_as_turned() -> None:
    policy = load_text(BUDGETS).with_knobs(window=150)
    assert [each.pattern for each in policy.models] == ["claude-opus-*", "claude-*", "gpt-5"]
    assert policy.at_model("claude-haiku-5-5").values == {"window": 150, "reserve": 20, "kept": 4}
    assert policy.at_model("claude-haiku-5-5").with_knobs(window=90).values["window"] == 90


def test_no_model_has_no_budget() -> None:
    assert budget_for(load_text(BUDGETS.replace("gpt-5:", '"*":')), "") is None


def test_yaml_there_and_back() -> None:
    policy = load_text(BUDGETS)
    assert dump(policy) == BUDGETS
    turned = policy.with_knobs(reserve=30)
    assert load_text(dump(turned)) == turned
    assert "# the others" in dump(turned)
    fixed = policy.at_model("claude-opus-5")
    assert load_text(dump(fixed)) == fixed
    assert "models" not in dump(fixed)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "gpt-5: {window",
            "gpt-5: {windw",
            "mine.yaml:14: models.gpt-5.windw: there is no knob windw (did you mean window?); knobs: window, reserve",
        ),
        ("window: 400", "window: 9000", "mine.yaml:14: models.gpt-5.window: 9,000 is not from 0 to 5,000 tokens"),
        ("window: 400", "window: -1", "mine.yaml:14: models.gpt-5.window: "),
        ("window: 400", "window: $reserve", "mine.yaml:14: models.gpt-5.window: must be a whole number"),
        (
            "window: 400",
            "kept: 2",
            "mine.yaml:14: models.gpt-5.kept: the knob kept is used by layers.keep.last too; by model only gates",
        ),
        ("{window: 400}", "{}", "mine.yaml:14: models.gpt-5: names no knob"),
        ("gpt-5: {", '"gpt 5": {', "mine.yaml:14: models.gpt 5"),
        ("gpt-5: {window: 400}", "gpt-5: 400", "mine.yaml:14: models.gpt-5: "),
    ],
)
def test_faults(old: str, new: str, said: str) -> None:
    assert said in error_of(damaged(old, new, BUDGETS))


def test_adaptive_has_the_windows_of_the_table() -> None:
    policy = load_policy("adaptive")
    wanted = [row for row in models() if row.name.startswith(("claude-", "gpt-5", "gpt-4.1", "gpt-4o", "gemini-"))]
    assert len(wanted) > 30
    for row in wanted:
        assert policy.at_model(row.name).values["window"] == row.window, row.name
    long = find_model("claude-sonnet-4-5[1m]")
    assert long is not None
    assert policy.at_model("claude-sonnet-4-5[1m]").values["window"] == long.window == 1_000_000
    assert policy.at_model("somebody-s-model").values["window"] == 128_000
