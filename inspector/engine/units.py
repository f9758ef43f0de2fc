"""Countable messages of a transcript: what "the last N messages" counts."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.engine.effects import remember
from inspector.transcript.model import Transcript


def units(transcript: Transcript, apart: bool) -> tuple[list[int], list[int]]:
    """Where each countable message begins and ends; `apart`: every tool result counts as a message of its own.

    System and developer messages are passed over (DESIGN §5). With `apart`, what stands between two results of one
    message counts as one message, as in systems that record a result as a message (go-tiny-claw).
    """

    def find() -> tuple[list[int], list[int]]:
        found = list(_units(transcript, apart))
        return [lo for lo, _ in found], [hi for _, hi in found]

    return remember(transcript, ("units", apart), find)


def _units(transcript: Transcript, apart: bool) -> Iterator[tuple[int, int]]:
    structure = transcript.structure
    system = frozenset(structure.system)
    for position, message in enumerate(transcript.messages):
        first, stop = structure.first[position], structure.first[position + 1]
        if position in system or first == stop:
            continue
        if not apart:
            yield first, stop
            continue
        kinds = [block.kind == "tool_result" for block in message.blocks]
        starts = [i for i, is_result in enumerate(kinds) if not i or is_result or kinds[i - 1]]
        for start, end in zip(starts, [*starts[1:], len(kinds)], strict=True):
            yield first + start, first + end
