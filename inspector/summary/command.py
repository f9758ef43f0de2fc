"""Any program as a summariser: it reads the request on stdin as JSON, and writes the summary on stdout.

What it reads is one object:

    schema          "summary-request/1"
    system, user    the two texts that a model is to be sent; whoever only passes them on needs nothing else
    limit           {max, unit}: how long the summary may be; max is null where there is no limit
    mode            what becomes of the earlier summary: update, redistil or carry
    previous        the earlier summary that is to be brought up to date; "" when there is none
    sections        [{title, holds, kinds}]: what the policy requires
    instructions, focus, recent_files, guard
    omitted         {bytes, end, notice}: input that was left out, and at which end
    parts           [{name, role, author, kind, tool, text}]: what the summary stands for, in order

All of it is ASCII with escapes, on one line. The answer is UTF-8 text; exit code 0 says that it is one.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from inspector.engine.summariser import SummaryFailed, SummaryPart, SummaryRequest
from inspector.summary.allowed import SECONDS as SECONDS_VARIABLE
from inspector.summary.allowed import stated_seconds
from inspector.summary.answer import Answer
from inspector.summary.prepared import Prepared
from inspector.summary.program import Ended, Halted, look_for, run
from inspector.summary.prompt import Prompt, prompt
from inspector.summary.secrets import scrub, scrubber
from inspector.summary.size import estimate
from inspector.summary.text import clean

SCHEMA = "summary-request/1"
SECONDS = 600.0
"""How long a program may take, unless the environment says otherwise."""
MOST = 1_000_000
"""Bytes of a summary that are taken from a program."""
LAST_LINES, LONGEST_LINE = 3, 200


class Command:
    """Asks a program. `line` is split as a shell would, but no shell runs: no variables, no pipes, no wildcards."""

    def __init__(self, line: str, *, environ: Mapping[str, str] | None = None, seconds: float | None = None) -> None:
        self._line, self._words = line, split(line)
        self._environ, self._seconds = environ, seconds
        self._lock, self._running = threading.Lock(), set[threading.Event]()

    @property
    def name(self) -> str:
        return f"command:{self._line}"

    def prepare(self, request: SummaryRequest) -> Prepared:
        """What the program would be given."""
        most = request.max_size or 0
        sent = self._body(request)
        asked = Prompt(sent["system"], sent["user"])
        return Prepared(
            asked,
            sent,
            tokens=estimate(asked.system) + estimate(asked.user),
            most=most if request.unit == "tokens" else most // 4,
        )

    def check(self) -> None:
        """Whether there is such a program, and a time for it. Raises SummaryFailed that says what to do."""
        if os.name == "nt":
            raise SummaryFailed("programs cannot be run as summarisers on this system; choose another one")
        self._allowed()
        try:
            look_for(self._words[0], self._environ)
        except OSError as error:
            raise SummaryFailed(self._scrubbed(not_started(self._words[0], error))) from None

    def summarise(self, request: SummaryRequest) -> str:
        return self.answer(request).text

    def answer(self, request: SummaryRequest) -> Answer:
        """The program's answer. Raises SummaryFailed with what went wrong and what to do."""
        cancelled = threading.Event()
        with self._lock:
            self._running.add(cancelled)
        try:
            return self._answer(request, cancelled)
        finally:
            with self._lock:
                self._running.discard(cancelled)

    def cancel(self) -> None:
        """End every program that runs for this summariser, with all that it started."""
        with self._lock:
            for each in self._running:
                each.set()

    def _answer(self, request: SummaryRequest, cancelled: threading.Event) -> Answer:
        self.check()
        data = json.dumps(self._body(request), separators=(",", ":")).encode() + b"\n"
        seconds, start = self._allowed(), time.monotonic()
        try:
            ended = run(
                self._words, data, environ=self._environ, seconds=seconds, most=MOST, cancelled=cancelled.is_set
            )
        except (OSError, ValueError) as error:
            raise SummaryFailed(self._scrubbed(not_started(self._words[0], error))) from None
        except Halted as halted:
            raise SummaryFailed(self._halted(halted, seconds)) from None
        return Answer(self._text(ended), seconds=time.monotonic() - start)

    def _body(self, request: SummaryRequest) -> dict[str, Any]:
        """What is sent. Secrets of the environment are no part of it, even where the session shows them."""
        sent: dict[str, Any] = without(body(request, prompt(request)), scrubber(self._environ))
        return sent

    def _allowed(self) -> float:
        if self._seconds is not None:
            return self._seconds
        return stated_seconds(os.environ if self._environ is None else self._environ) or SECONDS

    def _halted(self, halted: Halted, seconds: float) -> str:
        if halted.why == "cancelled":
            return "cancelled"
        if halted.why == "timeout":
            what = f"did not end within {seconds:,.0f} s ({SECONDS_VARIABLE} allows it more)"
        else:
            what = f"wrote more than {MOST:,} bytes; a summary is much shorter"
        return self._said(what, halted.err)

    def _text(self, ended: Ended) -> str:
        if ended.code:
            raise SummaryFailed(self._said(_exit(ended.code), ended.err))
        try:
            text = ended.out.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise SummaryFailed(f"{self._words[0]} wrote no UTF-8 text: byte {error.start + 1} is none") from None
        if "\0" in text:
            raise SummaryFailed(f"{self._words[0]} wrote binary data, no text")
        text = clean(text).strip()
        if not text:
            raise SummaryFailed(self._said("wrote nothing on stdout", ended.err))
        return text

    def _said(self, what: str, errors: bytes) -> str:
        """What happened, and the last that the program said of it."""
        lines = [clean(line).strip()[:LONGEST_LINE] for line in errors.decode("utf-8", "replace").splitlines()]
        last = " / ".join([line for line in lines if line][-LAST_LINES:])
        return self._scrubbed(f"{self._words[0]} {what}{f': {last}' if last else ''}")

    def _scrubbed(self, text: str) -> str:
        return scrub(text, self._environ)


