"""Programs that write summaries, well or badly, and a summariser that counts how often it is asked."""

from __future__ import annotations

import os
import shlex
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from inspector.engine.summariser import SummaryFailed, SummaryRequest
from inspector.summary.answer import Answer, Usage
from inspector.summary.failing import UnusableAnswer
from inspector.summary.prepared import Prepared
from inspector.summary.prompt import prompt


def python(code: str, *arguments: str) -> str:
    """The command line of a program in Python."""
    return shlex.join([sys.executable, "-S", "-E", "-c", code, *arguments])


def gone(pid: int) -> bool:
    """Whether a process runs no more; one that only waits to be collected does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return _unknown(pid)
    return state == "Z"


def _unknown(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def until(true: Callable[[], object], seconds: float = 20) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came to be so"
        time.sleep(0.005)


class Counting:
    """Asks nobody; counts, and can be held up until `go` is set or it is cancelled."""

    def __init__(self, name: str = "anthropic:model-1", fails: str = "") -> None:
        self.name, self.fails = name, fails
        self.asked: list[SummaryRequest] = []
        self.prepared = 0
        self.go = threading.Event()
        self.go.set()
        self.cancelled, self.refusal, self.lacks = False, "", ""
        self.unusable: Answer | None = None
        self.answered = Answer("", "model-1", Usage(120, 30), 1.5)

    def prepare(self, request: SummaryRequest) -> Prepared:
        asked = prompt(request)
        self.prepared += 1
        return Prepared(asked, {"system": asked.system, "user": asked.user}, 1_234, 0.02, 500, refusal=self.refusal)

    def check(self) -> None:
        if self.lacks:
            raise SummaryFailed(self.lacks)

    def answer(self, request: SummaryRequest) -> Answer:
        self.asked.append(request)
        until(self.go.is_set)
        if self.cancelled:
            raise SummaryFailed("cancelled")
        if self.unusable is not None:
            raise UnusableAnswer("it was cut off", self.unusable)
        if self.fails:
            raise SummaryFailed(self.fails)
        text = self.answered.text or f"answer {len(self.asked)} of {len(request.parts)} parts"
        return Answer(text, self.answered.model, self.answered.usage, self.answered.seconds, self.answered.stop)

    def summarise(self, request: SummaryRequest) -> str:
        return self.answer(request).text

    def cancel(self) -> None:
        self.cancelled = True
        self.go.set()
