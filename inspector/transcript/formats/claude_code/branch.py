"""One branch of the tree, made whole: parallel calls leave their results on dead side branches, which belong to it."""

from __future__ import annotations

from itertools import accumulate

from inspector.transcript.formats.claude_code.records import Node
from inspector.transcript.formats.claude_code.tree import Tree


class BranchNodes:
    """The nodes of a branch: those on the way from the leaf, and those that a plain walk would lose."""

    def __init__(self, tree: Tree, leaf: int) -> None:
        self.tree = tree
        self.leaf = leaf
        self._walk(tree.path(leaf))
        self.keys = {tree.nodes[place].key for place in self.order} - {""}
        self.covered: set[int] = set()
        if len(self.order) < len(tree.nodes):
            self._add_lines_and_results()
            self.covered = self._cover()
            self._add_attachments()

    def nodes(self) -> list[Node]:
        """In recorded order, but never a node before the one it follows."""
        nodes = self.tree.nodes
        if self._in_file_order:
            return [nodes[place] for place in sorted(self.order)]
        return [nodes[place] for _, place in sorted([(order, place) for place, order in self.order.items()])]

    def _walk(self, path: list[int]) -> None:
        self.order = dict(zip(path, accumulate(path, max), strict=True))
        self._in_file_order = all(place == order for place, order in self.order.items())

    def _add_lines_and_results(self) -> None:
        """All lines of the replies on the way, and the results of their calls that the way does not hold."""
        nodes = self.tree.nodes
        for place, node in enumerate(nodes):
            if node.key in self.keys:
                self.order.setdefault(place, place)
        members = [nodes[place] for place in self.order]
        calls = {b.tool_id for node in members if node.key for b in node.blocks if b.kind == "tool_use"}
        answered = {b.tool_id for node in members for b in node.blocks if b.kind == "tool_result"}
        uuids = {node.uuid for node in members if node.key}
        for place, node in enumerate(nodes):
            if node.kind == "user" and place not in self.order:
                ids = {b.tool_id for b in node.blocks if b.kind == "tool_result"}
                if ids and (ids & calls or node.source in uuids) and not ids <= answered:
                    self.order[place] = place
                    answered |= ids

    def _cover(self) -> set[int]:
        """Places off the branch that have a message of another branch below them."""
        covered: set[int] = set()
        for place, node in enumerate(self.tree.nodes):
            if node.kind not in ("user", "assistant") or place in self.order or node.subtype == "synthetic":
                continue
            at = self.tree.up[place]
            while at >= 0 and at not in self.order and at not in covered:
                covered.add(at)
                at = self.tree.up[at]
        return covered

    def _add_attachments(self) -> None:
        """What was attached to a dead side branch of a reply of this branch (hooks, prompts typed meanwhile) was sent as well."""
        nodes, up = self.tree.nodes, self.tree.up
        belongs = dict.fromkeys(self.order, True)
        for place, node in enumerate(nodes):
            if node.kind == "attachment" and node.blocks and place not in belongs:
                way = []
                at = place
                while at >= 0 and at not in belongs and nodes[at].kind not in ("user", "assistant"):
                    way.append(at)
                    at = up[at]
                belongs.update(dict.fromkeys(way, belongs.get(at, False)))
        for place, inside in belongs.items():
            if inside and place not in self.order and place not in self.covered and nodes[place].blocks:
                self.order[place] = place
