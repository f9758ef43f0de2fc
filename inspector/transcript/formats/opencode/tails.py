"""Where opencode put the messages that a compaction kept: before its marker, or after its summary.

The code's own history (anomalyco/opencode): kept since 10 April 2026, after 1.4.3; the summary before what was kept since #25851
(5 May 2026, the day of 1.14.37 to 1.14.39; 1.14.40 followed on the 7th). A build that put what was kept into the summary as
text (#26830) was never released (#27145).

A session tells the version that it began with. What is newer than the change never had the other order. What is older had it as
long as nobody updated the client; a version that is older than kept messages at all says nothing of the build that kept them.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

KEPT_SINCE = (1, 4, 4)
LAST_BEFORE = (1, 14, 36)
FIRST_AFTER = (1, 14, 40)

REORDERED = 1_777_939_200_000
"""5 May 2026, in milliseconds."""

_VERSION = re.compile(r"v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})", re.ASCII)
_UNKNOWN = "the kept messages were sent {here} the summary, as builds of the time did; others sent them {there} it"
_UPDATED = (
    "the kept messages were sent before the summary, as by the build that the session began with; later ones differ"
)


class Tail(NamedTuple):
    """Whether the kept messages come first, and why that is not certain ("" where it is)."""

    first: bool
    doubt: str


def tail_of(version: Any, time: float) -> Tail:
    """`version`: of the session; `time`: of the summary, in milliseconds. The version decides where it can."""
    began = _number(version)
    early = time < REORDERED
    if began is not None and began >= FIRST_AFTER:
        return Tail(False, "")
    if began is not None and KEPT_SINCE <= began <= LAST_BEFORE:
        return Tail(True, "" if early else _UPDATED)
    here, there = ("before", "after") if early else ("after", "before")
    return Tail(early, _UNKNOWN.format(here=here, there=there))


def _number(version: Any) -> tuple[int, int, int] | None:
    """A release; None for a build of somebody's own ("local", "0.0.0-dev-…")."""
    found = _VERSION.fullmatch(version) if isinstance(version, str) else None
    return (int(found[1]), int(found[2]), int(found[3])) if found is not None else None
