"""The folders and the watch that the tests of evidence share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.transcript.evidence.files import House
from tests.transcript.evidence.watch import Watch, watching


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


@pytest.fixture
def watch(house: House) -> Iterator[Watch]:
    """What is opened from here to the end of the test. One look-up went before, so that nothing is imported under watch."""
    house.transcript({"role": "user", "content": "x"}, session="warm")
    house.resolver().resolve_all(["transcript:warm:1", house.artifact(session="warm")])
    with watching() as seen:
        yield seen
