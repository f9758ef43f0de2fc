"""Where output goes: a console as wide as the terminal, JSON as bytes, progress on stderr."""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console

PIPED_WIDTH = 120
"""Columns when there is no terminal and `COLUMNS` does not say otherwise."""

# Delete, C1 controls, marks of direction, tag characters: JSON may hold them as they are. They stand in strings only.
_OBEYED = re.compile(
    b"\x7f|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]|\xf3\xa0[\x80\x81][\x80-\xbf]"
)

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


def to_json(document: Mapping[str, Any]) -> bytes:
    """JSON as `print_json` writes it. Numbers of any length are kept; what a terminal would obey is escaped."""
    import orjson

    options = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE | orjson.OPT_NON_STR_KEYS
    try:
        written = orjson.dumps(document, default=_plain, option=options)
    except TypeError:  # whole numbers over 64 bits, nesting over 254 levels
        text = json.dumps(document, default=_plain, indent=2, ensure_ascii=False)
        written = text.encode("utf-8", "replace") + b"\n"
    return _OBEYED.sub(_escaped, written)


def _escaped(found: re.Match[bytes]) -> bytes:
    units = found[0].decode("utf-8").encode("utf-16-be")
    return b"".join(b"\\u%02x%02x" % (units[at], units[at + 1]) for at in range(0, len(units), 2))


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} is no JSON value")


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
