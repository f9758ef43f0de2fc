"""Runs of one name that ended differently: the details of the sentence say which of them is meant."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source, audit
from tests.summary.talk import Talk

SOURCE = Source.of(
    Talk()
    .user("Shrink the model, make a snapshot of the store, and look for duplicates.")
    .ran("python tools/shrink.py --mode dynamic --out a.pt", "quantised: 2 linear\nexit code: 0")
    .says("Dynamic shrinking leaves the convolutions alone.")
    .ran("python tools/shrink.py --mode static --out b.pt", "no kernel for add\nexit code: 1", error=True)
    .says("The addition has no kernel.")
    .ran("./snapshot.sh backup one", "state partial, total 718, failed 6\nexit code: 2", error=True)
    .says("The snapshot is only partial: 6 of 718 shards failed.")
    .ran("./snapshot.sh backup two", "state whole, total 718, failed 0\nexit code: 0")
    .says("The second snapshot has all its shards.")
    .ran("timeout 900 python tools/doubles.py --live", "listed 12000\nexit code: 124", error=True)
    .says("doubles.py timed out. With the inventory it would be quicker.")
    .ran("python tools/doubles.py --inventory masters", "groups 3907\nexit code: 0")
    .ran("ros2 launch sim aisle.py", "parameter 'padding' has invalid type\nexit code: 1", error=True)
    .ran("ros2 launch sim aisle.py", "30 of 30 goals\nexit code: 0")
    .request()
)


def certain(text: str) -> set[str]:
    return {finding.kind for finding in audit(SOURCE, text).findings}


@pytest.mark.parametrize(
    "text",
    [
        "shrink.py --mode dynamic failed.",
        "shrink.py passed with --mode static.",
        "snapshot.sh ended with exit code 0: 6 of 718 shards failed.",
        "doubles.py with the inventory failed.",
        "The launch ended with exit code 0, \"parameter 'padding' has invalid type\".",
    ],
)
def test_the_run_with_the_details_ended_otherwise(text: str) -> None:
    assert certain(text) == {"reversed status"}


@pytest.mark.parametrize(
    "text",
    [
        "shrink.py --mode dynamic succeeded.",
        "shrink.py failed with --mode static.",
        "shrink.py failed.",
        "snapshot.sh ended with exit code 2: 6 of 718 shards failed.",
        "snapshot.sh ended with exit code 0.",
        "doubles.py with the inventory succeeded.",
        "doubles.py timed out.",
        "The launch ended with exit code 1, \"parameter 'padding' has invalid type\".",
    ],
)
def test_the_run_with_the_details_ended_so(text: str) -> None:
    assert certain(text) == set()
