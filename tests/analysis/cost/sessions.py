"""Sessions with times, models and usage, made of API messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from inspector.transcript import load_messages
from inspector.transcript.model import Transcript, Usage

Api = dict[str, Any]
START = datetime(2026, 1, 1, tzinfo=UTC)


def timed(transcript: Transcript, gaps: Sequence[float], models: Sequence[str] = ()) -> Transcript:
    """Message i is written `gaps[i]` seconds after the one before it (repeated), its model is `models[i]` (repeated)."""
    now, out = START, []
    for at, message in enumerate(transcript.messages):
        now += timedelta(seconds=gaps[at % len(gaps)])
        model = models[at % len(models)] if models and message.role == "assistant" else ""
        out.append(replace(message, timestamp=now.isoformat(), model=model))
    return replace(transcript, messages=tuple(out))


def session(
    messages: Sequence[Api], contexts: Sequence[int] = (), model: str = "claude-sonnet-4-5", gap: float = 10
) -> Transcript:
    """Every reply has a prompt of `contexts[i]` tokens (0: no usage), all of it uncached, and 5 tokens of output."""
    found = timed(load_messages(list(messages)), (gap,), (model,))
    sizes = iter(contexts)
    out = []
    for message in found.messages:
        size = next(sizes, 0) if message.role == "assistant" else 0
        out.append(replace(message, usage=Usage(size, 0, 0, 5)) if size else message)
    return replace(found, messages=tuple(out))
