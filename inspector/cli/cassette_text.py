"""Kept summaries for people: a line each, or one of them whole."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from inspector.cli.layout import Column
from inspector.cli.table import Table
from inspector.export.json_kept import asked_of, when
from inspector.summary.cassette import Entry
from inspector.summary.kept_file import Kept
from inspector.summary.through import after, dollars
from inspector.terminal_text import sanitise

if TYPE_CHECKING:
    from rich.console import Console

SHORT = 12
"""Digits of a key that are shown."""
TIME = "%Y-%m-%d %H:%M"


def shown(folder: Path) -> str:
    """A folder on one safe line."""
    return sanitise(str(folder))


def print_list(console: Console, folder: Path, entries: tuple[Entry, ...]) -> None:
    """A line each, and what they take together."""
    columns = (
        Column("key", whole=True),
        Column("made", whole=True, missable=2),
        Column("blocks", whole=True, missable=1),
        Column("written", right=True),
        Column("price", right=True, missable=3),
    )
    table = Table(console, *columns, Column("summariser", least=20))
    for row in _rows(entries):
        table.add(*row)
    table.show()
    size = sum(entry.bytes for entry in entries)
    click.echo(f"\n{len(entries):,} in {shown(folder)}, {size:,} bytes")


def _rows(entries: tuple[Entry, ...]) -> Iterator[tuple[str, ...]]:
    for entry in entries:
        name, kept = entry.key[:SHORT], entry.kept
        if kept is None:
            yield name, "", "", "", "", f"damaged: {entry.damage}"
        else:
            yield name, _made(kept), _blocks(kept), _written(kept), _dollars(kept), _asked(kept)


def print_one(kept: Kept) -> None:
    """When it was made, by whom, at what cost and of what; then the text."""
    told = after(_asked(kept), kept.answer, _price(kept))
    blocks = _blocks(kept)
    click.echo(sanitise(f"{_made(kept)}  {told}{f'; blocks {blocks}' if blocks else ''}"))
    click.echo()
    for line in kept.answer.text.split("\n"):
        click.echo(sanitise(line))


def _asked(kept: Kept) -> str:
    """Who was asked, on one line: a command line may have several."""
    return " ".join(asked_of(kept).split())


def _made(kept: Kept) -> str:
    return when(kept).astimezone().strftime(TIME)


def _blocks(kept: Kept) -> str:
    first, last = kept.about.get("first"), kept.about.get("last")
    return f"{first}–{last}" if first and last else ""


def _written(kept: Kept) -> str:
    usage = kept.answer.usage
    return f"{usage.output:,} tokens" if usage else f"{len(kept.answer.text):,} characters"


def _price(kept: Kept) -> float | None:
    price = kept.about.get("price")
    return price if isinstance(price, int | float) else None


def _dollars(kept: Kept) -> str:
    price = _price(kept)
    return "" if price is None else dollars(price)
