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

SHOWN = 12
"""Changes that are told one by one."""


def print_requests(console: Console, rows: Sequence[Spent], every: bool) -> None:
    told = any(row.usage is not None for row in rows)
    table = Table(
        console,
        Column("request", right=True),
        Column("prompt", right=True),
        Column("read", right=True),
        Column("reported" if told else "", right=True, missable=3),
        Column("written", right=True),
        Column("fresh", right=True, missable=1),
        Column("output", right=True, missable=2),
        Column("", whole=True, least=6),
    )
    for stretch in stretches(rows, every):
        all_of, first, last = summed(stretch), stretch[0], stretch[-1]
        at = span(first.request, last.request)
        prompt, read, *rest = (f"{number:,}" for number in _numbers(all_of))
        table.add(at, prompt, read, _read(stretch), *rest, _remark(first))
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
    table = Table(
        console,
        Column("request", right=True),
        Column("from", right=True),
        Column("to", right=True),
        Column("written anew", right=True, missable=1),
        Column("pays", whole=True),
        Column("by", least=6),
        indent=min(LABEL, console.width // 8),
    )
    for change in changes[:SHOWN]:
        numbers = (f"{change.request:,}", f"{change.before:,}", f"{change.after:,}", f"{change.rewritten:,}")
        table.add(*numbers, pays(change), ", ".join(change.layers))
    table.show()
    if len(changes) > SHOWN:
        line(console, "", f"… and {len(changes) - SHOWN:,} more: --json has them all", "dim")


def pays(change: Change) -> Cell:
    """`after 4 more requests`, and whether there were so many before the next change."""
    text, tone = pays_words(change)
    return Cell(text, COLOURS[tone])
