"""What a command was asked to look at: the transcript, the policy with its knobs, the replay of one over the other."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inspector.cli.errors import BadUse, did_you_mean
from inspector.cli.names import POLICYS, RECORDED

if TYPE_CHECKING:
    from inspector.engine import Replay
    from inspector.engine.summariser import Summariser
    from inspector.policy import PolicyError
    from inspector.policy.model import Policy
    from inspector.summary.registry import Mode
    from inspector.transcript.model import Transcript


PATIENCE = 2
"""Summaries that may fail in a row before a program or a service is not asked any more."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The options that say what to look at, as they were typed."""

    path: str
    policy: str = RECORDED
    settings: tuple[tuple[str, int], ...] = ()
    summariser: str = ""
    replay_only: bool = False
    system: str | None = None
    tools: str | None = None
    durable: str | None = None
    artifacts: str | None = None
    leaf: str | None = None
    sidechain: str | None = None
    model: str = ""
    """The model whose budget counts at every request; "" is each request's own."""
    meter: str = ""
    """The counter that sizes are measured by; "" is the policy's own."""


def open_replay(asked: Asked) -> Replay:
    """Load what was asked for. Raises `BadUse` with what is wrong and what to do."""
    from inspector.cli.evidence import open_durable
    from inspector.engine import Replay
    from inspector.engine.recorded import RECORDED as AS_SENT

    policy = open_policy(asked.policy, asked.settings, model=asked.model)
    policy = measured(policy or AS_SENT, asked.meter) if asked.meter else policy
    transcript = open_transcript(asked)
    durable = open_durable(transcript, asked.durable, asked.artifacts)
    return Replay(transcript, policy, open_summariser(asked, transcript, policy), durable)


def open_transcript(asked: Asked) -> Transcript:
    """The transcript, with the system prompt and the tools that were supplied for it."""
    from inspector.transcript import TranscriptError, load

    try:
        found = load(asked.path, leaf=asked.leaf, sidechain=asked.sidechain)
    except TranscriptError as error:
        raise BadUse(str(error)) from None
    return _supplied(found, asked)


def open_policy(
    name: str, settings: tuple[tuple[str, int], ...] = (), known: tuple[str, ...] | None = None, model: str = ""
) -> Policy | None:
    """A policy with its knobs turned; None for the recorded view. `known` names are offered for one that is none.

    With a `model`, it has the budget of that one for every request.
    """
    from inspector.policy import PolicyError, load_policy

    if name == RECORDED:
        if settings:
            raise BadUse("the recorded view has no knobs to set. Choose a policy: --policy NAME|FILE.")
        return None
    _must_be_policy(name, known)
    try:
        policy = _at_model(load_policy(name), model)
    except PolicyError as error:
        raise BadUse(_first_fault(error, name)) from None
    try:
        return policy.with_knobs(**dict(settings)) if settings else policy
    except PolicyError as error:
        raise BadUse(f"--set {error.faults[0].field}: {error.faults[0].text}") from None


def measured(policy: Policy, count: str) -> Policy:
    """The policy measured by another counter. Raises `BadUse` where its numbers are of another unit."""
    from inspector.policy import PolicyError, meters, with_meter

    try:
        return with_meter(policy, count)
    except PolicyError as error:
        others = [each for each in meters(policy) if each != policy.meter.count]
        instead = f"\nCounters of its unit: {', '.join(others)}." if others else ""
        raise BadUse(f"--meter {count}: {error.faults[0].text}.{instead}") from None


def _at_model(policy: Policy, model: str) -> Policy:
    """The policy with the budget of a model. Says so where it has none for it."""
    from inspector.cli.output import tell
    from inspector.policy.at_model import budget_for

    if not model:
        return policy
    if budget_for(policy, model) is None:
        what = "no budgets by model" if not policy.models else f"no budget for {model}"
        tell(f"the policy {policy.name} has {what}: --model changes no view.")
    return policy.at_model(model)


