"""Prices are dated and sourced, hold for one name alone, and where none is known there is none."""

from __future__ import annotations

from datetime import date

import pytest

from inspector.meter.prices import find_prices, prices
from inspector.summary.answer import Usage
from inspector.summary.prepared import price_of


def test_every_row_is_whole() -> None:
    rows = [(row.name, row.above) for row in prices()]
    assert len(rows) == len(set(rows)) >= 10
    for row in prices():
        assert 0 < row.input < row.output
        assert isinstance(row.as_of, date)
        assert row.source.startswith("https://")
        assert row.cache_read is None or row.cache_read < row.input
        assert row.cache_write is None or row.cache_write > row.input


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("claude-opus-5", "claude-opus-5"),
        ("claude-haiku-4-5-20251001", "claude-haiku-4-5"),
        ("Claude-Sonnet-5-5", "claude-sonnet-5-5"),
        ("claude-opus-5[1m]", "claude-opus-5"),
    ],
)
def test_a_date_or_the_own_window_makes_no_other_model(name: str, row: str) -> None:
    found = find_prices(name)
    assert found is not None
    assert found.name == row


@pytest.mark.parametrize(
    "name", ["", "claude-opus-5-mini", "claude-opus", "claude-haiku-4-5[1m]", "us.anthropic.claude-opus-5", "llama"]
)
def test_a_similar_name_has_no_price(name: str) -> None:
    assert find_prices(name) is None
    assert price_of(name, Usage(1000, 1000)) is None


def test_a_long_prompt_has_its_own_price() -> None:
    assert price_of("claude-haiku-5-5", Usage(100_000, 1000)) == pytest.approx(0.0105)
    assert price_of("claude-haiku-5-5", Usage(50_000, 1000, cache_read=50_001)) == pytest.approx(0.03000005)


def test_the_sum_of_the_parts() -> None:
    usage = Usage(input=1_000_000, output=100_000, cache_read=1_000_000, cache_write=1_000_000)
    assert price_of("claude-opus-5", usage) == pytest.approx(5 + 2.5 + 0.5 + 6.25)


def test_a_part_without_a_price_makes_the_sum_unknown() -> None:
    from inspector.meter.prices import Prices

    row = Prices("m", 1, 2, date(2026, 1, 1), "https://example.org")
    assert row.cost(1_000_000, 0) == 1
    assert row.cost(1, 1, cache_read=1) is None
