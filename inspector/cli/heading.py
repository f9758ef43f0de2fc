"""The first lines of every table: which file, which policy, how far to believe it."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from inspector.cli.names import RECORDED
from inspector.cli.words import counted
from inspector.engine.view import Certificate
from inspector.policy.model import Knob, Policy
from inspector.terminal_text import fold
from inspector.transcript.model import Transcript

if TYPE_CHECKING:
    from rich.console import Console

LABEL = 12
"""Cells of the label column."""

MOST_LINES = 4


def line(console: Console, label: str, text: str, style: str = "") -> None:
    """One labelled text, on as many lines as it takes (a few)."""
    from rich.text import Text

    lines = fold(text, max(10, console.width - LABEL), MOST_LINES)
    shown = ("\n" + " " * LABEL).join(lines)
    console.print(Text.assemble((f"{label:<{LABEL}}", "dim"), (shown, style)), soft_wrap=True)


def print_transcript(console: Console, transcript: Transcript) -> None:
    """File, format and counts."""
    structure = transcript.structure
    turns = structure.turn_of[-1] if structure.turn_of else 0
    counts = (
        f"{counted(len(transcript.messages), 'message')} · {counted(turns, 'turn')} · "
        f"{counted(structure.requests, 'request')}"
    )
    parts = [PurePath(transcript.path).name or "transcript", transcript.format, counts, transcript.model]
    line(console, "transcript", " · ".join(part for part in parts if part), "bold")
    if unused := len(transcript.report.problems):
        line(console, "", f"{counted(unused, 'note')} about its lines: see 'inspector check'", "yellow")


def print_policy(console: Console, policy: Policy) -> None:
    """The policy's name, and the knobs that are not at its own default."""
    if policy.name == RECORDED:
        line(console, "policy", "recorded: the view that the agent really had")
        return
    changed = ", ".join(map(_turned, (knob for knob in policy.knobs if knob.changed)))
    line(console, "policy", f"{policy.name} · {changed or 'knobs at their defaults'}")


def print_certificate(console: Console, certificate: Certificate) -> None:
    """How far the view, or the replay, may be believed."""
    at = f" at request {certificate.request:,}" if certificate.request is not None else ""
    why = f": {certificate.why}" if certificate.why else ""
    line(console, "certificate", f"{certificate.kind}{at}{why}")


def _turned(knob: Knob) -> str:
    return f"{knob.name} {knob.default:,} → {knob.value:,} {knob.unit}"
