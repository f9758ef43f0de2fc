"""The requests at which anything happened, out of all rows; where those are columns, no row is made. No Textual here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from inspector.engine import EngineError, Row
from inspector.engine.table import Table


class Happening(NamedTuple):
    """A request at which layers fired or a view was refused.

    `lost` is what the view would have grown to since the request before, less what it is.
    """

    request: int
    fired: tuple[str, ...]
    error: EngineError | None
    compacted: bool
    lost: int


def happenings(rows: Sequence[Row]) -> Iterator[Happening]:
    """All of them, in order."""
    return _of_table(rows) if isinstance(rows, Table) else _of_rows(rows)


def _of_rows(rows: Sequence[Row]) -> Iterator[Happening]:
    for before, row in pairwise((None, *rows)):
        if row is not None and (row.fired or row.error is not None):
            expected = before.view + row.transcript - before.transcript if before else row.transcript
            yield Happening(row.request, row.fired, row.error, row.compacted, max(0, expected - row.view))


def _of_table(table: Table) -> Iterator[Happening]:
    views, transcripts = table.views, table.transcripts
    compacts: dict[tuple[str, ...], bool] = {}
    for request, answer in table.told.items():
        fired, error = answer.fired, answer.error
        compacted = compacts.get(fired)
        if compacted is None:
            compacted = compacts[fired] = table.compacts(fired)
        expected = transcripts[request - 1]
        if request > 1:
            expected += views[request - 2] - transcripts[request - 2]
        lost = expected - views[request - 1]
        yield Happening(request, fired, error, compacted and error is None, lost if lost > 0 else 0)
