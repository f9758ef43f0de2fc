"""What was worked out for a request, found again when the same one comes: a replay asks the same at every turn of a knob."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from inspector.engine.summariser import SummaryRequest
from inspector.transcript.model import Block

T = TypeVar("T")

REMEMBERED = 256
"""Requests that are remembered at the most."""


class Remembered(Generic[T]):
    """Works something out once a request. Keeps no text of it but the earlier summary's. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[Hashable, tuple[tuple[Block, ...], T]] = {}

    def of(self, request: SummaryRequest, work: Callable[[SummaryRequest], T]) -> T:
        """What `work` makes of the request, the first time or now."""
        asked, sources = fingerprint(request), tuple(part.source for part in request.parts)
        known = self._known.get(asked)
        if known is not None and known[0] == sources:
            return known[1]
        found = work(request)
        with self._lock:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            self._known[asked] = sources, found
        return found


def fingerprint(request: SummaryRequest) -> Hashable:
    """What makes two requests the same, wherever in a session they are made. Of the parts there is a hash."""
    return (
        hash(request.parts),
        request.previous,
        request.focus,
        request.recent_files,
        (request.max_size, request.unit, request.omitted, request.notice, request.omitted_end),
        tuple((section.title, section.holds, tuple(section.kinds)) for section in request.sections),
        (request.mode, request.guard, request.instructions),
    )
