"""Which messages a recorded prompt holds, by the compactions before it."""

from __future__ import annotations

from typing import NamedTuple

from inspector.transcript.model import Compaction, Transcript


class Held(NamedTuple):
    """Messages (positions) of a prompt: the `kept` ones, and all from `since` on."""

    kept: tuple[int, ...]
    since: int

    def messages(self, history: int) -> tuple[int, ...]:
        """All of them, where the prompt has the history of so many messages."""
        return (*self.kept, *range(self.since, history))


def held(transcript: Transcript, history: int) -> Held:
    """What the recorded prompt after so many messages holds."""
    full = [each for each in transcript.compactions if each.kind == "full" and each.since <= history]
    return _left(transcript, full[-1], history) if full else Held((), 0)


def _left(transcript: Transcript, compaction: Compaction, history: int) -> Held:
    """What a compaction left, and everything after it."""
    if compaction.order is not None:
        return Held(tuple(dict.fromkeys(at for at in compaction.order if at < history)), compaction.rest)
    start = compaction.before
    kept = (at for at in (*transcript.structure.system, *compaction.preserved) if at < start)
    return Held(tuple(dict.fromkeys(kept)), start)
