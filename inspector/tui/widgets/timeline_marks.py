"""What happened at the requests of a session, asked by request: nothing that is drawn or said walks over all of it. Pure."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, Literal, NamedTuple, overload

MarkKind = Literal["refusal", "loss", "compaction", "recorded", "housekeeping"]

URGENCY: tuple[MarkKind, ...] = ("refusal", "loss", "compaction", "recorded", "housekeeping")
"""Which mark is shown when several fall into one column."""

_STEP: Final = 10**15
"""More than any weight: a mark's rank is its urgency times this, less its weight."""


class Mark(NamedTuple):
    """Something that happened at a request. `label` says which layers, or why, in a word or two.

    Where labels are too many for the row, those of more `weight` (from 0) are written.
    """

    request: int
    kind: MarkKind
    label: str = ""
    weight: int = 0

    @property
    def rank(self) -> int:
        """The lower, the more urgent, and among equally urgent ones the more weighty."""
        return URGENCY.index(self.kind) * _STEP - self.weight


class MarkList:
    """Marks of one source, by request. Columns, because Python is busy for long with fifty thousand objects, to free them too."""

    def __init__(self, marks: Iterable[Mark] = ()) -> None:
        self._requests, self._ranks = array("q"), array("q")
        self._labels: list[str] = []
        self.kinds: dict[MarkKind, None] = {}
        """Those that there are, in the order in which they begin."""
        for mark in sorted(marks, key=lambda mark: mark.request):
            self.add(mark)

    def add(self, mark: Mark) -> None:
        """One more, not before the last one."""
        self._requests.append(mark.request)
        self._ranks.append(mark.rank)
        self._labels.append(mark.label)
        self.kinds[mark.kind] = None

    def __len__(self) -> int:
        return len(self._requests)

    def mark(self, at: int) -> Mark:
        """The mark at a place."""
        urgency, weight = divmod(-self._ranks[at], _STEP)
        return Mark(self._requests[at], URGENCY[-urgency], self._labels[at], weight)

    def within(self, first: int, last: int) -> range:
        """Places of the marks of the requests `[first, last]`."""
        return range(bisect_left(self._requests, first), bisect_right(self._requests, last))

    def foremost(self, first: int, last: int) -> Mark | None:
        """The most urgent of them, the most weighty among equals."""
        its = self.within(first, last)
        if not its:
            return None
        least = min(self._ranks[its.start : its.stop])
        return self.mark(self._ranks.index(least, its.start, its.stop))

    def beyond(self, request: int, direction: int) -> int | None:
        """The next marked request after (direction 1) or before (-1) one."""
        at = bisect_right(self._requests, request) if direction > 0 else bisect_left(self._requests, request) - 1
        return self._requests[at] if 0 <= at < len(self) else None


class Marks(Sequence[Mark]):
    """The marks of several sources together, those of one source after those of the other. To put them together costs nothing."""

    def __init__(self, *lists: MarkList) -> None:
        self.lists = lists

    @classmethod
    def of(cls, *marks: Mark) -> Marks:
        """Those marks."""
        return cls(MarkList(marks))

    def at(self, request: int) -> list[Mark]:
        """What happened at a request."""
        return [each.mark(place) for each in self.lists for place in each.within(request, request)]

    def foremost(self, first: int, last: int) -> Mark | None:
        """The most urgent mark of the requests `[first, last]`, the most weighty among equals."""
        found = [mark for each in self.lists if (mark := each.foremost(first, last)) is not None]
        return min(found, key=lambda mark: mark.rank, default=None)

    def beyond(self, request: int, direction: int) -> int | None:
        """The next marked request after (direction 1) or before (-1) one."""
        found = [at for each in self.lists if (at := each.beyond(request, direction)) is not None]
        return (min(found) if direction > 0 else max(found)) if found else None

    @property
    def kinds(self) -> list[MarkKind]:
        """The kinds that there are."""
        return list(dict.fromkeys(kind for each in self.lists for kind in each.kinds))

    @property
    def requests(self) -> list[int]:
        """All marked requests, in order; as long as the session."""
        return sorted({mark.request for mark in self})

    def __len__(self) -> int:
        return sum(map(len, self.lists))

    @overload
    def __getitem__(self, at: int) -> Mark: ...
    @overload
    def __getitem__(self, at: slice) -> list[Mark]: ...
    def __getitem__(self, at: int | slice) -> Mark | list[Mark]:
        return [*self][at]

    def __iter__(self) -> Iterator[Mark]:
        return chain.from_iterable(map(each.mark, range(len(each))) for each in self.lists)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Marks) and self.lists == other.lists

    def __hash__(self) -> int:
        return hash(self.lists)
