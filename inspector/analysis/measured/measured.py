"""The views of a replay in one common meter: sizes, and the part that a view shares with the one that was sent before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from inspector.analysis.measured.alike import Alike, alike, leading, size_of
from inspector.analysis.measured.sums import Sums
from inspector.engine import Replay
from inspector.engine.plan import Plan, Span
from inspector.engine.view import Made
from inspector.long_work import Cancelled, Progress
from inspector.meter import counter as find_counter
from inspector.meter.counter import Counter
from inspector.transcript.model import Transcript

EVERY = 128
"""Requests between two looks at `cancelled`, and two calls of `progress`."""
_QUARTER = 4
"""Characters a token, for a summary that is not written yet and was promised in characters or bytes."""


class Extent(NamedTuple):
    """The view of a request, in the common meter. `size` is all of it; `shared` the part, `alike` the blocks that it has in
    common with the view that was sent before it, from the start to the first byte that differs; `blocks` all its blocks.

    `sent` is False for a view that the policy refused: the next one is laid beside the last that was sent. `approximate`: a
    summary in it is not written yet.
    """

    request: int
    size: int
    blocks: int
    shared: int
    alike: int
    sent: bool = True
    approximate: bool = False


class Measured:
    """Views of one transcript in one counter (o200k tokens of the visible text by default): messages, without tools.

    Sizes are sums of per-block sizes, as in the engine. Raises ValueError for a counter with envelopes (`json-chars`).
    """

    def __init__(self, transcript: Transcript, counter: Counter | str = "o200k_base") -> None:
        self.counter = find_counter(counter) if isinstance(counter, str) else counter
        if self.counter.name == "json-chars":
            raise ValueError(
                "json-chars counts the envelopes of messages: views of other policies have none to compare"
            )
        self.transcript = transcript
        self.sums = Sums(transcript, self.counter)
        self._made: dict[Made, int] = {}
        self._last: Plan | None = None
        self._sizes = [self.counter.base]
        self._overridden: dict[int, tuple[object, list[tuple[int, int]]]] = {}

    def size(self, plan: Plan) -> int:
        """Size of a whole view."""
        return self.until(plan, Alike(0, len(plan.parts)))

    def shared(self, before: Plan | None, after: Plan) -> tuple[int, int]:
        """Size and blocks of what a view has in common with the one before it, from the start on."""
        if before is None:
            return 0, 0
        found = alike(before, after)
        return self.until(after, found), found.blocks

    def until(self, plan: Plan, place: Alike) -> int:
        """Size of a view up to a place in it."""
        total = self._running(plan)[place.part]
        if place.at >= 0:
            cut = plan.parts[place.part]
            assert isinstance(cut, Span)
            total += self.part(plan, cut._replace(hi=place.at))
        return total

    def _running(self, plan: Plan) -> list[int]:
        """The size before each part of a view, and of all of it; told from the view that was asked for last."""
        last, known = self._last, 0
        if last is not None and last.ledger is plan.ledger and last.overrides is plan.overrides:
            known = leading(last.parts, plan.parts)
        else:
            self._sizes = [self.counter.base]
        sizes = self._sizes[: known + 1]
        for part in plan.parts[known:]:
            sizes.append(sizes[-1] + self.part(plan, part))
        self._last, self._sizes = plan, sizes
        return sizes

    def part(self, plan: Plan, part: Span | Made) -> int:
        """Size of one part of a view, or of a piece of one."""
        if isinstance(part, Made):
            return self.made(plan, part)
        size = self.sums.stretch(plan.ledger, *part)
        if plan.overrides:
            size += sum(change for block, change in self._changes(plan) if part.lo <= block < part.hi)
        return size

    def made(self, plan: Plan, made: Made) -> int:
        """Size of a made-up message; of one without text the size that was promised for it."""
        if made not in self._made:
            if made.approximate:
                tokens = plan.ledger.counter.unit == self.counter.unit
                self._made[made] = made.size if tokens else made.size // _QUARTER
            else:
                self._made[made] = self.counter.made(made.role, made.text)
        return self._made[made]

    def _changes(self, plan: Plan) -> list[tuple[int, int]]:
        """What the agent's own clearing changes the sizes of blocks by."""
        found = self._overridden.get(id(plan.overrides))
        if found is None or found[0] is not plan.overrides:
            plain = self.sums.plain.blocks
            changes = [(b, self.sums.one(b, state) - plain[b]) for b, state in plan.overrides.items()]
            found = self._overridden[id(plan.overrides)] = plan.overrides, changes
        return found[1]

    def walk(
        self,
        replay: Replay,
        cancelled: Callable[[], bool] = bool,
        progress: Progress | None = None,
    ) -> Iterator[Extent]:
        """Every request of a replay, in order. Raises `Cancelled`."""
        before: Plan | None = None
        for request in range(1, replay.requests + 1):
            if request % EVERY == 0:
                if cancelled():
                    raise Cancelled
                if progress is not None:
                    progress(request, replay.requests)
            steps = replay.steps(request)
            plan, sent = steps.after, steps.error is None
            shared, same = self.shared(before, plan)
            rough = any(made.approximate for made in plan.made)
            yield Extent(request, self.size(plan), count(plan), shared, same, sent, rough)
            before = plan if sent else before

    def sizes(self, replay: Replay, cancelled: Callable[[], bool] = bool) -> list[int]:
        """The size of every view of a replay (a refused one as it would have been). Raises `Cancelled`."""
        out: list[int] = []
        for request in range(1, replay.requests + 1):
            if request % EVERY == 0 and cancelled():
                raise Cancelled
            out.append(self.size(replay.plan(request)))
        return out


def count(plan: Plan) -> int:
    """How many blocks a view holds."""
    return sum(map(size_of, plan.parts))
