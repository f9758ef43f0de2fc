"""The other branches of a session: rewinds, edited prompts, retries."""

from __future__ import annotations

from inspector.transcript.formats.claude_code.branch import BranchNodes
from inspector.transcript.formats.claude_code.records import Node
from inspector.transcript.model import Branch

_TITLE = 80


def other_branches(shown: BranchNodes) -> tuple[Branch, ...]:
    """Every leaf that is not on the branch shown, newest first. Dead ends of parallel calls are no branches."""
    ways = _Ways(shown)
    found = [leaf for leaf in ways.leaves() if ways.fork(leaf) is not None]
    return tuple([_branch(ways, leaf) for leaf in reversed(found)])


def _branch(ways: _Ways, leaf: int) -> Branch:
    node = ways.nodes[leaf]
    fork = ways.fork(leaf)
    text = next((block.text for block in fork.blocks if block.kind == "text"), "") if fork else ""
    return Branch(node.uuid, node.line, ways.count(leaf), node.timestamp, " ".join(text[:400].split())[:_TITLE])


class _Ways:
    """Ways from leaves off the branch; each node is looked at once."""

    def __init__(self, shown: BranchNodes) -> None:
        self.shown = shown
        self.nodes = shown.tree.nodes
        self._fork: dict[int, Node | None] = dict.fromkeys(shown.order)
        self._count: dict[int, int] = {}

    def leaves(self) -> list[int]:
        off = self.shown
        if len(off.order) == len(self.nodes):
            return []
        return [
            place
            for place, node in enumerate(self.nodes)
            if node.kind in ("user", "assistant")
            and node.subtype != "synthetic"
            and place not in off.order
            and place not in off.covered
        ]

    def fork(self, leaf: int) -> Node | None:
        """The first node off the branch that makes the way a real fork: a typed prompt, or a reply of its own."""
        way = []
        at = leaf
        while at >= 0 and at not in self._fork:
            way.append(at)
            at = self.shown.tree.up[at]
        found = self._fork[at] if at >= 0 else None
        for place in reversed(way):
            found = found or (self.nodes[place] if self._real(self.nodes[place]) else None)
            self._fork[place] = found
        return found

    def _real(self, node: Node) -> bool:
        if node.key:
            return node.key not in self.shown.keys
        return node.kind == "user" and node.author == "human"

    def count(self, leaf: int) -> int:
        """Messages from the beginning to the leaf, the lines of one reply counted once."""
        up = self.shown.tree.up
        way = []
        at = leaf
        while at >= 0 and at not in self._count:
            way.append(at)
            at = up[at]
        total = self._count[at] if at >= 0 else 0
        for place in reversed(way):
            before = self.nodes[up[place]] if up[place] >= 0 else None
            same = before is not None and before.key != "" and before.key == self.nodes[place].key
            total += self.nodes[place].says and not same
            self._count[place] = total
        return total
