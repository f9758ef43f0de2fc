"""How the program says that something is wrong: one or two lines on stderr that say what to do, and the exit code.

0 fine; 1 the check failed or the view was refused; 2 bad use or bad input; 130 interrupted; 141 the reader of the
output went away; 70 a fault of the program itself (`INSPECTOR_TRACEBACK=1` shows where).
"""

from __future__ import annotations

import difflib
import os
import sys
import traceback
from collections.abc import Iterable
from typing import IO, Any, TextIO

import click

REFUSED, BAD_USE, FAULT, BROKEN_PIPE = 1, 2, 70, 141
LONGEST = 600
"""Characters of a line that are shown; an error may quote a damaged file."""


class BadUse(click.ClickException):
    """Bad use or bad input. The message says what to do about it."""

    exit_code = BAD_USE

    def show(self, file: IO[Any] | None = None) -> None:
        say(self.format_message())


def say(text: str) -> None:
    """One message on stderr, made safe for a terminal."""
    from inspector.terminal_text import sanitise

    lines = [sanitise(line[:LONGEST]) for line in text.strip().split("\n")]
    click.echo("inspector: " + "\n  ".join(lines), err=True)


def did_you_mean(wrong: str, known: Iterable[str]) -> str:
    """` Did you mean …?` when something known is near, else nothing."""
    near = difflib.get_close_matches(wrong, list(known), n=1, cutoff=0.6)
    return f" Did you mean {near[0]!r}?" if near else ""


def show_usage(error: click.UsageError) -> None:
    """A wrong command line: what is wrong, and where the help is."""
    known = error.ctx and not error.ctx.command.hidden
    command = error.ctx.command_path if error.ctx and known else "inspector"
    say(f"{error.format_message()}\nTry '{command} --help'.")


def show_failure(error: Exception) -> int:
    """Whatever else went wrong, in a line or two, and its exit code; never a traceback unless asked for."""
    if os.environ.get("INSPECTOR_TRACEBACK"):
        traceback.print_exception(error)
    if isinstance(error, OSError):
        say(": ".join(str(part) for part in (error.filename, error.strerror or error) if part))
        return BAD_USE
    if isinstance(error, MemoryError):
        say("there is not enough memory for this")
        return BAD_USE
    if _is_transcript_error(error):
        say(str(error))
        return BAD_USE
    say(f"internal error: {type(error).__name__}: {error}\nPlease report it; INSPECTOR_TRACEBACK=1 shows where it is.")
    return FAULT


def _is_transcript_error(error: Exception) -> bool:
    """Texts are read on demand: a file that was changed meanwhile is noticed late."""
    from inspector.transcript import TranscriptError

    return isinstance(error, TranscriptError)


def flush_stdout(code: int) -> int:
    """Write what is still held back. The exit code: the given one, or another when that fails; a failure is told once."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        silence_stdout()
        return BROKEN_PIPE
    except OSError as error:
        silence_stdout()
        return code if code in (BAD_USE, FAULT) else show_failure(error)
    return code


def silence_stdout() -> None:
    """When nobody reads any more: let the interpreter flush its last bytes into nothing instead of complaining at exit."""
    silence(sys.stdout)


def silence(stream: TextIO) -> None:
    """Let a stream end in nothing. Some Pythons try at exit to write again what failed before, and end with 120."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):
        return
