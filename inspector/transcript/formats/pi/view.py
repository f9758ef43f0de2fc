"""One way through the tree as messages, and the prompt that the agent had at each point of it.

pi `buildSessionContext`: the last compaction on the way counts. Its summary comes first, then the entries from
`firstKeptEntryId` up to it, older compactions among them left out, then what follows. A first entry that is not on the way
keeps nothing. A `reset` (OpenClaw) keeps typed text, replies and their results alone; `reset_boundary` (Oh My Pi) nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from inspector.transcript.formats.pi.edits import Edits
from inspector.transcript.formats.pi.kept import MOST, first_kept, paired, tail_doubt, too_many
from inspector.transcript.formats.pi.node import Node
from inspector.transcript.formats.pi.sizes import tokens_before, whole
from inspector.transcript.formats.pi.written import Written, message_of_node
from inspector.transcript.model import Compaction
from inspector.transcript.problems import Problems

_TOO_MANY = "there are too many compactions (or edits) to say for each of which messages the prompt consisted; left out"


class View:
    """What a way gives: messages, and compactions."""

    def __init__(
        self, nodes: Sequence[Node], path: Sequence[int], problems: Problems, omp: bool, system: str = ""
    ) -> None:
        """`system` is a system prompt that the session itself does not hold."""
        self.nodes, self.path, self.problems, self.omp = nodes, path, problems, omp
        self.written = written = Written()
        self.messages, self.at = written.messages, written.at
        self.compactions: list[Compaction] = []
        self._base: list[int] = []
        self._tail = 0
        """Of what the prompt consisted at a position, after which everything followed."""
        self._edits = Edits()
        self._left = MOST
        self._skipped = too_many(nodes, path, lambda: self.way, problems)
        if system and not any(nodes[place].role == "system" for place in path):
            written.supply(system)
        self._walk()
        self._edit()

    @property
    def current(self) -> list[int]:
        """The positions of which the prompt consists after the last record, in order."""
        return [*self._base, *range(self._tail, len(self.messages))]

    @cached_property
    def way(self) -> dict[str, int]:
        """The first record of each name, as an index of the way."""
        names = [self.nodes[place].id or self.nodes[place].name for place in self.path]
        return dict(zip(reversed(names), range(len(names) - 1, -1, -1), strict=True))

    def _walk(self) -> None:
        nodes, edits, messages, at = self.nodes, self._edits, self.messages, self.at
        for index, place in enumerate(self.path):
            node = nodes[place]
            if not node.ordinary:
                self._other(index, node)
                continue
            if edits.waiting:
                self._edit()
            made = node.made
            if made is None or made.number != len(messages) + 1:
                made = node.made = message_of_node(node, len(messages) + 1)
            messages.append(made)
            at.append(index)

    def _other(self, index: int, node: Node) -> None:
        """What is not only a message."""
        if node.role == "system":
            self._speak(index, node)
        elif node.kind == "compaction":
            self._edit()
            self._compact(index, node)
        elif node.kind in ("reset", "reset_boundary"):
            self._edit()
            self._reset(index, node)
        elif node.kind == "context_edit":
            self._edits.take(node, self.way, index)

    def _speak(self, index: int, node: Node) -> None:
        """A system prompt. A subagent that was called again notes its own again; it is in the prompt once."""
        if node.kind == "session_init" and self.written.system:
            first = self.messages[self.written.system[-1]]
            if [block.text for block in first.blocks] != [block.text for block in node.blocks]:
                words = "the system prompt is another one from here on; the one before is shown"
                self.problems.add(node.line, "system-changed", words)
            return
        self._edit()
        self.written.system.append(self.written.append(index, node, "system", "system", node.blocks))

    def _compact(self, index: int, node: Node) -> None:
        before, doubt = len(self.messages), tail_doubt(node, self.omp)
        kept = self._kept(index, node)
        brought: list[int] = []
        if len(node.blocks) > 1:
            self.written.system = brought = [self.written.append(index, node, "system", "system", node.blocks[1:])]
        summary = self.written.append(index, node, "user", "client", node.blocks[:1])
        self._begin([*self.written.system, summary, *kept])
        self._note(
            Compaction(
                "full",
                before,
                line=node.line,
                summary=summary,
                tokens_before=tokens_before(self.nodes, self.path, index),
                tokens_after=whole(node.meta.get("tokensAfter")) or None,
                estimated=whole(node.meta.get("tokensAfter")) > 0,
                order=tuple(self._base),
                doubtful=frozenset((*brought, summary)) if doubt else frozenset(),
                doubt=doubt,
            ),
            index,
        )

    def _kept(self, index: int, node: Node) -> list[int]:
        """Positions of what a compaction or reset keeps, as it is sent now."""
        start = first_kept(node, index, self.way, self.nodes, self.problems)
        if start is None or index in self._skipped:
            return []
        return self._edits.applied(self.written.between(start, index))

    def _reset(self, index: int, node: Node) -> None:
        kept = self._kept(index, node) if node.kind == "reset" else []
        self._begin([*self.written.system, *paired(self.messages, kept)])
        self._note(Compaction("full", len(self.messages), "reset", node.line, order=tuple(self._base)), index)

    def _edit(self) -> None:
        """Changes that the agent made to what it sends, all that came together."""
        if not self._edits.waiting:
            return
        found = self._edits.flush(self.nodes, self.path, self.messages, self.at)
        if found is None:
            return
        base = self.current
        self._left -= len(base)
        if self._left < 0:
            self.problems.add(found.line, "too-many", _TOO_MANY)
            return
        for index, node in found.brought:
            target = found.targets[node.name]
            position = self.written.append(index, node, self.messages[target].role, "client", node.blocks)
            self._edits.swap(target, position)
        self._begin(self._edits.applied(base))
        self._note(found.compaction(tuple(self._base)))

    def _begin(self, base: list[int]) -> None:
        """From here on the prompt is these messages, and what follows."""
        self._base, self._tail = base, len(self.messages)

    def _note(self, compaction: Compaction, index: int = -1) -> None:
        if index in self._skipped:
            self.problems.add(compaction.line, "too-many", _TOO_MANY)
        else:
            self.compactions.append(compaction)
