"""Who is compared: a policy with its knobs as they are turned, and who writes its summaries; or the recorded view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from inspector.engine import Durable, Replay
from inspector.engine.recorded import RECORDED
from inspector.engine.summariser import Summariser
from inspector.policy.edit import rearranged
from inspector.policy.metering import remetered
from inspector.policy.model import Policy
from inspector.transcript.model import Transcript

LETTERS = "ABCDEFGHIJKLMNOPQSTUVWXYZ"
"""What contenders are called in order; R is the recorded view's."""
RECORDED_LETTER = "R"


@dataclass(frozen=True, eq=False)
class Contender:
    """`policy` None is the recorded view. `writer` is the summariser by name, where one was asked for.

    `letter` is what a table calls it. `replay` is one that is there already; else it is made when it is run.
    """

    policy: Policy | None
    summariser: Summariser | None = None
    writer: str = ""
    letter: str = ""
    replay: Replay | None = None

    @property
    def name(self) -> str:
        """The policy's name."""
        return self.policy.name if self.policy is not None else RECORDED.name

    @property
    def turned(self) -> dict[str, int]:
        """The knobs that are not at the policy's own default, with their values."""
        return {knob.name: knob.value for knob in self.policy.knobs if knob.changed} if self.policy else {}

    @property
    def title(self) -> str:
        """`workbuddy-s14 · soft_threshold 60,000 · stub:500`: what sets it apart from the policy as it is."""
        knobs = [f"{name} {value:,}" for name, value in self.turned.items()]
        moved = ["layers changed"] if self.policy is not None and rearranged(self.policy) else []
        moved += [f"in {self.policy.meter.count}"] if self.policy is not None and remetered(self.policy) else []
        return " · ".join((self.name, *knobs, *moved, *([self.writer] if self.writer else [])))

    def replayed(self, transcript: Transcript, durable: Durable | None = None) -> Replay:
        """Its replay over a session."""
        return self.replay or Replay(transcript, self.policy, self.summariser, durable)

    def same(self, other: Contender) -> bool:
        """Whether both would send the same by definition: one policy, the same knobs and layers, the same writer."""
        return self.policy == other.policy and self.writer == other.writer


def lettered(contenders: Iterable[Contender]) -> list[Contender]:
    """The recorded view first, as R (it is added where it is missing, and kept once); the others A, B, C … in order."""
    given = list(contenders)
    recorded = next((each for each in given if each.policy is None), Contender(None))
    others = [each for each in given if each.policy is not None]
    if len(others) > len(LETTERS):
        raise ValueError(f"{len(LETTERS)} policies can be compared at once; there are {len(others)}")
    return [replace(recorded, letter=RECORDED_LETTER), *_named(others)]


def _named(others: list[Contender]) -> Iterator[Contender]:
    for letter, each in zip(LETTERS, others, strict=False):
        yield replace(each, letter=letter)
