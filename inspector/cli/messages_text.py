"""The messages of a Prompt View for people: a line each, or their texts whole."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from inspector.cli.fates import SIGNS, STYLES
from inspector.cli.heading import line
from inspector.cli.layout import Column
from inspector.cli.stretches import Stretch, in_order
from inspector.cli.table import Cell, Given, Table
from inspector.engine.doubts import clauses
from inspector.engine.estimates import block_estimate
from inspector.engine.view import Fate, View, ViewBlock, ViewMessage
from inspector.meter.counter import PROVIDER
from inspector.phrases import BASES, counted, span
from inspector.terminal_text import cells, sanitise
from inspector.transcript.model import Transcript

if TYPE_CHECKING:
    from rich.console import Console

    from inspector.engine import Replay

UNNAMED = "(without a name)"
"""Of a call that names no tool."""
PREVIEW = 3
"""Characters of a message that a preview looks at, per cell of the console."""


def print_messages(console: Console, view: View, replay: Replay) -> None:
    """A line a message: number, role, fate, size, and how it begins. Written as they come: there may be very many.

    In the provider's tokens also where a size comes from: the least sure of its blocks.
    """
    transcript, bases = replay.transcript, replay.policy.meter.count == PROVIDER
    columns = (Column("#", right=True), Column("role"), Column("", whole=True), Column("size", right=True))
    basis = (Column("basis", whole=True, missable=1),) if bases else ()
    table = Table(console, *columns, *basis, Column("text", least=8))
    table.expect(*widest(view, transcript), *(("calibrated",) if bases else ()))
    table.stream(message_rows(view, replay, console.width * PREVIEW))
    print_legend(console, view, transcript)


def basis_of(message: ViewMessage, replay: Replay) -> tuple[str, ...]:
    """Where the size of a message comes from, the least sure of its blocks; nothing in other meters."""
    found = [sure.basis for block in message.blocks if (sure := block_estimate(replay.ledger, block)) is not None]
    return (max(found, key=tuple(BASES).index),) if found else ()


def widest(view: View, transcript: Transcript) -> tuple[str, ...]:
    """The widest number, role, sign and size of a view, found without looking at a text."""
    numbers = max((number_of(message, transcript) for message in view.messages), key=len, default="")
    roles = max((message.role for message in view.messages), key=len, default="")
    size = max((message.size for message in view.messages), default=0)
    fates = {message.fate for message in view.messages}
    sign = SIGNS[Fate.INJECTED if Fate.INJECTED in fates else Fate.VERBATIM]  # the only one of two cells
    return numbers, roles, sign, f"{size:,}"


def message_rows(view: View, replay: Replay, room: int) -> Iterator[Given]:
    """The messages, and the stretches that are gone, in their order."""
    transcript = replay.transcript
    for item in in_order(view, transcript.structure):
        fate = item.fate  # worked out each time
        style = STYLES[fate]
        if isinstance(item, Stretch):
            yield Cell(gone_line(item), style)
            continue
        sign = Cell(SIGNS[fate], style)
        size = (f"{item.size:,}", *basis_of(item, replay))
        yield number_of(item, transcript), item.role, sign, *size, Cell(preview(item, room), style)


def number_of(message: ViewMessage, transcript: Transcript) -> str:
    """The message's number; with `?` where the record does not say for sure that it was part of the prompt."""
    if message.origin is None:
        return ""
    return f"{message.origin + 1:,}{'?' if message.uncertain else ''}"


def print_legend(console: Console, view: View, transcript: Transcript) -> None:
    """What the signs mean, those that occur."""
    from rich.text import Text

    found = {message.fate for message in view.messages} | {gone.fate for gone in view.gone}
    doubt = sanitise(clauses(message.doubt for message in view.messages))
    if found <= {Fate.VERBATIM} and not doubt:
        return
    console.print()
    signs = [f"{sign} {fate.value}" for fate, sign in SIGNS.items() if fate in found]
    signs += [f"? uncertain: {doubt}"] if doubt else []
    legend = "  ".join(signs)
    console.print(Text(legend if cells(legend) <= console.width else "\n".join(signs), "dim"), soft_wrap=True)


def gone_line(stretch: Stretch) -> str:
    first, last = stretch.first + 1, stretch.stop
    where = span(first, last)
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
        return f"→ {block.source.tool or UNNAMED} {arguments(block, room)}".rstrip()
    text = block.text[:room]
    if block.kind == "tool_result":
        return f"← {text}"
    return text if block.kind in ("text", "summary") else f"[{block.kind}] {text}"


def arguments(block: ViewBlock, room: int) -> str:
    """The arguments of a call, `name=value`, cut at `room` characters. A text stands as it is, all else as JSON."""
    parts: list[str] = []
    left = room
    for name, value in (block.source.input if block.source else {}).items():
        if left <= 0:
            break
        parts.append(f"{name[:left]}={_value(value, left)}")
        left -= len(parts[-1]) + 1
    return " ".join(parts)[:room]


def _value(value: object, room: int) -> str:
    """The beginning of an argument; no more of it is written than is shown."""
    if isinstance(value, str):
        return value[:room]
    text = ""
    for piece in json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=str).iterencode(value):
        text += piece
        if len(text) >= room:
            break
    return text[:room]


def print_texts(console: Console, view: View, replay: Replay) -> None:
    """Every message with its whole text. Written past the console's wrapping, which a very long line would freeze."""
    transcript = replay.transcript
    for item in in_order(view, transcript.structure):
        if isinstance(item, Stretch):
            line(console, "", gone_line(item), STYLES[item.fate])
            continue
        number = number_of(item, transcript) or "made up"
        size = " ".join((f"{item.size:,}", *basis_of(item, replay)))
        line(console, number, f"{SIGNS[item.fate]} {item.role} · {size}", "bold")
        for text in whole_lines(item.blocks):
            console.file.write(f"    {text}\n")
        console.file.write("\n")


def whole_lines(blocks: Iterable[ViewBlock]) -> Iterable[str]:
    """All lines of all blocks, each made safe for a terminal."""
    for block in blocks:
        if block.kind == "tool_use":
            yield sanitise(block_line(block, sys.maxsize))
            continue
        if block.kind not in ("text", "summary"):
            yield f"[{block.kind}]"
        for text in block.text.split("\n"):
            yield sanitise(text.rstrip("\r"))
