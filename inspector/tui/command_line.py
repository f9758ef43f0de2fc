"""The command that shows the present view without a screen. No Textual here."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from inspector.policy import PolicyError, load_policy, with_meter
from inspector.policy.model import Policy
from inspector.tui.session import RECORDED, Session


class NoCommand(Exception):
    """There is no command that shows this view; the text says what to do."""


def command_line(session: Session, durable: Path | None = None, artifacts: Path | None = None) -> str:
    """`inspector view PATH --policy P --request N --set KNOB=VALUE`, quoted for a shell. Raises `NoCommand`."""
    path = session.transcript.path
    if not path:
        raise NoCommand("these messages are in no file: there is nothing that a command could open")
    words = ["inspector", "view", path, *_policy(session.policy), *_meter(session), "--request", str(session.request)]
    words += ["--summariser", session.spec] if session.spec else []
    words += ["--durable", str(durable)] if durable is not None else []
    words += ["--artifacts", str(artifacts)] if artifacts is not None else []
    return shlex.join(words)


def _policy(policy: Policy | None) -> Iterator[str]:
    """Name or file of the policy, and the knobs that are not at their defaults."""
    if policy is None:
        yield from ("--policy", RECORDED)
        return
    source = _source(policy)
    yield from ("--policy", source)
    if policy.model:
        yield from ("--model", policy.model)
    for knob in policy.knobs:
        if knob.changed:
            yield from ("--set", f"{knob.name}={knob.value}")


def _meter(session: Session) -> Iterator[str]:
    """What sizes are measured by, where that is another meter than the policy's own."""
    if session.remetered:
        yield from ("--meter", session.replayed.meter.count)


def _source(policy: Policy) -> str:
    """Where the command finds the policy: a preset's name or a file that says the same, its knobs apart."""
    for source in dict.fromkeys((policy.name, policy.source)):
        if source and _is_from(policy, source):
            return source
    raise NoCommand("the policy was changed in more than its knobs: write it with e, then open that file with p")


def _is_from(policy: Policy, source: str) -> bool:
    try:
        found = with_meter(load_policy(source).with_knobs(**policy.values), policy.meter.count)
        return replace(found, source="") == replace(policy, source="", model="")
    except (PolicyError, OSError):
        return False
