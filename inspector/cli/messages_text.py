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
from inspector.engine.view import Fate, View, ViewBlock, ViewMessage
from inspector.phrases import counted, span
from inspector.terminal_text import cells, sanitise
from inspector.transcript.model import Transcript

if TYPE_CHECKING:
    from rich.console import Console

UNNAMED = "(without a name)"
"""Of a call that names no tool."""
PREVIEW = 3
"""Characters of a message that a preview looks at, per cell of the console."""


def print_messages(console: Console, view: View, transcript: Transcript) -> None:
    """A line a message: number, role, fate, size, and how it begins. Written as they come: there may be very many."""
    columns = (Column("#", right=True), Column("role"), Column("", whole=True), Column("size", right=True))
    table = Table(console, *columns, Column("text", least=8))
    table.expect(*widest(view, transcript))
    table.stream(message_rows(view, transcript, console.width * PREVIEW))
    print_legend(console, view, transcript)


def widest(view: View, transcript: Transcript) -> tuple[str, ...]:
    """The widest number, role, sign and size of a view, found without looking at a text."""
    numbers = max((number_of(message, transcript) for message in view.messages), key=len, default="")
    roles = max((message.role for message in view.messages), key=len, default="")
    size = max((message.size for message in view.messages), default=0)
    fates = {message.fate for message in view.messages}
    sign = SIGNS[Fate.INJECTED if Fate.INJECTED in fates else Fate.VERBATIM]  # the only one of two cells
    return numbers, roles, sign, f"{size:,}"


def message_rows(view: View, transcript: Transcript, room: int) -> Iterator[Given]:
    """The messages, and the stretches that are gone, in their order."""
    for item in in_order(view, transcript.structure):
        fate = item.fate  # worked out each time
        style = STYLES[fate]
        if isinstance(item, Stretch):
            yield Cell(gone_line(item), style)
            continue
        sign = Cell(SIGNS[fate], style)
        yield number_of(item, transcript), item.role, sign, f"{item.size:,}", Cell(preview(item, room), style)


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
            yield sanitise(block_line(block, sys.maxsize))
            continue
        if block.kind not in ("text", "summary"):
            yield f"[{block.kind}]"
        for text in block.text.split("\n"):
            yield sanitise(text.rstrip("\r"))
