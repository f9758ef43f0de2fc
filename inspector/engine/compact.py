"""A policy inside a running harness: from the messages that it holds to the ones that it sends next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any

from inspector.engine.as_given import as_given
from inspector.engine.durable_part import Durable
from inspector.engine.keeping import Keeping
from inspector.engine.ledger import Ledger
from inspector.engine.materialise import view_messages
from inspector.engine.plan import whole
from inspector.engine.replay import view_problems
from inspector.engine.run import run
from inspector.engine.steps import CompactionState, Outcome
from inspector.engine.summariser import Summariser, SummaryFailed, SummaryPending, SummaryRequest
from inspector.engine.view import Problem, ViewMessage
from inspector.policy.model import Policy, Protocol
from inspector.transcript import load_messages
from inspector.transcript.model import Transcript
from inspector.transcript.names import name_fault


@dataclass(frozen=True, slots=True, eq=False)
class CompactionResult:
    """What a compaction leaves: `messages` in the form they came in, the same as view messages, sizes in the policy's meter.

    Under `rewrite` a harness keeps `messages` as its history, and gives `state` to the next call.
    """

    messages: list[dict[str, Any]]
    view: tuple[ViewMessage, ...]
    before: int
    after: int
    layers: tuple[Outcome, ...]
    problems: tuple[Problem, ...]
    state: CompactionState
    durable: Durable | None = None
    """The durable state as it was given: no layer sees it. Its text belongs after the system prompt."""
    artifacts: tuple[Path, ...] = ()
    """The files that hold the whole texts behind the view's artifact pointers."""
    checkpoint: Path | None = None
    """The checkpoint that was written, where a summary was made and a folder given."""
    dump: Path | None = None
    """The transcript dump that was written before the summary."""

    @property
    def fired(self) -> tuple[str, ...]:
        """Ids of the layers that changed something, in order."""
        return tuple(layer.id for layer in self.layers if layer.fired)


def compact(
    messages: Sequence[Mapping[str, Any]],
    policy: Policy,
    summariser: Summariser | None = None,
    *,
    state: CompactionState | None = None,
    protocol: Protocol = "strict",
    durable: Durable | None = None,
    focus: str = "",
    session: str = "",
    artifacts: str | PathLike[str] | None = None,
    dump: str | PathLike[str] | None = None,
    checkpoints: str | PathLike[str] | None = None,
    created_at: str = "",
) -> CompactionResult:
    """The next request's messages under a policy. The messages given are not changed.

    Raises ValueError for a message of unknown form: it could neither be kept nor left out.

    `protocol` is strict unless told otherwise: a call without its result raises `ToolProtocolError`. A view that is still
    over the policy's hard limit raises `MessageViewLimitExceeded`. A failed summary leaves the view as it was; `problems`
    say so. The durable state goes round the layers and counts where the policy has a budget.

    `focus` is what the summary keeps in mind above all, where the agent did not say so itself by the policy's tool.

    `session` names the messages in pointers. Three folders, each optional, are written to: `artifacts` gets the whole texts
    that the policy externalises, `dump` all messages before a summariser is asked, `checkpoints` the summary and the
    retained tail after it, dated `created_at`. All of it is on the disk and was read back when this returns; else
    `NotWritten` is raised, and the history that the harness holds is still the one to go on with.
    """
    if not all(isinstance(message, Mapping) for message in messages):
        raise TypeError("messages must be a list of messages: objects with a role and a content")
    given = [dict(message) for message in messages]
    keeping = Keeping(policy, given, artifacts, dump, checkpoints, created_at)
    transcript = _named(load_messages(given), session)
    if len(transcript.messages) != len(given):
        reasons = "; ".join(sorted({problem.reason for problem in transcript.report.problems}))
        raise ValueError(f"a message of unknown form would be lost: {reasons}")
    policy = replace(policy, protocol=protocol)
    ledger = keeping.named(Ledger(transcript, policy, durable.text if durable else "", focus))
    plan = whole(ledger, len(transcript.structure.blocks))
    structure = transcript.structure
    request = structure.requests + (bool(structure.histories) and structure.histories[-1] < len(transcript.messages))
    steps = run(request, plan, policy, keeping.asking(_now(summariser)), _known(state, request))
    keeping.check_dump()
    if steps.error is not None:
        raise steps.error
    view = tuple(view_messages(steps.after))
    return CompactionResult(
        messages=[sent for message in view for sent in as_given(message, transcript, given)],
        view=view,
        before=plan.size,
        after=steps.after.size,
        layers=steps.outcomes,
        problems=(*view_problems(steps.after, request, policy), *steps.problems),
        state=steps.state,
        durable=durable,
        artifacts=keeping.write_artifacts(steps),
        checkpoint=keeping.write_checkpoint(steps, state or CompactionState()),
        dump=keeping.dumped,
    )


def _known(state: CompactionState | None, request: int) -> CompactionState:
    """The state as this call numbers requests. The replies that an earlier compaction kept were reported before it: stale."""
    state = state or CompactionState()
    return replace(state, request=request if state.count else 0)


class _Now:
    """A summariser whose answer is needed now: inside a harness no summary can be left open."""

    def __init__(self, summariser: Summariser) -> None:
        self._summariser = summariser

    @property
    def name(self) -> str:
        return self._summariser.name

    def summarise(self, request: SummaryRequest) -> str:
        """The summary. The request has no number: a harness gives what it holds, not the whole session."""
        try:
            return self._summariser.summarise(replace(request, number=0))
        except SummaryPending as pending:
            why = str(pending) or "no answer is at hand; let the summariser make one, or give another summariser"
            raise SummaryFailed(why) from pending


def _now(summariser: Summariser | None) -> Summariser | None:
    return None if summariser is None else _Now(summariser)


def _named(transcript: Transcript, session: str) -> Transcript:
    """The transcript under the name that the caller gives it. Raises `ValueError` for one that no pointer may carry."""
    if not session:
        return transcript
    if fault := name_fault(session):
        raise ValueError(f"the session {fault}")
    return replace(transcript, session=session)
