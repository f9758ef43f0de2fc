"""A summariser that writes so many summaries and no more: a knob turned to nothing would ask for one at every request."""

from __future__ import annotations

from collections.abc import Callable

from inspector.engine.summariser import Summariser, SummaryPending, SummaryRequest


class Patient:
    """Passes requests on to `inner`, up to `most` of them, and as long as the time is not `over`.

    `spent`: more were asked for, and the replay goes on without.
    """

    def __init__(self, inner: Summariser, most: int, over: Callable[[], bool] = bool) -> None:
        self.inner, self.most, self.over = inner, most, over
        self.asked = 0
        self.spent = False
        """Whether what the replay shows is not what it would be."""

    @property
    def name(self) -> str:
        return self.inner.name

    def summarise(self, request: SummaryRequest) -> str:
        """What the inner one answers. Raises what it raises, and `SummaryPending` once it is spent."""
        self.asked += 1
        self.spent = self.spent or self.asked > self.most or self.over()
        if self.spent:
            raise SummaryPending("too many summaries for a look")
        return self.inner.summarise(request)
