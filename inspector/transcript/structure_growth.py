"""The structure of a transcript that grew, made from the one before: turns, requests and interactions go on."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate

from inspector.transcript.model import Block, Message, Transcript
from inspector.transcript.same import kept_messages
from inspector.transcript.structure import Structure, histories, turn_starts, turns


def carry_structure(before: Transcript, after: Transcript) -> None:
    """Let a transcript that grew have its structure without its being worked out from the beginning."""
    if "structure" not in after.__dict__:
        after.__dict__["structure"] = grown(before.structure, after, kept_messages(before, after))


def grown(old: Structure, transcript: Transcript, kept: int) -> Structure:
    """The structure of a transcript that has its first `kept` messages in common with the one that `old` is of.

    Gives what `build` gives; only what is new, and what it changes, is looked at one by one.
    """
    messages, end = transcript.messages, old.first[kept]
    fresh = messages[kept:]
    blocks = [*old.blocks[:end], *(block for message in fresh for block in message.blocks)]
    first = [*old.first[:kept], *accumulate((len(message.blocks) for message in fresh), initial=end)]
    owner = [*old.owner[:end], *(kept + at for at, message in enumerate(fresh) for _ in message.blocks)]
    calls = [*_below(old.calls, end), *(i for i in range(end, len(blocks)) if blocks[i].kind == "tool_use")]
    results = [*_below(old.results, end), *(i for i in range(end, len(blocks)) if blocks[i].kind == "tool_result")]
    partner = _pair_on(old, blocks, end, calls, results)
    starts = _starts_on(old, messages, first, partner, kept)
    return Structure(
        blocks=tuple(blocks),
        first=tuple(first),
        owner=tuple(owner),
        partner=tuple(partner),
        calls=tuple(calls),
        results=tuple(results),
        system=(
            *_below(old.system, kept),
            *(i for i in range(kept, len(messages)) if messages[i].role in ("system", "developer")),
        ),
        histories=(*_below(old.histories, kept), *histories(messages, kept)),
        turn_of=tuple(turns(len(messages), starts)),
        turn_starts=tuple(starts),
    )


def _below(places: Sequence[int], end: int) -> Sequence[int]:
    return places[: bisect_left(places, end)]


def _pair_on(old: Structure, blocks: Sequence[Block], end: int, calls: list[int], results: list[int]) -> list[int]:
    """Partners when blocks from `end` on are new: results among them may answer calls of before."""
    partner = [each if each < end else -1 for each in old.partner[:end]]
    partner.extend([-1] * (len(blocks) - end))
    waiting: dict[str, int] = {}
    for call in calls:
        if blocks[call].tool_id:
            waiting.setdefault(blocks[call].tool_id, call)
    for result in results[bisect_left(results, end) :]:
        at = waiting.get(blocks[result].tool_id)
        if at is not None and at < result and partner[at] < 0:
            partner[at], partner[result] = result, at
    return partner


def _starts_on(
    old: Structure, messages: Sequence[Message], first: Sequence[int], partner: Sequence[int], kept: int
) -> list[int]:
    """Turns that begin in messages of before stay, up to the first call whose partner is another now."""
    end = old.first[kept]
    changed = next((i for i in old.calls if i >= end or partner[i] != old.partner[i]), end)
    safe = min(kept, bisect_right(first, changed) - 1) if changed < end else kept
    said = (call for call in _below(old.calls, first[safe]) if messages[old.owner[call]].role == "assistant")
    open_until = max((partner[call] for call in said), default=-1)
    return [*_below(old.turn_starts, safe), *turn_starts(messages, first, partner, safe, open_until)]
