"""Collects what loading met, up to a bound: a file of rubbish must not become a list of millions."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from inspector.transcript.model import LoadProblem, LoadReport

LIMIT = 10_000
"""Problems listed one by one; what comes after is counted by kind."""


class Mark(NamedTuple):
    """A place in a report that is being written."""

    found: int
    records: Counter[str]
    lines: int
    bytes: int
    more: Counter[str]
    usage: Counter[str]


@dataclass(slots=True)
class Problems:
    """The load report while it is being written."""

    found: list[LoadProblem] = field(default_factory=list)
    records: Counter[str] = field(default_factory=Counter)
    lines: int = 0
    bytes: int = 0
    more: Counter[str] = field(default_factory=Counter)
    usage: Counter[str] = field(default_factory=Counter)
    """See `LoadReport.usage`."""

    def add(self, line: int, kind: str, reason: str, size: int = 0) -> None:
        """Note a problem. `line` counts from 1, 0 speaks of the whole file; `size` is in bytes."""
        if len(self.found) < LIMIT:
            self.found.append(LoadProblem(line, kind, reason, size))
        else:
            self.more[kind] += 1

    def mark(self) -> Mark:
        """Where the report is now, to go back to."""
        return Mark(
            len(self.found), Counter(self.records), self.lines, self.bytes, Counter(self.more), Counter(self.usage)
        )

    def back(self, mark: Mark) -> None:
        """Forget what was noted since."""
        del self.found[mark.found :]
        self.records, self.lines, self.bytes, self.more = (
            Counter(mark.records),
            mark.lines,
            mark.bytes,
            Counter(mark.more),
        )
        self.usage = Counter(mark.usage)

    def report(self) -> LoadReport:
        """The finished report, problems by line."""
        listed = sorted(self.found, key=lambda problem: problem.line)
        rest = [LoadProblem(0, kind, f"{count} more of this kind are not listed") for kind, count in self.more.items()]
        return LoadReport(self.lines, self.bytes, (*listed, *rest), dict(self.records), dict(self.usage))
