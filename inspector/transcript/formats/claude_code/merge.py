"""Lines become messages: one for all lines of a reply, one for all results of its calls, as they were sent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from inspector.transcript.formats.claude_code.records import Node
from inspector.transcript.formats.usage import larger
from inspector.transcript.model import Author, Block, Message, Role, Usage


@dataclass(slots=True, eq=False)
class Draft:
    """A message while its lines are gathered. `results` is the user message that answers a reply's calls."""

    role: Role
    nodes: list[Node]
    blocks: list[Block] = field(default_factory=list)
    usage: Usage | None = None
    results: Draft | None = None
    answers: list[tuple[int, Block]] = field(default_factory=list)
    """Results with the place of their call in the reply."""


@dataclass(slots=True)
class Merged:
    """Messages of a branch, and where its records and boundaries ended up (positions from 0)."""

    messages: list[Message]
    positions: dict[str, int]
    marks: list[tuple[Node, int]]


class Merger:
    """Takes nodes in order."""

    def __init__(self) -> None:
        self._drafts: list[Draft] = []
        self._open: dict[str, Draft] = {}
        self._calls: dict[str, tuple[Draft, int]] = {}
        self._marks: list[tuple[Node, int]] = []

    def merge(self, nodes: Iterable[Node]) -> Merged:
        for node in nodes:
            if node.kind == "system":
                if node.subtype in ("compact_boundary", "microcompact_boundary"):
                    self._mark(node)
            elif node.message:
                self._reply(node)
            elif node.kind == "user":
                self._user(node)
            elif node.kind == "attachment" and node.blocks:
                self._drafts.append(Draft("user", [node], list(node.blocks)))
        return self._finish()

    def _mark(self, node: Node) -> None:
        self._marks.append((node, len(self._drafts)))
        if node.subtype != "microcompact_boundary":
            self._open.clear()

    def _reply(self, node: Node) -> None:
        key = node.message["key"]
        draft = self._open.get(key)
        if draft is None:
            draft = self._open[key] = Draft("assistant", [node])
            self._drafts.append(draft)
        else:
            draft.nodes.append(node)
        for block in node.blocks:
            if block.kind == "tool_use" and block.tool_id:
                if block.tool_id in self._calls and self._calls[block.tool_id][0] is draft:
                    continue  # the same line written twice
                self._calls[block.tool_id] = (draft, len(draft.blocks))
            draft.blocks.append(block)
        draft.usage = larger(draft.usage, node.message["usage"])

    def _user(self, node: Node) -> None:
        if node.summary:
            last = self._marks[-1] if self._marks else None
            if last is None or not last[0].boundary or any(_is_summary(d) for d in self._drafts[last[1] :]):
                self._mark(node)  # a summary without a boundary of its own
        home = next(
            (self._calls[b.tool_id][0] for b in node.blocks if b.kind == "tool_result" and b.tool_id in self._calls),
            None,
        )
        if home is None:
            if node.author == "human":
                self._open.clear()  # a new prompt: whatever comes now is no line of an earlier reply
            self._drafts.append(Draft("user", [node], list(node.blocks)))
            return
        for block in node.blocks:
            reply, place = self._calls.get(block.tool_id, (home, -1)) if block.kind == "tool_result" else (home, -1)
            reply.results = reply.results or Draft("user", [])
            if node not in reply.results.nodes[-1:]:
                reply.results.nodes.append(node)
            if place >= 0:
                reply.results.answers.append((place, block))
            else:
                reply.results.blocks.append(block)

    def _finish(self) -> Merged:
        messages: list[Message] = []
        positions: dict[str, int] = {}
        starts: list[int] = []
        for draft in self._drafts:
            starts.append(len(messages))
            for part in (draft, draft.results):
                if part is not None:
                    positions.update((node.uuid, len(messages)) for node in part.nodes)
                    messages.append(_message(len(messages) + 1, part))
        starts.append(len(messages))
        return Merged(messages, positions, [(node, starts[at]) for node, at in self._marks])


def _is_summary(draft: Draft) -> bool:
    return draft.nodes[0].summary


def _message(number: int, draft: Draft) -> Message:
    first = draft.nodes[0]
    answers = [block for _, block in sorted(draft.answers, key=lambda answer: answer[0])] if draft.answers else []
    identity = first.message["key"] if first.message else first.uuid
    return Message(
        number,
        draft.role,
        tuple(answers + draft.blocks),
        first.plain and len(draft.nodes) == 1,
        _author(draft),
        first.line,
        identity,
        first.timestamp,
        first.message.get("model", "") if first.message else "",
        draft.usage,
        _extra(draft),
        first.uncertain,
    )


def _author(draft: Draft) -> Author:
    """Of results with text typed meanwhile: who typed it."""
    first = draft.nodes[0]
    if len(draft.nodes) == 1 or first.message:
        return first.author
    others = [node.author for node in draft.nodes if node.author != "tool"]
    return "human" if "human" in others else others[0] if others else "tool"


def _extra(draft: Draft) -> dict[str, Any]:
    """The envelope: ids of all lines, and what else was recorded with the last of them."""
    extra = dict(draft.nodes[-1].extra)
    extra["uuids"] = [node.uuid for node in draft.nodes]
    return extra