def split(line: str) -> list[str]:
    """The words of a command line. Raises `ValueError` that says what is wrong with it."""
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise ValueError(f"{str(error).lower()} in {line!r}") from None
    if not words or not words[0]:
        raise ValueError("the name of a program is missing")
    if "\0" in line:
        raise ValueError("a command line holds no zero bytes")
    return [os.path.expanduser(words[0]), *words[1:]]


def body(request: SummaryRequest, asked: Prompt) -> dict[str, Any]:
    """The request as the program reads it. Which request of the session it is plays no part in it."""
    return {
        "schema": SCHEMA,
        "system": asked.system,
        "user": asked.user,
        "limit": {"max": request.max_size, "unit": request.unit},
        "mode": request.mode,
        "previous": request.previous if request.mode != "carry" else "",
        "sections": [{"title": s.title, "holds": s.holds, "kinds": list(s.kinds)} for s in request.sections],
        "instructions": request.instructions,
        "focus": request.focus,
        "recent_files": list(request.recent_files),
        "guard": request.guard,
        "omitted": {"bytes": request.omitted, "end": request.omitted_end, "notice": request.notice},
        "parts": [_part(part) for part in request.parts],
    }


def without(value: Any, scrubbed: Callable[[str], str]) -> Any:
    """The value with every text in it scrubbed."""
    if isinstance(value, str):
        return scrubbed(value)
    if isinstance(value, list):
        return [without(each, scrubbed) for each in value]
    return {name: without(each, scrubbed) for name, each in value.items()} if isinstance(value, dict) else value


def _part(part: SummaryPart) -> dict[str, str]:
    return {
        "name": part.name,
        "role": part.role,
        "author": part.author,
        "kind": part.source.kind,
        "tool": part.tool,
        "text": part.text,
    }


def not_started(program: str, error: Exception) -> str:
    """Why a program could not be started, and what to do."""
    if isinstance(error, FileNotFoundError):
        return f"there is no program {program!r}: install it, or write its path, as in command:/path/to/program"
    if isinstance(error, PermissionError):
        return f"{program} may not be run: make it executable (chmod +x)"
    reason = getattr(error, "strerror", None) or str(error)
    return f"{program} could not be started: {reason.lower()}; a script needs a first line such as #!/bin/sh"


def _exit(code: int) -> str:
    if code > 0:
        return f"ended with exit code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"
