"""`inspector formats`: which recorded sessions can be read, and what each kind of them holds."""

from __future__ import annotations

import click

from inspector.cli.layout import Column
from inspector.cli.options import json_option
from inspector.cli.output import console, print_json
from inspector.cli.table import Table

COLUMNS = {"system": "system prompt", "tools": "tool schemas", "prompts": "exact prompts", "summaries": "summaries"}
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
    titles = [Column(title, least=8) for title in (*COLUMNS.values(), "usage")]
    out = console()
    table = Table(out, Column("format", whole=True), *titles, wrap=True)
    for each in known:
        if each.readable:
            table.add(each.key, *each.records)
    table.show()
    unread = ", ".join(each.name.removeprefix("a ").removeprefix("an ") for each in known if not each.readable)
    if unread:
        out.print()
        out.print(f"known by sight, not read: {unread}", markup=False, highlight=False)
    return 0
