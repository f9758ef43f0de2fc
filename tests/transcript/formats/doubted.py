"""Which messages of a recorded view are uncertain."""

from __future__ import annotations

import inspector
from inspector.transcript import Transcript


def doubts(transcript: Transcript, request: int) -> frozenset[int]:
    """Positions of the messages of which the record does not say how the last compaction left them."""
    return frozenset(inspector.replay(transcript).steps(request).after.doubted)
