"""All requests of a replay as columns: sizes, and what happened where anything did. A row is made when it is looked at."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, overload

from inspector.engine.effects import remember
from inspector.engine.view import Answer, Row

if TYPE_CHECKING:
    from inspector.engine.course import Course
    from inspector.engine.told.course import Told


class Table(Sequence[Row]):
    """The rows of a replay, as far as they are worked out. Fifty thousand rows as objects would keep Python busy with them."""

    def __init__(self, course: Course | Told) -> None:
        ledger, structure = course.ledger, course.structure
        key, offset = ledger.key, ledger.base + ledger.supplied
        ends = [structure.first[history] for history in structure.histories]
        self.transcripts: Sequence[int] = remember(
            ledger.transcript, ("uncompacted", key, offset), lambda: [offset + ledger.prefix[end] for end in ends]
        )
        """Size of the history of each request, uncompacted."""
        requests = range(1, structure.requests + 1)
        self.turns: Sequence[int] = remember(ledger.transcript, ("turn of",), lambda: [*map(structure.turn, requests)])
        self.views = array("q")
        """Size of the view of each request."""
        self.told: dict[int, Answer] = {}
        """The requests at which layers fired or a view was refused."""
        self.approximate = bytearray()
        self._beside = course.beside
        self._always = course.always

    def add(self, answer: Answer) -> None:
        """The next request."""
        self.views.append(answer.size)
        self.approximate.append(answer.approximate)
        if answer.fired or answer.error is not None:
            self.told[len(self.views)] = answer

    def extend(self, sizes: list[int], approximate: bool) -> None:
        """The next requests, at which nothing happened."""
        self.views.extend(sizes)
        self.approximate.extend(bytes([approximate]) * len(sizes))

    def row(self, request: int) -> Row:
        """One request. A layer that works on every request is housekeeping, no compaction."""
        view = self.views[request - 1]
        told, beside = self.told.get(request), self._beside(request)
        fired, error = (told.fired, told.error) if told else ((), None)
        return Row(
            request=request,
            turn=self.turns[request - 1],
            transcript=self.transcripts[request - 1],
            view=view,
            fired=fired,
            compacted=error is None and self.compacts(fired),
            required=view + beside if beside is not None else None,
            error=error,
            approximate=bool(self.approximate[request - 1]),
        )

    def compacts(self, fired: tuple[str, ...]) -> bool:
        """Whether these layers compact; one that works on every request only keeps house."""
        return bool(fired) and not self._always.issuperset(fired)

    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> list[Row]: ...
    def __getitem__(self, at: int | slice) -> Row | list[Row]:
        found = range(len(self.views))[at]
        return [self.row(one + 1) for one in found] if isinstance(found, range) else self.row(found + 1)

    def __len__(self) -> int:
        return len(self.views)


def fired(rows: Sequence[Row]) -> list[int]:
    """The requests at which layers fired."""
    if isinstance(rows, Table):
        return [request for request, answer in rows.told.items() if answer.fired]
    return [row.request for row in rows if row.fired]
