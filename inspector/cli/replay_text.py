"""A replay for people: a row a request, and totals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from inspector.cli.evidence_text import print_durable_line
from inspector.cli.heading import line, print_certificate, print_hopeless, print_policy, print_transcript
from inspector.cli.layout import Column
from inspector.cli.table import Cell, Table
from inspector.engine.view import Row
from inspector.export.json_replay import totals
from inspector.phrases import counted

if TYPE_CHECKING:
    from rich.console import Console

    from inspector.engine import Replay


def print_replay(console: Console, rows: Sequence[Row], replay: Replay) -> None:
    print_transcript(console, replay.transcript)
    print_policy(console, replay.policy)
    print_hopeless(console, replay)
    print_certificate(console, replay.certificate())
    line(console, "sizes", f"{replay.policy.meter.unit}, counted as {replay.policy.meter.count}")
    print_durable_line(console, replay.durable_view, replay.policy.meter.unit)
    console.print()
    print_rows(console, rows)
    console.print()
    print_totals(console, rows, replay.policy.meter.unit)


def print_rows(console: Console, rows: Sequence[Row]) -> None:
    """All rows, however many; a refused one says why."""
    table = Table(
        console,
        Column("request", right=True),
        Column("turn", right=True, missable=2),
        Column("transcript", right=True),
        Column("view", right=True),
        Column("kept", right=True, missable=1),
        Column("", whole=True),
        Column("layers that fired", whole=True, least=6),
    )
    for row in rows:
        kept = f"{row.view / row.transcript:.0%}" if row.transcript else ""
        view = f"{'≈' if row.approximate else ''}{row.view:,}"
        table.add(f"{row.request:,}", f"{row.turn:,}", f"{row.transcript:,}", view, kept, _mark(row), _happened(row))
    table.show()


def _mark(row: Row) -> Cell:
    """▲ refused, ◆ a summary was made, · a layer changed something."""
    if row.error is not None:
        return Cell("▲", "red")
    return Cell("◆", "magenta") if row.compacted else Cell("·" if row.fired else "")


def _happened(row: Row) -> Cell:
    fired = ", ".join(row.fired)
    if row.error is None:
        return Cell(fired)
    return Cell(f"refused: {row.error}", "red")


def print_totals(console: Console, rows: Sequence[Row], unit: str) -> None:
    found = totals(rows)
    share = f" ({found['view'] / found['transcript']:.0%})" if found["transcript"] else ""
    line(
        console,
        "sent",
        f"{found['transcript']:,} → {found['view']:,} {unit}{share} over {counted(found['sent'], 'request')}",
    )
    if peak := found["peak"]:
        line(console, "peak", f"{peak['view']:,} {unit} at request {peak['request']:,}")
    happened = f"{counted(found['compactions'], 'compaction')} ◆ · {counted(found['changed'], 'request')} with a change"
    refused = f" · {found['refused']:,} refused ▲" if found["refused"] else ""
    line(console, "happened", happened + refused)
