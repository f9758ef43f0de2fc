"""From rows to messages and compactions: which rows are copies that a compaction made of earlier ones.

A compaction of Hermes writes the conversation anew: the first messages, a summary, the last messages, byte for byte but for
outputs that it cleared (`compress`, `archive_and_compact`, `publish_compression_child`). The record then holds one
generation of rows after the other. Each message is shown once: a copy stands for its original, and the compaction's `order`
names originals and summary as they were sent. Where the record holds the last generation alone, nothing says which of
the messages behind the summary were there before it: that is in the `doubt`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inspector.transcript.formats.hermes.rows import Row
from inspector.transcript.make import numbered
from inspector.transcript.model import Compaction, Message

HEAD = 12
"""Messages at the beginning that a compaction leaves alone, at the most (three and the system prompt by default)."""

UNREAD = "\0"
"""How the `text` of a row begins that stayed in the file: it is only compared."""

_TRIES = 50
_DOUBT = "the record begins with the summary; it does not say which of the messages after it were there before"


class Built(NamedTuple):
    """The messages, each once, and the compactions."""

    messages: tuple[Message, ...]
    compactions: tuple[Compaction, ...]


def generations(rows: Sequence[Row]) -> list[list[Row]]:
    """Rows of one list, parted where the conversation was written anew: where its first messages come again before a summary."""
    starts = [0]
    for at in [at for at, (_, _, summary) in enumerate(rows) if summary and at]:
        start = _again(rows, starts[-1], at)
        if start is not None:
            starts.append(start)
    if len(starts) == 1:
        return [list(rows)]
    return [list(rows[lo:hi]) for lo, hi in zip(starts, [*starts[1:], len(rows)], strict=True)]


def _again(rows: Sequence[Row], first: int, summary: int) -> int | None:
    """Where the first messages of a generation begin once more, just before a summary."""
    for count in range(min(HEAD, (summary - first) // 2), 0, -1):
        start = summary - count
        if [row.key for row in rows[start:summary]] == [row.key for row in rows[first : first + count]]:
            return start
    return None


def built(parts: Sequence[Sequence[Row]]) -> Built:
    """The messages of all generations, in order."""
    made = _Made()
    for number, rows in enumerate(parts):
        if number:
            made.again(rows)
        else:
            made.begin(rows)
            made.view = list(enumerate(rows)) if len(parts) > 1 else []
    return Built(tuple(made.messages), tuple(made.compactions))


class _Made:
    """What was built so far. `view`: the prompt, as positions and rows."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.compactions: list[Compaction] = []
        self.view: list[tuple[int, Row]] = []

    def begin(self, rows: Sequence[Row]) -> None:
        """The first generation, with the summaries that it may begin with."""
        self.messages = [numbered(message, number) for number, (message, _, _) in enumerate(rows, 1)]
        for at in [at for at, (_, _, summary) in enumerate(rows) if summary]:
            self._stood(rows[at], at)

    def _stood(self, row: Row, at: int) -> None:
        """A summary of messages that the record does not hold."""
        self.compactions.append(
            Compaction(
                "full",
                at,
                line=row.message.line,
                summary=at,
                order=tuple(range(at + 1)),
                doubtful=frozenset({at}),
                doubt=_DOUBT,
            )
        )

    def _add(self, row: Row) -> int:
        self.messages.append(numbered(row.message, len(self.messages) + 1))
        self.view.append((len(self.messages) - 1, row))
        return len(self.messages) - 1

    def again(self, rows: Sequence[Row]) -> None:
        """A generation that follows: its copies stand for what they were made of."""
        before, old = len(self.messages), self.view
        lead = _system(old) if rows and rows[0].message.role != "system" else 0
        head = _common(rows, old[lead:])
        last = next((at for at, row in enumerate(rows) if row.summary), head - 1)
        start, kept = _tail(rows, last + 1, old, lead + head)
        rest = last + 1 + kept
        self.view = list(old[: lead + head])
        brought = [self._add(row) for row in rows[head : last + 1]]
        self.view += old[start : start + kept]
        order = tuple(at for at, _ in self.view)
        if brought or len(order) < len(old):
            pairs = [
                *zip(old[lead : lead + head], rows, strict=False),
                *zip(old[start:], rows[last + 1 : rest], strict=False),
            ]
            self._compaction(before, brought, order, _replaced(pairs), rows[max(last, 0)] if rows else None)
        for row in rows[rest:]:
            self._add(row)

    def _compaction(
        self, before: int, brought: Sequence[int], order: tuple[int, ...], replaced: dict[str, str], row: Row | None
    ) -> None:
        summary = brought[-1] if brought and row is not None and row.summary else None
        line = row.message.line if row is not None else 0
        self.compactions.append(Compaction("full", before, line=line, summary=summary, order=order, replaced=replaced))


def _replaced(pairs: Sequence[tuple[tuple[int, Row], Row]]) -> dict[str, str]:
    """Outputs that are other in the copy than they were."""
    return {
        now.call: now.text for (_, was), now in pairs if now.call and now.text != was.text and now.text[:1] != UNREAD
    }


def _system(view: Sequence[tuple[int, Row]]) -> int:
    """System messages at the beginning: a session's row holds them, no generation repeats them."""
    return next((at for at, (_, row) in enumerate(view) if row.message.role != "system"), len(view))


def _common(rows: Sequence[Row], old: Sequence[tuple[int, Row]]) -> int:
    """How many rows at the beginning are copies of the first ones."""
    count = 0
    for row, (_, was) in zip(rows, old, strict=False):
        if row.key != was.key or row.summary:
            break
        count += 1
    return count


def _tail(rows: Sequence[Row], first: int, old: Sequence[tuple[int, Row]], head: int) -> tuple[int, int]:
    """Where in the old prompt the messages begin that stand again after the summary, and how many they are: to its end."""
    if first >= len(rows):
        return len(old), 0
    found = [at for at in range(head, len(old)) if old[at][1].key == rows[first].key]
    for start in found[:_TRIES]:
        count = len(old) - start
        again = [row.key for row in rows[first : first + count]]
        if again == [row.key for _, row in old[start:]]:
            return start, count
    return len(old), 0
