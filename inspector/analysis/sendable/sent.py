"""Messages as a provider sees them: the few things that its rules speak of, and no texts."""

from __future__ import annotations

from typing import Literal, NamedTuple

from inspector.analysis.sendable.breach import Provider
from inspector.engine.cut import assemble
from inspector.engine.effects import remember
from inspector.engine.view import Made, Notice, Piece, ViewBlock, ViewMessage
from inspector.transcript.model import Block, Transcript

SYSTEM = ("system", "developer")
MADE = -1
WORDS = ("text", "summary")


Blank = Literal["", "empty", "white"]


class Part(NamedTuple):
    """A block of a message. `block` is its position in the transcript, `MADE` for a made-up one.

    `blank`: a text without words, which is `empty` or `white`. `altered`: the view holds it in another form than it was
    recorded in. `signed`: thinking that the provider can check.
    """

    kind: str
    id: str = ""
    block: int = MADE
    blank: Blank = ""
    altered: bool = False
    signed: bool = False


class Sent(NamedTuple):
    """A message in the provider's form. `at` is the message's position in the view, `origin` in the transcript (or `MADE`).

    `lead` is False for the second half of a message that the form splits (results, then what was said beside them).
    `bare`: its content is one string.
    """

    role: str
    parts: tuple[Part, ...]
    at: int
    origin: int
    lead: bool = True
    bare: bool = False

    @property
    def calls(self) -> list[Part]:
        return [part for part in self.parts if part.kind == "tool_use"]

    @property
    def results(self) -> list[Part]:
        return [part for part in self.parts if part.kind == "tool_result"]


def split(role: str, parts: tuple[Part, ...], at: int, origin: int, provider: Provider, bare: bool) -> list[Sent]:
    """One message of a view in a provider's form; the system messages keep their role (export/body, engine/chat_form)."""
    if provider == "anthropic" or role in SYSTEM:
        kind = "system" if role in SYSTEM else "assistant" if role == "assistant" else "user"
        return [Sent(kind, parts, at, origin, True, bare)]
    results = [Sent("tool", (part,), at, origin) for part in parts if part.kind == "tool_result"]
    rest = tuple(part for part in parts if part.kind != "tool_result")
    if rest or not results:
        results.append(Sent("user" if role == "tool" else role, rest, at, origin, True, bare))
    return [results[0], *(each._replace(lead=False) for each in results[1:])]


def from_view(message: ViewMessage, at: int, provider: Provider) -> list[Sent]:
    """A message of a materialised view."""
    if message.made is not None:
        return split(message.role, (made_part(message.made),), at, MADE, provider, True)
    parts = tuple(map(_part, message.blocks))
    bare = message.plain and message.single and len(parts) == 1
    return split(message.role, parts, at, MADE if message.origin is None else message.origin, provider, bare)


def _part(block: ViewBlock) -> Part:
    source = block.source
    assert source is not None, "a made-up message is one block of text"
    blank = blank_of(block.text) if block.kind in WORDS else ""
    return Part(_kind(source), source.tool_id, block.origin[0], blank, block.pieces is not None, _signed(source))


def made_part(made: Made) -> Part:
    """The text of a made-up message. A summary that is not written yet is not empty: it will have words."""
    return Part("text", blank="" if made.approximate else blank_of(made.text))


def recorded_parts(transcript: Transcript) -> list[Part]:
    """Every block of a transcript as recorded; worked out once."""
    blocks = transcript.structure.blocks
    return remember(transcript, ("sent parts",), lambda: [_recorded(block, at) for at, block in enumerate(blocks)])


def _recorded(block: Block, at: int) -> Part:
    blank = blank_of(block.text) if block.kind in WORDS else ""
    return Part(_kind(block), block.tool_id, at, blank, False, _signed(block))


def changed(part: Part, pieces: tuple[Piece, ...], block: Block) -> Part:
    """A block in another form."""
    if part.kind not in WORDS:
        return part._replace(altered=True)
    said = any(isinstance(piece, Notice) and not blank_of(piece.text) for piece in pieces)
    return part._replace(altered=True, blank="" if said else blank_of(assemble(block.text, pieces)))


def _kind(block: Block) -> str:
    hidden = block.kind == "opaque" and block.api.get("type") == "redacted_thinking"
    return "thinking" if hidden else block.kind


def _signed(block: Block) -> bool:
    if block.kind == "thinking":
        return bool(block.api.get("signature"))
    return block.kind == "opaque" and block.api.get("type") == "redacted_thinking"


def blank_of(text: str) -> Blank:
    """Whether a text has no words, and how."""
    return "empty" if not text else "white" if text.isspace() else ""
