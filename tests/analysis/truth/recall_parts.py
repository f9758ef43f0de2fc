"""What a made-up session is made of, and what is known of it."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.analysis.truth.recall_outputs import Line
from tests.analysis.truth.recall_tools import Call
from tests.analysis.truth.recall_words import Thing


class Again(NamedTuple):
    """A call that gets again what an earlier one got. `message`: of its result, from 1; `text`: the earlier answer."""

    message: int
    request: int
    reason: str
    text: str


class Made(NamedTuple):
    """A session, the needs and what is left out for each request (from 1), the re-reads, and the results that are none."""

    messages: list[dict[str, Any]]
    needs: dict[int, list[Thing]]
    soft: dict[int, list[str]]
    again: list[Again]
    other: set[int]
    domain: str


class File:
    """A file of the session: its lines, what was last shown of it, and why it differs from that."""

    def __init__(self, path: str, lines: list[Line]) -> None:
        self.path, self.lines = path, lines
        self.shown: str | None = None
        self.reason = "same"
        self.beyond = len(lines) + 1
        """The first line that nobody has seen."""

    def text(self, numbered: bool) -> str:
        rows = [each.text for each in self.lines]
        return "\n".join(f"{at:6}\t{row}" for at, row in enumerate(rows, 1)) if numbered else "\n".join(rows)


class Reply:
    """A reply while it is written."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.calls: list[Call] = []
        self.results: list[str] = []
        self.needs: list[Thing] = []
        self.soft: list[str] = []
        self.fresh: list[Thing] = []
        self.found: list[Thing] = []
