"""Sessions of pi and its kin while they are being written: read on, they are as if read anew; large ones stay on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

import inspector
from inspector.transcript import store
from inspector.transcript.growing import load_growing
from tests.transcript.formats.fixtures_pi import Pi, claw, everything, first_version, gate, oh_my_pi
from tests.transcript.growth import assert_equal, cuts, grow

SESSIONS = (everything, first_version, oh_my_pi, claw, lambda: gate()[0], lambda: gate()[1])
NAMES = ("everything", "first-version", "oh-my-pi", "openclaw", "gate", "trajectory")


@pytest.mark.parametrize("make", SESSIONS, ids=NAMES)
def test_read_on_at_any_place_it_is_as_if_read_anew(make: type[Pi], tmp_path: Path) -> None:
    data = make().bytes()
    for grown, fresh, _ in grow(tmp_path / "s.jsonl", data, cuts(data, 40, 3)):
        assert_equal(grown, fresh)


def test_with_a_trajectory_beside_it(tmp_path: Path) -> None:
    pi, trace = gate()
    (tmp_path / "s.trajectory.jsonl").write_bytes(trace.bytes())
    data = pi.bytes()
    read_on = 0
    for grown, fresh, on in grow(tmp_path / "s.jsonl", data, cuts(data, 20, 5)):
        assert_equal(grown, fresh)
        read_on += on
    assert read_on > 10
    assert fresh.exact == {1, 3, 4}


def test_messages_that_stay_are_the_same_objects(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    pi = Pi()
    pi.user("one")
    pi.reply("yes")
    pi.write(path)
    before, growing = load_growing(path)
    size = path.stat().st_size
    pi.user("two")
    assert growing is not None
    after = growing.take(pi.bytes()[size:])
    assert after is not None
    assert all(one is other for one, other in zip(before.messages, after.messages, strict=False))
    assert len(after.messages) == 3


@pytest.mark.parametrize("make", SESSIONS[:5], ids=NAMES[:5])
def test_bodies_that_stay_in_the_file_say_the_same(
    make: type[Pi], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make().write(tmp_path / "s.jsonl")
    held = inspector.load(path)
    monkeypatch.setattr(store, "HOLD_BELOW", 1)
    stored = inspector.load(path)
    assert_equal(stored, held)
    assert any(isinstance(block.body, store.Stored) for message in stored.messages for block in message.blocks)