def open_summariser(asked: Asked, transcript: Transcript, policy: Policy | None) -> Summariser:
    """Who writes summaries. Raises `BadUse` for a name that means nobody.

    A program or a service that was named is asked without a question; what it takes is told on stderr. One that only the
    policy's file names is not: its kept answers are used, and what is missing stays open.
    """
    from inspector.cli.output import tell
    from inspector.meter import counter_of
    from inspector.summary.registry import UnknownSummariser, asks_outside, summariser

    measure = counter_of(policy.meter.count, transcript).text if policy is not None else None
    mode: Mode = "replay" if asked.replay_only else "make"
    spec = chosen_spec(asked, policy)
    try:
        if not asked.summariser and not asked.replay_only and asks_outside(spec):
            tell(
                f"the policy names the summariser {spec}: it is asked with --summariser policy. Kept answers are used."
            )
            mode = "pending"
        return summariser(spec, transcript=transcript, measure=measure, mode=mode, told=tell, patience=PATIENCE)
    except UnknownSummariser as error:
        raise BadUse(f"--summariser: {error}") from None


def chosen_spec(asked: Asked, policy: Policy | None) -> str:
    """The name of who writes: as typed, else as the policy names it, else the extractive one. Raises `BadUse`."""
    named = policy.summariser if policy is not None else ""
    if asked.summariser == POLICYS and not named:
        raise BadUse("--summariser policy: the policy names none. Name one; 'inspector summaries --help' lists them.")
    return named or "extractive" if asked.summariser in ("", POLICYS) else asked.summariser


def pick_request(replay: Replay, number: int | None) -> int:
    """The request that was asked for, the last one by default. Raises `BadUse` with the valid range."""
    if replay.requests == 0:
        raise BadUse("the transcript holds no request: there is no message in it.")
    if number is None:
        return replay.requests
    if not 1 <= number <= replay.requests:
        raise BadUse(f"--request {number}: this transcript has requests 1 to {replay.requests:,}.")
    return number


def unreadable(path: str, error: OSError) -> str:
    """One line for a file that could not be read."""
    return f"{path}: {(error.strerror or str(error) or type(error).__name__).lower()}"


def _must_be_policy(name: str, known: tuple[str, ...] | None) -> None:
    """A name that is no preset must be a file; else say what there is."""
    from inspector.policy import preset_names

    known = known or (RECORDED, *preset_names())
    if name in known or Path(name).exists():
        return
    hint = did_you_mean(name, known)
    raise BadUse(f"no policy {name!r}: it is neither a preset nor a file.{hint}\nThere is {', '.join(known)}.")


def _first_fault(error: PolicyError, name: str) -> str:
    """The first thing that is wrong with a policy, and where the others are told."""
    first, *more = str(error).split("\n")
    return f"{first}\n{len(more)} more: 'inspector policies validate {name}' lists them." if more else first


def _supplied(transcript: Transcript, asked: Asked) -> Transcript:
    if asked.system is not None:
        if transcript.structure.system or transcript.system:
            raise BadUse("--system: the transcript holds a system message of its own.")
        transcript = replace(transcript, system=_read(asked.system, "--system"))
    if asked.tools is not None:
        if transcript.tools:
            raise BadUse("--tools: the transcript holds tool definitions of its own.")
        transcript = replace(transcript, tools=_tools(asked.tools))
    return transcript


def _tools(path: str) -> tuple[dict[str, Any], ...]:
    wanted = "write a JSON array of tool definitions"
    try:
        found = json.loads(_read(path, "--tools"))
    except json.JSONDecodeError as error:
        raise BadUse(f"--tools {path}: no valid JSON at line {error.lineno}: {error.msg}; {wanted}.") from None
    except (ValueError, RecursionError):
        raise BadUse(f"--tools {path}: no valid JSON; {wanted}.") from None
    if not isinstance(found, list) or not all(isinstance(tool, dict) for tool in found):
        raise BadUse(f'--tools {path}: {wanted}, such as [{{"name": …}}].')
    return tuple(found)


def _read(path: str, option: str) -> str:
    """A text file, whole. A byte order mark is no part of it; what is no UTF-8 is refused."""
    try:
        return Path(path).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise BadUse(f"{option} {unreadable(path, error)}") from None
    except UnicodeDecodeError as error:
        raise BadUse(f"{option} {path}: not UTF-8 text at byte {error.start + 1}") from None
