"""A request made ready to be sent: shown, priced and judged before anything leaves the machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from inspector.summary.answer import Usage
from inspector.summary.prompt import Prompt


@dataclass(frozen=True, slots=True)
class Prepared:
    """What would be sent, and what that would take.

    `body` is the body exactly as sent, without any key. `tokens` is the estimated input, `most` the longest answer that
    is allowed. `price` in US dollars is what such a request costs at the most: all of the input fresh, and an answer as
    long as it may be. It is None where no price is known; nothing is guessed.
    """

    prompt: Prompt
    body: Mapping[str, Any]
    tokens: int
    price: float | None = None
    most: int = 0
    window: int | None = None
    """What the model holds, prompt and answer together; None where that is not known."""
    refusal: str = ""
    """Why it cannot be sent as it is, and what to do; "" when it can."""


def price_of(model: str, usage: Usage) -> float | None:
    """What a request cost, in US dollars, by the prices known for this model; None where none are."""
    from inspector.meter.prices import find_prices

    prompt = usage.input + usage.cache_read + usage.cache_write
    found = find_prices(model, prompt)
    return found.cost(usage.input, usage.output, usage.cache_read, usage.cache_write) if found else None
