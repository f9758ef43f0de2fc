"""No summaries: a layer that needs one changes nothing, as when a summary fails."""

from __future__ import annotations

from inspector.engine.summariser import SummaryFailed, SummaryRequest


class NoSummaries:
    """The summariser that never writes one."""

    name = "none"

    def summarise(self, request: SummaryRequest) -> str:
        raise SummaryFailed("no summariser (--summariser none)")
