"""How many examples a property gets: enough for every run, many more with `--slow`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, settings

SLOW = "--slow" in sys.argv
FACTOR = 10

Test = Callable[..., Any]


def examples(count: int) -> Callable[[Test], Test]:
    """The same examples on every run."""
    return settings(
        max_examples=count * FACTOR if SLOW else count,
        deadline=None,
        derandomize=True,
        phases=(Phase.explicit, Phase.generate, Phase.shrink),
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
    )
