"""What happened is the same, whether rows are made for it or columns are looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.engine import Replay
from inspector.engine.table import Table
from inspector.policy import load_policy, preset_names
from inspector.transcript import load
from inspector.tui.curve_marks import policy_marks
from inspector.tui.happenings import happenings


@pytest.mark.parametrize("name", preset_names())
@pytest.mark.parametrize("sample", ["oom-log.jsonl", "re-reads.jsonl"])
def test_columns_tell_what_rows_tell(root: Path, name: str, sample: str) -> None:
    transcript = load(root / "sample_transcripts" / sample)
    table = Replay(transcript, load_policy(name)).table()
    assert isinstance(table, Table)
    assert [*happenings(table)] == [*happenings([*table])]
    assert {one.request for one in happenings(table)} == {row.request for row in table if row.fired or row.error}


def test_marks_of_columns_are_found_once(root: Path) -> None:
    transcript, policy = load(root / "sample_transcripts" / "re-reads.jsonl"), load_policy("go-tiny-claw")
    table = Replay(transcript, policy).table()
    assert table is not None
    found = policy_marks(policy, table)
    assert found
    assert policy_marks(policy, table) is found
    assert [*policy_marks(policy, [*table])] == [*found]
