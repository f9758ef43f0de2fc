"""One Prompt View for people: heading, layers, messages with what is gone between them, problems."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from inspector.analysis.sendable.breach import Breach
from inspector.analysis.sendable.plain import breaches
from inspector.analysis.sendable.sight import untold
from inspector.cli.evidence_text import print_durable, print_durable_line
from inspector.cli.heading import line, others_tokens, print_certificate, print_hopeless, print_policy, print_transcript
from inspector.cli.layout import Column
from inspector.cli.messages_text import PREVIEW, print_messages, print_texts
from inspector.cli.table import Cell, Table
from inspector.engine.estimates import ViewParts, view_parts
from inspector.engine.view import LayerOutcome, Problem, View
from inspector.meter.provider import Estimate
from inspector.phrases import BASES, FEWER, give_or_take
from inspector.policy.model import Limit, Policy
from inspector.transcript.model import Transcript, UnreadableUsage
from inspector.transcript.structure import Structure

if TYPE_CHECKING:
    from rich.console import Console

    from inspector.engine import Replay

FEW = 4
"""Lines of a typed text that was lost."""

ABOVE = "as above"
"""The reason of a layer that is the one before's."""

LOSSES = 5
"""Typed texts that are named one by one when a view lost them."""


def print_view(console: Console, view: View, replay: Replay, full: bool, model: str = "") -> None:
    """Everything about one view; with `full`, the texts whole instead of a line each. `model`: the one that was named."""
    structure = replay.transcript.structure
    print_transcript(console, replay.transcript)
    print_policy(console, replay.policy)
    print_hopeless(console, replay)
    line(console, "request", f"{view.request:,} of {structure.requests:,} · turn {view.turn:,}")
    print_certificate(console, view.certificate)
    line(console, "size", size(view, replay.policy))
    parts = view_parts(replay.plan(view.request), view.request)
    print_prompt(console, parts)
    if parts is None and replay.is_recorded:
        print_reported(console, replay.transcript, view.request)
    if parts is not None and (told := others_tokens(replay.transcript, model)):
        line(console, "", told, "yellow")
    print_durable_line(console, view.durable, replay.policy.meter.unit)
    print_losses(console, view, structure)
    print_layers(console, view)
    print_durable(console, view.durable)
    console.print()
    (print_texts if full else print_messages)(console, view, replay)
    print_problems(console, view.problems, structure, refused(view, replay.transcript))


def print_prompt(console: Console, parts: ViewParts | None) -> None:
    """The whole prompt in the provider's tokens, how sure it is, and its parts; nothing in other meters."""
    if parts is None:
        return
    line(console, "prompt", f"{sure(parts.total, ' tokens')}, {BASES[parts.total.basis]}")
    rest = f" + durable {parts.durable:,}" if parts.durable else ""
    fixed = f"fixed input {sure(parts.fixed)} ({BASES[parts.fixed.basis]})"
    gone = f" − thinking {parts.unsent:,} that is not sent any more" if parts.unsent else ""
    line(console, "", f"= {fixed}{rest} + messages {parts.messages:,}{gone}")
    if parts.fixed.tokens < 0:
        line(console, "", FEWER, "yellow")


def print_reported(console: Console, transcript: Transcript, request: int) -> None:
    """What the provider counted of the recorded prompt, where sizes are measured otherwise, and how to have it in parts."""
    from inspector.meter.provider.usage import usage_of

    usage = usage_of(transcript, request)
    if usage is not None and usage.context and not isinstance(usage, UnreadableUsage):
        line(console, "reported", f"{usage.context:,} tokens, system prompt and tools too; --meter provider: of what")


def sure(found: Estimate, unit: str = "") -> str:
    """`84,120 ± 1.4 % (82,940–85,300)`; the number alone where nothing is unsure."""
    around = give_or_take(found.tokens, found.low, found.high)
    between = f" ({found.low:,}–{found.high:,})" if around else ""
    return f"{found.tokens:,}{around and ' '}{around}{unit}{between}"


