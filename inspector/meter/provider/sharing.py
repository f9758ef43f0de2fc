"""From steps to messages and blocks: each step's tokens shared among what it added, to the token."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from inspector.meter.provider.calibration import Calibration
from inspector.meter.provider.kinds import HIDDEN, Amount, amount
from inspector.meter.provider.shares import beside, shares
from inspector.meter.provider.shipped import family_of
from inspector.meter.provider.steps import Step, sound_output
from inspector.meter.provider.stretches import Asked, Stretch
from inspector.meter.provider.texts import Texts
from inspector.transcript.model import Transcript

_ENVELOPE = {"gpt": 2}
"""Tokens around the reasoning of a reply, by family: it leaves the prompt with them (Codex sessions, to the token)."""
_NONE = -1
"""In the place of reasoning that is not in the prompt."""


@dataclass(slots=True)
class Shared:
    """`messages[m]`: what a message was charged, None where nothing tells; `blocks[b]`: sizes of all blocks."""

    messages: list[int | None]
    blocks: array[int]


def shared(
    transcript: Transcript,
    ground: Texts,
    runs: Sequence[Stretch],
    steps: Iterable[Step],
    prices: Calibration,
) -> Shared:
    """Share what the steps tell; messages of which they tell nothing have calibrated sizes."""
    messages: list[int | None] = [None] * len(transcript.messages)
    thinking: dict[int, int] = {}
    for run in runs:
        _last_reply(ground, run.requests[-1], messages)
        around = _ENVELOPE.get(family_of(run.requests[0].model), 0)
        for asked in run.requests:
            thinking[asked.history] = asked.reasoning + around if asked.reasoning else 0
    weights = _Weights(transcript, ground, prices)
    for one in steps:
        if one.how == "spoken":
            thinking[one.reply] = _NONE
        _of_step(ground, one, messages, weights)
    blocks = array("q", bytes(8 * len(ground.text)))
    for at, tokens in enumerate(messages):
        start = ground.first[at]
        if tokens is None:
            sizes = (size + own for size, own in zip(weights.blocks(at), ground.media[start:], strict=False))
            blocks[start : ground.first[at + 1]] = array("q", sizes)
        elif ground.first[at + 1] == start + 1:
            blocks[start] = tokens
        else:
            found = _blocks(transcript, ground, at, tokens, thinking.get(at, 0), weights)
            blocks[start : start + len(found)] = array("q", found)
    return Shared(messages, blocks)


class _Weights:
    """Calibrated sizes of messages and blocks, pictures left out: by them is shared what is known in sum alone."""

    def __init__(self, transcript: Transcript, ground: Texts, prices: Calibration) -> None:
        self._transcript, self._ground, self._prices = transcript, ground, prices

    def blocks(self, at: int) -> list[int]:
        """Of each block of a message."""
        return [self._prices.size(each) for each in self._amounts(at)]

    def of(self, at: int) -> int:
        """Of a message."""
        return sum(self.blocks(at))

    def untold(self, at: int) -> int:
        """The part of it that is thinking of unknown length."""
        return sum(self._prices.size(each) for each in self._amounts(at) if each.kind == HIDDEN)

    def _amounts(self, at: int) -> list[Amount]:
        text = self._ground.text
        return [
            amount(block, text[place])
            for place, block in enumerate(self._transcript.messages[at].blocks, self._ground.first[at])
        ]


def _last_reply(ground: Texts, asked: Asked, messages: list[int | None]) -> None:
    """Of the last reply of a stretch the output alone tells."""
    if sound_output(ground, asked) and ground.first[asked.history] < ground.first[asked.history + 1]:
        messages[asked.history] = asked.output


def _of_step(ground: Texts, one: Step, messages: list[int | None], weights: _Weights) -> None:
    """Charge the messages of a step; one without blocks has no place for a charge."""
    if one.how == "together":
        _together(ground, one, messages, weights)
        return
    if one.reply_tokens is not None and ground.first[one.reply] < ground.first[one.reply + 1]:
        messages[one.reply] = one.reply_tokens
    if one.rest is not None:
        _among(ground, range(one.reply + 1, one.stop), one.rest, messages, weights)


def _together(ground: Texts, one: Step, messages: list[int | None], weights: _Weights) -> None:
    """Reply and what followed by their words; what is over where the reply has hidden thinking is that."""
    expected = sum(map(weights.of, range(one.reply + 1, one.stop))) + ground.pictures(one.reply + 1, one.stop)
    untold = weights.untold(one.reply)
    if untold and one.grown > expected + weights.of(one.reply) - untold:
        messages[one.reply] = one.grown - expected
        _among(ground, range(one.reply + 1, one.stop), expected, messages, weights)
    else:
        _among(ground, range(one.reply, one.stop), one.grown, messages, weights)


def _among(ground: Texts, places: range, tokens: int, messages: list[int | None], weights: _Weights) -> None:
    if len(places) == 1 and ground.first[places[0]] < ground.first[places[0] + 1]:
        messages[places[0]] = tokens
        return
    there = [at for at in places if ground.first[at] < ground.first[at + 1]]
    if not there:
        return
    own = [ground.pictures(at, at + 1) for at in there]
    words = [weights.of(at) for at in there]
    for at, share in zip(there, beside(tokens, own, words), strict=True):
        messages[at] = share


def _blocks(
    transcript: Transcript, ground: Texts, at: int, tokens: int, reasoning: int, weights: _Weights
) -> list[int]:
    """The charge of a message among its blocks: thinking as reported, or what the words of the others leave."""
    start, stop = ground.first[at], ground.first[at + 1]
    own, words = ground.media[start:stop], weights.blocks(at)
    thought = [block.kind == "thinking" for block in transcript.messages[at].blocks]
    if True not in thought or False not in thought:
        return beside(tokens, own, words)
    hidden = not any(size for size, is_thought in zip(ground.text[start:stop], thought, strict=True) if is_thought)
    spoken = round(sum(size for size, is_thought in zip(words, thought, strict=True) if not is_thought)) + sum(own)
    if not reasoning and not hidden:
        return beside(tokens, own, words)
    of_thinking = 0 if reasoning == _NONE else min(reasoning or max(0, tokens - spoken), tokens)
    return _parted(tokens, of_thinking, thought, own, words)


def _parted(total: int, of_thinking: int, thought: list[bool], own: Sequence[int], words: Sequence[float]) -> list[int]:
    """Thinking has its tokens, the other blocks the rest."""
    found = [0] * len(thought)
    for which, tokens in ((True, of_thinking), (False, total - of_thinking)):
        places = [at for at, is_thought in enumerate(thought) if is_thought is which]
        weights = [words[at] for at in places]
        parts = shares(tokens, weights) if which else beside(tokens, [own[at] for at in places], weights)
        for at, part in zip(places, parts, strict=True):
            found[at] = part
    return found
