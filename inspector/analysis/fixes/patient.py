"""A summariser that writes so many summaries and no more: a knob turned to nothing would ask for one at every request."""

from __future__ import annotations

from inspector.engine.summariser import Summariser, SummaryPending, SummaryRequest


class Patient:
    """Passes requests on to `inner`, up to `most` of them. `spent`: more were asked for, and the replay goes on without."""

    def __init__(self, inner: Summariser, most: int) -> None:
        self.inner, self.most = inner, most
        self.asked = 0

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def spent(self) -> bool:
        """Whether what the replay shows is not what it would be."""
        return self.asked > self.most

    def summarise(self, request: SummaryRequest) -> str:
        """What the inner one answers. Raises what it raises, and `SummaryPending` once it is spent."""
        self.asked += 1
        if self.spent:
            raise SummaryPending("too many summaries for a look")
        return self.inner.summarise(request)
