"""A replay whose summaries come out of the cassette: what is open, what it becomes, and that it is the same ever after."""

from __future__ import annotations

from pathlib import Path

import pytest

import inspector
from inspector.engine import Replay
from inspector.summary.cassette import Cassette
from inspector.summary.through import Mode, Through
from inspector.transcript.model import Transcript
from tests.summary.programs import Counting, python


@pytest.fixture
def transcript(samples: dict[str, Path]) -> Transcript:
    return inspector.load(samples["research"])


def _replay(transcript: Transcript, inner: Counting, folder: Path, mode: Mode) -> tuple[Through, Replay]:
    through = Through(inner, Cassette(folder), mode)
    return through, inspector.replay(transcript, "evo-agent", through)


def test_what_is_open_is_made_one_after_the_other(transcript: Transcript, tmp_path: Path) -> None:
    inner, made = Counting(), 0
    while True:
        through, replay = _replay(transcript, inner, tmp_path, "pending")
        rows = replay.rows()
        if not through.missing:
            break
        assert len(through.missing) == 1, "what carries on an unknown summary is not asked for"
        assert inner.asked == [] or len(inner.asked) == made
        Through(inner, Cassette(tmp_path)).answer(through.missing[0])
        made += 1
    assert made == len([row for row in rows if row.compacted]) == 2
    _, straight = _replay(transcript, inner, tmp_path, "make")
    assert straight.rows() == rows
    assert len(inner.asked) == made


def test_an_open_summary_has_a_size_and_no_text(transcript: Transcript, tmp_path: Path) -> None:
    _, replay = _replay(transcript, Counting(), tmp_path, "pending")
    first = next(row.request for row in replay.rows() if row.compacted)
    summary = next(each for each in replay.view(first).messages if each.origin is None)
    assert summary.size > 0
    assert not replay.problems(first)


def test_every_replay_is_the_same_to_the_byte(transcript: Transcript, tmp_path: Path) -> None:
    inner = Counting()
    views = []
    for mode in ("make", "make", "replay", "pending"):
        _, replay = _replay(transcript, inner, tmp_path, mode)
        views.append([(m.role, [b.text for b in m.blocks]) for m in replay.view(replay.requests).messages])
    assert views[0] == views[1] == views[2] == views[3]
    assert len(inner.asked) == 2
    Cassette(tmp_path).clear()
    _replay(transcript, inner, tmp_path, "make")[1].rows()
    assert len(inner.asked) == 4


def test_by_name_in_a_program(transcript: Transcript, home: Path) -> None:
    told: list[str] = []
    writer = inspector.summariser("command:" + python("print('## Goal: a battery')"), told=told.append)
    result = inspector.compact(
        [{"role": "user" if n % 2 == 0 else "assistant", "content": "word " * 30_000} for n in range(9)],
        "evo-agent",
        writer,
    )
    assert "## Goal: a battery" in str(result.messages)
    assert len(told) == 2
    again = inspector.summariser(writer.name, replay_only=True, told=told.append)
    assert inspector.replay(transcript, "evo-agent", again).problems(54)
    assert len(told) == 2
    with pytest.raises(inspector.UnknownSummariser, match="Did you mean 'extractive'"):
        inspector.summariser("extractve")
