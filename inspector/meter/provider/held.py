"""Which messages a recorded prompt holds, by the compactions before it."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple
from weakref import WeakKeyDictionary

from inspector.transcript.model import Compaction, Transcript


class Held(NamedTuple):
    """Messages (positions) of a prompt: the `kept` ones, and all from `since` on."""

    kept: tuple[int, ...]
    since: int

    def messages(self, history: int) -> tuple[int, ...]:
        """All of them, where the prompt has the history of so many messages."""
        return (*self.kept, *range(self.since, history))


def held(transcript: Transcript, history: int) -> Held:
    """What the recorded prompt after so many messages holds: what the last full compaction before it left."""
    since, full = _full(transcript)
    at = bisect_right(since, history)
    return _left(transcript, full[at - 1], history) if at else Held((), 0)


_kept: WeakKeyDictionary[Transcript, tuple[list[int], list[Compaction]]] = WeakKeyDictionary()


def _full(transcript: Transcript) -> tuple[list[int], list[Compaction]]:
    """The full compactions that are the last one somewhere, and since where, in order; found once."""
    found = _kept.get(transcript)
    if found is None:
        last: list[tuple[int, Compaction]] = []
        for one in reversed(transcript.compactions):
            if one.kind == "full" and (not last or one.since < last[-1][0]):  # a later one does not come before it
                last.append((one.since, one))
        last.reverse()
        found = _kept[transcript] = [since for since, _ in last], [one for _, one in last]
    return found


def _left(transcript: Transcript, compaction: Compaction, history: int) -> Held:
    """What a compaction left, and everything after it."""
    if compaction.order is not None:
        return Held(tuple(dict.fromkeys(at for at in compaction.order if at < history)), compaction.rest)
    start = compaction.before
    kept = (at for at in (*transcript.structure.system, *compaction.preserved) if at < start)
    return Held(tuple(dict.fromkeys(kept)), start)
