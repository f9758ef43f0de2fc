"""How wrong estimators of tokens are, for people: one table in all, then by kind and by writing, plain and scaled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.analysis.estimators import ESTIMATORS, Measured, Row
from inspector.analysis.estimators.fixed_course import course_rows
from inspector.analysis.estimators.words import (
    OFF,
    SCALED,
    basis_words,
    factor_words,
    fixed_words,
    gravity,
    percent,
    shared_words,
    starts_words,
    sure,
)
from inspector.cli.heading import line, print_transcript
from inspector.cli.layout import Column
from inspector.cli.table import Cell, Table
from inspector.transcript.model import Transcript

if TYPE_CHECKING:
    from rich.console import Console

_COLOURS = {"": "", "slight": "yellow", "gross": "red"}


def print_meters(console: Console, transcript: Transcript, found: Measured, threshold: int) -> None:
    """All of it; where nothing can be counted, that."""
    print_transcript(console, transcript)
    if not found.total.tokens:
        line(console, "tokens", "nothing to count: no message has any", "yellow")
        return
    line(console, "tokens", basis_words(found), "" if sure(found) else "yellow")
    for told in filter(None, (factor_words(found), shared_words(found), fixed_words(found))):
        line(console, "", told, "dim")
    console.print()
    _print_estimators(console, found, threshold)
    for title, rows in (("kind", found.kinds), ("written in", found.writings)):
        console.print()
        _print_rows(console, title, rows, found)
    _print_course(console, found)


def _print_estimators(console: Console, found: Measured, threshold: int) -> None:
    titles = {"estimated": 0, "error": 0, "factor": 0, "off": 2, "off scaled": 1, "starts at": 0}
    columns = (Column(title, right=True, missable=order) for title, order in titles.items())
    table = Table(console, Column("estimator", whole=True), *columns)
    for at, each in enumerate(ESTIMATORS):
        factor, starts, (plain, scaled) = found.factors[at], found.starts(at, threshold), found.spreads[at]
        table.add(
            each.name,
            f"{found.total.estimated[at]:,.0f}",
            _cell(found.total.error(at)),
            "–" if factor is None else f"{factor:.2f}",
            f"{plain:.0%}",
            f"{scaled:.0%}",
            "–" if starts is None else f"{starts:,}",
        )
    for told in (OFF, starts_words(threshold)):
        table.add_line(told, "dim")
    table.show()


def _print_rows(console: Console, title: str, rows: tuple[Row, ...], found: Measured) -> None:
    """The errors as they are, and under them those that are left when each estimator is scaled."""
    names = [each.name.replace("JSON chars", "JSON") for each in ESTIMATORS]
    columns = [Column(title, whole=True), Column("charged" if found.basis == "charged" else "tokens", right=True)]
    table = Table(console, *columns, *(Column(name, right=True) for name in names))
    for row in rows:
        table.add(row.name, f"{row.tokens:,}", *(_cell(row.error(at)) for at in range(len(ESTIMATORS))))
    total = found.total
    table.add("all", f"{total.tokens:,}", *(_cell(total.error(at)) for at in range(len(ESTIMATORS))))
    table.add_line(SCALED, "dim")
    for row in rows:
        scaled = (_cell(row.error(at, factor or 1.0)) for at, factor in enumerate(found.factors))
        table.add(row.name, f"{row.tokens:,}", *scaled)
    table.show()


def _print_course(console: Console, found: Measured) -> None:
    """The fixed input of each stretch, and where it changes; nothing where one number says all of it."""
    told = list(course_rows(found.course))
    if not told:
        return
    console.print()
    columns = (Column("fixed input", right=True), Column("change", right=True), Column("why"))
    table = Table(console, Column("requests", whole=True), *columns)
    for each in told:
        table.add(each.requests, each.tokens, Cell(each.change, "yellow"), each.why)
    table.show()


def _cell(error: float | None) -> Cell:
    return Cell(percent(error), _COLOURS[gravity(error)])
