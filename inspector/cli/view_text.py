"""One Prompt View for people: heading, layers, messages with what is gone between them, problems."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from inspector.cli.evidence_text import print_durable, print_durable_line
from inspector.cli.fates import SIGNS, STYLES
from inspector.cli.heading import line, print_certificate, print_policy, print_transcript
from inspector.cli.stretches import Stretch, in_order
from inspector.cli.table import Cell, Column, Table
from inspector.cli.words import counted
from inspector.engine.view import Fate, Problem, View, ViewBlock, ViewMessage
from inspector.policy.model import MeterSpec
from inspector.terminal_text import sanitise
from inspector.transcript.model import Transcript
from inspector.transcript.structure import Structure

if TYPE_CHECKING:
    from rich.console import Console

    from inspector.engine import Replay

LOSSES = 5
"""Typed texts that are named one by one when a view lost them."""

PREVIEW = 3
"""Characters of a message that a preview looks at, per cell of the console."""


def print_view(console: Console, view: View, replay: Replay, full: bool) -> None:
    """Everything about one view; with `full`, the texts whole instead of a line each."""
    structure = replay.transcript.structure
    print_transcript(console, replay.transcript)
    print_policy(console, replay.policy)
    line(console, "request", f"{view.request:,} of {structure.requests:,} · turn {view.turn:,}")
    print_certificate(console, view.certificate)
    line(console, "size", size(view, replay.policy.meter))
    print_durable_line(console, view.durable, replay.policy.meter.unit)
    print_losses(console, view, structure)
    print_layers(console, view)
    print_durable(console, view.durable)
    console.print()
    (print_texts if full else print_messages)(console, view, replay.transcript)
    print_problems(console, view.problems, structure)


def print_losses(console: Console, view: View, structure: Structure) -> None:
    """What a person typed and the view does not hold as it was typed; said before anything else is."""
    for gone in view.lost[:LOSSES]:
        by = f" by {gone.layer}" if gone.layer else ""
        text = structure.blocks[gone.block].text[: console.width * PREVIEW]
        line(console, "⚠ typed", f"{structure.name(gone.block)} {gone.fate}{by}: {text}", "yellow")
    if len(view.lost) > LOSSES:
        line(console, "⚠ typed", f"and {len(view.lost) - LOSSES:,} more", "yellow")


def size(view: View, meter: MeterSpec) -> str:
    """`9,221 → 2,215 bytes (24 %)`, and the whole request against the window where the policy has one."""
    share = f" ({view.size / view.transcript_size:.0%})" if view.transcript_size else ""
    text = f"{view.transcript_size:,} → {view.size:,} {meter.unit}{share}, counted as {meter.count}"
    if view.required is None:
        return text
    free = view.required.free
    left = f"{free:,} free" if free >= 0 else f"{-free:,} too much"
    return f"{text} · required {view.required.total:,} of {view.required.window:,}, {left}"


def print_layers(console: Console, view: View) -> None:
    if not view.layers:
        return
    table = Table(
        console,
        Column("layer"),
        Column("before", right=True),
        Column(""),
        Column("after", right=True),
        Column("changed", right=True),
        Column("gone", right=True),
        Column("reason"),
        wrap=True,
    )
    for layer in view.layers:
        style = "bold" if layer.fired else "dim"
        cells = [layer.id, f"{layer.before:,}", "─▶" if layer.fired else "=", f"{layer.after:,}"]
        cells += [f"{len(layer.changed):,}", f"{len(layer.gone):,}"] if layer.fired else ["", ""]
        table.add(*(Cell(cell, style) for cell in cells), Cell(layer.reason, "" if layer.fired else "dim"))
    console.print()
    table.show()


def print_messages(console: Console, view: View, transcript: Transcript) -> None:
    """A line a message: number, role, fate, size, and how it begins."""
    table = Table(
        console, Column("#", right=True), Column("role"), Column(""), Column("size", right=True), Column("text")
    )
    room = console.width * PREVIEW
    for item in in_order(view, transcript.structure):
        if isinstance(item, Stretch):
            table.add_line(gone_line(item), STYLES[item.fate])
            continue
        number = number_of(item, transcript)
        sign = Cell(SIGNS[item.fate], STYLES[item.fate])
        table.add(number, item.role, sign, f"{item.size:,}", Cell(preview(item, room), STYLES[item.fate]))
    table.show()
    print_legend(console, view, transcript)


def number_of(message: ViewMessage, transcript: Transcript) -> str:
    """The message's number; with `?` where the record does not say for sure that it was part of the prompt."""
    if message.origin is None:
        return ""
    return f"{message.origin + 1:,}{'?' if transcript.messages[message.origin].uncertain else ''}"


