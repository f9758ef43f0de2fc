"""Summaries that were written once: looking at an event again asks nobody again."""

from __future__ import annotations

from inspector.engine.summariser import Summariser, SummaryRequest


class Recalled:
    """A summariser that was asked before: it is not asked again for what it answered."""

    def __init__(self, summariser: Summariser, texts: list[str | Exception]) -> None:
        self.summariser, self.texts = summariser, texts

    @property
    def name(self) -> str:
        return self.summariser.name

    def summarise(self, request: SummaryRequest) -> str:
        """What it answered, in the order in which it was asked."""
        if not self.texts:
            return self.summariser.summarise(request)
        found = self.texts.pop(0)
        if isinstance(found, Exception):
            raise found
        return found
