"""One way through the tree as messages, and the prompt that the agent had at each point of it.

pi `buildSessionContext`: the last compaction on the way counts. Its summary comes first, then the entries from
`firstKeptEntryId` up to it, older compactions among them left out, then what follows. A first entry that is not on the way
keeps nothing. A `reset` (OpenClaw) keeps typed text, replies and their results alone; `reset_boundary` (Oh My Pi) nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from inspector.transcript.formats.pi.edits import Edits
from inspector.transcript.formats.pi.kept import first_kept, paired, tail_doubt
from inspector.transcript.formats.pi.node import Node
from inspector.transcript.formats.pi.sizes import Sizes
from inspector.transcript.make import make_message
from inspector.transcript.model import Author, Block, Compaction, Message, Role
from inspector.transcript.problems import Problems

MOST = 4_000_000
"""Positions that all compactions together may list: some hostile files would make a square of their length of it."""


class View:
    """What a way gives. `current` are the positions of which the prompt consists after the last record, in order."""

    def __init__(self, nodes: Sequence[Node], path: Sequence[int], problems: Problems, omp: bool) -> None:
        self.nodes, self.path, self.problems, self.omp = nodes, path, problems, omp
        self.messages: list[Message] = []
        self.compactions: list[Compaction] = []
        self.current: list[int] = []
        self.at: list[int] = []
        """For each message the index on the way of the record that it comes from."""
        self.before: list[int] = []
        """For each record of the way how many messages there were before it."""
        self._system: list[int] = []
        self._rows: list[int] = []
        self._from: list[int] = []
        """Messages that a later compaction may keep, and where on the way they come from."""
        self._way = {nodes[place].name: index for index, place in reversed(list(enumerate(path)))}
        self._edits = Edits()
        self._sizes = Sizes()
        self._listed = 0
        for index, place in enumerate(path):
            self._take(index, nodes[place])
        self._edit()

    def _take(self, index: int, node: Node) -> None:
        self.before.append(len(self.messages))
        kind = node.kind
        if node.role is not None and kind != "compaction":
            if kind == "session_init" and self._system:
                self._again(node)
                return
            if self._edits.waiting:
                self._edit()
            self._say(index, node)
        elif kind == "compaction" and node.role is not None:
            self._edit()
            self._compact(index, node)
        elif kind in ("reset", "reset_boundary"):
            self._edit()
            self._reset(index, node)
        elif kind == "context_edit":
            self._edits.take(node, self._way, index)

    def _say(self, index: int, node: Node) -> None:
        position = self._append(index, node, node.role or "user", node.author, node.blocks)
        self.current.append(position)
        self._sizes.take(node)
        if node.role == "system":
            self._system.append(position)
        else:
            self._rows.append(position)
            self._from.append(index)

    def _again(self, node: Node) -> None:
        """A subagent that was called again notes its system prompt again; it is in the prompt once."""
        first = self.messages[self._system[-1]]
        if [block.text for block in first.blocks] != [block.text for block in node.blocks]:
            words = "the system prompt is another one from here on; the one before is shown"
            self.problems.add(node.line, "system-changed", words)

    def _append(self, index: int, node: Node, role: Role, author: Author, blocks: tuple[Block, ...]) -> int:
        """A message at the end; the one made last time where nothing about it has changed."""
        number = len(self.messages) + 1
        made = node.made
        if made is None or made.number != number or made.blocks is not blocks:
            made = make_message(
                number,
                role,
                blocks,
                node.plain,
                author,
                node.line,
                node.id,
                node.timestamp,
                node.model,
                node.usage,
                node.extra,
                node.uncertain,
            )
            if blocks is node.blocks:
                node.made = made
        self.messages.append(made)
        self.at.append(index)
        return number - 1

    def _compact(self, index: int, node: Node) -> None:
        before, doubt = len(self.messages), tail_doubt(node, self.omp)
        start = first_kept(node, index, self._way, self.nodes, self.problems)
        kept = self._kept(start, index) if start is not None else []
        brought: list[int] = []
        if len(node.blocks) > 1:
            self._system = [self._append(index, node, "system", "system", node.blocks[1:])]
            brought = list(self._system)
        summary = self._append(index, node, "user", "client", node.blocks[:1])
        self.current = [*self._system, summary, *kept]
        self._note(
            Compaction(
                "full",
                before,
                line=node.line,
                summary=summary,
                tokens_before=self._sizes.before(node),
                tokens_after=self._sizes.after(node),
                order=tuple(self.current),
                doubtful=frozenset((*brought, summary)) if doubt else frozenset(),
                doubt=doubt,
            )
        )
        self._sizes.begin()

    def _kept(self, start: int, stop: int) -> list[int]:
        """Positions of what lies on the way between two records, as it is sent now."""
        rows = self._rows[bisect_left(self._from, start) : bisect_left(self._from, stop)]
        return self._edits.applied(rows)

    def _reset(self, index: int, node: Node) -> None:
        start = first_kept(node, index, self._way, self.nodes, self.problems) if node.kind == "reset" else None
        kept = self._kept(start, index) if start is not None else []
        self.current = [*self._system, *paired(self.messages, kept)]
        self._note(Compaction("full", len(self.messages), "reset", node.line, order=tuple(self.current)))
        self._sizes.begin()

    def _edit(self) -> None:
        """Changes that the agent made to what it sends, all that came together."""
        found = self._edits.flush(self.nodes, self.path, self.messages, self.before)
        if found is None:
            return
        for index, node in found.brought:
            position = self._append(index, node, "user", "client", node.blocks)
            self._edits.swap(found.targets[node.name], position)
        if found.changed:
            self.current = self._edits.applied(self.current)
        self._note(found.compaction(tuple(self.current)))

    def _note(self, compaction: Compaction) -> None:
        self._listed += len(compaction.order or ())
        if self._listed > MOST:
            words = "there are too many compactions to say for each of which messages the prompt consisted"
            self.problems.add(compaction.line, "too-many", words)
            return
        self.compactions.append(compaction)
