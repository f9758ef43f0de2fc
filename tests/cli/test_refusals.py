"""Views that a policy refuses: exit code 1, one clear line, the JSON error; under `mark` the same breach is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.histories import SECRET, Message, call, long_talk, result, says, user, write
from tests.cli.running import run

BREACHES: dict[str, tuple[list[Message], str, str]] = {
    "missing": ([user("a"), call("c1", command=SECRET), user(SECRET), says("b"), user("c")], "missing", "2.1"),
    "unknown": ([user("a"), says("b"), result("c9", SECRET), says("c"), user("d")], "unknown", "3.1"),
    "duplicate call": (
        [user("a"), call("c1", command="x"), result("c1", SECRET), call("c1", command=SECRET), result("c1", "y")],
        "duplicate",
        "4.1",
    ),
    "duplicate result": (
        [user("a"), call("c1", command=SECRET), result("c1", SECRET), result("c1", SECRET), says("b"), user("c")],
        "duplicate",
        "4.1",
    ),
    "reversed": (
        [user("a"), result("c1", SECRET), call("c1", command=SECRET), says("b"), user("c")],
        "reversed",
        "2.1",
    ),
}


@pytest.mark.parametrize("name", BREACHES)
def test_strict_refuses_a_broken_protocol(name: str, tmp_path: Path) -> None:
    messages, kind, block = BREACHES[name]
    path = write(tmp_path, messages)

    shown = run("view", path, "--policy", "workbuddy-s14")
    assert shown.code == 1
    assert len(shown.err.splitlines()) == 1
    assert "tool protocol" in shown.err
    assert SECRET not in shown.err

    ran = run("view", path, "--policy", "workbuddy-s14", "--json")
    assert ran.code == 1
    assert ran.json["error"]["type"] == "ToolProtocolError"
    assert SECRET not in ran.json["error"]["text"]
    assert (kind, block) in [(problem["kind"], problem["block"]) for problem in ran.json["problems"]]


@pytest.mark.parametrize("name", BREACHES)
def test_mark_shows_it_and_goes_on(name: str, tmp_path: Path) -> None:
    messages, kind, block = BREACHES[name]
    path = write(tmp_path, messages)
    for policy in ("recorded", "go-tiny-claw"):
        ran = run("view", path, "--policy", policy, "--json")
        assert (ran.code, ran.err) == (0, "")
        assert "error" not in ran.json
        assert (kind, block) in [(problem["kind"], problem["block"]) for problem in ran.json["problems"]]
        shown = run("view", path, "--policy", policy)
        assert shown.code == 0
        assert kind in shown.out
        assert block in shown.out


def test_the_hard_limit_refuses_with_sizes_and_layers_and_no_contents(tmp_path: Path) -> None:
    path = write(tmp_path, long_talk(40))
    knobs = ("--set", "soft_threshold=1000", "--set", "hard_limit=50")

    shown = run("view", path, "--policy", "workbuddy-s14", *knobs)
    assert shown.code == 1
    assert len(shown.err.splitlines()) == 1
    assert "hard limit" in shown.err
    assert "tokens" in shown.err
    assert SECRET not in shown.err

    ran = run("view", path, "--policy", "workbuddy-s14", *knobs, "--json")
    assert ran.code == 1
    error = ran.json["error"]
    assert error["type"] == "MessageViewLimitExceeded"
    assert error["after"] == ran.json["size"]["view"] >= 50
    assert error["layers"]
    assert SECRET not in str(error)


def test_a_refused_request_is_a_row_of_the_replay(tmp_path: Path) -> None:
    path = write(tmp_path, long_talk(40))
    ran = run(
        "replay", path, "--policy", "workbuddy-s14", "--set", "soft_threshold=1000", "--set", "hard_limit=50", "--json"
    )
    assert ran.code == 0
    refused = [row for row in ran.json["rows"] if row["error"]]
    assert refused
    assert ran.json["totals"]["refused"] == len(refused)
    assert {row["error"]["type"] for row in refused} == {"MessageViewLimitExceeded"}


def test_a_refused_view_cannot_be_exported_without_force(tmp_path: Path) -> None:
    path, out = write(tmp_path, BREACHES["missing"][0]), tmp_path / "body.json"
    ran = run("export", path, "--body", "--policy", "workbuddy-s14", "-o", out)
    assert ran.code == 1
    assert "cannot be sent" in ran.err
    assert not out.exists()
    assert run("export", path, "--body", "--policy", "workbuddy-s14", "-o", out, "--force").code == 0
    assert out.exists()
