"""What the package offers a program: the floors below put together, with the defaults that no single floor can know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

from inspector.policy.model import Policy, Protocol, Summarise

if TYPE_CHECKING:
    from inspector.engine import CompactionResult, CompactionState, Replay
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


def replay(
    transcript: Transcript, policy: Policy | str | None = RECORDED, summariser: Summariser | None = None
) -> Replay:
    """Run a policy over every request of a transcript; `"recorded"` (or None) rebuilds the agent's own views.

    Without a summariser, a policy that needs one gets the extractive one, which is offline and repeatable.
    """
    from inspector.engine import Replay

    chosen = _policy(policy)
    return Replay(transcript, chosen, summariser or default_summariser(chosen))


def compact(
    messages: Sequence[Mapping[str, Any]],
    policy: Policy | str,
    summariser: Summariser | None = None,
    *,
    state: CompactionState | None = None,
    protocol: Protocol = "strict",
) -> CompactionResult:
    """The Prompt View of the next request, inside a running harness; see `engine.compact`."""
    from inspector.engine import compact as compact_with

    chosen = load_policy(policy) if isinstance(policy, str) else policy
    return compact_with(messages, chosen, summariser or default_summariser(chosen), state=state, protocol=protocol)


def _policy(policy: Policy | str | None) -> Policy | None:
    if not isinstance(policy, str):
        return policy
    return None if policy == RECORDED else load_policy(policy)


def default_summariser(policy: Policy | None) -> Summariser | None:
    """The extractive summariser where a layer needs one; the engine, which is below it, cannot know it."""
    if policy is None or not any(isinstance(layer.operation, Summarise) for layer in policy.layers):
        return None
    from inspector.summary import Extractive

    return Extractive()
