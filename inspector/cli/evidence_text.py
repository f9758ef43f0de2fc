"""The durable state for people: facts, pending items, evidence, and what became of every source."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from inspector.cli.heading import line
from inspector.cli.layout import Column
from inspector.cli.table import Cell, Table
from inspector.engine.durable import ITEM_SIGNS, SOURCE_SIGNS
from inspector.engine.view import DurableView
from inspector.phrases import counted

if TYPE_CHECKING:
    from rich.console import Console

    from inspector.transcript.resolver import Resolution

SIGNS = SOURCE_SIGNS
STYLES = {"available": "green", "missing": "yellow", "denied": "yellow", "corrupt": "red", "unsupported": "yellow"}


def print_durable_line(console: Console, durable: DurableView | None, unit: str) -> None:
    """The durable state in a line: how much of what, and how its sources stand."""
    if durable is None:
        return
    state = durable.state
    parts = [counted(len(state.facts), "fact"), counted(len(state.pending_items), "pending item")]
    parts += [counted(len(state.retrieval_evidence), "chosen hit")]
    standing = Counter(source.status for source in durable.sources)
    parts += [f"{number:,} {status}" for status, number in standing.items()]
    line(console, "durable", f"{' · '.join(parts)} · {durable.size:,} {unit} in every request")


def print_durable(console: Console, durable: DurableView | None) -> None:
    """Everything that the durable state holds, a row each, and a row for each source."""
    if durable is None or durable.state.empty:
        return
    console.print()
    _print_items(console, durable)
    print_sources(console, durable)


def _print_items(console: Console, durable: DurableView) -> None:
    state, standing = durable.state, {source.pointer: source for source in durable.sources}
    columns = (Column("durable"), Column(""), Column("id"), Column("confirmed", most=32), Column("what"))
    table = Table(console, *columns, wrap=True)
    for fact in state.facts:
        table.add("fact", _sign(standing[fact.source_pointer]), fact.fact_id, fact.last_confirmed_at, fact.content)
    for item in state.pending_items:
        by = f" by {item.confirmed_by}" if item.confirmed_by else ""
        words = f"{ITEM_SIGNS[item.status]} {item.status}{by}: {item.description}"
        table.add("pending", _sign(standing[item.source_pointer]), item.item_id, item.last_confirmed_at, words)
    for each in state.retrieval_evidence:
        conflict = "no conflict" if each.conflict_key is None else f"won the conflict {each.conflict_key}"
        source = f"{each.source_title} ({each.source_type} {each.source_id})"
        words = f"rank {each.source_rank:,} · score {each.score:g} · {conflict} · {source}"
        table.add("evidence", "", each.memory_id, each.captured_at, words)
    table.show()


def print_sources(console: Console, durable: DurableView | None) -> None:
    """A row for each source: its status, then the whole hash where it is available, else why it is not."""
    if durable is None or not durable.sources:
        return
    console.print()
    table = Table(console, Column("source", most=60), Column(""), Column("status"), Column("evidence"), wrap=True)
    for source in durable.sources:
        style = STYLES.get(source.status, "")
        evidence = f"sha256 {source.sha256}" if source.sha256 else source.reason
        table.add(source.pointer, _sign(source), Cell(source.status, style), evidence)
    table.show()


def _sign(source: Resolution) -> Cell:
    return Cell(SIGNS.get(source.status, "?"), STYLES.get(source.status, ""))
