"""Predicted cache reads beside those that the provider reported, in recorded sessions."""

from __future__ import annotations

from statistics import median

import pytest

from tests.benchmarks.cost import ROOT, compared

pytestmark = [pytest.mark.real, pytest.mark.skipif(not ROOT.is_dir(), reason="no recorded sessions here")]


def test_half_of_the_sessions_are_within_one_percent() -> None:
    """The aim is 3 %. What is far off says why: reads of the first request are from a cache that another session left."""
    found = compared(ROOT)
    assert len(found) >= 20
    assert median(abs(each.error) for each in found) < 0.01
    assert all(each.reasons for each in found if abs(each.error) > 0.03)
