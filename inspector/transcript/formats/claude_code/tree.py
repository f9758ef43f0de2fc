"""The tree of a session: which record follows which, which leaf is the newest, and the way from a leaf to the beginning."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.claude_code.records import Node
from inspector.transcript.formats.claude_code.session import Session

NONE = -1


class Tree:
    """The nodes of one conversation (`scope`: the main one, or one subagent's) by place in it.

    `up[i]` is the place of the node before node `i`, -1 for the beginning.
    """

    def __init__(self, session: Session, scope: Sequence[Node]) -> None:
        self.session = session
        self.nodes = scope
        self.place = {node.uuid: place for place, node in enumerate(scope)}
        find = self.place.get
        self.up = [find(node.parent, NONE) for node in scope]
        for place, before in enumerate(self.up):
            if before < 0:
                self.up[place] = self._without_parent(place, scope[place])
        self._break_cycles()
        self.newest_child = {before: place for place, before in enumerate(self.up)}

    def _without_parent(self, place: int, node: Node) -> int:
        """Across a compaction the record that the boundary names, else the record before it; otherwise a beginning."""
        if node.parent:
            return self._orphan(place, node)
        if node.boundary or node.summary:
            return self.place.get(node.logical, place - 1)
        return NONE

    def _orphan(self, place: int, node: Node) -> int:
        """A parent that is not in the file: the writer lost a record. Inside one session the record before it is the next best.

        At the beginning, and where the session id changes, it is a new root (the rest lies in another file).
        """
        if node.sidechain and node.parent in self.session.by_uuid:
            return NONE  # the beginning of a subagent's conversation inside the main one
        before = self.nodes[place - 1] if place else None
        goes_on = before is not None and before.session == node.session
        where = "the record before it is taken" if goes_on else "the conversation begins here"
        self.session.problems.add(
            node.line, "broken-parent", f"its parent {node.parent[:40]!r} is not in the file; {where}"
        )
        return place - 1 if goes_on else NONE

    def _break_cycles(self) -> None:
        """Cut every circle of parents where it was entered."""
        if all(before < place for place, before in enumerate(self.up)):
            return
        done = [False] * len(self.up)
        for start in range(len(self.up)):
            way: dict[int, None] = {}
            at = start
            while at >= 0 and not done[at] and at not in way:
                way[at] = None
                at = self.up[at]
            if at in way:
                self.session.problems.add(self.nodes[at].line, "cycle", "its parents lead back to itself; cut here")
                self.up[at] = NONE
            for place in way:
                done[place] = True

    def newest(self) -> int:
        """The leaf below the last message (or boundary) of the file; -1 when there is none."""
        last = next((i for i in range(len(self.nodes) - 1, -1, -1) if self._counts(self.nodes[i])), NONE)
        return self.leaf_below(last) if last >= 0 else len(self.nodes) - 1

    @staticmethod
    def _counts(node: Node) -> bool:
        return (node.kind in ("user", "assistant") and node.subtype != "synthetic") or node.boundary

    def leaf_below(self, place: int) -> int:
        """The newest descendant, always taking the newest child."""
        while place in self.newest_child:
            place = self.newest_child[place]
        return place

    def find(self, leaf: str) -> int:
        """The place of the node with this uuid, or with the only uuid that begins so."""
        if leaf in self.place:
            return self.place[leaf]
        found = [place for uuid, place in self.place.items() if leaf and uuid.startswith(leaf)]
        if len(found) != 1:
            raise TranscriptError(
                f"{'no' if not found else 'more than one'} record has an id that begins with {leaf!r}"
            )
        return found[0]

    def path(self, leaf: int) -> list[int]:
        """Places from the beginning to the leaf."""
        way: list[int] = []
        while leaf >= 0:
            way.append(leaf)
            leaf = self.up[leaf]
        return way[::-1]
