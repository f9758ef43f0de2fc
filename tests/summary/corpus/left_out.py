"""How well outcomes are found in a session for which no threshold was chosen: `python -m tests.summary.corpus.left_out`.

For each session of `dev` the thresholds are chosen on the others, and tried on the one that is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from inspector.summary.audit.claims import Summary
from inspector.summary.audit.findings import counts, exits
from inspector.summary.audit.shapes import Finding
from inspector.summary.audit.source import Source
from tests.summary.corpus.cases import cases
from tests.summary.corpus.corrupt import SEED, corruptions
from tests.summary.corpus.measure import source
from tests.summary.corpus.spans import Span, overlap

SEEDS = (SEED, 11)
COST = 3.0
"""A true summary that is flagged costs as much as three corruptions that are missed, both as shares."""
GRID = {
    "LEAST": (0.4, 0.5, 0.6, 0.75),
    "HALF": (0.3, 0.5, 0.7),
}


class Tried(NamedTuple):
    """What one choice of thresholds does: by session, how many are found, and how many true summaries flagged."""

    found: Counter[str]
    flagged: Counter[str]


def main() -> None:
    """Print what is found of each session, and of all."""
    false = [
        (each.case.name, source(each.case), Summary(each.text), each.span)
        for seed in SEEDS
        for each in corruptions("dev", seed)
        if each.kind in {"exit status", "other status"}
    ]
    true = [(case.name, source(case), Summary(each.text)) for case in cases("dev") for each in case.summaries]
    made, kept = Counter(name for name, *_ in false), Counter(name for name, *_ in true)
    tried = [_try(values, false, true) for values in product(*GRID.values())]
    found = flagged = 0
    for name in made:
        best = max(tried, key=lambda each: _worth(each, made, kept, name))
        found, flagged = found + best.found[name], flagged + best.flagged[name]
        print(f"{name:<14}{best.found[name]:>4} of {made[name]:<4}{best.flagged[name]} of {kept[name]} flagged")
    print(f"{'all':<14}{found / made.total():.1%} found, {flagged} of {kept.total()} true summaries flagged")


def _try(
    values: tuple[float, ...], false: list[tuple[str, Source, Summary, Span]], true: list[tuple[str, Source, Summary]]
) -> Tried:
    for name, value in zip(GRID, values, strict=True):
        setattr(exits, name, value)
    return Tried(
        Counter(name for name, of, text, span in false if any(overlap(f.span, span) for f in _find(of, text))),
        Counter(name for name, of, text in true if any(True for _ in _find(of, text))),
    )


def _find(of: Source, text: Summary) -> Iterator[Finding]:
    for each in (exits, counts):
        yield from each.find(of, text)


def _worth(tried: Tried, made: Counter[str], kept: Counter[str], without: str) -> float:
    """The worth of a choice on all sessions but one."""
    found = (tried.found.total() - tried.found[without]) / (made.total() - made[without])
    return found - COST * (tried.flagged.total() - tried.flagged[without]) / (kept.total() - kept[without])


if __name__ == "__main__":
    main()
