"""Turns among programs: what two want at once is asked for once, and nobody waits for one that is gone."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from inspector.engine.summariser import SummaryFailed
from inspector.summary.cassette import Cassette
from inspector.summary.through import Through
from inspector.summary.turn import TURN, turn
from tests.summary.programs import Counting, until
from tests.summary.talk import order_404

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no such locks on this system")

ONE = order_404().request(number=4)
HOLD = (
    "import sys, time; from pathlib import Path; from inspector.summary.turn import turn\n"
    "with turn(Path(sys.argv[1]), lambda: False): print('held', flush=True); time.sleep(60)"
)


def never() -> bool:
    return False


def test_it_is_a_private_file_that_goes_away(tmp_path: Path) -> None:
    path = tmp_path / "kept" / f".a{TURN}"
    with turn(path, never):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert list(path.parent.iterdir()) == []


def test_many_have_it_one_after_the_other(tmp_path: Path) -> None:
    path, inside, most = tmp_path / f".a{TURN}", list[int](), list[int]()

    def take() -> None:
        for _ in range(5):
            with turn(path, never):
                inside.append(1)
                most.append(len(inside))
                inside.pop()

    threads = [threading.Thread(target=take) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert most == [1] * 30
    assert list(tmp_path.iterdir()) == []


def test_one_that_is_gone_holds_up_nobody(tmp_path: Path) -> None:
    path, waited = tmp_path / f".a{TURN}", list[str]()
    other = subprocess.Popen([sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE)
    assert other.stdout is not None
    try:
        assert other.stdout.readline() == b"held\n"

        def end() -> None:
            waited.append("waits")
            other.send_signal(signal.SIGKILL)

        with turn(path, never, end):
            assert other.wait(20) == -signal.SIGKILL
    finally:
        other.kill()
        other.stdout.close()
        other.wait(20)
    assert waited == ["waits"]
    assert list(tmp_path.iterdir()) == []


def test_what_a_crash_left_goes_in_time_and_is_no_answer(tmp_path: Path) -> None:
    cassette = Cassette(tmp_path)
    left, fresh = tmp_path / f".{'a' * 64}{TURN}", tmp_path / f".{'b' * 64}{TURN}"
    for path in (left, fresh):
        path.touch()
    os.utime(left, (0, 0))
    assert (cassette.entries(), cassette.find("")) == ((), ())
    assert Through(Counting(), cassette).summarise(ONE)
    assert (left.exists(), fresh.exists()) == (False, True)
    assert cassette.clear() == 1
    assert list(tmp_path.iterdir()) == []


def test_who_has_waited_long_enough_goes_on_and_leaves_it_alone(tmp_path: Path) -> None:
    path = tmp_path / f".a{TURN}"
    with turn(path, never):
        with turn(path, never, longest=0.0):
            assert path.exists()
        assert path.exists()


def test_where_it_cannot_be_had_one_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with turn(tmp_path / "file" / f".a{TURN}", never):
        pass
    (tmp_path / f".a{TURN}").symlink_to(tmp_path / "file")
    with turn(tmp_path / f".a{TURN}", never):
        pass
    assert (tmp_path / "file").exists()


def test_two_programs_that_want_the_same_pay_once(tmp_path: Path) -> None:
    first, second = Counting(), Counting()
    first.go.clear()
    told, texts = list[str](), list[str]()
    one = Through(first, Cassette(tmp_path))
    two = Through(second, Cassette(tmp_path), told=told.append)
    threads = [threading.Thread(target=lambda each=each: texts.append(each.summarise(ONE))) for each in (one, two)]
    threads[0].start()
    until(lambda: first.asked)
    threads[1].start()
    until(lambda: told)
    first.go.set()
    for thread in threads:
        thread.join(20)
    assert texts == ["answer 1 of 9 parts"] * 2
    assert second.asked == []
    assert told == ["another program asks anthropic:model-1 for the same summary: its answer is waited for"]
    assert [path.suffix for path in tmp_path.iterdir()] == [".json"]


def test_cancel_ends_the_wait_for_another_program(tmp_path: Path) -> None:
    first, second = Counting(), Counting()
    first.go.clear()
    told, said = list[str](), list[str]()
    two = Through(second, Cassette(tmp_path), told=told.append)
    asks = threading.Thread(target=lambda: Through(first, Cassette(tmp_path)).summarise(ONE))
    asks.start()
    until(lambda: first.asked)

    def ask() -> None:
        try:
            two.summarise(ONE)
        except SummaryFailed as failed:
            said.append(str(failed))

    waits = threading.Thread(target=ask)
    waits.start()
    until(lambda: told)
    two.cancel()
    waits.join(20)
    first.go.set()
    asks.join(20)
    assert said == ["cancelled"]
    assert second.asked == []
