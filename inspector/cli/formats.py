"""`inspector formats`: which recorded sessions can be read, and what each kind of them holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inspector.cli.layout import GAP, Column
from inspector.cli.options import json_option
from inspector.cli.output import console, print_json
from inspector.cli.table import Table
from inspector.terminal_text import cells

if TYPE_CHECKING:
    from rich.console import Console

    from inspector.transcript.formats.format import Format

COLUMNS = {
    "system": "system prompt",
    "tools": "tool schemas",
    "prompts": "exact prompts",
    "summaries": "summaries",
    "usage": "usage",
}
"""Field of `Records` → title of its column."""


@click.command(short_help="the formats of sessions that can be read, and what each of them records")
@json_option
def command(as_json: bool) -> int:
    """The formats of recorded sessions: what is read, what each writes down beside the messages, and what is known by sight
    and cannot be read. What a format does not record is supplied with --system and --tools, or stays open.

    Installed packages add formats by an entry point in the group compaction_inspector.formats.

    --json prints one object: formats (format, name, readable, records (system, tools, prompts, summaries, usage)).
    """
    from inspector.transcript.formats.registry import formats

    known = sorted(formats(), key=lambda each: (not each.readable, each.key))
    if as_json:
        rows = [
            {"format": f.key, "name": f.name, "readable": f.readable, "records": f.records._asdict()} for f in known
        ]
        print_json({"formats": rows})
        return 0
    out = console()
    _print_readable(out, [each for each in known if each.readable])
    unread = ", ".join(each.name.removeprefix("a ").removeprefix("an ") for each in known if not each.readable)
    if unread:
        out.print()
        out.print(f"known by sight, not read: {unread}", markup=False, highlight=False)
    return 0


def _print_readable(out: Console, known: list[Format]) -> None:
    """A grid where all of it fits side by side; else what each format records as a list, for which any width is enough."""
    titles = ("format", *COLUMNS.values())
    rows: list[tuple[str, ...]] = [(each.key, *each.records) for each in known]
    wide = sum(max(map(cells, column)) for column in zip(titles, *rows, strict=True)) + GAP * (len(titles) - 1)
    if wide <= out.width:
        table = Table(out, *[Column(title, whole=True) for title in titles])
    else:
        table = Table(out, Column("format", whole=True), Column("records"), wrap=True)
        rows = [(each.key, recorded(each)) for each in known]
    for row in rows:
        table.add(*row)
    table.show()


def recorded(format: Format) -> str:
    """What a format records, with in what case where that is not always: `system prompt, usage (in part)`."""
    told = [(title, getattr(format.records, field)) for field, title in COLUMNS.items()]
    found = [title if case == "yes" else f"{title} ({case})" for title, case in told if case != "no"]
    return ", ".join(found) or "the messages alone"
