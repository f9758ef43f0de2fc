"""Checkpoints to write, and disks that fail, crash or forget at a chosen system call."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from inspector.engine.checkpoint import Checkpoint
from inspector.engine.whole_file import Disk


def checkpoint(summary: str = "the goal: fix order 404, read only", size: int = 0, **changes: Any) -> Checkpoint:
    """A checkpoint whose tail has about `size` characters."""
    fields: dict[str, Any] = {
        "policy": "agent-engineering",
        "knobs": {"window": 32000, "retain_turns": 1},
        "summary": summary,
        "summarised": ({"role": "assistant", "content": f"Summary: {summary}"},),
        "retained_tail": ({"role": "user", "content": "日志里有什么异常? 🧭" + "x" * size},),
        "covers": (1, 2, 3, 4),
        "given": 5,
        "created_at": "2026-03-01T10:00:00+00:00",
    }
    return Checkpoint(**(fields | changes))


class Step:
    """One system call that is about to happen, or that only half happens."""

    def __init__(self, name: str, number: int, done: float) -> None:
        self.name, self.number, self.done = name, number, done


class Watched(Disk):
    """Calls `on` before each system call and, for a write, when half of it is done."""

    def __init__(self, on: Callable[[Step], None]) -> None:
        self.on, self.calls = on, 0
        self.log: list[str] = []

    def _step(self, name: str, done: float = 0) -> None:
        if not done:
            self.calls += 1
            self.log.append(name)
        self.on(Step(name, self.calls, done))

    def make_folder(self, path: Path) -> None:
        self._step("make_folder")
        super().make_folder(path)

    def create(self, path: Path) -> int:
        self._step("create")
        return super().create(path)

    def write(self, handle: int, data: bytes) -> int:
        self._step("write")
        half = super().write(handle, data[: len(data) // 2])
        self._step("write", 0.5)
        return half + super().write(handle, data[half:])

    def sync(self, handle: int) -> None:
        self._step("sync")
        super().sync(handle)

    def close(self, handle: int) -> None:
        self._step("close")
        super().close(handle)

    def place(self, part: Path, target: Path) -> None:
        self._step("place")
        super().place(part, target)

    def remove(self, path: Path) -> None:
        self._step("remove")
        super().remove(path)

    def sync_folder(self, path: Path) -> None:
        self._step("sync_folder")
        super().sync_folder(path)

    def read(self, path: Path) -> Iterator[bytes]:
        self._step("read")
        yield from super().read(path)


def killer(number: int, done: float) -> Callable[[Step], None]:
    """Ends this very process with SIGKILL at one step."""

    def on(step: Step) -> None:
        if (step.number, step.done) == (number, done):
            os.kill(os.getpid(), signal.SIGKILL)

    return on


def in_a_child(work: Callable[[], None]) -> int:
    """Run something in a forked process and give its wait status; nothing of the parent's is run at its end."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1]
    try:
        work()
        os._exit(0)
    except BaseException:
        os._exit(1)
    raise AssertionError("not reached")


class PowerLoss(BaseException):
    """The machine stops. No `except Exception` stops it."""


class Forgetful(Watched):
    """A disk whose cache is lost at one call: what was not synced is cut or gone, what was is there."""

    def __init__(self, number: int, keep_names: bool, keep_bytes: float) -> None:
        super().__init__(self._maybe_stop)
        self._number, self._keep_names, self._keep_bytes = number, keep_names, keep_bytes
        self._loose: dict[int, Path] = {}
        """Files by inode that were not synced."""
        self._open: dict[int, Path] = {}
        self._names: list[tuple[str, Path, Path]] = []
        """Changes of names in folders that were not synced, in order."""

    def _maybe_stop(self, step: Step) -> None:
        if step.number == self._number and not step.done:
            raise PowerLoss

    def create(self, path: Path) -> int:
        handle = super().create(path)
        self._open[handle] = path
        self._loose[os.fstat(handle).st_ino] = path
        self._names.append(("new", path, path))
        return handle

    def sync(self, handle: int) -> None:
        super().sync(handle)
        self._loose.pop(os.fstat(handle).st_ino, None)

    def place(self, part: Path, target: Path) -> None:
        super().place(part, target)
        self._names.append(("new", target, target))

    def make_folder(self, path: Path) -> None:
        super().make_folder(path)
        self._names.append(("folder", path, path))

    def sync_folder(self, path: Path) -> None:
        super().sync_folder(path)
        self._names = [change for change in self._names if change[1].parent != path]

    def forget(self) -> None:
        """What is left after the power came back."""
        for path in self._loose.values():
            if path.exists():
                os.truncate(path, int(path.stat().st_size * self._keep_bytes))
        for _, path, _ in reversed([] if self._keep_names else self._names):
            if path.is_dir():
                for inner in path.iterdir():
                    inner.unlink()
                path.rmdir()
            elif path.exists():
                path.unlink()
