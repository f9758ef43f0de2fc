"""One event of OpenHands' first generation, whichever layout it has: `args` and `extras`, or all fields flat (2024)."""

from __future__ import annotations

from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.formats.assembly import Piece
from inspector.transcript.formats.blocks import block_of, words_of
from inspector.transcript.formats.openai import _image
from inspector.transcript.late import said
from inspector.transcript.make import make_block
from inspector.transcript.model import Block

_NOTHING: dict[str, Any] = {}


class Event:
    """The fields that matter, of the types that they should have."""

    __slots__ = (
        "args",
        "call",
        "cause",
        "id",
        "kind",
        "line",
        "metadata",
        "metrics",
        "number",
        "response",
        "said",
        "source",
        "ts",
    )

    def __init__(self, record: dict[str, Any], place: int, line: int) -> None:
        get = record.get
        number, cause = get("id"), get("cause")
        self.number = number if type(number) is int else None
        self.id = str(number) if isinstance(number, (int, str)) else f"#{place}"
        self.cause = str(cause) if isinstance(cause, (int, str)) else ""
        kind, stamp = get("action"), get("timestamp")
        self.kind = kind if kind and type(kind) is str else words_of(get("observation"))
        self.line, self.ts = line, stamp if type(stamp) is str else ""
        args = get("args") if "action" in record else get("extras")
        self.args: dict[str, Any] = args if type(args) is dict else record
        said = get("content")
        self.said = said if said and type(said) is str else words_of(get("message"))
        metadata = get("tool_call_metadata")
        self.metadata: dict[str, Any] = metadata if type(metadata) is dict else _NOTHING
        call, response = self.metadata.get("tool_call_id"), self.metadata.get("model_response")
        self.call = call if type(call) is str else ""
        self.response: dict[str, Any] | None = response if type(response) is dict else None
        self.metrics = get("llm_metrics")
        source = get("source")
        if not source or type(source) is not str:
            source = "user" if place == 0 and self.kind == "message" else "agent"
        self.source: str = source

    def describe(self, piece: Piece) -> Piece:
        """A message with what the event says of itself."""
        piece.id, piece.timestamp, piece.line = self.id, self.ts, self.line
        return piece


def images_of(args: dict[str, Any]) -> tuple[Block, ...]:
    """The pictures of a message or an observation."""
    urls = args.get("image_urls") or args.get("images_urls")
    return tuple([picture(url) for url in urls if isinstance(url, str) and url]) if isinstance(urls, list) else ()


def picture(url: str) -> Block:
    """A picture by its URL; data is taken out of it."""
    return _image({"type": "image_url", "image_url": {"url": url}})


def content_blocks(content: Any) -> tuple[Block, ...]:
    """Content of the SDK: text parts, and images with several URLs."""
    found: list[Block] = []
    for part in content if isinstance(content, list) else [content]:
        if type(part) is dict and part.get("type") == "text" and len(part) - ("cache_prompt" in part) == 2:
            text = part.get("text")
            if type(text) is str:
                found.append(make_block("text", said(text)))
                continue
        urls = part.get("image_urls") if isinstance(part, dict) else None
        if isinstance(urls, list):
            found += [picture(url) for url in urls if isinstance(url, str)]
        elif isinstance(part, dict):
            prune(part)
            known = {key: value for key, value in part.items() if key not in ("cache_prompt", "enable_truncation")}
            found.append(block_of(known))
        elif isinstance(part, str) and part:
            found.append(block_of(part))
    return tuple(found)
