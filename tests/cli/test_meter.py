"""`--meter`: sizes by another counter than the policy's, of the recorded view, too. Numbers by hand: see `test_view_provider`."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.policy import load_policy, load_text
from tests.cli.running import run
from tests.cli.test_view_provider import CHARGED, REPORTED, adds_up, blocks
from tests.tui.test_provider_meter import lines


@pytest.fixture
def session(tmp_path: Path) -> Path:
    path = tmp_path / "session.jsonl"
    path.write_bytes(lines(0, 12))
    return path


def test_the_recorded_view_is_the_reported_prompt_in_parts(session: Path) -> None:
    view = run("view", session, "--meter", "provider", "--json").json
    adds_up(view)
    estimate, found = view["size"]["estimate"], blocks(view)
    assert [estimate[key] for key in ("tokens", "low", "high", "basis")] == [REPORTED] * 3 + ["charged"]
    assert {name: found[name]["size"] for name in CHARGED} == CHARGED
    shown = run("view", session, "--meter", "provider").out
    assert "recorded: the view that the agent really had" in shown
    assert f"{REPORTED:,} tokens, charged by the provider" in shown
    assert "reported" not in shown


def test_without_it_what_was_reported_is_told_beside(session: Path) -> None:
    shown = run("view", session).out
    assert f"reported    {REPORTED:,} tokens" in shown
    assert "--meter provider" in shown
    assert "reported " not in run("view", session, "--policy", "workbuddy-s14").out, "this view was never sent"


def test_nothing_is_told_where_nothing_was_reported(session: Path) -> None:
    text = session.read_text().replace('"input_tokens":', '"input_tokens":-')
    session.write_text(text)
    assert "reported " not in run("view", session).out


def test_a_policy_keeps_its_thresholds(session: Path, tmp_path: Path) -> None:
    given = (session, "--policy", "workbuddy-s14", "--json")
    own, other = run("replay", *given).json, run("replay", *given, "--meter", "chars/4").json
    assert own["meter"] != other["meter"]
    assert own["policy"]["knobs"] == other["policy"]["knobs"]
    written = tmp_path / "mine.yaml"
    assert run("export", session, "--policy", "workbuddy-s14", "--meter", "chars/4", "-o", written).code == 0
    again = load_text(written.read_text())
    assert again.meter.count == "chars/4"
    assert again.values == load_policy("workbuddy-s14").values
    assert run("replay", session, "--policy", written, "--json").json["rows"] == other["rows"]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("--meter", "provder"), "Did you mean 'provider'?"),
        (("--meter", ""), "--meter is empty"),
        (("--meter", "bytes"), "bytes counts bytes, and the policy recorded tokens"),
        (
            ("--policy", "go-tiny-claw", "--meter", "provider"),
            "provider counts tokens, and the policy go-tiny-claw bytes",
        ),
    ],
)
def test_what_cannot_be_is_bad_use(session: Path, given: tuple[str, ...], told: str) -> None:
    ran = run("view", session, *given)
    assert ran.code == 2
    assert told in " ".join(ran.err.split())


@pytest.mark.parametrize(
    "command",
    [
        ("replay",),
        ("cost",),
        ("check",),
        ("recall",),
        ("why", "some words", "--no-fixes"),
        ("export", "--body"),
        ("summarize",),
        ("count", "--dry-run", "--provider", "anthropic"),
    ],
    ids=lambda command: command[0],
)
def test_every_command_of_one_policy_takes_it(session: Path, command: tuple[str, ...]) -> None:
    name, *rest = command
    ran = run(name, session, *rest, "--meter", "provider")
    assert ran.code in (0, 1), ran.err
    assert "Traceback" not in ran.err
