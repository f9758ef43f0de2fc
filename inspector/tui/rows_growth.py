"""The rows of a transcript that grew: what was measured stays measured, what was unfolded stays unfolded. No Textual here."""

from __future__ import annotations

from inspector.transcript.model import Transcript
from inspector.transcript.same import kept_messages
from inspector.tui.rows import BLOCK, EMPTY, Rows


def grown_rows(old: Rows, transcript: Transcript, width: int) -> Rows:
    """Rows of the new transcript, measured for a pane of that width as far as the old ones were."""
    rows = Rows(transcript)
    same = _same(old, rows)
    rows.compact = old.compact
    rows.expanded = {row for row in old.expanded if row < same}
    columns = rows.grid(width)
    known = old.whole[:same] if old.exact and columns == old.columns else []
    rows.adopt([*known, *(rows.height(row, columns) for row in range(len(known), len(rows)))], width)
    rows.exact = True
    return rows


def row_in(rows: Rows, old: Rows, row: int) -> int:
    """The row of new rows that shows what a row of old ones showed, or the nearest there is."""
    row = min(row, len(old) - 1)
    ref = old.refs[row] if row >= 0 else 0
    if row >= 0 and old.kinds[row] == BLOCK and ref < len(rows.row_of):
        return rows.row_of[ref]
    if row >= 0 and old.kinds[row] == EMPTY and ref < len(rows.first):
        return rows.first[ref]
    return max(0, min(row, len(rows) - 1))


def _same(old: Rows, rows: Rows) -> int:
    """How many rows at the beginning are the same."""
    kept = kept_messages(old.transcript, rows.transcript)
    end = min(_end(old, kept), _end(rows, kept))
    if old.kinds[:end] == rows.kinds[:end] and old.refs[:end] == rows.refs[:end]:
        return end
    pairs = zip(old.kinds[:end], old.refs[:end], rows.kinds[:end], rows.refs[:end], strict=True)
    return next((at for at, (kind, ref, other, of) in enumerate(pairs) if (kind, ref) != (other, of)), end)


def _end(rows: Rows, messages: int) -> int:
    """The row after the last of so many messages."""
    return rows.lead[messages] if messages < len(rows.lead) else rows.end_row
