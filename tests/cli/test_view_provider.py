"""`view` where the policy counts as the provider does: the prompt with its fixed input, worked out by hand.

The session has 12 exchanges: a prompt (20 tokens, the first one unknown), a call (60), its result (240) and a reply (20), after
20,000 tokens of tools and the first prompt. The last request holds all but the last reply: 24,040 tokens were reported for it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import run
from tests.meter.provider.test_counter import POLICY
from tests.tui.test_provider_meter import lines

REPORTED = 20_000 + 11 * 340 + 300
CHARGED = {"2.1": 60, "4.1": 20, "5.1": 20, "6.1": 60, "47.1": 240}
CLEARED = 10
"""Results before the last two."""


@pytest.fixture
def asked(tmp_path: Path) -> tuple[Path, str, Path]:
    session, policy = tmp_path / "session.jsonl", tmp_path / "mine.yaml"
    session.write_bytes(lines(0, 12))
    policy.write_text(POLICY)
    return session, "--policy", policy


def blocks(view: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {"".join(block["origin"]): block for message in view["messages"] for block in message["blocks"]}


def adds_up(view: dict[str, Any]) -> None:
    estimate = view["size"]["estimate"]
    assert estimate["fixed"]["tokens"] + estimate["durable"] + estimate["messages"] == estimate["tokens"]
    assert estimate["messages"] == view["size"]["view"] == sum(block["size"] for block in blocks(view).values())
    for each in (estimate, estimate["fixed"], *({"tokens": one["size"], **one} for one in blocks(view).values())):
        assert each["low"] <= each["tokens"] <= each["high"]


def test_a_view_as_it_was_sent_is_the_reported_prompt(asked: tuple[Any, ...], tmp_path: Path) -> None:
    view = run("view", *asked, "--set", "limit=1000000", "--json").json
    adds_up(view)
    estimate, found = view["size"]["estimate"], blocks(view)
    assert [estimate[key] for key in ("tokens", "low", "high", "basis")] == [REPORTED] * 3 + ["charged"]
    assert {name: found[name]["size"] for name in CHARGED} == CHARGED
    assert {found[name]["basis"] for name in CHARGED} == {"charged"}
    assert all(found[name]["low"] == found[name]["high"] for name in CHARGED)
    first = found["1.1"]
    assert first["basis"] != "charged"
    assert first["low"] < first["high"]
    assert estimate["fixed"]["tokens"] == 20_000 - first["size"]

    prompt = tmp_path / "system.md"
    prompt.write_text("You are brief. " * 20, "utf-8")
    supplied = run("view", *asked, "--set", "limit=1000000", "--system", prompt, "--json").json
    adds_up(supplied)
    own = supplied["messages"][0]["size"]
    assert own > 0
    assert supplied["size"]["estimate"]["tokens"] == REPORTED
    assert supplied["size"]["estimate"]["fixed"]["tokens"] == 20_000 - first["size"] - own


def test_what_a_layer_wrote_is_as_sure_as_its_factors(asked: tuple[Any, ...]) -> None:
    view = run("view", *asked, "--set", "limit=1000", "--json").json
    adds_up(view)
    estimate = view["size"]["estimate"]
    cleared = [block for block in blocks(view).values() if block["fate"] == "cleared"]
    assert len(cleared) == CLEARED
    assert estimate["tokens"] == REPORTED - CLEARED * 240 + sum(block["size"] for block in cleared)
    assert {block["basis"] for block in cleared} == {estimate["basis"]} == {"calibrated"}
    assert estimate["low"] < estimate["tokens"] < estimate["high"]

    shown = " ".join(run("view", *asked, "--set", "limit=1000").out.split())
    half = 100 * (estimate["high"] - estimate["low"]) / 2 / estimate["tokens"]
    assert f"{estimate['tokens']:,} ± {half:.1f} % tokens" in shown
    assert f"= fixed input {estimate['fixed']['tokens']:,} ±" in shown
    assert f"+ messages {estimate['messages']:,}" in shown
    assert "calibrated on this session" in shown


def test_a_prompt_that_is_smaller_than_its_messages(asked: tuple[Any, ...]) -> None:
    """The record does not say that the agent left anything out: the parts still sum to what was reported."""
    session, *policy = asked
    records = [json.loads(line) for line in lines(0, 12).splitlines()]
    records[-1]["message"]["usage"] = {"input_tokens": 10, "cache_read_input_tokens": 490, "output_tokens": 20}
    session.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    view = run("view", session, *policy, "--set", "limit=1000000", "--json").json
    adds_up(view)
    assert view["size"]["estimate"]["tokens"] == 500
    assert view["size"]["estimate"]["fixed"]["tokens"] == 500 - view["size"]["view"] < 0
    assert "the record does not say what was left out" in " ".join(run("view", session, *policy).out.split())


def test_other_meters_say_nothing_of_it(asked: tuple[Any, ...]) -> None:
    view = run("view", asked[0], "--policy", "go-tiny-claw", "--json").json
    assert view["size"]["estimate"] is None
    assert all("basis" not in block for block in blocks(view).values())
    assert "fixed input" not in run("view", asked[0], "--policy", "go-tiny-claw").out
