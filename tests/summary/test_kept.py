"""What is needed after a cut is kept by a summary far more often than by the first or the last tokens of the old history."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from statistics import fmean

import pytest

from inspector.transcript import load
from tests.benchmarks.cuts import Place, places
from tests.benchmarks.summaries import MOST, shares, summary, tokens

CLEARLY = 1.3
SAMPLES = ("re-reads.jsonl", "research.jsonl")
REAL = (
    "entire-38ec-micro-compact-4.1MB.jsonl",
    "orin-2daa-image-1.1MB.jsonl",
    "teslamint-f357-2compact-preserved-2.4MB.jsonl",
)


def _beats_both(found: Iterable[Place]) -> None:
    """The mean share of the extractive summaries is clearly above those of the plain baselines."""
    cuts = [(place, summary(place)) for place in found]
    assert all(tokens(text) <= MOST for _, text in cuts)
    kept = [shares(place, place.needed, text) for place, text in cuts]
    best = max(fmean(k.first for k in kept), fmean(k.last for k in kept))
    assert fmean(k.extractive for k in kept) >= CLEARLY * best


@pytest.mark.parametrize("name", SAMPLES)
def test_more_is_kept_of_the_samples(root: Path, name: str) -> None:
    _beats_both(places(load(root / "sample_transcripts" / name)))


@pytest.mark.real
def test_more_is_kept_of_recorded_sessions(recorded_sessions: Path) -> None:
    found = [place for name in REAL for place in places(load(recorded_sessions / "claude-code" / name))]
    assert len(found) > 10
    _beats_both(found)
