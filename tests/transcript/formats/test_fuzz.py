"""Damaged files of every format: they load, or are refused by our own error; none takes long."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.transcript.formats.fuzz import fixtures, mutated, use

FIXTURES = fixtures()
ORDINARY, MANY = 200, 20_000
PATIENCE = 20
"""Seconds of work that one damaged file may take at the most; the sound ones take milliseconds."""


def _run(name: str, count: int, folder: Path) -> None:
    path = folder / "session.jsonl"
    for seed in range(count):
        path.write_bytes(mutated(FIXTURES[name][seed % len(FIXTURES[name])], seed))
        before = time.thread_time()
        try:
            use(path)
        except Exception as error:
            raise AssertionError(f"{name}: the file of seed {seed} ends in {error!r}") from error
        assert time.thread_time() - before < PATIENCE, f"{name}: the file of seed {seed} takes long"


@pytest.mark.parametrize("name", sorted(FIXTURES))
def test_damaged_files(name: str, tmp_path: Path) -> None:
    for data in FIXTURES[name]:
        (tmp_path / "session.jsonl").write_bytes(data)
        assert use(tmp_path / "session.jsonl") is not None, "the sound file loads"
    _run(name, ORDINARY, tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", sorted(FIXTURES))
def test_many_damaged_files(name: str, tmp_path: Path) -> None:
    _run(name, MANY, tmp_path)
