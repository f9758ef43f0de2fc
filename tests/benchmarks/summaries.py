"""How much of what is needed later a summary keeps, beside two plain baselines and the agent's own summary."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from statistics import fmean, median
from typing import NamedTuple

from inspector.engine.summariser import SummaryRequest
from inspector.meter import o200k_counter
from inspector.summary import Extractive
from tests.benchmarks.cuts import Place, Session, sessions
from tests.benchmarks.later import share

MOST = 2_000
"""Tokens (o200k) that a summary and each baseline may have."""
FOLDER = Path(__file__).resolve().parents[3] / "shared" / "transcripts"
_counter = o200k_counter()


class Shares(NamedTuple):
    """The shares of one cut: of the extractive summary, the first and the last tokens, the ceiling, the agent's own summary."""

    extractive: float
    first: float
    last: float
    ceiling: float
    own: float | None = None


@lru_cache(maxsize=100_000)
def tokens(text: str) -> int:
    return _counter.text(text)


def summary(place: Place, most: int = MOST) -> str:
    """The extractive summary of the old history."""
    return Extractive(tokens).summarise(SummaryRequest(parts=place.parts, max_size=most))


def first(place: Place, most: int = MOST) -> str:
    return place.text[: _counter.cut(place.text, most, "head")]


def last(place: Place, most: int = MOST) -> str:
    return place.text[-_counter.cut(place.text, most, "tail") :]


def ceiling(needed: Iterable[str], most: int = MOST) -> str:
    """As many of the things needed as fit, the shortest first and nothing else: what no summary can know beforehand."""
    kept, room = [], most
    for cost, thing in sorted((tokens(thing + "\n"), thing) for thing in needed):
        room -= cost
        if room < 0:
            break
        kept.append(thing)
    return "\n".join(kept)


def shares(place: Place, needed: frozenset[str], written: str, most: int = MOST) -> Shares:
    """How much of what is needed each way keeps."""
    kept = [share(text, needed) for text in (written, first(place, most), last(place, most), ceiling(needed, most))]
    return Shares(*kept, share(place.own, needed) if place.own else None)


def main() -> None:
    """Print the table."""
    folder = Path(os.environ.get("INSPECTOR_TRANSCRIPTS") or FOLDER)
    found = list(sessions(folder))
    if not found:
        print(f"\nSummaries: no session to be cut in {folder}; set INSPECTOR_TRANSCRIPTS to a folder of them")
        return
    cuts = sum(len(session.places) for session in found)
    print(f"\nNeeded later and kept word for word in {MOST:,} tokens: {cuts} cuts of {len(found)} sessions")
    written = {place: summary(place) for session in found for place in session.places}
    assert all(tokens(text) <= MOST for text in written.values())
    _row("", "needed", "extractive", "first", "last", "ceiling", "own", "own size")
    kept = {place: shares(place, place.needed, written[place]) for s in found for place in s.places}
    for session in found:
        _session(session, kept)
    _totals("all that stands in the 20 messages", "cuts", list(kept.values()))
    means = [_over([kept[place] for place in session.places], fmean) for session in found]
    _totals("the same, each session counted once", "sessions", means)
    used = [(place, place.used) for place in kept if place.used]
    _totals("what was typed, said and called", "cuts", [shares(p, needed, written[p]) for p, needed in used])
    own = [shares(p, needed, written[p]) for p, needed in used if p.own]
    _totals("the same at the agent's own cuts", "cuts", own)


def _session(session: Session, kept: dict[Place, Shares]) -> None:
    """The lines of one session: each cut, and their mean where there are several."""
    print(f"  {session.name}")
    for place in session.places:
        size = f"{tokens(place.own):,}" if place.own else ""
        _row(f"  {place.name}", f"{len(place.needed)}", *_figures(kept[place]), size)
    if len(session.places) > 1:
        _row("  mean", "", *_figures(_over([kept[place] for place in session.places], fmean)))


def _totals(title: str, what: str, found: list[Shares]) -> None:
    print(f"  {title} ({len(found)} {what})")
    _row("  mean", "", *_figures(_over(found, fmean)))
    _row("  median", "", *_figures(_over(found, median)))


def _over(found: list[Shares], middle: Callable[[list[float]], float]) -> Shares:
    own = [kept.own for kept in found if kept.own is not None]
    plain = [middle([kept[at] or 0.0 for kept in found]) for at in range(4)]
    return Shares(*plain, middle(own) if own else None)


def _figures(kept: Shares) -> list[str]:
    return ["" if value is None else f"{100 * value:.1f} %" for value in kept]


def _row(what: str, *figures: str) -> None:
    print(f"  {what:16}" + "".join(f"{figure:>12}" for figure in figures), flush=True)
