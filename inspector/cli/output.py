"""Where output goes: a console as wide as the terminal, JSON as bytes, progress on stderr."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from inspector.export.as_json import to_json

if TYPE_CHECKING:
    from rich.console import Console

PIPED_WIDTH = 120
"""Columns when there is no terminal and `COLUMNS` does not say otherwise."""

PATIENCE = 0.5
"""Seconds of work before progress is shown."""


def console() -> Console:
    """Plain text into a pipe, colour on a terminal (unless `NO_COLOR`); nothing printed is ever read as markup."""
    from rich import console as rich

    class Console(rich.Console):
        def on_broken_pipe(self) -> None:
            """Rich would end the program with 1, which has another meaning here."""
            raise BrokenPipeError

    options: dict[str, Any] = {"highlight": False, "markup": False, "emoji": False, "file": sys.stdout}
    if not sys.stdout.isatty():
        options["width"] = _columns()
    return Console(**options)


def _columns() -> int:
    found = os.environ.get("COLUMNS", "")
    return int(found) if found.isdecimal() and int(found) > 0 else PIPED_WIDTH


def print_json(document: Mapping[str, Any]) -> None:
    """One JSON document on stdout, UTF-8, a newline at its end, keys in the order they were put in."""
    click.echo(to_json(document), nl=False)


def tell(text: str) -> None:
    """One line on stderr while something goes on; a line of progress makes room for it."""
    from inspector.cli.errors import say

    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
    say(text)


class Progress:
    """`n of m` on stderr, on one line that disappears; silent for quick work and where stderr is no terminal."""

    def __init__(self, what: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.what, self.clock = what, clock
        self.shown = False
        self.next = clock() + PATIENCE
        self.on = sys.stderr.isatty()

    def __call__(self, done: int, total: int) -> None:
        if self.on and self.clock() >= self.next:
            self.next = self.clock() + 0.1
            self.shown = True
            sys.stderr.write(f"\r{self.what} {done:,} of {total:,}\x1b[K")
            sys.stderr.flush()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
