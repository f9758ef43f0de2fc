"""The reports of usage that tokens may be counted by."""

from __future__ import annotations

from inspector.meter.provider.faults import left_out
from inspector.meter.provider.usage import told
from inspector.transcript.model import Transcript


def reported(transcript: Transcript) -> list[list[int]]:
    """The prompts that were reported for each request: one, several where one reply took several passes, none where nothing
    was, or nothing that is sound (`faults.usage_faults`)."""
    found = told(transcript)
    if not any(found):
        return found
    gone = left_out(transcript)
    return [[] if request in gone else prompts for request, prompts in enumerate(found, 1)]
