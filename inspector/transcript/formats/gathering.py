"""What most readers of a line format have in common: each record becomes a node, and the transcript is made of all nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.growth import Back
from inspector.transcript.lines import Line
from inspector.transcript.model import Message, Transcript
from inspector.transcript.problems import Problems
from inspector.transcript.same import with_old

N = TypeVar("N")

Take = Callable[[Line, Problems], N | None]
"""What is kept of a record. Called once a record, in order; counts it in `problems.records`, None where nothing is to keep."""

Show = Callable[[Sequence[N], Problems, Choice], Transcript]
"""The transcript of all nodes. Pure but for problems that it adds; called again when there are more, so cheap: no parsing.

It must give every message the same blocks each time (blocks are made by `Take`). The report is taken from `problems` last.
"""


class Gathering(Generic[N]):
    """A reader (`growth.Growth`, `growth.Branching`) that keeps one node a record.

    State that `take` needs from the records before belongs into the nodes, since the last ones may be taken back.
    """

    def __init__(self, problems: Problems, take: Take[N], show: Show[N]) -> None:
        self.problems = problems
        self.nodes: list[N] = []
        self._take, self._show = take, show
        self._given: Sequence[Message] = ()

    def read(self, lines: Iterable[Line]) -> None:
        """Take lines, the first ones or more of them."""
        take, problems = self._take, self.problems
        self.nodes += [node for line in lines if (node := take(line, problems)) is not None]

    def transcript(self) -> Transcript:
        """What was read so far; the main conversation. Messages that are as they were are the same objects."""
        return self.branch(Choice())

    def branch(self, choice: Choice) -> Transcript:
        """What was chosen. Raises `TranscriptError` when there is no such thing."""
        mark = self.problems.mark()
        try:
            found = self._show(self.nodes, self.problems, choice)
        finally:
            self.problems.back(mark)
        if self._given and not any(choice):
            found = replace(found, messages=tuple(with_old(found.messages, self._given)))
        if not any(choice):
            self._given = found.messages
        return found

    def mark(self) -> Back:
        """Where it stands; calling the answer goes back there."""
        problems, count = self.problems.mark(), len(self.nodes)

        def back() -> None:
            self.problems.back(problems)
            del self.nodes[count:]

        return back
