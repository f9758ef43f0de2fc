"""A: the policy that is held while the person goes on with B, with its own replay and rows. Immutable, no Textual.

What is made for A is made once. Only better numbers (exact counts, whole summaries) or another durable state replace it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from inspector.engine import Durable, Replay, Row
from inspector.engine.recorded import RECORDED, is_record
from inspector.engine.summariser import Summariser
from inspector.policy.edit import rearranged
from inspector.policy.metering import remetered
from inspector.policy.model import MeterSpec, Policy
from inspector.transcript.model import Transcript
from inspector.transcript.same import kept_messages
from inspector.tui import replays
from inspector.tui.curve_marks import policy_marks
from inspector.tui.policy_title import policy_title
from inspector.tui.seen import Seen, look
from inspector.tui.widgets.timeline_marks import Marks


@dataclass(frozen=True, eq=False)
class Held:
    """A policy with its knobs as they were; None is the recorded view. `rows` are empty until they are made."""

    policy: Policy | None
    replay: Replay
    rows: Sequence[Row] = ()
    best: bool = False
    """Nothing can make its numbers better."""
    lost: tuple[int, ...] | None = None
    """The requests whose view lacks a typed text, once that was asked for."""
    record: Policy = RECORDED
    """The recorded view by its meter, where that is held."""

    @property
    def name(self) -> str:
        return self.policy.name if self.policy else RECORDED.name

    @property
    def replayed(self) -> Policy:
        """What its replay is made of: the policy, or the recorded view by its meter."""
        return self.policy or self.record

    @property
    def title(self) -> str:
        """The policy's name, and its file where it is read from one."""
        return policy_title(self.policy)

    @property
    def modified(self) -> bool:
        """A knob, a layer or the meter is not as the policy itself has it."""
        policy = self.policy
        if policy is None:
            return False
        return any(knob.changed for knob in policy.knobs) or rearranged(policy) or remetered(policy)

    @property
    def meter(self) -> MeterSpec:
        """How its sizes are measured at present."""
        return self.replay.policy.meter

    @property
    def approximate(self) -> bool:
        """Its sizes are estimates: the transcript is not counted yet in the policy's meter."""
        return self.meter != self.replayed.meter

    @property
    def final(self) -> bool:
        """Whether its numbers are exact, its summaries whole, and its rows made."""
        whole = self.replay.whole or not replays.summarises(self.policy)
        return len(self.rows) == self.replay.requests and (self.best or (whole and not self.approximate))

    @cached_property
    def marks(self) -> Marks:
        """Where it compacted or refused a view, as far as its rows are made; not where it only kept house."""
        return Marks(policy_marks(self.policy, self.rows).lists[0])

    @cached_property
    def largest(self) -> int:
        """The largest block of the transcript in its meter."""
        return max(self.replay.ledger.blocks, default=0)

    def better(self, replay: Replay, rows: Sequence[Row], best: bool = False) -> Held:
        """The same policy with a replay that knows more."""
        return replace(self, replay=replay, rows=rows, best=best, lost=None)

    def grown(self, transcript: Transcript, summariser: Summariser | None, durable: Durable | None) -> Held:
        """The same policy over a newer transcript or another durable state, with the rows that still hold."""
        kept = kept_messages(self.replay.transcript, transcript) if durable is self.replay.durable else 0
        still = bisect_right(transcript.structure.histories, kept) if kept else 0
        return replace(held(transcript, self.replayed, summariser, durable), rows=self.rows[:still])

    def knowing(self, lost: Sequence[int]) -> Held:
        """The same, with the requests that lack a typed text."""
        return replace(self, lost=tuple(lost))

    def look(self, request: int) -> Seen:
        """Its view of a request."""
        return look(self.replay, request)


def held(
    transcript: Transcript, policy: Policy | None, summariser: Summariser | None, durable: Durable | None = None
) -> Held:
    """A policy to be held, with the replay that can be made at once."""
    return holding(policy or RECORDED, replays.quick(transcript, policy, summariser, durable))


def holding(policy: Policy, replay: Replay, rows: Sequence[Row] = ()) -> Held:
    """A policy, or the recorded view, to be held with a replay that is there."""
    if is_record(policy):
        return Held(None, replay, rows, record=policy)
    return Held(policy, replay, rows)