def print_losses(console: Console, view: View, structure: Structure) -> None:
    """What a person typed and the view does not hold as it was typed; said before anything else is."""
    for gone in view.lost[:LOSSES]:
        by = f" by {gone.layer}" if gone.layer else ""
        whole, most = structure.blocks[gone.block].text, console.width * PREVIEW
        text = whole if len(whole) <= most else f"{whole[:most].rstrip()}…"
        line(console, "⚠ typed", f"{structure.name(gone.block)} {gone.fate}{by}: {text}", "yellow", FEW)
    if len(view.lost) > LOSSES:
        line(console, "⚠ typed", f"and {len(view.lost) - LOSSES:,} more", "yellow")


def size(view: View, policy: Policy) -> str:
    """`9,221 → 2,215 bytes (24 %)`, and the whole request against the window where the policy has one.

    It is in the policy's meter, also where layers start by what the provider counted: then that is said.
    """
    meter = policy.meter
    share = f" ({view.size / view.transcript_size:.0%})" if view.transcript_size else ""
    text = f"{view.transcript_size:,} → {view.size:,} {meter.unit}{share}, counted as {meter.count}"
    if view.required is None:
        return text
    free = view.required.free
    left = f"{free:,} free" if free >= 0 else f"{-free:,} too much"
    others = " by this meter; compaction goes by the provider's count" if by_usage(policy) else ""
    return f"{text} · required {view.required.total:,} of {view.required.window:,}, {left}{others}"


def by_usage(policy: Policy) -> bool:
    """Whether a layer starts by what the provider counted."""
    own = (layer.when for layer in policy.layers if layer.enabled)
    return any(isinstance(limit, Limit) and limit.of == "usage" for limit in (policy.start, *own))


def print_layers(console: Console, view: View) -> None:
    if not view.layers:
        return
    table = Table(
        console,
        Column("layer", whole=True),
        Column("before", right=True),
        Column("", whole=True),
        Column("after", right=True),
        Column("changed", right=True, missable=1),
        Column("gone", right=True, missable=2),
        Column("reason"),
        wrap=True,
    )
    for layer, reason in zip(view.layers, told_once(view.layers), strict=True):
        style = "bold" if layer.fired else "dim"
        cells = [layer.id, f"{layer.before:,}", "─▶" if layer.fired else "=", f"{layer.after:,}"]
        cells += [f"{len(layer.changed):,}", f"{len(layer.gone):,}"] if layer.fired else ["", ""]
        table.add(*(Cell(cell, style) for cell in cells), Cell(reason, "" if layer.fired else "dim"))
    console.print()
    table.show()


def told_once(layers: Sequence[LayerOutcome]) -> list[str]:
    """The reason of each layer. Why it was let to work, or not, is told of the first of several that it is the same for."""
    found, gate = [], ""
    for layer in layers:
        same = layer.gate and layer.gate == gate
        own = layer.reason.removeprefix(layer.gate).removeprefix("; ")
        found.append((own or ABOVE) if same else layer.reason)
        gate = layer.gate
    return found


def refused(view: View, transcript: Transcript) -> list[Breach]:
    """Why a provider would refuse the view, where no problem speaks of the block already."""
    return untold(breaches(view, transcript), view.problems)


def print_problems(
    console: Console, problems: Iterable[Problem], structure: Structure, refused: Iterable[Breach] = ()
) -> None:
    """What is wrong with a view, then what a provider has against it."""
    columns = (Column("problem", style="yellow", whole=True), Column("block", right=True), Column("what", least=24))
    table = Table(console, *columns, wrap=True)
    for problem in problems:
        table.add(problem.kind, "" if problem.block is None else structure.name(problem.block), problem.text)
    for breach in refused:
        table.add(breach.rule, structure.name(breach.blocks[0]) if breach.blocks else "", breach.text)
    if table.rows:
        console.print()
    table.show()