def print_legend(console: Console, view: View, transcript: Transcript) -> None:
    """What the signs mean, those that occur."""
    from rich.text import Text

    found = {message.fate for message in view.messages} | {gone.fate for gone in view.gone}
    doubt = any(m.origin is not None and transcript.messages[m.origin].uncertain for m in view.messages)
    if found <= {Fate.VERBATIM} and not doubt:
        return
    console.print()
    legend = "  ".join(f"{sign} {fate.value}" for fate, sign in SIGNS.items() if fate in found)
    legend += "  ? perhaps not part of the prompt" if doubt else ""
    console.print(Text(legend, "dim"), soft_wrap=True)


def gone_line(stretch: Stretch) -> str:
    first, last = stretch.first + 1, stretch.stop
    where = f"{first:,}" if first == last else f"{first:,}–{last:,}"
    by = f" by {stretch.layer}" if stretch.layer else ""
    amounts = f"{counted(last - first + 1, 'message')}, {counted(stretch.blocks, 'block')}"
    return f"{SIGNS[stretch.fate]}{SIGNS[stretch.fate]} {where} {stretch.fate.value}{by} · {amounts}"


def preview(message: ViewMessage, room: int) -> str:
    """How a message begins, block by block; never more than `room` characters of it."""
    parts: list[str] = []
    for block in message.blocks:
        parts.append(block_line(block, room))
        room -= len(parts[-1])
        if room <= 0:
            break
    return "  ".join(parts)


def block_line(block: ViewBlock, room: int) -> str:
    """A block in a few words: → a call with its arguments, ← a result, text as it is."""
    if block.kind == "tool_use" and block.source is not None:
        return f"→ {block.source.tool} {arguments(block, room)}"
    text = block.text[:room]
    if block.kind == "tool_result":
        return f"← {text}"
    return text if block.kind in ("text", "summary") else f"[{block.kind}] {text}"


def arguments(block: ViewBlock, room: int) -> str:
    """The arguments of a call, `name=value`, cut at `room` characters."""
    given = block.source.input if block.source else {}
    return " ".join(f"{name}={str(value)[:room]}" for name, value in list(given.items())[:20])[:room]


def print_texts(console: Console, view: View, transcript: Transcript) -> None:
    """Every message with its whole text. Written past the console's wrapping, which a very long line would freeze."""
    for item in in_order(view, transcript.structure):
        if isinstance(item, Stretch):
            line(console, "", gone_line(item), STYLES[item.fate])
            continue
        number = number_of(item, transcript) or "made up"
        line(console, number, f"{SIGNS[item.fate]} {item.role} · {item.size:,}", "bold")
        for text in whole_lines(item.blocks):
            console.file.write(f"    {text}\n")
        console.file.write("\n")


def whole_lines(blocks: Iterable[ViewBlock]) -> Iterable[str]:
    """All lines of all blocks, each made safe for a terminal."""
    for block in blocks:
        if block.kind == "tool_use":
            yield sanitise(block_line(block, len(str(block.source.api)) if block.source else 0))
            continue
        if block.kind not in ("text", "summary"):
            yield f"[{block.kind}]"
        for text in block.text.split("\n"):
            yield sanitise(text.rstrip("\r"))


def print_problems(console: Console, problems: Iterable[Problem], structure: Structure) -> None:
    columns = (Column("problem", style="yellow"), Column("block", right=True), Column("what"))
    table = Table(console, *columns, wrap=True)
    for problem in problems:
        table.add(problem.kind, "" if problem.block is None else structure.name(problem.block), problem.text)
    if table.rows:
        console.print()
    table.show()
