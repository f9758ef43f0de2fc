"""What the package offers a program: the floors below put together, with the defaults that no single floor can know."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

from inspector.policy.model import Policy, Protocol, Summarise

if TYPE_CHECKING:
    from inspector.engine import CompactionResult, CompactionState, Durable, DurableContextState, Replay
    from inspector.engine.checkpoint import Checkpoint
    from inspector.engine.durable_part import Resolver
    from inspector.engine.summariser import Summariser
    from inspector.transcript.model import Transcript

RECORDED = "recorded"
"""The name of the view that the agent really had; not a policy."""


def load(path: str | PathLike[str], *, leaf: str | None = None, sidechain: str | None = None) -> Transcript:
    """Load a recorded session of any known format. Raises `TranscriptError`: one line saying what the file is."""
    from inspector.transcript import load as load_transcript

    return load_transcript(path, leaf=leaf, sidechain=sidechain)


def load_messages(messages: list[dict[str, Any]]) -> Transcript:
    """A transcript of messages in memory, in either API's form."""
    from inspector.transcript import load_messages as load_from_memory

    return load_from_memory(messages)


def load_policy(source: str | PathLike[str]) -> Policy:
    """A policy by its preset's name or the path of a YAML file. Raises `PolicyError`, naming the line and the field."""
    from inspector.policy import load_policy as load_named

    return load_named(source)


def load_durable(path: str | PathLike[str]) -> DurableContextState:
    """Read a durable state. Raises `OSError`, and `DurableStateError` naming the field that is wrong."""
    from inspector.engine import load_durable as load_state

    return load_state(path)


def save_durable(path: str | PathLike[str], state: DurableContextState) -> None:
    """Write a durable state, whole or not at all. Raises `OSError`."""
    from inspector.engine import save_durable as save_state

    save_state(path, state)


def durable(
    state: DurableContextState,
    transcript: Transcript | None = None,
    *,
    artifacts: str | PathLike[str] | None = None,
    resolver: Resolver | None = None,
) -> Durable:
    """The durable part of a request: the state with each of its sources resolved now.

    By `resolver`; else within the transcript's own session, from the folder it lies in and its `artifacts`. With neither,
    a state that has pointers raises `ValueError`.
    """
    from inspector.engine import Durable, resolve_durable_sources
    from inspector.engine.durable_local import local_resolver

    if resolver is None and transcript is not None:
        resolver = local_resolver(transcript, artifacts)
    return Durable(state, resolve_durable_sources(state, resolver) if resolver is not None else ())


def replay(
    transcript: Transcript,
    policy: Policy | str | None = RECORDED,
    summariser: Summariser | None = None,
    durable: Durable | None = None,
    focus: str = "",
) -> Replay:
    """Run a policy over every request of a transcript; `"recorded"` (or None) rebuilds the agent's own views.

    Without a summariser, a policy that needs one gets the extractive one, which is offline and repeatable. The durable
    state goes round all layers into every request. `focus` is what summaries keep in mind, where the agent did not say.
    """
    from inspector.engine import Replay

    chosen = _policy(policy)
    return Replay(transcript, chosen, summariser or default_summariser(chosen, transcript), durable, focus)


def compact(
    messages: Sequence[Mapping[str, Any]],
    policy: Policy | str,
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
    """The Prompt View of the next request, inside a running harness; see `engine.compact`.

    The durable state goes round it: `result.durable` is what was given, and its `text` belongs after the system prompt.
    The three folders get what must outlive the compaction; a checkpoint is dated now unless `created_at` says otherwise.
    """
    from inspector.engine import compact as compact_with

    chosen = load_policy(policy) if isinstance(policy, str) else policy
    chosen_summariser = summariser or default_summariser(chosen)
    return compact_with(
        messages,
        chosen,
        chosen_summariser,
        state=state,
        protocol=protocol,
        durable=durable,
        focus=focus,
        session=session,
        artifacts=artifacts,
        dump=dump,
        checkpoints=checkpoints,
        created_at=created_at or _now(),
    )


def summariser(
    spec: str,
    transcript: Transcript | None = None,
    *,
    replay_only: bool = False,
    told: Callable[[str], None] | None = None,
) -> Summariser:
    """A summariser by name, as `--summariser` takes it: `"extractive"`, `"anthropic:MODEL"`, `"command:PROGRAM"` …

    `recorded` looks in the transcript. Answers from outside are kept in the user's folder, and a kept one is given again for
    the same request; `replay_only` asks for no new one. `told` hears in a line what is about to be asked, and what it
    took. Raises `UnknownSummariser`.
    """
    from inspector.summary.registry import summariser as by_name

    return by_name(spec, transcript=transcript, mode="replay" if replay_only else "make", told=told)


def load_checkpoint(folder: str | PathLike[str]) -> Checkpoint | None:
    """The newest checkpoint of a folder, None where none was written. Raises `CheckpointDamaged`, naming the file."""
    from inspector.engine.checkpoint import load_checkpoint as load_newest

    return load_newest(folder)


def resume(checkpoint: Checkpoint, new_messages: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The messages to go on with: the checkpoint's summary and tail, then what came after."""
    from inspector.engine.checkpoint import resume as resume_from

    return resume_from(checkpoint, new_messages)


def _now() -> str:
    from datetime import UTC, datetime

    return datetime.now(UTC).isoformat(timespec="seconds")


def _policy(policy: Policy | str | None) -> Policy | None:
    if not isinstance(policy, str):
        return policy
    return None if policy == RECORDED else load_policy(policy)


def default_summariser(policy: Policy | None, transcript: Transcript | None = None) -> Summariser | None:
    """Who writes where a layer needs somebody and nobody was given: as the policy names it, else the extractive one.

    Raises ValueError for one that asks outside: a file alone makes no program run and nothing leave the machine.
    """
    if policy is None or not any(isinstance(layer.operation, Summarise) for layer in policy.layers):
        return None
    from inspector.summary.registry import asks_outside, summariser

    named = policy.summariser or "extractive"
    if asks_outside(named):
        raise ValueError(
            f"the policy names {named}, which asks outside: give summariser=inspector.summariser({named!r})"
        )
    return summariser(named, transcript=transcript)
