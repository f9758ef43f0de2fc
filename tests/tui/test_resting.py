"""Threads leave time to the keys: less of it while nobody presses one."""

from __future__ import annotations

import pytest

from inspector.tui import replays


@pytest.mark.parametrize(("lull", "slept"), [(True, replays.BREATH), (False, replays.REST)])
def test_a_lull_makes_the_rests_short(monkeypatch: pytest.MonkeyPatch, lull: bool, slept: float) -> None:
    rests: list[float] = []
    monkeypatch.setattr(replays, "WORK", 0.0)
    monkeypatch.setattr(replays, "LONG_WORK", 0.0)
    monkeypatch.setattr(replays.time, "sleep", rests.append)
    asked = replays.resting(lambda: True, lambda: lull)()
    assert asked
    assert rests == [slept]


def test_a_lull_makes_the_slices_long(monkeypatch: pytest.MonkeyPatch) -> None:
    rests: list[float] = []
    monkeypatch.setattr(replays, "WORK", 0.0)
    monkeypatch.setattr(replays, "LONG_WORK", 1e9)
    monkeypatch.setattr(replays.time, "sleep", rests.append)
    assert not replays.resting(lambda: True, lambda: True)()
    assert rests == []
    assert replays.resting(lambda: True, lambda: False)()
    assert rests == [replays.REST]
