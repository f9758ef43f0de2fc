"""What one step from a prompt to the next tells: the reply, and what followed it, cost the difference, or something else came.

A report may be believed as far as the text allows it: tokens of a provider are between 0.6 and 3 times those of o200k. An
output is not sound where it is below the text of its reply (snapshots of a stream report 1 to 8 of thousands).
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from inspector.meter.provider.stretches import Asked
from inspector.meter.provider.texts import Texts

_LOW, _HIGH = 0.6, 3.0
"""Tokens for one o200k token, at the least and (times the session's scale) at the most."""
_SLACK, _HIDDEN = 50, 1_500
"""Tokens beside the text: envelopes of a few messages; reminders that a client adds and does not record."""
_NEARLY = 0.9
"""The least part of an output that is in the next prompt where all of the reply is: an output has marks that are not sent on."""
_SOUND = 0.8
"""The least output for one o200k token of the reply that is recorded."""

How = Literal["output", "spoken", "together", "left out", "jump"]


class Step(NamedTuple):
    """`[reply, stop)` are the messages of the step; `grown`: by how much the prompt grew.

    `reply_tokens`: what the reply costs in the prompt, `rest`: all that followed it; None where only their sum is known (how is
    "together") or nothing; where it is "spoken", thinking is not in the prompt. `jump`: what the prompt grew beside the messages.
    """

    reply: int
    stop: int
    grown: int
    how: How
    reply_tokens: int | None
    rest: int | None


def step(texts: Texts, here: Asked, there: Asked, scale: float, hidden: bool) -> Step:
    """Read a step. `hidden`: the reply has thinking without words, which may be of any size."""
    reply, stop = here.history, there.history
    grown = there.prompt - here.prompt
    sound, loads = sound_output(texts, here), texts.unrecorded(reply + 1, stop)
    for how, output in _outputs(here) if sound else ():
        if _fits(texts, grown - output, reply + 1, stop, scale, open_above=loads):
            return Step(reply, stop, grown, how, output, grown - output)
    if not sound and _fits(texts, grown, reply, stop, scale, open_above=hidden):
        return Step(reply, stop, grown, "together", None, None)
    if _without_reply(texts, grown, reply, stop, scale):
        return Step(reply, stop, grown, "left out", 0, grown)
    whole = here.reasoning or grown >= _NEARLY * here.output
    if sound and whole and _fits(texts, grown, reply, stop, scale):
        return Step(reply, stop, grown, "together", None, None)
    return Step(reply, stop, grown, "jump", here.output if sound else None, None)


def _outputs(asked: Asked) -> tuple[tuple[How, int], ...]:
    """What of the output may be in the next prompt: all of it, or what was spoken."""
    spoken: tuple[How, int] = ("spoken", max(0, asked.output - asked.reasoning))
    return (("output", asked.output), spoken) if asked.reasoning else (("output", asked.output),)


def sound_output(texts: Texts, asked: Asked) -> bool:
    """Whether the reported output may be that of the whole reply."""
    words = texts.words(asked.history, asked.history + 1)
    return asked.output > 0 and asked.output >= _SOUND * words


def _fits(texts: Texts, tokens: int, start: int, stop: int, scale: float, open_above: bool = False) -> bool:
    """Whether so many tokens may be those of the messages `[start, stop)`."""
    words, pictures = texts.words(start, stop), texts.pictures(start, stop)
    if tokens < max(0, _LOW * words - _SLACK):
        return False
    return open_above or tokens <= _HIGH * scale * words + 2 * pictures + _HIDDEN


def _without_reply(texts: Texts, grown: int, reply: int, stop: int, scale: float) -> bool:
    """Whether the reply was not sent on: it was broken off, and its text is far too long for the step."""
    long = texts.words(reply, reply + 1) > 4 * max(grown, _SLACK)
    return long and grown >= 0 and _fits(texts, grown, reply + 1, stop, scale)
