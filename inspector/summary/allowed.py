"""How long a summary may take, as the environment says it."""

from __future__ import annotations

from collections.abc import Mapping

from inspector.engine.summariser import SummaryFailed

SECONDS = "INSPECTOR_SUMMARY_SECONDS"
"""The variable that says how long a summary may take."""
LONGEST = 1_000_000


def stated_seconds(environ: Mapping[str, str]) -> float | None:
    """The seconds that the variable states, None where it is not set. Raises SummaryFailed that says what is wrong with it."""
    stated = environ.get(SECONDS, "").strip()
    if not stated:
        return None
    try:
        seconds = float(stated)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < LONGEST:
        raise SummaryFailed(f"{SECONDS} is {stated!r}; set it to seconds, as in 900, or unset it")
    return seconds
