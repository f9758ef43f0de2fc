"""An interval as wide as its number says nothing, and sizes in another model's tokens say whose they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.phrases import TOO_LITTLE, give_or_take
from tests.cli.histories import says, user, write
from tests.cli.running import run


@pytest.mark.parametrize(
    ("tokens", "low", "high", "words"),
    [(100, 1, 200, "± 99.5 %"), (100, 0, 200, TOO_LITTLE), (4, 0, 14, TOO_LITTLE), (4, 4, 4, ""), (0, 0, 9, "")],
)
def test_from_where_on(tokens: int, low: int, high: int, words: str) -> None:
    """Half the interval as a part of the number: from 100 % on it is nothing to go by."""
    assert give_or_take(tokens, low, high) == words


def test_a_tiny_session(tmp_path: Path) -> None:
    path = write(tmp_path, [user("hi"), says("Hi."), user("bye")])
    told = run("meters", path).out
    assert TOO_LITTLE in told
    assert "± 2" not in told
    counted = run("count", path, "--provider", "anthropic", "--dry-run").out
    assert TOO_LITTLE in counted


def counted(path: Path, *model: str) -> str:
    options = ("--model", *model) if model else ()
    return " ".join(run("count", path, "--provider", "anthropic", "--dry-run", *options).out.split())


def test_whose_tokens_they_are(tmp_path: Path) -> None:
    path = write(tmp_path, [user("hi " * 900), {**says("Hi."), "model": "gpt-5.5"}, user("bye")])
    told = "reports and estimates are in the tokens of gpt-5.5, the session's model: claude-opus-5 may count otherwise"
    assert told in counted(path, "claude-opus-5")
    assert "in the tokens of" not in counted(path, "gpt-5.6-sol")
    assert "in the tokens of" not in counted(path)


def test_a_session_without_a_model_is_sized_as_the_named_one(tmp_path: Path) -> None:
    """Nobody's factors without a name; with it those of its family, and other ones for another family."""
    path = write(tmp_path, [user("hi there " * 900), says("Hi."), user("bye")])
    assert "the model's family is not known" in counted(path)
    assert "factors of the model's family" in counted(path, "claude-opus-5")

    def estimated(model: str) -> int:
        options = ("--provider", "anthropic", "--dry-run", "--model", model, "--json")
        return int(run("count", path, *options).json["requests"][0]["estimate"]["tokens"])

    assert estimated("claude-opus-5") > estimated("gpt-5.5")
