"""The list of the room of meters: estimators in all, then errors by kind of block and by writing. No Textual here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inspector.analysis.estimators import ESTIMATORS, Measured, Row
from inspector.analysis.estimators.fixed_course import course_rows
from inspector.analysis.estimators.words import (
    OFF,
    factor_words,
    fixed_words,
    gravity,
    percent,
    shared_words,
    starts_words,
)
from inspector.transcript.structure import Structure
from inspector.tui.cost.lines import aligned
from inspector.tui.entries import Entry, Target, heading, note
from inspector.tui.parts import Part

STYLES = {"": "good", "slight": "warn", "gross": "bad"}
SIDE, NARROW = 12, 5
"""Cells of a bar on either side of nothing, and where there is little room."""


class Shown(NamedTuple):
    """What is looked at: the estimator (a position), whether errors are those after scaling, the threshold that is told.

    `side`: cells of half a bar.
    """

    at: int = 1
    scaled: bool = False
    threshold: int = 160_000
    side: int = SIDE


def estimator_lines(found: Measured, shape: Structure, shown: Shown) -> Iterator[Entry]:
    """A line for each estimator, the chosen one marked."""
    yield heading("in all", "← →: the estimator in sight")
    rows = [["", "estimated", "error", "factor", "off", "off scaled", "starts at"]]
    for at, each in enumerate(ESTIMATORS):
        factor, starts, (plain, scaled) = found.factors[at], found.starts(at, shown.threshold), found.spreads[at]
        rows.append(
            [
                f"{'●' if at == shown.at else ' '} {each.name}",
                f"{found.total.estimated[at]:,.0f}",
                percent(found.total.error(at)),
                "–" if factor is None else f"{factor:.2f}",
                f"{plain:.0%}",
                f"{scaled:.0%}",
                "–" if starts is None else f"{starts:,}",
            ]
        )
    for number, (name, estimated, error, factor_text, *off, starts_text) in enumerate(aligned(rows, left={0})):
        at, style = number - 1, "plain" if number else "quiet"
        tone = STYLES[gravity(found.total.error(at))] if at == shown.at else style
        parts = [
            Part(f" {name}", "strong" if at == shown.at else "quiet" if at < 0 else "plain", 9),
            Part(f"  {estimated}", style, 6),
            Part(f"  {error}", tone, 8),
            Part(f"  {factor_text}", style, 5),
            *(Part(f"  {text}", style, 3) for text in off),
            Part(f"  {starts_text}", style, 7),
        ]
        yield Entry(tuple(parts), place(shape, found.total, at, f"in-all-{at}") if number else None)
    yield note(OFF)
    yield note(starts_words(shown.threshold))


def row_lines(title: str, rows: Sequence[Row], found: Measured, shape: Structure, shown: Shown) -> Iterator[Entry]:
    """A line for each kind, with the error of every estimator, and of the chosen one as a bar."""
    how = "what no factor mends · t: as it is" if shown.scaled else "as it is · t: scaled"
    yield heading(title, how)
    factors = [(factor or 1.0) if shown.scaled else 1.0 for factor in found.factors]
    names = [each.name.replace("JSON chars", "JSON") for each in ESTIMATORS]
    told = [*rows, found.total]
    texts = [["", "charged" if found.basis == "charged" else "tokens", *names]]
    texts += [
        [row.name, f"{row.tokens:,}", *(percent(row.error(at, factors[at])) for at in range(len(names)))]
        for row in told
    ]
    most = max((abs(row.error(shown.at, factors[shown.at]) or 0.0) for row in told), default=0.0)
    for number, (name, tokens, *errors) in enumerate(aligned(texts, left={0})):
        if not number:
            yield Entry((Part(f" {name}  {tokens}", "quiet", 9), *_cells(errors, "quiet", "accent", shown.at)))
            continue
        row = told[number - 1]
        error = row.error(shown.at, factors[shown.at])
        tone = STYLES[gravity(error)]
        parts = (
            Part(f" {name}", "quiet" if row is found.total else "plain", 9),
            Part(f"  {tokens}", "quiet" if row is found.total else "plain", 7),
            *_cells(errors, "plain", tone, shown.at),
            Part(f"  {bar(error or 0.0, most, shown.side)}", tone, 3),
        )
        yield Entry(
            parts, None if row is found.total else place(shape, row, shown.at, f"{title}-{row.name}".replace(" ", "-"))
        )


def _cells(texts: Sequence[str], style: str, chosen: str, at: int) -> Iterator[Part]:
    for number, text in enumerate(texts):
        yield Part(f"  {text}", chosen if number == at else style, 8 if number == at else 5)


def bar(error: float, most: float, side: int = SIDE) -> str:
    """An error drawn to the left (too few) or to the right of a line, `most` being as long as there is room."""
    cells = round(side * min(1.0, abs(error) / most)) if most else 0
    left, right = (cells, 0) if error < 0 else (0, cells)
    return f"{' ' * (side - left)}{'━' * left}│{'━' * right}{' ' * (side - right)}"


def place(shape: Structure, row: Row, at: int, name: str) -> Target:
    """The block that an estimator is farthest from, at the first request that holds it."""
    block = row.worst[at]
    request = min(shape.request_of(shape.owner[block]), shape.requests)
    return Target(request, block, name)


def course_lines(found: Measured) -> Iterator[Entry]:
    """The fixed input of each stretch, and where it changes; enter goes there."""
    told = list(course_rows(found.course))
    if not told:
        return
    yield heading("beside messages: system prompt, tools", "enter: the request")
    rows = [["requests", "fixed input", "change"], *([each.requests, each.tokens, each.change] for each in told)]
    for number, (requests, tokens, change) in enumerate(aligned(rows, left={0})):
        each = told[number - 1] if number else None
        parts = (
            Part(f" {requests}", "plain" if each else "quiet", 9),
            Part(f"  {tokens}", "plain" if each else "quiet", 8),
            Part(f"  {change}", "warn" if each else "quiet", 8),
            Part(f"  {each.why}" if each else "", "quiet", 6, least=20),
        )
        yield Entry(parts, Target(each.request) if each else None)


def ground_lines(found: Measured) -> Iterator[Entry]:
    """What the numbers rest on."""
    told = [text for text in (factor_words(found), shared_words(found), fixed_words(found)) if text]
    if told:
        yield heading("what this rests on")
        yield from (note(text) for text in told)
