"""Summaries of summaries as a table: how much of each the later ones still hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from inspector.analysis.generations import Generations
from inspector.cli.heading import line
from inspector.cli.layout import Column
from inspector.cli.table import Table
from inspector.cli.titles import print_title
from inspector.terminal_text import sanitise

if TYPE_CHECKING:
    from rich.console import Console

SHOWN = 12
"""Things that were lost that are named."""
HEAD, SHARE = 12, 6
"""Cells of the table of generations: its first column, and each share."""


def print_generations(console: Console, told: Generations) -> None:
    """How much of each summary the later ones still hold, as many of the newest as fit, and what was lost first."""
    print_title(console, "generations")
    last = len(told.cuts)
    if last < 2:
        line(console, "", "there are no two summaries in a row up to this request")
        return
    first = max(1, last - max(2, (console.width - HEAD) // SHARE) + 1)
    table = Table(console, Column("held by"), *(Column(f"{n}", right=True) for n in range(first, last + 1)))
    for generation in range(first, last):
        table.add(f"summary {generation}", *_shares(told, generation, first))
    table.show()
    if first > 1:
        line(console, "", f"{first - 1:,} older ones are not shown here; --json has all of them")
    for each in [each for each in told.survivals if each.lost is not None][:SHOWN]:
        text = f"{each.item.kind} {sanitise(each.item.text)}  [{each.item.source.block}]"
        line(console, f"lost at {each.lost}", text, most=2)


def _shares(told: Generations, generation: int, first: int) -> Iterator[str]:
    for later in range(first, len(told.cuts) + 1):
        if later < generation:
            yield ""
        elif later == generation:
            yield "all"
        else:
            part = told.share(generation, later)
            yield "" if part is None else f"{part:.0%}"
