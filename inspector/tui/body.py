"""What a block says on the screen: a title of a few words and the text that is folded below it. No Textual here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import islice
from typing import Any

from inspector.terminal_text import clip
from inspector.transcript import TranscriptChanged
from inspector.transcript.model import Block, ImageRef, Message, Role

SIGNS = {
    "text": "",
    "thinking": "∴",
    "tool_use": "⚙",
    "tool_result": "↩",
    "image": "▣",
    "document": "▤",
    "summary": "Σ",
    "opaque": "?",
}
"""Kind of block → the sign before its title; none for plain text."""

UNNAMED = ("text", "tool_result", "thinking")
"""Kinds whose sign (or its absence) says enough."""
NAME = 28
"""Cells of a tool's name at the most."""
TELLING = ("file_path", "path", "notebook_path", "command", "cmd", "pattern", "query", "url", "description")
"""Names of arguments that say most about a call, in this order."""
ARGUMENT, VALUE = 400, 20_000
"""Characters shown of one argument of a call, on one line and unfolded."""
BLANKS = 100_000
"""Characters up to which a text is looked at for being blank."""
CHANGED = "[the file was changed after it was opened, and this text is gone: open it again with o]"
ROLES = {"system": "sys", "developer": "dev", "user": "user", "assistant": "asst", "tool": "tool"}
"""Role → the word of at most four cells in the column of roles."""


def speaker(message: Message) -> Role:
    """Whose words a message holds: a message of the user that holds nothing but results is the tools'."""
    results = message.role == "user" and message.blocks and all(block.kind == "tool_result" for block in message.blocks)
    return "tool" if results else message.role


def title(block: Block) -> str:
    """Sign and name of a block that is not plain text, safe to show: `⚙ read_file`."""
    name = clip(block.tool, NAME) if block.kind == "tool_use" else "" if block.kind in UNNAMED else block.kind
    return f"{SIGNS[block.kind]} {name}".rstrip()


def text_of(block: Block, expanded: bool = False) -> str:
    """The text below the title. A call's arguments are one line, or indented JSON when expanded.

    Bodies may be read on demand: one that is no longer there says so in its place.
    """
    try:
        return _text_of(block, expanded)
    except TranscriptChanged:
        return CHANGED


def recorded(block: Block) -> str:
    """All of a text as it was recorded; a call's arguments, or what is no text, as JSON on one line, nothing left out."""
    try:
        if block.kind == "tool_use":
            return _json(block.input)
        words = block.kind in ("text", "thinking", "tool_result", "summary", "image") or block.images or block.text
        return _text_of(block, False) if words else _json(block.api)
    except TranscriptChanged:
        return CHANGED


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _text_of(block: Block, expanded: bool) -> str:
    if block.kind == "tool_use":
        return pretty(block.input) if expanded else arguments(block.input)
    if block.kind in ("text", "thinking", "tool_result", "summary"):
        return _spoken(block.text) or pictures(block.images) or "(empty)"
    return pictures(block.images) or _described(block, expanded)


def _spoken(text: str) -> str:
    """A text, or what there is to say of one that is nothing but blanks."""
    if not text or len(text) > BLANKS or not text.isspace():
        return text
    lines = text.count("\n")
    return f"({lines:,} empty lines)" if lines > 1 else "(blank)"


def arguments(value: Mapping[str, Any]) -> str:
    """The arguments of a call on one line, the telling one (or the only one) first and without its name."""
    main = next((name for name in TELLING if name in value), next(iter(value)) if len(value) == 1 else None)
    first = [_plain(value[main])] if main is not None else []
    others = ((name, item) for name, item in islice(value.items(), 20) if name != main)
    return "  ".join([*first, *(f"{name[:ARGUMENT]}={_plain(item)}" for name, item in others)])


def pretty(value: Mapping[str, Any]) -> str:
    """Indented JSON, readable characters left as they are, huge strings cut short."""
    return json.dumps(
        {name: _shortened(item) for name, item in value.items()}, indent=2, ensure_ascii=False, default=str
    )


def pictures(images: tuple[ImageRef, ...]) -> str:
    """A labelled line for each picture, since its bytes are not kept."""
    return "\n".join(_picture(image) for image in images)


def _plain(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return " ".join(text[:ARGUMENT].split())


def _shortened(value: Any) -> Any:
    if isinstance(value, str) and len(value) > VALUE:
        return f"{value[:VALUE]} … {len(value) - VALUE:,} characters more"
    return value


def _picture(image: ImageRef) -> str:
    size = f"{image.width}×{image.height} · " if image.width else ""
    return f"[{image.media_type} · {size}{image.bytes:,} bytes]"


def _described(block: Block, expanded: bool) -> str:
    sealed = block.api.get("encrypted_bytes")
    if type(sealed) is int and not expanded:
        return f"encrypted, {sealed:,} bytes: what it says, and how many tokens it takes, is not recorded"
    return pretty(block.api) if expanded else block.text or str(block.api.get("type", "no text"))
