"""What the audit says of a summary: what is held, what is wrong, what is missing, and hints apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from inspector.cli.heading import line
from inspector.cli.layout import Column
from inspector.cli.table import Cell, Table
from inspector.cli.titles import print_title
from inspector.summary.audit import Audit, Finding

if TYPE_CHECKING:
    from rich.console import Console

MISSING = 12
"""Missing things of a kind that are named; the rest is counted."""
SAYS = 160
"""Characters of the summary's own words that a finding shows."""
NO_FINDING = "no finding: nothing that the source surely contradicts or does not have"
HINTS = "hints: worth a look at both places, may be wrong"
OWN_WORDS = "its own ({:.0%} the record's): who said what, what was denied and how it ended are hints only"
PLURAL = {"command": "commands", "identifier": "identifiers", "number": "numbers", "path": "paths"}


def share(audit: Audit) -> float:
    """How much of what was looked for is held, in part or word for word."""
    held = sum(item.held != "no" for item in audit.coverage)
    return held / len(audit.coverage) if audit.coverage else 1.0


def print_audit(console: Console, audit: Audit, text: str) -> None:
    """Coverage by kind, every finding with its places and the summary's own words, what is missing; hints apart."""
    print_title(console, "audit")
    of, held = Counter(item.kind for item in audit.coverage), Counter(i.kind for i in audit.coverage if i.held != "no")
    words = " · ".join(f"{PLURAL.get(kind, kind + 's')} {held[kind]}/{count}" for kind, count in of.items())
    line(console, "held", words or "the source holds nothing that is looked for")
    if not audit.keeps_words:
        line(console, "words", OWN_WORDS.format(audit.kept or 0))
    if not audit.findings:
        line(console, "✓", NO_FINDING if audit.hints else "nothing is said that the source does not say", "green")
    table = _table(console)
    _add(table, audit.findings, "‼", "red", text)
    for kind in of:
        missing = [item for item in audit.coverage if item.kind == kind and item.held == "no"]
        for item in missing[:MISSING]:
            table.add(Cell(f"✗ {kind}", "yellow"), item.source.block, item.text)
        if len(missing) > MISSING:
            table.add(Cell(f"✗ {kind}", "yellow"), "", f"and {len(missing) - MISSING:,} more")
    if table.rows:
        table.show()
    if audit.hints:
        print_title(console, HINTS)
        hints = _table(console)
        _add(hints, audit.hints, "?", "", text)
        hints.show()


def _table(console: Console) -> Table:
    return Table(console, Column("kind", whole=True), Column("where", missable=1), Column("text", least=20), wrap=True)


def _add(table: Table, found: Iterable[Finding], sign: str, style: str, text: str) -> None:
    """A row for each, with the blocks where the contrary or the nearest stands."""
    for each in found:
        near = ", ".join(dict.fromkeys(span.block for span in each.sources))
        table.add(Cell(f"{sign} {each.kind}", style), near, _found(each, text))


def _found(found: Finding, text: str) -> str:
    """What is wrong, with the words of the summary where it does not hold them itself."""
    words = " ".join(text[found.span.start : found.span.end].split())
    if not words or words.strip("`*'\"“”. ") in found.text:
        return found.text
    return f"{found.text}: “{words[:SAYS]}{'…' if len(words) > SAYS else ''}”"
