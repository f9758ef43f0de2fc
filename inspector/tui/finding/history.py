"""The last queries, newest first, and the way through them."""

from __future__ import annotations

from inspector import settings

KEY = "searches"
"""Name of the remembered choice."""
MOST = 20
"""Queries that are remembered."""


def recalled() -> list[str]:
    """The queries of before; nothing where there are none, or no list of texts."""
    found = settings.recall(KEY, [])
    return [text for text in found if isinstance(text, str) and text.strip()][:MOST] if isinstance(found, list) else []


def remembered(text: str) -> list[str]:
    """The queries with one more in front, each once; written down."""
    kept = [text, *(old for old in recalled() if old != text)][:MOST] if text.strip() else recalled()
    if kept != recalled():
        settings.remember(KEY, kept)
    return kept


class Past:
    """Where in the past queries the person is: -1 is what is being typed."""

    def __init__(self) -> None:
        self.texts = recalled()
        self.at = -1

    def step(self, by: int) -> str | None:
        """An older query (1) or a newer one (-1); "" at the end of the way back, None when there is none."""
        goal = self.at + by
        if not -1 <= goal < len(self.texts):
            return None
        self.at = goal
        return self.texts[goal] if goal >= 0 else ""

    def typed(self, text: str) -> None:
        """Something else than the query that was recalled: the way back begins anew."""
        if self.at >= 0 and text != self.texts[self.at]:
            self.at = -1

    def add(self, text: str) -> None:
        """A query was used."""
        self.texts, self.at = remembered(text), -1
