"""What every reader of a line format can do: read lines, say what they are so far, read more, and take a piece back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, runtime_checkable

from inspector.transcript.formats.choice import Choice
from inspector.transcript.lines import Line
from inspector.transcript.model import Transcript
from inspector.transcript.problems import Problems

Back = Callable[[], None]
"""Puts a reader back to where it was; once."""


class Growth(Protocol):
    """A reader. The transcripts that it gives share their messages as far as they are the same."""

    problems: Problems

    def read(self, lines: Iterable[Line]) -> None:
        """Take lines, the first ones or more of them."""

    def transcript(self) -> Transcript:
        """What was read so far."""

    def mark(self) -> Back:
        """Where it stands now. What is read after that can be taken back, once."""


@runtime_checkable
class Branching(Growth, Protocol):
    """A reader of a format that has branches, subagents' conversations or several sessions in one file."""

    def branch(self, choice: Choice) -> Transcript:
        """What was chosen. Raises `TranscriptError` when there is no such thing."""
