"""Money: dated prices, and none where none are known."""

from __future__ import annotations

from datetime import date

import pytest

from inspector.analysis.cost.caching import Caching, Marks
from inspector.analysis.cost.money import bill, price, weights
from inspector.analysis.cost.twin import Spent

MINUTES, HOUR = Caching(ttl=300), Caching(ttl=3600)


def spent(model: str, read: int = 0, write: int = 0, fresh: int = 0, output: int = 0, sent: bool = True) -> Spent:
    return Spent(1, model, read, write, fresh, output, "", "recorded", sent)


def test_claude_opus_5_by_its_list() -> None:
    """5 and 25 dollars a million in and out, 0.50 read, 6.25 written for five minutes, twice the input for an hour."""
    row = spent("claude-opus-5", 1_000_000, 1_000_000, 1_000_000, 1_000_000)
    assert price(row, MINUTES) == pytest.approx(0.5 + 6.25 + 5 + 25)
    assert price(row, HOUR) == pytest.approx(0.5 + 10 + 5 + 25)
    assert price(spent("claude-opus-5-20260101", fresh=1_000_000), MINUTES) == pytest.approx(5)


def test_an_unknown_model_has_no_price_not_even_for_nothing() -> None:
    assert price(spent("claude-2.1", 10), MINUTES) is None
    assert price(spent(""), MINUTES) is None
    found = bill([spent("claude-opus-5", fresh=1_000_000), spent("who-knows", 5), spent("", 5)], MINUTES)
    assert (found.total, found.priced, found.unpriced, found.models) == (None, pytest.approx(5), 2, ("", "who-knows"))
    assert found.as_of == date(2026, 10, 24)
    assert found.sources


def test_a_refused_request_costs_nothing_and_asks_no_price() -> None:
    found = bill([spent("who-knows", sent=False), spent("claude-opus-5", fresh=1_000_000)], MINUTES)
    assert (found.total, found.unpriced) == (pytest.approx(5), 0)
    assert bill([], MINUTES).total is None
    assert bill([spent("x", sent=False)], MINUTES).total is None


def test_long_prompts_have_the_prices_of_long_prompts() -> None:
    """Haiku 5.5 costs 0.10 a million up to 100,000 tokens of prompt, 0.50 above."""
    assert price(spent("claude-haiku-5-5", fresh=100_000), MINUTES) == pytest.approx(0.01)
    assert price(spent("claude-haiku-5-5", fresh=100_001), MINUTES) == pytest.approx(0.0500005)


def test_weights_where_prices_are_known_and_where_not() -> None:
    known = weights("claude-opus-5", 10, MINUTES)
    assert (known.read, known.write, known.output, known.known) == (0.1, 1.25, 5.0, True)
    cheap = weights("claude-fable-5-1", 10, HOUR)
    assert (cheap.read, cheap.write, cheap.known) == (0.025, 2.0, True)
    assumed = weights("", 10, MINUTES)
    assert (assumed.read, assumed.write, assumed.output, assumed.known) == (0.1, 1.25, 5.0, False)
    assert weights("", 10, HOUR).write == 2.0
    assert weights("", 10, Caching(marks=Marks(False, 0, True))).write == 1.0
