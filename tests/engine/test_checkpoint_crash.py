"""Writing a checkpoint is interrupted: there is the old one or the new one, or an explicit error, and never a silent loss."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from inspector.engine.checkpoint import load_checkpoint, write_checkpoint
from inspector.engine.dump import dump_transcript
from inspector.engine.whole_file import NotWritten
from tests.engine.checkpoints import (
    Forgetful,
    PowerLoss,
    Step,
    Watched,
    checkpoint,
    in_a_child,
    killer,
)

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")

OLD, NEW = checkpoint("old"), checkpoint("new", size=5000)
STEPS = ["create", "write", "sync", "close", "place", "remove", "sync_folder", "read"]
"""The system calls of one checkpoint in a folder that is there, in the order on which the promise rests."""


def test_the_order_of_the_system_calls(tmp_path: Path) -> None:
    write_checkpoint(tmp_path, OLD)
    disk = Watched(lambda step: None)
    write_checkpoint(tmp_path, NEW, disk)
    assert disk.log == STEPS
    disk = Watched(lambda step: None)
    write_checkpoint(tmp_path / "a" / "b", OLD, disk)
    assert disk.log == ["make_folder", "sync_folder", "make_folder", "sync_folder", *STEPS]


@needs_fork
@pytest.mark.parametrize(("number", "done"), [*((n, 0) for n in range(1, len(STEPS) + 1)), (2, 0.5)])
def test_killed_before_and_within_each_call(tmp_path: Path, number: int, done: float) -> None:
    """And when half of what there is to write has been written."""
    write_checkpoint(tmp_path, OLD)
    status = in_a_child(lambda: write_checkpoint(tmp_path, NEW, Watched(killer(number, done))) and None)
    assert os.WIFSIGNALED(status)
    placed = number > STEPS.index("place") + 1
    assert load_checkpoint(tmp_path) == (NEW if placed else OLD)
    write_checkpoint(tmp_path, checkpoint("after"))
    found = load_checkpoint(tmp_path)
    assert found is not None
    assert found.summary == "after"
    assert not list(tmp_path.glob(".*")), "what the killed process left is tidied up"


@needs_fork
def test_killed_at_200_random_moments(tmp_path: Path, root: Path) -> None:
    """Acceptance 6. The moments are seeded; what a writer is doing then is up to the machine."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.engine.killing", str(tmp_path), "200", "20260301"],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    assert found.pop("parts") == 0
    assert set(found) <= {"old", "new", "error"}, found
    assert sum(found.values()) == 200
    assert found.get("old", 0) > 0, "some were killed before they were done"


@pytest.mark.parametrize("number", range(1, len(STEPS) + 1))
@pytest.mark.parametrize("names", [True, False])
@pytest.mark.parametrize("share", [0, 0.5])
def test_the_power_fails_at_each_call(tmp_path: Path, number: int, names: bool, share: float) -> None:
    """What was not synced is lost, wholly or in part; names that were not synced may be there or not."""
    write_checkpoint(tmp_path, OLD)
    disk = Forgetful(number, names, share)
    with pytest.raises(PowerLoss):
        write_checkpoint(tmp_path, NEW, disk)
    disk.forget()
    assert load_checkpoint(tmp_path) in ((OLD, NEW) if number > STEPS.index("place") + 1 else (OLD,))


@pytest.mark.parametrize("names", [True, False])
def test_what_was_confirmed_outlives_the_power(tmp_path: Path, names: bool) -> None:
    disk = Forgetful(-1, names, 0)
    write_checkpoint(tmp_path / "new" / "folder", NEW, disk)
    disk.forget()
    assert load_checkpoint(tmp_path / "new" / "folder") == NEW


@pytest.mark.parametrize("call", [name for name in STEPS if name != "remove"])
def test_an_error_of_any_call_is_told(tmp_path: Path, call: str) -> None:
    write_checkpoint(tmp_path, OLD)

    def on(step: Step) -> None:
        if step.name == call and not step.done:
            raise OSError(28, "No space left on device")

    with pytest.raises(NotWritten, match=r"checkpoint-000002\.json: not written: No space left on device"):
        write_checkpoint(tmp_path, NEW, Watched(on))
    placed = STEPS.index(call) > STEPS.index("place")
    assert load_checkpoint(tmp_path) == (NEW if placed else OLD)
    assert not list(tmp_path.glob(".*"))


def test_what_is_read_back_is_compared(tmp_path: Path) -> None:
    """A disk that says yes and keeps something else."""

    def on(step: Step) -> None:
        if step.name == "read":
            target = tmp_path / "checkpoint-000001.json"
            target.write_bytes(target.read_bytes().replace(b"old", b"odd"))

    with pytest.raises(NotWritten, match="what was read back is not what was written"):
        write_checkpoint(tmp_path, OLD, Watched(on))


def test_another_writer_meanwhile_is_an_error(tmp_path: Path) -> None:
    write_checkpoint(tmp_path, OLD)
    theirs = checkpoint("theirs")

    def on(step: Step) -> None:
        if step.name == "place":
            write_checkpoint(tmp_path, theirs)

    with pytest.raises(NotWritten, match="another checkpoint was written meanwhile"):
        write_checkpoint(tmp_path, NEW, Watched(on))
    assert load_checkpoint(tmp_path) == theirs


def test_a_dump_is_written_whole_too(tmp_path: Path) -> None:
    messages = [{"role": "user", "content": "x" * 1000}]

    def on(step: Step) -> None:
        if step.done:
            raise OSError(5, "Input/output error")

    with pytest.raises(NotWritten, match="Input/output error"):
        dump_transcript(tmp_path, messages, Watched(on))
    assert not list(tmp_path.iterdir())
    assert dump_transcript(tmp_path, messages).read_text().count("\n") == 1
