"""Comparing a transcript that grew with one that was loaded afresh."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from inspector.transcript import Transcript, TranscriptError, load
from inspector.transcript.growing import load_growing
from inspector.transcript.model import Message


def told(message: Message) -> tuple[Any, ...]:
    """Everything about a message."""
    blocks = [(b.kind, b.tool_id, b.tool, b.images, b.text, b.api) for b in message.blocks]
    rest = [getattr(message, each.name) for each in fields(message) if each.name != "blocks"]
    return (*rest, blocks)


def assert_equal(grown: Transcript, fresh: Transcript) -> None:
    """That two transcripts say the same in everything."""
    for each in fields(Transcript):
        if each.name != "messages":
            assert getattr(grown, each.name) == getattr(fresh, each.name), each.name
    assert len(grown.messages) == len(fresh.messages)
    for one, other in zip(grown.messages, fresh.messages, strict=True):
        assert told(one) == told(other)


def cuts(data: bytes, count: int, seed: int) -> list[int]:
    """Places to cut bytes at: some anywhere, some at the ends of lines and just beside them."""
    chance = random.Random(seed)
    ends = [at + 1 for at, byte in enumerate(data) if byte == 10]
    near = [end + chance.choice((-1, 0, 0, 0, 1)) for end in chance.sample(ends, min(len(ends), count))]
    anywhere = [chance.randrange(1, max(2, len(data))) for _ in range(count // 2)]
    return sorted({at for at in (*near, *anywhere, len(data)) if 0 < at <= len(data)})


def grow(path: Path, data: bytes, places: list[int]) -> Iterator[tuple[Transcript, Transcript, bool]]:
    """At each place: the grown transcript, a fresh one, and whether it was read on rather than anew."""
    growing = None
    for before, at in zip((0, *places), places, strict=False):
        path.write_bytes(data[:at])
        os.utime(path, (1, 1))
        try:
            fresh = load(path)
        except TranscriptError:
            growing = None
            continue
        grown = growing.take(data[before:at]) if growing is not None else None
        read_on = grown is not None
        if grown is None:
            grown, growing = load_growing(path)
        yield grown, fresh, read_on
