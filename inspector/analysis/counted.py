"""How large one Prompt View is by all that can tell: the provider's report, its tokens as worked out here, simple meters."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from inspector.engine.view import Fate, View, ViewBlock
from inspector.meter import Counter, counter
from inspector.meter.provider import Charges, Estimate, ProviderCounter, charges
from inspector.meter.provider.texts import EXACT
from inspector.meter.provider.views import of_view
from inspector.transcript.model import Message, Transcript

_NOBODY = Message(0, "user", ())


class Beside(NamedTuple):
    """Tokens of a view. `reported`: what the provider reported for the request, where this is its recorded view.

    `estimate` and `reported` are whole prompts; `o200k` and `quarters` (characters ÷ 4) are of messages alone.
    """

    reported: int | None
    estimate: Estimate
    o200k: int
    quarters: int


def named(transcript: Transcript, model: str) -> Transcript:
    """The transcript with the model for every reply, where none names one: what was not charged is then sized as that one's."""
    if not model or any(message.model for message in transcript.messages):
        return transcript
    told = [replace(each, model=model) if each.role == "assistant" else each for each in transcript.messages]
    return replace(transcript, messages=tuple(told))


def beside(view: View, transcript: Transcript, recorded: bool) -> Beside:
    """All of it for one view; texts are counted, unless they were already."""
    found = charges(transcript)
    provider = ProviderCounter(transcript)
    blocks = [block for message in view.messages for block in message.blocks]
    size = written = kept = o200k = quarters = 0
    simple, unsent = counter("chars/4"), found.unsent(transcript, view.request)
    for block in blocks:
        at = _place(block)
        size -= unsent.between(at, at + 1) if at is not None else 0
        own = found.blocks[at] if at is not None else _size(provider, block)
        size += own
        if at is None:
            written += own
        elif found.messages[transcript.structure.owner[at]] is None:
            kept += own
        o200k += _size(EXACT, block)
        quarters += _size(simple, block)
    told = _reported(found, view) if recorded else None
    estimate = of_view(found, transcript, view.request, size, written, kept)
    charged = estimate if told is None else Estimate(told, told, told, "charged")
    return Beside(told, charged, o200k, quarters)


def _reported(found: Charges, view: View) -> int | None:
    return found.prompt(view.request)


def _place(block: ViewBlock) -> int | None:
    """The recorded block that it is, word for word; None for any other text."""
    return block.origin[0] if block.fate is Fate.VERBATIM and len(block.origin) == 1 else None


def _size(meter: Counter, block: ViewBlock) -> int:
    if block.source is None:
        return meter.text(block.text)
    if block.fate is Fate.VERBATIM:
        return meter.block(block.source, _NOBODY, True)
    return meter.replaced(block.source, _NOBODY, True, block.text)
