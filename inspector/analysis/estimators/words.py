"""What was measured of estimators, in words: alike on the screen and on the command line."""

from __future__ import annotations

from typing import Final, Literal

from inspector.analysis.estimators.measure import Measured
from inspector.phrases import TOO_LITTLE

_SLIGHT: Final = 0.05
_GROSS: Final = 0.2

SCALED: Final = "scaled, each by its one factor: what no factor mends"
OFF: Final = "off: what messages are wrong by, one by one, as a part of all tokens"


def sure(found: Measured) -> bool:
    """Whether the estimators are held against charges, of most messages."""
    return found.basis == "charged" and 2 * found.messages >= found.of


def basis_words(found: Measured) -> str:
    """What the estimators are held against."""
    if found.basis == "charged":
        only = "" if sure(found) else "only "
        return f"{found.total.tokens:,} charged by the provider, in {only}{found.messages:,} of {found.of:,} messages"
    how = {
        "calibrated": "calibrated on this session: no usage tells of its messages",
        "shipped": "by usual factors of the model's family: no usage tells",
        "estimated": "estimated: no usage tells, and the model is not known",
    }
    around = f"± {found.error:.1%}" if found.error < 1 else TOO_LITTLE
    return f"{found.total.tokens:,} {around}, {how[found.basis]}"


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
    which = "every prompt holds" if len(found.course) < 2 else "the last prompt holds"
    return f"{which} {found.fixed:,} tokens more ({known}): system prompt and tools" if found.fixed else ""


def starts_words(threshold: int) -> str:
    """What the last column of the estimators says."""
    return f"starts at: where a threshold of {threshold:,} starts, in the provider's tokens"


def gravity(error: float | None) -> Literal["", "slight", "gross"]:
    """How bad an error is: from 5 %, from 20 % on."""
    size = abs(error or 0.0)
    return "gross" if size >= _GROSS else "slight" if size >= _SLIGHT else ""


def percent(part: float | None) -> str:
    """An error with its sign: `+4%`, `−31%`, `±0%`; a dash where there is none."""
    if part is None:
        return "–"
    whole = round(100 * part)
    return f"{'+' if whole > 0 else '−' if whole < 0 else '±'}{abs(whole):,}%"
