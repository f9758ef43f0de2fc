"""What stands in the first lines: the models that replied, and in whose tokens the request is held against the window."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.histories import Message, says, user, write
from tests.cli.running import run


def by(*models: str) -> list[Message]:
    return [m for model in models for m in (user("go on"), {**says("Done."), **({"model": model} if model else {})})]


@pytest.mark.parametrize(
    ("models", "told"),
    [
        (["a", "b", "a"], "3 requests · a, b"),
        (["a"], "1 request · a"),
        (["", "b"], "2 requests · b"),
        (["a", "b", "c"], "3 requests · a, b, c"),
        (["a", "b", "c", "d", "e"], "5 requests · a, b, c and 2 more"),
        ([""], "1 request"),
    ],
)
def test_every_model_that_replied(tmp_path: Path, models: list[str], told: str) -> None:
    first = run("view", write(tmp_path, by(*models))).out.split("\npolicy")[0]
    assert " ".join(first.split()).endswith(told)


@pytest.mark.parametrize(("policy", "said"), [("pi", True), ("adaptive", True), ("agent-engineering", False)])
def test_in_whose_tokens_it_is_free(tmp_path: Path, policy: str, said: bool) -> None:
    out = " ".join(run("view", write(tmp_path, by("a")), "--policy", policy).out.split())
    assert " free" in out
    assert ("free by this meter; compaction goes by the provider's count" in out) is said
