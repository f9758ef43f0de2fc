"""A conversation of OpenHands while its events are read: messages, which event is in which, and what the agent still sees."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from inspector.transcript.formats.assembly import Budget, Fold, Piece, assembled
from inspector.transcript.formats.blocks import text_block
from inspector.transcript.late import answered
from inspector.transcript.make import make_block
from inspector.transcript.model import Block, Held, Transcript, Usage
from inspector.transcript.problems import Problems

NONE = Usage()


@dataclass(slots=True)
class Reply:
    """One response of the model: its message, its calls, and the message with their results."""

    piece: Piece
    blocks: list[Block]
    calls: dict[str, bool] = field(default_factory=dict)
    """Id of a call → whether it has a result."""
    results: Piece | None = None
    answers: list[Block] = field(default_factory=list)


@dataclass(slots=True)
class Seen:
    """An event that the agent's view can hold, and the message that it is in (None: it says nothing)."""

    id: str
    number: int | None
    piece: Piece | None


@dataclass(slots=True)
class Talk:
    """What was read so far."""

    problems: Problems
    pieces: list[Piece] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    replies: dict[str, Reply] = field(default_factory=dict)
    owners: dict[int, Reply] = field(default_factory=dict)
    """By the identity of a response's messages."""
    by_call: dict[str, Reply] = field(default_factory=dict)
    by_event: dict[str, str] = field(default_factory=dict)
    """Id of an action → id of its call."""
    waiting: dict[str, None] = field(default_factory=dict)
    """Calls of actions without a recorded response that have no result yet, in their order."""
    folds: list[tuple[Fold, int]] = field(default_factory=list)
    """Compactions, each with the number of messages before it."""
    summary: tuple[Piece, int] | None = None
    """The last summary, and its place among the events that are seen."""
    tools: tuple[dict[str, Any], ...] = ()
    usages: dict[str, Usage] = field(default_factory=dict)
    """By response, as the state beside the events tells."""
    budget: Budget = field(default_factory=Budget)
    last: Usage = NONE
    """What was counted up to the last event that told."""

    def add(self, piece: Piece) -> Piece:
        """One more message at the end."""
        self.pieces.append(piece)
        return piece

    def reply(self, key: str, piece: Piece) -> Reply:
        """A response that is new, with the calls in it."""
        self.pieces.append(piece)
        made = Reply(piece, list(piece.blocks))
        self.replies[key] = self.owners[id(piece)] = made
        for block in piece.blocks:
            if block.kind == "tool_use":
                made.calls[block.tool_id] = False
                self.by_call.setdefault(block.tool_id, made)
        return made

    def call(self, reply: Reply, block: Block) -> None:
        """One more call of a response."""
        if block.tool_id not in reply.calls:
            reply.blocks.append(block)
            reply.calls[block.tool_id] = False
            self.by_call.setdefault(block.tool_id, reply)

    def result(self, call: str, text: str, more: tuple[Block, ...] = (), failed: bool = False) -> Piece | None:
        """The result of a call; those of one response are one message. None where there is no such call, or it has one."""
        reply = self.by_call.get(call)
        if reply is None or reply.calls[call]:
            return None
        reply.calls[call] = True
        self.waiting.pop(call, None)
        if reply.results is None:
            reply.results = self.add(Piece("user", (), "tool"))
            self.owners[id(reply.results)] = reply
        reply.answers.append(result_block(call, text, more, failed))
        return reply.results

    def transcript(self, **fields: Any) -> Transcript:
        """What was read, as a transcript."""
        self.budget.tell(self.problems)
        for reply in self.replies.values():
            reply.piece.blocks = tuple(reply.blocks)
            if reply.results is not None:
                reply.results.blocks = tuple(reply.answers)
        for fold, before in self.folds:
            fold.before = self.pieces[before] if before < len(self.pieces) else None
        return assembled(
            "openhands", self.pieces, [fold for fold, _ in self.folds], self.problems, tools=self.tools, **fields
        )


def result_block(call: str, text: str, more: tuple[Block, ...], failed: bool) -> Block:
    """A result in words, with pictures beside it."""
    if not more and not failed:
        return make_block("tool_result", answered(text, call), call)
    api: dict[str, Any] = {"type": "tool_result", "tool_use_id": call, "content": text}
    if failed:
        api["is_error"] = True
    if more:
        api["content"] = [*([{"type": "text", "text": text}] if text else []), *(dict(block.api) for block in more)]
    return make_block(
        "tool_result", Held(text, api), call, "", tuple([image for block in more for image in block.images])
    )


def texts(*said: str) -> tuple[Block, ...]:
    """Blocks of what is said, without those that say nothing."""
    return tuple([text_block(text) for text in said if text.strip()])
