"""What the provider charged: tokens of each message and block, and the fixed input that is left of every prompt."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from threading import Lock
from typing import NamedTuple
from weakref import WeakKeyDictionary

from inspector.meter.provider.calibration import Calibration, calibrate
from inspector.meter.provider.fixed import Fixed, cleared, fixed_inputs
from inspector.meter.provider.held import held
from inspector.meter.provider.scale import Scale, scale
from inspector.meter.provider.sent import NOTHING, Unsent, unsent
from inspector.meter.provider.sharing import Shared, shared
from inspector.meter.provider.steps import Step, sound_output, step
from inspector.meter.provider.stretches import Stretch, stretches
from inspector.meter.provider.texts import Texts, texts
from inspector.meter.provider.views import of_view, unsure
from inspector.transcript.model import Transcript


class Parts(NamedTuple):
    """A prompt in parts: `fixed` input, and what each message (position) costs in it. `reported`: their sum is the provider's.

    9 of 10 such prompts lie between `low` and `high`; both are the sum where it was reported.
    """

    fixed: int
    messages: tuple[tuple[int, int], ...]
    reported: bool
    low: int
    high: int

    @property
    def total(self) -> int:
        """All of it."""
        return self.fixed + sum(tokens for _, tokens in self.messages)


@dataclass(frozen=True, eq=False)
class Charges:
    """`messages[m]`: tokens that were charged for a message; None where nothing tells. `blocks[b]`: the size of a block, its
    share of what its message was charged, else a calibrated size; the blocks of a charged message sum to its charge.

    `fixed`: for each stretch what its prompts hold beside messages. All in the provider's tokens.
    """

    messages: tuple[int | None, ...]
    blocks: Sequence[int]
    sizes: Sequence[int]
    """Size of each message: the sum of its blocks."""
    stretches: tuple[Stretch, ...]
    fixed: tuple[Fixed, ...]
    scale: Scale
    calibration: Calibration
    """What anything costs that was not charged."""
    uncharged: Sequence[int]
    """Before each block, the sizes of all blocks that were not charged."""
    _unsent: tuple[int, Unsent] | None = None
    """Of the request that was asked for last."""

    def fixed_at(self, request: int) -> int:
        """The fixed input at a request (from 1): that of the last before it that tells, else of the first; 0 where none does."""
        at = bisect_right(self._requests, request)
        return self._tokens[max(at - 1, 0)] if self._tokens else 0

    def prepare(self) -> None:
        """Work out what is the same for every request, so that whoever asks for one of them does not wait for it."""
        self.fixed_at(1), self.prompt(1), self.spread

    def unsent(self, transcript: Transcript, request: int) -> Unsent:
        """Thinking that is in the prompts no more at a request, though its messages are; nothing is looked at where none left."""
        if not any(each.left_out for each in self.fixed):
            return NOTHING
        if self._unsent is None or self._unsent[0] != request:
            object.__setattr__(self, "_unsent", (request, unsent(transcript, self.fixed, request)))
        assert self._unsent is not None
        return self._unsent[1]

    def prompt(self, request: int) -> int | None:
        """The prompt that the provider reported for a request, where the report is sound."""
        return self._prompts.get(request)

    @cached_property
    def spread(self) -> int:
        """By how much the fixed input differs between requests of one stretch, at the most; worked out once."""
        return max((each.spread for each in self.fixed), default=0)

    @cached_property
    def _requests(self) -> list[int]:
        """The requests that tell the fixed input, in order."""
        return [request for each in self.fixed for request, _ in each.steps]

    @cached_property
    def _tokens(self) -> list[int]:
        """The fixed input at each of them."""
        return [tokens for each in self.fixed for _, tokens in each.steps]

    @cached_property
    def _prompts(self) -> dict[int, int]:
        return {one.request: one.prompt for each in self.stretches for one in each.requests}

    def parts(self, transcript: Transcript, request: int) -> Parts:
        """The recorded prompt of a request in parts. Where its usage is sound they sum to the reported prompt to the token."""
        history = transcript.structure.histories[request - 1]
        gone = cleared(transcript, self.blocks, history)
        for lost in (one for each in self.fixed for one in each.left_out if one.request <= request):
            gone[lost.message] = gone.get(lost.message, 0) + lost.tokens
        messages = [(at, self.sizes[at] - gone.get(at, 0)) for at in held(transcript, history).messages(history)]
        prompt = self.prompt(request)
        whole = sum(tokens for _, tokens in messages)
        if prompt is not None:
            return Parts(prompt - whole, tuple(messages), True, prompt, prompt)
        found = of_view(self, transcript, request, whole, 0, unsure(self, transcript, request))
        return Parts(found.tokens - whole, tuple(messages), False, found.low, found.high)


_kept: WeakKeyDictionary[Transcript, Charges] = WeakKeyDictionary()
_lock = Lock()


def charges(transcript: Transcript) -> Charges:
    """What was charged in a session; worked out at the first call and kept as long as the transcript lives.

    The exact tokenizer counts first, unless it did already. May be called from any thread.
    """
    found = _kept.get(transcript)
    if found is None:
        ground = texts(transcript)
        with _lock:
            found = _kept.get(transcript)
            if found is None:
                found = _kept[transcript] = worked_out(transcript, ground)
    return found


def known_charges(transcript: Transcript) -> Charges | None:
    """The charges if they were worked out already; never counts."""
    return _kept.get(transcript)


def worked_out(transcript: Transcript, ground: Texts) -> Charges:
    """Read every stretch, share what was charged, and see what is left."""
    runs = stretches(transcript)
    factor, prices = scale(transcript, _pairs(runs, ground)), calibrate(transcript, ground, runs)
    steps = [_steps(each, ground, factor.tokens) for each in runs]
    known: Shared = shared(transcript, ground, runs, [one for each in steps for one in each], prices)
    fixed, sizes = fixed_inputs(transcript, runs, steps, known)
    told = tuple(known.messages)
    alone = _uncharged(transcript, told, known.blocks)
    return Charges(told, known.blocks, sizes, runs, fixed, factor, prices, alone)


def _uncharged(transcript: Transcript, told: Sequence[int | None], blocks: Sequence[int]) -> list[int]:
    owner = transcript.structure.owner
    found = (size if told[message] is None else 0 for message, size in zip(owner, blocks, strict=True))
    return list(accumulate(found, initial=0))


def _pairs(runs: Sequence[Stretch], ground: Texts) -> list[tuple[int, int]]:
    """What prompts grew by, and the text that was added: of steps without pictures, and without thinking of unknown size."""
    found: list[tuple[int, int]] = []
    for run in runs:
        for here, there in pairwise(run.requests):
            start, grown = here.history, there.prompt - here.prompt
            if start in ground.hides:
                start, grown = start + 1, grown - here.output
            told = not ground.pictures(start, there.history) and not ground.unrecorded(start, there.history)
            if told and (start == here.history or sound_output(ground, here)):
                found.append((grown, ground.words(start, there.history)))
    return found


def _steps(run: Stretch, ground: Texts, factor: float) -> list[Step]:
    return [step(ground, here, there, factor, here.history in ground.hides) for here, there in pairwise(run.requests)]
