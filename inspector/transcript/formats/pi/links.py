"""Which record follows which, and which one the agent would go on from, in one pass over the file.

pi: the parent that is named, else a beginning; the leaf is the last record of any type. OpenClaw (its
`config/sessions/transcript-tree.ts`): a parent that is not there means the present leaf; `leaf` moves the leaf to another
record, what is appended "side" does not move it, and nothing gets past a `reset`.
"""

from __future__ import annotations

from collections.abc import Sequence

from inspector.transcript.formats.pi.node import BEFORE, Node
from inspector.transcript.problems import Problems

NONE = -1
HEADERS = ("session", "title")
_OWN = frozenset(
    (
        *("message", "thinking_level_change", "model_change", "compaction", "reset", "branch_summary", "custom"),
        *("custom_message", "label", "session_info"),
    )
)
"""Types of OpenClaw: a record of another type is on the way but never where it goes on from."""


class Links:
    """`up[i]` is the place of the record before record `i`, -1 for the beginning. `leaf` is where the agent goes on from.

    `place` has the records by id, `twice` the copies with the first of each. `late`: some record comes before the one that it
    follows.
    """

    def __init__(self, nodes: Sequence[Node], problems: Problems, claw: bool) -> None:
        self.nodes, self.claw, self._problems = nodes, claw, problems
        self.up = [NONE] * len(nodes)
        self.leaf = self._cursor = self._reset = NONE
        self._header = next((node.id for node in nodes if node.kind == "session" and node.id), "")
        self.twice: dict[int, int] = {}
        self.place = self._places()
        self._near = [NONE] * len(nodes)
        """The last reset on the way to each record."""
        self.late = False
        self._link_all()

    def _places(self) -> dict[str, int]:
        names = ["" if node.kind in HEADERS else node.id for node in self.nodes]
        found = dict(zip(reversed(names), range(len(names) - 1, -1, -1), strict=True))
        found.pop("", None)
        if len(found) < len(names) - names.count(""):
            for place, name in enumerate(names):
                if name and found[name] != place:
                    self.twice[place] = found[name]
                    words = f"a second record with the id of line {self.nodes[found[name]].line}; the first is used"
                    self._problems.add(self.nodes[place].line, "duplicate", words)
        return found

    def _link_all(self) -> None:
        """The quick way is for messages that follow the leaf, which nearly all do."""
        up, near, twice = self.up, self._near, self.twice
        leaf, name, moved = NONE, self._following(), False
        for place, node in enumerate(self.nodes):
            if node.ordinary and node.parent == name and not node.side and place not in twice:
                up[place], near[place] = leaf, near[leaf]
                node.parent = name  # the same string as there: of a million records each has one less
                leaf, name, moved = place, node.id or BEFORE, True
            elif node.kind not in HEADERS:
                if moved:
                    self.leaf = self._cursor = leaf
                self._add(place, node)
                leaf, name, moved = self.leaf, self._following(), False
        if moved:
            self.leaf = self._cursor = leaf

    def _following(self) -> str | None:
        """The parent of which a message needs no second look: the present leaf, where nothing is aside of it."""
        if self.leaf != self._cursor:
            return None
        return self.nodes[self.leaf].id or BEFORE if self.leaf >= 0 else BEFORE

    def _add(self, place: int, node: Node) -> None:
        if place in self.twice:
            self.leaf = self._cursor = self.twice[place]
        elif node.kind == "leaf":
            self._move(place, node)
        else:
            before = self._parent(place, node)
            own = not self.claw or node.kind in _OWN
            if own and not node.side:
                before = self._rejoined(node, before)
            self._link(place, before)
            self._cursor = place
            if own and not node.side:
                self.leaf = place
            if node.kind == "reset":
                self._reset = place

    def _link(self, place: int, before: int) -> None:
        self.up[place] = before
        self.late = self.late or before >= place
        own = self.nodes[place].kind == "reset"
        self._near[place] = place if own else self._near[before] if before >= 0 else NONE

    def _parent(self, place: int, node: Node) -> int:
        parent = node.parent
        if parent == BEFORE:
            return self.leaf
        if not parent:
            return NONE
        before = self.place.get(parent, NONE)
        if before == place or (self.claw and before > place):
            before = NONE
        if before < 0:
            before = self.leaf if self.claw else NONE
            if parent != self._header:
                where = "the record before it is taken" if before >= 0 else "the conversation begins here"
                self._problems.add(
                    node.line, "broken-parent", f"its parent {parent[:40]!r} is not in the file; {where}"
                )
        return before

    def _rejoined(self, node: Node, before: int) -> int:
        """OpenClaw: what hangs on the append cursor belongs to the visible leaf, and nothing gets behind a reset."""
        if self._reset >= 0 and (before < 0 or self._near[before] != self._reset):
            return self.leaf
        return self.leaf if self.claw and node.parent and before == self._cursor else before

    def _move(self, place: int, node: Node) -> None:
        """A mark that moves the leaf. One that names nothing is passed over."""
        target = node.meta.get("targetId")
        found = [self._named(each, place) for each in (target, node.meta.get("appendParentId", target))]
        if any(each >= place for each in found):
            self._problems.add(node.line, "broken-leaf", "it moves to a record that is not before it; passed over")
            before = self._named(node.parent, NONE)
            self._link(place, before if before < place else NONE)
            return
        if self._reset >= 0 and (found[0] < 0 or self._near[found[0]] != self._reset):
            found = [self.leaf, self.leaf]
        self._link(place, found[0])
        self.leaf, self._cursor = found

    def _named(self, name: object, unknown: int) -> int:
        """The place of a record by its id; -1 for null."""
        return NONE if name is None else self.place.get(name, unknown) if isinstance(name, str) else unknown
