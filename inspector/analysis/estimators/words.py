"""What was measured of estimators, in words: alike on the screen and on the command line."""

from __future__ import annotations

from typing import Final

from inspector.analysis.estimators.measure import Measured

SCALED: Final = "scaled, each by its one factor: what no factor mends"
OFF: Final = "off: what messages are wrong by, one by one, as a part of all tokens"


def basis_words(found: Measured) -> str:
    """What the estimators are held against."""
    if found.basis == "charged":
        return f"{found.total.tokens:,} charged by the provider, in {found.messages:,} of {found.of:,} messages"
    how = {
        "calibrated": "calibrated on this session",
        "shipped": "by the usual factors of this model's family",
        "estimated": "estimated, as nothing is known of this model",
    }
    tokens = f"{found.total.tokens:,} ± {found.error:.1%}"
    return f"{tokens} {how.get(found.basis, found.basis)}; no usage tells what was charged"


def factor_words(found: Measured) -> str:
    """A warning where o200k is held against itself; empty where there were charges."""
    return (
        ""
        if found.basis == "charged"
        else "these are sizes in o200k, times a factor for each kind: that column shows those factors alone"
    )


def shared_words(found: Measured) -> str:
    """How much of the rows was not told kind by kind; empty where nothing is."""
    if found.basis != "charged" or not found.total.tokens:
        return ""
    share = sum(row.shared for row in found.kinds) / found.total.tokens
    return (
        f"{share:.0%} of it was charged for messages of several kinds, and is shared by calibrated sizes"
        if share
        else ""
    )


def fixed_words(found: Measured) -> str:
    """What no estimator of messages sees."""
    known = "measured" if found.fixed_known else "usual for this agent"
    return f"every prompt holds {found.fixed:,} tokens more ({known}): system prompt and tools" if found.fixed else ""


def starts_words(threshold: int) -> str:
    """What the last column of the estimators says."""
    return f"starts at: the provider's tokens of messages where a threshold of {threshold:,} by this estimator is met"


def percent(part: float | None) -> str:
    """An error with its sign: `+4%`, `−31%`, `±0%`; a dash where there is none."""
    if part is None:
        return "–"
    whole = round(100 * part)
    return f"{'+' if whole > 0 else '−' if whole < 0 else '±'}{abs(whole):,}%"
