"""What tokens cost, where a dated price is known. Where none is, there is no price: a similar model's is never taken."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import cache

from inspector.meter.models import find_model, table

_DATED = re.compile(r"(?:[-@](?:\d{8}|\d{4}-\d{2}-\d{2}|latest))?(?P<long>\[1m\])?$")
"""What may follow the name of a model without making it another one."""


@dataclass(frozen=True, slots=True)
class Prices:
    """US dollars for a million tokens, as the provider of the model lists them (a reseller may ask for more or less).

    `cache_write` is the price of the shortest time to live. With `above`, these prices hold for requests with more than
    so many tokens of input, for all tokens of the request. None: not known, or not offered.
    """

    name: str
    input: float
    output: float
    as_of: date
    source: str
    cache_read: float | None = None
    cache_write: float | None = None
    above: int = 0

    def cost(self, input: int, output: int, cache_read: int = 0, cache_write: int = 0) -> float | None:
        """US dollars for these tokens, in disjoint parts; None when one of them has no known price."""
        counts = (input, output, cache_read, cache_write)
        parts = zip(counts, (self.input, self.output, self.cache_read, self.cache_write), strict=True)
        asked = [(count, price) for count, price in parts if count]
        if any(price is None for _, price in asked):
            return None
        return sum(count * (price or 0) for count, price in asked) / 1_000_000


@cache
def prices() -> tuple[Prices, ...]:
    """All rows, in the order of the file. Raises `TypeError` for a row whose fields are not those of `Prices`."""
    return tuple(Prices(**row) for row in table()["prices"])


def find_prices(model: str, prompt: int = 0) -> Prices | None:
    """The prices of this very model for a request with `prompt` tokens of input; None where none are known.

    A date behind the name is passed over. `gpt-5-mini` is not `gpt-5`; a name with the region of a cloud is none of ours.
    """
    name = model.lower()
    suffix = _DATED.search(name)
    bare = name[: suffix.start()] if suffix else name
    if suffix and suffix["long"] and not _holds_a_million(bare):
        return None
    rows = [row for row in prices() if row.name == bare and prompt >= row.above + (row.above > 0)]
    return max(rows, key=lambda row: row.above, default=None)


def _holds_a_million(name: str) -> bool:
    """The longer window is the model's own: where it is an extra, it has a price of its own."""
    found = find_model(name)
    return found is not None and found.window >= 1_000_000
