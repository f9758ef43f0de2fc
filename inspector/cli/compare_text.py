"""A comparison for people: who is compared, a column for each, bars of their sizes, and where they differ most."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from inspector.analysis.compare.compare import Comparison
from inspector.analysis.compare.differing import Differing, at_request
from inspector.analysis.compare.sentences import differing_words, group_words, notes, verdict
from inspector.analysis.compare.spark import spark
from inspector.analysis.compare.table import full, table
from inspector.cli.compare_grid import print_grid
from inspector.cli.heading import LABEL, line, print_transcript
from inspector.engine.view import SIGNS, Fate

if TYPE_CHECKING:
    from rich.console import Console


def print_comparison(console: Console, found: Comparison, request: int | None = None) -> None:
    """The whole comparison, and `request` side by side where one was asked for."""
    print_transcript(console, found.transcript)
    _print_contenders(console, found)
    console.print()
    print_grid(console, [each.letter for each in found.runs], table(found), table(found, brief=True))
    console.print()
    line(console, "in short", verdict(found), "bold")
    for note in notes(found):
        line(console, "", note, "dim")
    if found.requests:
        _print_bars(console, found)
        _print_differing(console, found, request)


def _print_contenders(console: Console, found: Comparison) -> None:
    """Each with its letter, its name, and how far it may be believed."""
    for at, each in enumerate(found.runs):
        held = each.totals.certificate
        since = f" at request {held.request:,}" if held.request is not None else ""
        line(console, "" if at else "compared", f"{each.letter} {each.contender.title}", "bold")
        if found.requests:
            line(console, "", f"{held.kind}{since}: {held.why}", "dim", most=1)


def _print_bars(console: Console, found: Comparison) -> None:
    """The views over the session, a line for each contender."""
    console.print()
    line(
        console, "sizes", f"requests 1 to {found.requests:,}, against the largest view of {full(found):,} tokens", "dim"
    )
    for run in found.runs:
        line(console, f"{run.letter:>{LABEL - 2}}", spark(run.views, console.width - LABEL - 1, full(found)), "cyan")


def _print_differing(console: Console, found: Comparison, request: int | None) -> None:
    console.print()
    if request is not None:
        _print_one(console, found, at_request(found.runs, request), "asked for")
        console.print()
    if not found.differing:
        same = "they send the same at every request" if len(found.runs) > 1 else "there is nothing to differ from"
        line(console, "differ", same)
        return
    before: Differing | None = None
    for each in found.differing:
        _print_one(console, found, each, "" if before else "differ most", before)
        before = before if before is not None and _same(each, before) else each
    line(console, "", " · ".join(f"{SIGNS[fate]} {fate}" for fate in _fates(found)), "dim")


def _fates(found: Comparison) -> list[Fate]:
    """The fates of which a sign was printed, in the order of `SIGNS`."""
    seen = {state.fate for one in found.differing for group in one.groups for state in group.states}
    return [fate for fate in SIGNS if fate in seen]


def _print_one(
    console: Console, found: Comparison, one: Differing, label: str, before: Differing | None = None
) -> None:
    """A request; of one whose blocks are those of the one `before` it only that."""
    why = f", by {one.by}" if one.by else ""
    line(console, label, f"request {one.request:,}{why}: {' · '.join(_sizes(found, one))}", "bold")
    if before is not None and _same(one, before):
        line(console, "", f"{differing_words(one)}, as at request {before.request:,}")
        return
    line(console, "", differing_words(one))
    name = found.transcript.structure.name
    for group in one.groups:
        line(console, "", f"- {group_words(group, found.runs, name)}", "dim")
    if one.more:
        line(console, "", f"- and {one.more:,} more", "dim")


def _same(one: Differing, other: Differing) -> bool:
    return (one.blocks, one.typed, one.more, one.groups) == (other.blocks, other.typed, other.more, other.groups)


def _sizes(found: Comparison, one: Differing) -> Iterator[str]:
    for run, size in zip(found.runs, one.sizes, strict=True):
        yield f"{run.letter} {'refused' if size is None else f'{size:,}'}"
