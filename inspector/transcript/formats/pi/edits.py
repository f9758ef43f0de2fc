"""Edits of the context (pi since 0.86): `context_edit` takes an earlier message out of the prompt, or gives it other content.

An edit holds from there on; the latest one of a message counts (pi `buildSessionProjection`). The text of a result is
replaced where it stands. For a result that is left out pi sends a notice, since its call is still there. Other messages get one
that stands for them; of a reply it is the client's, since nobody made a request for it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from inspector.transcript.formats.pi.node import Node
from inspector.transcript.formats.pi.wording import NO_RESULT
from inspector.transcript.model import Compaction, Message


@dataclass
class Batch:
    """Edits that came together, at position `before`."""

    before: int
    line: int
    replaced: dict[str, str] = field(default_factory=dict)
    brought: list[tuple[int, Node]] = field(default_factory=list)
    targets: dict[str, int] = field(default_factory=dict)
    """Name of an edit that brings a message → the position of the message that it stands for."""
    changed: bool = False

    def compaction(self, order: tuple[int, ...]) -> Compaction:
        """What the agent did, with the order of the prompt from then on."""
        if not self.changed:
            return Compaction("micro", self.before, "edit", self.line, replaced=self.replaced)
        return Compaction("full", self.before, "edit", self.line, order=order, replaced=self.replaced)


class Edits:
    """All edits of a way so far."""

    def __init__(self) -> None:
        self.waiting: list[tuple[int, int, Node]] = []
        self._instead: dict[int, int | None] = {}

    def take(self, node: Node, way: Mapping[str, int], index: int) -> None:
        """One more; one whose target is not before it on the way does nothing."""
        target = node.meta.get("targetId")
        found = way.get(target) if isinstance(target, str) else None
        if found is not None and found < index:
            self.waiting.append((index, found, node))

    def swap(self, position: int, other: int | None) -> None:
        """From here on another message stands for this one (and for what stood for it so far), or none."""
        before = self._instead.get(position)
        if before is not None:
            self._instead[before] = other
        self._instead[position] = other

    def applied(self, positions: Sequence[int]) -> list[int]:
        """Positions with what stands for them."""
        if not self._instead:
            return list(positions)
        found = (self._instead.get(each, each) for each in positions)
        return [each for each in found if each is not None]

    def flush(
        self, nodes: Sequence[Node], path: Sequence[int], messages: Sequence[Message], at: Sequence[int]
    ) -> Batch | None:
        """Those that wait, as one; None when they change nothing. `at`: for each message its index on the way."""
        batch = Batch(len(messages), self.waiting[0][2].line)
        for index, target, node in {target: (index, target, node) for index, target, node in self.waiting}.values():
            aimed, position = nodes[path[target]], bisect_left(at, target)
            if aimed.role is not None and aimed.kind in ("message", "custom_message"):
                self._one(batch, index, node, position, messages[position])
        self.waiting = []
        return batch if batch.replaced or batch.changed else None

    def _one(self, batch: Batch, index: int, node: Node, position: int, message: Message) -> None:
        replacement = node.meta.get("replacement")
        gone = not isinstance(replacement, Mapping)
        if message.role == "tool" and message.blocks:
            text = NO_RESULT if gone else "\n".join(block.text for block in node.blocks if block.text)
            batch.replaced[message.blocks[0].tool_id] = text
        elif gone or not node.blocks:
            batch.changed = True
            self.swap(position, None)
        elif message.role in ("user", "assistant"):
            batch.changed = True
            batch.brought.append((index, node))
            batch.targets[node.name] = position
