"""A message while its lines are gathered, and the message it becomes."""

from __future__ import annotations

from inspector.transcript.formats.claude_code.records import Node
from inspector.transcript.make import make_message
from inspector.transcript.model import Author, Block, Message, Role, Usage


class Draft:
    """A message while its lines are gathered. `results` is the user message that answers a reply's calls."""

    __slots__ = ("answers", "blocks", "interrupts", "nodes", "place", "results", "role", "usage")

    def __init__(self, role: Role, nodes: list[Node], blocks: list[Block]) -> None:
        self.role = role
        self.nodes = nodes
        self.blocks = blocks
        self.usage: Usage | None = None
        self.results: Draft | None = None
        self.answers: list[tuple[int, Block]] = []
        """Results with the place of their call in the reply."""
        self.interrupts = False
        self.place = 0
        """Which one it is."""


def finished(number: int, draft: Draft) -> Message:
    """The message of a draft."""
    nodes = draft.nodes
    first = nodes[0]
    alone = len(nodes) == 1
    return make_message(
        number,
        draft.role,
        _in_order(draft),
        alone and first.plain,
        first.author if alone or first.key else _author(nodes),
        first.line,
        first.key or first.uuid,
        first.timestamp,
        first.model,
        draft.usage,
        first.extra if alone else {**nodes[-1].extra, "uuids": [node.uuid for node in nodes]},
        first.doubt,
        draft.interrupts,
    )


def _in_order(draft: Draft) -> tuple[Block, ...]:
    """Results first, in the order of their calls."""
    answers = draft.answers
    if not answers:
        return tuple(draft.blocks)
    if len(answers) > 1:
        answers.sort(key=_call_place)
    return (*[block for _, block in answers], *draft.blocks)


def _call_place(answer: tuple[int, Block]) -> int:
    return answer[0]


def _author(nodes: list[Node]) -> Author:
    """Of results with text typed meanwhile: who typed it."""
    others = [node.author for node in nodes if node.author != "tool"]
    return "human" if "human" in others else others[0] if others else "tool"
