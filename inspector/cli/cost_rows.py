"""Requests with their tokens, in stretches, and when each change of the view has paid: the tables of `inspector cost`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from inspector.analysis.cost.account import Sum, summed
from inspector.analysis.cost.even import Change
from inspector.analysis.cost.spent import Spent
from inspector.analysis.cost.stretches import reported_read, stretches
from inspector.analysis.cost.words import Tone, paid_words, pays_words, remark
from inspector.cli.heading import LABEL, line
from inspector.cli.layout import Column
from inspector.cli.table import Cell, Table
from inspector.phrases import span

if TYPE_CHECKING:
    from rich.console import Console

CHANGES = "again: tokens sent before that are written once more; pays after, lasts: in further requests"
SHOWN = 12
"""Changes that are told one by one."""


def print_requests(console: Console, rows: Sequence[Spent], every: bool) -> None:
    told = any(row.usage is not None for row in rows)
    reported = [Column("reported", right=True, missable=3)] if told else []
    table = Table(
        console,
        *(Column(title, right=True) for title in ("request", "prompt", "read")),
        *reported,
        Column("written", right=True),
        Column("fresh", right=True, missable=1),
        Column("output", right=True, missable=2),
        Column("", whole=True, least=6),
    )
    for stretch in stretches(rows, every):
        all_of, first, last = summed(stretch), stretch[0], stretch[-1]
        at = span(first.request, last.request)
        prompt, read, *rest = (f"{number:,}" for number in _numbers(all_of))
        table.add(at, prompt, read, *([_read(stretch)] if told else []), *rest, _remark(first))
    table.show()


def _numbers(found: Sum) -> tuple[int, ...]:
    return (found.prompt, found.read, found.write, found.fresh, found.output)


def _read(rows: Sequence[Spent]) -> str:
    """What was reported of these requests; "" where nothing was of one of them."""
    read = reported_read(rows)
    return "" if read is None else f"{read:,}"


COLOURS: dict[Tone, str] = {"plain": "", "quiet": "dim", "good": "green", "warn": "yellow", "bad": "red"}


def _remark(row: Spent) -> Cell:
    text, tone = remark(row)
    return Cell(text, COLOURS[tone])


def print_changes(console: Console, changes: Sequence[Change]) -> None:
    if not changes:
        return
    console.print()
    line(console, "pays", paid_words(changes), "bold")
    if not all(change.known for change in changes):
        line(console, "", "by the usual proportions of prices: those of this model are not known", "dim")
    line(console, "", CHANGES, "dim")
    table = Table(
        console,
        Column("request", right=True),
        Column("from", right=True),
        Column("to", right=True),
        Column("again", right=True, missable=1),
        Column("pays after", whole=True),
        Column("lasts", right=True),
        Column("by", whole=True),
        indent=min(LABEL, console.width // 8),
    )
    for change in changes[:SHOWN]:
        numbers = (f"{change.request:,}", f"{change.before:,}", f"{change.after:,}", f"{change.again:,}")
        table.add(*numbers, pays(change), f"{change.lasts:,}", ", ".join(change.layers))
    table.show()
    if len(changes) > SHOWN:
        line(console, "", f"… and {len(changes) - SHOWN:,} more: --json has them all", "dim")


def pays(change: Change) -> Cell:
    """After how many more requests, with a sign where the saving lasts so long: `✓ 4`, `✗ 163`, `✓ at once`, `✗ never`."""
    tone = pays_words(change)[1]
    after = "never" if change.pays is None else f"{change.pays:,}" if change.pays else "at once"
    return Cell(f"{'✓' if change.paid else '✗'} {after}", COLOURS[tone])
