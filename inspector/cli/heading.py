"""The first lines of every table: which file, which policy, how far to believe it."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from inspector.cli.folding import fold_words
from inspector.cli.layout import inset
from inspector.cli.names import RECORDED
from inspector.engine.view import Certificate
from inspector.phrases import counted
from inspector.policy.model import Knob, Policy
from inspector.terminal_text import clip
from inspector.transcript.model import Transcript

if TYPE_CHECKING:
    from rich.console import Console

    from inspector.engine import Replay

MODELS = 3
"""Models that are named one by one."""
LABEL = 12
"""Cells of the label column."""


def line(console: Console, label: str, text: str, style: str = "", most: int | None = None) -> None:
    """One labelled text, on as many lines as it takes, or `most`; beneath its label where there is no room beside it."""
    from rich.text import Text

    wide = console.width >= 3 * LABEL
    beside, indent = wide and len(label) < LABEL, LABEL if wide else inset(console.width)
    lines = fold_words(text, console.width - indent, most)
    between = "\n" + " " * indent
    first = f"{label:<{indent}}" if beside or not label else clip(label, console.width) + between
    console.print(Text.assemble((first, "dim"), (between.join(lines), style)), soft_wrap=True)


def print_transcript(console: Console, transcript: Transcript, notes: bool = True) -> None:
    """File, format and counts; with `notes`, where they are told that concern its lines."""
    structure = transcript.structure
    turns = structure.turn_of[-1] if structure.turn_of else 0
    counts = (
        f"{counted(len(transcript.messages), 'message')} · {counted(turns, 'turn')} · "
        f"{counted(structure.requests, 'request')}"
    )
    parts = [PurePath(transcript.path).name or "transcript", transcript.format, counts, models_words(transcript)]
    line(console, "transcript", " · ".join(part for part in parts if part), "bold")
    if notes and (unused := len(transcript.report.problems)):
        line(console, "", f"{counted(unused, 'note')} about its lines: see 'inspector check'", "yellow")


def models_words(transcript: Transcript) -> str:
    """The models that replied, in the order in which they came; "" where the record names none."""
    found = list(dict.fromkeys(message.model for message in transcript.messages if message.model))
    more = f" and {len(found) - MODELS:,} more" if len(found) > MODELS else ""
    return ", ".join(found[:MODELS]) + more


def print_policy(console: Console, policy: Policy) -> None:
    """The policy's name, and the knobs that are not at its own default."""
    if policy.name == RECORDED:
        line(console, "policy", "recorded: the view that the agent really had")
        return
    changed = ", ".join(map(_turned, (knob for knob in policy.knobs if knob.changed)))
    line(console, "policy", f"{policy.name} · {changed or 'knobs at their defaults'}")


def print_hopeless(console: Console, replay: Replay) -> None:
    """Numbers of the policy that cannot work together, or not with the session's model."""
    from inspector.meter import find_model
    from inspector.policy.at_model import is_of_model
    from inspector.policy.hopeless import hopeless

    if replay.is_recorded:
        return
    policy = replay.policy
    another = any(knob.changed and is_of_model(policy, knob) for knob in policy.knobs)  # perhaps not the session's own
    model = None if another else find_model(replay.transcript.model)
    for told in hopeless(policy, model.window if model else 0):
        line(console, "", told, "yellow")


def others_tokens(transcript: Transcript, model: str) -> str:
    """That numbers of the provider's tokens are those of the session's model, where another one was named; "" where not."""
    from inspector.meter.provider.shipped import UNKNOWN, family_of

    own = transcript.model
    if not model or not own or family_of(own) == family_of(model) != UNKNOWN or own == model:
        return ""
    return f"reports and estimates are in the tokens of {own}, the session's model: {model} may count otherwise"


def print_certificate(console: Console, certificate: Certificate) -> None:
    """How far the view, or the replay, may be believed."""
    at = f" at request {certificate.request:,}" if certificate.request is not None else ""
    why = f": {certificate.why}" if certificate.why else ""
    line(console, "certificate", f"{certificate.kind}{at}{why}")


def _turned(knob: Knob) -> str:
    return f"{knob.name} {knob.default:,} → {knob.value:,} {knob.unit}"
