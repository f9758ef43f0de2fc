"""The inks of code, as they become known: asked of another process, one text at a time, within a budget of seconds.

`inks` answers at once: what is known, or None while it is being found out; who `listen`s hears of it, in another thread. The
other process is started when the first code is seen, and ends with this one. A text that takes it too long stays plain.
"""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Condition, Thread, Timer

from inspector.tui.inks.ink import Ink

BUDGET = 3.0
"""Seconds for one text, after which the other process is ended."""
STARTING = 20.0
"""Seconds for it to start, on a machine that is busy."""
REMEMBERED = 400
"""Texts whose inks are kept."""
WAITING = 80
"""Texts that wait; of more, the oldest are forgotten until they are asked for again."""
TRIES = 3
"""Times that the process may fail to start before nothing more is asked of it."""

Key = tuple[str, str]
"""Language and code."""


class Lexer:
    """Asks one process after the other. `command` is what starts it."""

    def __init__(self, command: Sequence[str] = (), budget: float = BUDGET) -> None:
        self._command = list(command) or [sys.executable, "-P", str(Path(__file__).with_name("lexing.py"))]
        self._budget, self._failures = budget, 0
        self._known: OrderedDict[Key, Sequence[Ink]] = OrderedDict()
        self._wanted: OrderedDict[Key, None] = OrderedDict()
        self._changed = Condition()
        self._thread: Thread | None = None
        self._busy = False
        self._process: subprocess.Popen[str] | None = None
        self._listeners: list[Callable[[], object]] = []

    def inks(self, language: str, code: str) -> Sequence[Ink] | None:
        """The inks of some code; None while they are not known yet."""
        key = (language, code)
        with self._changed:
            if key in self._known:
                self._known.move_to_end(key)
                return self._known[key]
            if self._failures >= TRIES:
                return ()
            self._wanted[key] = None
            self._wanted.move_to_end(key)
            while len(self._wanted) > WAITING:
                self._wanted.popitem(last=False)
            self._start()
            self._changed.notify()
        return None

    @property
    def idle(self) -> bool:
        """Nothing is being found out."""
        with self._changed:
            return not self._wanted and not self._busy

    def listen(self, hear: Callable[[], object]) -> None:
        """Call this, in another thread, whenever something became known."""
        self._listeners.append(hear)

    def leave(self, hear: Callable[[], object]) -> None:
        """Do not call this any more."""
        self._listeners.remove(hear)

    def close(self) -> None:
        """End the other process; the next text starts another one."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()

    def _start(self) -> None:
        if self._thread is None:
            atexit.register(self.close)
            self._thread = Thread(target=self._work, name="lexer", daemon=True)
            self._thread.start()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._busy = False
                while not self._wanted:
                    self._changed.wait()
                self._busy = True
                key, _ = self._wanted.popitem()  # the newest first: it is what is looked at
            found = self._ask(key)
            with self._changed:
                self._known[key] = found
                self._wanted.pop(key, None)
                while len(self._known) > REMEMBERED:
                    self._known.popitem(last=False)
            for hear in list(self._listeners):
                hear()

    def _ask(self, key: Key) -> Sequence[Ink]:
        """The inks of a text; none when the other process cannot be started, ends, or takes too long."""
        process = self._running()
        if process is None or process.stdin is None:
            return ()
        try:
            process.stdin.write(json.dumps(key) + "\n")
            process.stdin.flush()
            answer = self._line(process, self._budget)
            return [Ink(*one) for one in json.loads(answer)]
        except (OSError, ValueError):
            self.close()
            return ()

    def _running(self) -> subprocess.Popen[str] | None:
        """The process, started where it is not there."""
        if self._process is None and self._failures < TRIES:
            try:
                self._process = subprocess.Popen(
                    self._command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    encoding="ascii",
                )
                if not self._line(self._process, STARTING):
                    raise OSError("it does not start")
                self._failures = 0
            except OSError:
                self._failures += 1
                self.close()
        return self._process

    @staticmethod
    def _line(process: subprocess.Popen[str], seconds: float) -> str:
        """The next line of an answer; empty when the process ended, as it is made to when it takes too long."""
        assert process.stdout is not None
        alarm = Timer(seconds, process.kill)
        alarm.daemon = True
        alarm.start()
        try:
            return process.stdout.readline()
        finally:
            alarm.cancel()


LEXER = Lexer()
"""The one that the screens share: what is known of a text is known to all of them."""
