"""How wide an interval is: 9 of 10 numbers lie in it."""

from __future__ import annotations

from typing import Final

from inspector.meter.provider.fit import Fitted, deviation
from inspector.meter.provider.kinds import Amounts

NINE_OF_TEN: Final = 1.645
"""Standard deviations of a normal distribution."""
INFLATED: Final = 1.4
"""Texts of one session are alike, so errors of its steps go the same way more often than independent ones would: the width
with which nine of ten predictions of recorded prompts were right (`python -m tests.benchmarks tokens`)."""


def half_width(fit: Fitted, amounts: Amounts, own: float) -> float:
    """Half the interval of what so much costs. `own`: the variances of its parts by their nature, summed."""
    return NINE_OF_TEN * INFLATED * deviation(fit, amounts, own)
