"""The table of models is complete, dated and sourced; names are found by their longest beginning."""

from __future__ import annotations

from datetime import date

import pytest

from inspector.meter import find_model, models


def test_every_row_is_whole() -> None:
    names = [model.name for model in models()]
    assert len(names) == len(set(names)) > 40
    for model in models():
        assert isinstance(model.window, int)
        assert isinstance(model.output, int)
        assert 0 < model.output <= model.window
        assert isinstance(model.as_of, date)
        assert model.source.startswith("https://")
        assert model.provider
        assert model.name == model.name.lower()


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("claude-opus-4-5-20251101", "claude-opus-4-5"),
        ("claude-sonnet-4-20250514", "claude-sonnet-4-20250514"),
        ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-sonnet-4-5"),
        ("anthropic/claude-haiku-4-5", "claude-haiku-4-5"),
        ("Claude-Opus-5", "claude-opus-5"),
        ("claude-opus-5-5", "claude-opus-5-5"),
        ("gpt-5.6-sol", "gpt-5.6"),
        ("gpt-5-mini", "gpt-5"),
        ("gpt-4o-2024-08-06", "gpt-4o"),
        ("gpt-4-0613", "gpt-4"),
        ("models/gemini-2.5-flash-lite", "gemini-2.5-flash"),
    ],
)
def test_the_longest_beginning_wins(name: str, row: str) -> None:
    found = find_model(name)
    assert found is not None
    assert found.name == row


@pytest.mark.parametrize("name", ["", "gpt-5.9", "o33", "<synthetic>", "llama"])
def test_an_unknown_model_is_none(name: str) -> None:
    assert find_model(name) is None


def test_the_suffix_for_a_million() -> None:
    plain, long = find_model("claude-sonnet-4-5"), find_model("claude-sonnet-4-5[1m]")
    assert plain is not None
    assert long is not None
    assert (plain.window, long.window) == (200_000, 1_000_000)
