"""When each request was sent, as the record tells: an entry of the cache is as old as the request that read it last."""

from __future__ import annotations

from datetime import UTC, datetime
from math import isfinite

from inspector.transcript.model import Transcript


def starts(transcript: Transcript) -> list[float | None]:
    """For each request, seconds since 1970 at which it was sent: when the last message before it was written, else when its
    reply began. None where the record has no time. A time that goes back is the time before.
    """
    found: list[float | None] = []
    last: float | None = None
    for history in transcript.structure.histories:
        at = _written(transcript, history - 1)
        at = _written(transcript, history) if at is None else at
        if at is not None and last is not None:
            at = max(at, last)
        found.append(at)
        last = at if at is not None else last
    return found


def _written(transcript: Transcript, position: int) -> float | None:
    """When a message was written."""
    if not 0 <= position < len(transcript.messages):
        return None
    return seconds(transcript.messages[position].timestamp)


def seconds(timestamp: str) -> float | None:
    """A time as ISO 8601 (without a zone: UTC), or as a number of seconds or milliseconds; None for anything else."""
    text = timestamp.strip()
    if not text:
        return None
    try:
        if text.replace(".", "", 1).isdecimal():
            number = float(text)
            return (number / 1000 if number > 1e11 else number) if isfinite(number) else None
        found = datetime.fromisoformat(text)
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError, OSError):
        return None
