"""What of the recorded thinking is not sent any more at a request: prompts are so much smaller than their blocks."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from inspector.meter.provider.fixed import Fixed
from inspector.transcript.model import Transcript


class Unsent(NamedTuple):
    """Blocks of thinking that left the prompts by some request, in order, and running sums of their tokens."""

    blocks: Sequence[int]
    before: Sequence[int]

    def between(self, lo: int, hi: int) -> int:
        """Tokens of those among the blocks `[lo, hi)`."""
        return self.before[bisect_left(self.blocks, hi)] - self.before[bisect_left(self.blocks, lo)]

    def inside(self, lo: int, hi: int) -> Sequence[int]:
        """Those among the blocks `[lo, hi)`."""
        return self.blocks[bisect_left(self.blocks, lo) : bisect_left(self.blocks, hi)]


NOTHING = Unsent((), (0,))


def unsent(transcript: Transcript, fixed: Iterable[Fixed], request: int) -> Unsent:
    """What left by a request. Thinking of a message with several blocks of it counts with the first."""
    gone: dict[int, int] = {}
    for lost in (one for each in fixed for one in each.left_out if one.request <= request):
        gone[lost.message] = gone.get(lost.message, 0) + lost.tokens
    if not gone:
        return NOTHING
    messages = sorted(gone)
    blocks = [_thinking(transcript, message) for message in messages]
    return Unsent(blocks, list(accumulate((gone[message] for message in messages), initial=0)))


def _thinking(transcript: Transcript, message: int) -> int:
    first = transcript.structure.first[message]
    kinds = (block.kind for block in transcript.messages[message].blocks)
    return first + next((at for at, kind in enumerate(kinds) if kind == "thinking"), 0)
