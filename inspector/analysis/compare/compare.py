"""Contenders side by side over one session, the recorded view always among them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from inspector.analysis.compare.contender import Contender, lettered
from inspector.analysis.compare.differing import Differing, most_differing
from inspector.analysis.compare.run import run
from inspector.analysis.compare.shapes import Run
from inspector.analysis.compare.stages import Stages
from inspector.analysis.why.facts import Fact
from inspector.engine import Durable
from inspector.long_work import Progress
from inspector.transcript.model import Transcript


@dataclass(frozen=True, eq=False)
class Comparison:
    """`runs` in order, the recorded view first. `differing` are the requests at which they differ most."""

    transcript: Transcript
    runs: tuple[Run, ...]
    differing: tuple[Differing, ...]

    @property
    def requests(self) -> int:
        return self.transcript.structure.requests


def compare(
    transcript: Transcript,
    contenders: Iterable[Contender],
    facts: Sequence[Fact] = (),
    durable: Durable | None = None,
    cancelled: Callable[[], bool] = bool,
    progress: Progress | None = None,
) -> Comparison:
    """Run every contender and find where they differ. Raises `Cancelled`, ValueError for more than there are letters."""
    named = lettered(contenders)
    stages = Stages(progress, len(named) + 1)
    runs = tuple(run(transcript, each, facts, durable, cancelled, stages.next()) for each in named)
    return put_together(transcript, runs, cancelled, stages.next())


def put_together(
    transcript: Transcript,
    runs: Sequence[Run],
    cancelled: Callable[[], bool] = bool,
    progress: Progress | None = None,
) -> Comparison:
    """A comparison of contenders that were run already."""
    return Comparison(transcript, tuple(runs), most_differing(runs, cancelled, progress))
