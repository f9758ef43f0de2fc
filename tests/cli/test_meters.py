"""`inspector meters`: how wrong estimators are, as text and as JSON. By hand: the result is 400 characters, charged 200."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.analysis.estimators.sessions import ENGLISH, PATH, RUSSIAN
from tests.cli.histories import call, result, says, user, write
from tests.cli.running import run


def costs(message: dict[str, Any], prompt: int, output: int) -> dict[str, Any]:
    usage = {"input_tokens": 10, "cache_read_input_tokens": prompt - 10, "output_tokens": output}
    return {**message, "usage": usage, "model": "claude-test"}


STORY = [
    user("Go on. " * 10),
    costs(call("t1", "Read", path=PATH), 1_000, 100),
    result("t1", ENGLISH),
    costs(says("x" * 160), 1_300, 50),
    user(RUSSIAN),
    costs(says("y" * 120), 1_650, 40),
]


@pytest.fixture
def session(tmp_path: Path) -> Path:
    return write(tmp_path, STORY)


def test_as_json(session: Path) -> None:
    found = run("meters", session, "--threshold", "243", "--json").json
    assert (found["basis"], found["tokens"], found["messages"], found["of"]) == ("charged", 690, 5, 6)
    chars = next(each for each in found["estimators"] if each["name"] == "chars/4")
    assert (chars["estimated"], chars["starts"], chars["ratio"]) == (243, 690, round(690 / 243, 4))
    results = next(each for each in found["kinds"] if each["name"] == "results")
    assert (results["tokens"], results["shared"], results["blocks"]) == (200, 0, 1)
    halved = next(each for each in results["estimators"] if each["name"] == "chars/4")
    assert (halved["estimated"], halved["ratio"], halved["error"]) == (100, 2.0, -0.5)
    assert halved["scaled"] == round(100 * 690 / 243 / 200 - 1, 4)


@pytest.mark.parametrize("width", [80, 120])
def test_as_text(session: Path, width: int) -> None:
    out = run("meters", session, "--threshold", "243", env={"COLUMNS": str(width)}).out
    assert all(len(line) <= width for line in out.splitlines())
    assert "690 charged by the provider, in 5 of 6 messages" in out
    rows = [line.split() for line in out.splitlines()]
    assert ["chars/4", "243", "−65%", "2.84", "65%", "56%", "690"] in rows
    assert next(row for row in rows if row[:1] == ["results"])[:4] == ["results", "200", "−50%", "−50%"]


def test_without_usage(tmp_path: Path) -> None:
    ran = run("meters", write(tmp_path, [user("Go on."), says("Done.")]))
    assert ran.code == 0
    assert "estimated: no usage tells" in " ".join(ran.out.split())


def test_nothing_to_count(tmp_path: Path) -> None:
    assert "nothing to count" in run("meters", write(tmp_path, [user("")])).out
