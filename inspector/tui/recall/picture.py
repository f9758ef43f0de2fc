"""The share of needs that views held, as a picture across all requests, and in words. No Textual here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate

from inspector.analysis.recall.needs import Recall, Recalled
from inspector.tui.parts import Part
from inspector.tui.strip import Bar, Picture

TYPED, COSTLY = "!", "✗"
"""Below the picture: a view lacked something that a person typed; something that had to be got again."""


def picture(found: Recalled) -> Picture:
    """Bars as high as the share that was held, none where nothing is needed; the line is what could have been held."""
    needed = [0, *accumulate(row.needed for row in found.rows)]
    held = [0, *accumulate(row.held for row in found.rows)]
    most = [0, *accumulate(row.bound for row in found.rows)]

    def bar(first: int, last: int) -> Bar:
        count = needed[last] - needed[first - 1]
        if not count:
            return Bar()
        share = (held[last] - held[first - 1]) / count
        return Bar(((max(share, 0.001), "held"),), (most[last] - most[first - 1]) / count)

    return Picture(len(found.rows), bar, "100 %", "0 %", marks(found), (COSTLY, TYPED))


def marks(found: Recalled) -> Mapping[int, tuple[str, str]]:
    """Requests that miss something which a person typed, or which had to be got again."""
    told: dict[int, tuple[str, str]] = {}
    for row in found.rows:
        if any(need.typed for need in row.missed):
            told[row.request] = (TYPED, "bad")
        elif any(need.cost for need in row.missed):
            told[row.request] = (COSTLY, "warn")
    return told


BEFORE = " · as it was before"
"""Behind numbers that are not of the present question, for as long as nothing better is known."""


def share_parts(found: Recalled, stale: bool = False) -> Iterator[Part]:
    """`recall 96.2 % of 412 needs · 15 missed · at most 99.8 %, whole blocks 98.0 %`."""
    if stale:
        yield from (part._replace(style="quiet") for part in share_parts(found))
        yield Part(BEFORE, "warn", 8)
        return
    if found.share is None:
        yield Part("no reply refers to anything that was seen before it", "plain", 9, least=20)
        return
    missed = found.needed - found.held
    yield Part(f"recall {percent(found.share)}", "good" if not missed else "strong", 9)
    yield Part(f" of {found.needed:,} needs", "plain", 8)
    yield Part(f" · {missed:,} missed", "warn" if missed else "quiet", 8)
    yield Part(f" · at most {percent(found.bound)}", "quiet", 6)
    yield Part(f", whole blocks {percent(found.bound_whole)}", "quiet", 4)


def request_parts(
    row: Recall, requests: int, marked: Mapping[int, tuple[str, str]], replied: bool = True
) -> Iterator[Part]:
    """The request of the cursor; `replied`: its reply was recorded."""
    yield Part(f"request {row.request:,} of {requests:,}", "strong", 9)
    if not replied:
        yield Part("  no reply was recorded", "quiet", 8, least=20)
        return
    if not row.needed:
        yield Part("  its reply refers to nothing seen before it", "quiet", 8, least=20)
        return
    yield Part(f"  {row.held:,} of {row.needed:,} needs held", "plain", 8)
    yield Part(f" · at most {row.bound:,} by any cuts", "quiet", 6)
    yield Part(f", {row.bound_whole:,} of whole blocks", "quiet", 4)
    sign = marked.get(row.request, ("", ""))[0]
    told = {TYPED: "! lacks what a person typed", COSTLY: "✗ lacks what is got again"}.get(sign, "")
    yield Part(f"  {told}" if told else "", "warn", 7, right=True)


def percent(share: float | None) -> str:
    """`96.2 %`; `–` where nothing is needed."""
    return "–" if share is None else f"{100 * share:.1f} %"
