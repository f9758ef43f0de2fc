"""Requests told together: those that read all of the prompt before them are one stretch with the one that began it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.analysis.cost.spent import Spent


def stretches(rows: Sequence[Spent], every: bool = False) -> Iterator[list[Spent]]:
    """The requests in order; with `every`, each by itself. A stretch begins where not all that could be was read."""
    stretch: list[Spent] = []
    for row in rows:
        plain = row.sent and not row.missed and not every
        if stretch and not (plain and stretch[0].sent and not stretch[0].missed):
            yield stretch
            stretch = []
        stretch.append(row)
    if stretch:
        yield stretch


def reported_read(rows: Sequence[Spent]) -> int | None:
    """What the provider reported to be read by these requests; None where it reported nothing of one of them."""
    used = [row.usage for row in rows if row.usage is not None]
    return sum(usage.cache_read for usage in used) if len(used) == len(rows) else None
