"""What tokens cost in money, by the dated prices of the model table. A model without a known price has none, never zero."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from inspector.analysis.cost.caching import Caching
from inspector.analysis.cost.spent import Spent
from inspector.meter.models import find_model
from inspector.meter.prices import Prices, find_prices

HOUR = 3600
_LONG_WRITE = 2.0
"""Anthropic, pricing: what is kept for an hour is written at twice the price of input, whatever the model."""
_READ, _WRITE, _OUTPUT = 0.1, 1.25, 5.0
"""Anthropic, pricing: prices beside that of input, for a model whose prices are not known. Used for break-even alone."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Prices of a token that is read, written or answered, where one of plain input costs 1. `known`: by the price table."""

    read: float
    write: float
    output: float
    known: bool


@dataclass(frozen=True, slots=True)
class Money:
    """US dollars. `total` is None as soon as one request has no known price; `priced` is the sum of those that have one."""

    total: float | None
    priced: float
    unpriced: int
    as_of: date | None
    """The oldest date of the prices that were used."""
    sources: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    """Models without known prices, "" for requests of which no model is recorded."""


def price(row: Spent, caching: Caching) -> float | None:
    """US dollars for one request; None where the model's prices are not known. A refused one was not sent and costs nothing."""
    found = find_prices(row.model, row.prompt)
    write = write_price(found, caching) if found else None
    if found is None or (row.write and write is None) or (row.read and found.cache_read is None):
        return None
    parts = (
        row.fresh * found.input,
        row.output * found.output,
        row.read * (found.cache_read or 0),
        row.write * (write or 0),
    )
    return sum(parts) / 1_000_000


def write_price(found: Prices, caching: Caching) -> float | None:
    """US dollars for a million tokens written; where prompts are kept without marks they are plain input if not said else."""
    if caching.marks.every:
        return found.input if found.cache_write is None else found.cache_write
    model = find_model(found.name)
    if caching.ttl == HOUR and found.cache_write is not None and model is not None and model.provider == "Anthropic":
        return found.input * _LONG_WRITE
    return found.cache_write


def bill(rows: Sequence[Spent], caching: Caching) -> Money:
    """The money of requests that were sent."""
    sent = [row for row in rows if row.sent]
    costs = [price(row, caching) for row in sent]
    known = [cost for cost in costs if cost is not None]
    unpriced = [row.model for row, cost in zip(sent, costs, strict=True) if cost is None]
    used = {found for row in sent if (found := find_prices(row.model, row.prompt)) is not None}
    return Money(
        None if unpriced or not sent else sum(known),
        sum(known),
        len(unpriced),
        min((each.as_of for each in used), default=None),
        tuple(sorted({each.source for each in used})),
        tuple(sorted(set(unpriced))),
    )


def weights(model: str, prompt: int, caching: Caching) -> Weights:
    """What tokens weigh for a model; by Anthropic's usual proportions where its prices are not known."""
    found = find_prices(model, prompt)
    write = write_price(found, caching) if found else None
    if found is None or write is None or found.cache_read is None or not found.input:
        write = 1.0 if caching.marks.every else _LONG_WRITE if caching.ttl == HOUR else _WRITE
        return Weights(_READ, write, _OUTPUT, False)
    return Weights(found.cache_read / found.input, write / found.input, found.output / found.input, True)
