"""The tree of a session: the way to a record, its ends, and records by id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.pi.links import HEADERS, NONE, Links
from inspector.transcript.formats.pi.node import Node
from inspector.transcript.problems import Problems


class Tree:
    """`up[i]` is the place of the record before record `i`, -1 for the beginning. `leaf` is where the agent goes on from.

    `linear` is how many records a way has that leaves none out.
    """

    def __init__(self, nodes: Sequence[Node], problems: Problems, claw: bool) -> None:
        links = Links(nodes, problems, claw)
        self.nodes, self.up, self.leaf, self.place = nodes, links.up, links.leaf, links.place
        self._problems, self._twice = problems, links.twice
        kinds = Counter([node.kind for node in nodes if not node.ordinary])
        headers = sum(kinds[kind] for kind in HEADERS)
        self.linear = len(nodes) - len(links.twice) - headers if "leaf" not in kinds else NONE
        self._raw = self.up
        """The links before any circle was cut."""
        self._in_order = not links.late or self._break_cycles()

    def is_entry(self, place: int) -> bool:
        """Whether it is a record of the tree of its own: no header, no copy, no mark of a leaf."""
        return self.nodes[place].kind not in (*HEADERS, "leaf") and place not in self._twice

    def _break_cycles(self) -> bool:
        """Cut every circle of parents where it was entered. Returns False: records are not in the order of the tree."""
        self._raw = list(self.up)
        done = [False] * len(self.up)
        for start in range(len(self.up)):
            way: dict[int, None] = {}
            at = start
            while at >= 0 and not done[at] and at not in way:
                way[at] = None
                at = self.up[at]
            if at in way:
                self._problems.add(self.nodes[at].line, "cycle", "its parents lead back to itself; cut here")
                self.up[at] = NONE
            for place in way:
                done[place] = True
        return False

    def order(self) -> Sequence[int]:
        """All places, none before the one it follows."""
        if self._in_order:
            return range(len(self.up))
        below: dict[int, list[int]] = {}
        for place, before in enumerate(self.up):
            below.setdefault(before, []).append(place)
        found = list(below.get(NONE, ()))
        for place in found:
            found.extend(below.get(place, ()))
        return found

    def find(self, leaf: str) -> int:
        """The place of the record with this id (or `line:N`), or of the only one whose id begins so."""
        if leaf in self.place:
            return self.place[leaf]
        names = {node.name: place for place, node in reversed(list(enumerate(self.nodes))) if self.is_entry(place)}
        if leaf in names:
            return names[leaf]
        found = [place for name, place in names.items() if leaf and name.startswith(leaf)]
        if len(found) != 1:
            raise TranscriptError(
                f"{'no' if not found else 'more than one'} record has an id that begins with {leaf!r}"
            )
        return found[0]

    def path(self, leaf: int) -> list[int]:
        """Places from the beginning to the leaf. A circle is followed once."""
        up, way = self._raw, list[int]()
        if self._in_order:
            while leaf >= 0:
                way.append(leaf)
                leaf = up[leaf]
            return way[::-1]
        seen: dict[int, None] = {}
        while leaf >= 0 and leaf not in seen:
            seen[leaf] = None
            leaf = up[leaf]
        return list(seen)[::-1]
