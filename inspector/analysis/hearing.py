"""A summariser that writes down what it was asked, where in the session, and what it answered."""

from __future__ import annotations

from typing import NamedTuple

from inspector.analysis.asked import answered_by
from inspector.engine.summariser import Summariser, SummaryFailed, SummaryPending, SummaryRequest
from inspector.engine.usable import unusable
from inspector.summary.answer import Answer


class Heard(NamedTuple):
    """One question and its answer; `failure` beside or in place of it when it is no summary."""

    request: SummaryRequest
    answer: Answer | None = None
    failure: Exception | None = None

    @property
    def text(self) -> str:
        return self.answer.text.strip() if self.answer is not None else ""


class Hearing:
    """Passes requests on to `inner`, once for each place. Without `inner` every answer is pending."""

    def __init__(self, inner: Summariser | None) -> None:
        self.inner = inner
        self.heard: dict[tuple[int, str], Heard] = {}

    @property
    def name(self) -> str:
        return self.inner.name if self.inner is not None else "none"

    def summarise(self, request: SummaryRequest) -> str:
        """What the inner one answers; what it answered before at the same place. Raises what it raises."""
        place = (request.number, request.layer)
        if place not in self.heard:
            self.heard[place] = self._asked(request)
        found = self.heard[place]
        if found.failure is not None:
            raise found.failure
        return found.text

    def _asked(self, request: SummaryRequest) -> Heard:
        if self.inner is None:
            return Heard(request, failure=SummaryPending("no summariser was given"))
        try:
            answer = answered_by(self.inner, request)
        except Exception as error:  # whatever a summariser raises, the replay goes on without its summary
            return Heard(request, failure=error.with_traceback(None))
        reason = unusable(answer.text, answer.stop)
        return Heard(request, answer, SummaryFailed(reason) if reason else None)
