"""The other ends of the tree: conversations that the agent could go back to (`/tree`, a rewind, an edited prompt)."""

from __future__ import annotations

from inspector.transcript.formats.pi.node import Node
from inspector.transcript.formats.pi.tree import NONE, Tree
from inspector.transcript.model import Branch

_TITLE = 80


def other_branches(tree: Tree, path: list[int]) -> tuple[Branch, ...]:
    """Every record that nothing follows and that has a message of its own on its way, newest first."""
    nodes, up = tree.nodes, tree.up
    if len(path) == tree.linear:
        return ()
    count, fork = [0] * len(nodes), [NONE] * len(nodes)
    on, has_child = bytearray(len(nodes)), bytearray(len(nodes))
    for place in path:
        on[place] = 1
    for place in tree.order():
        before, says = up[place], nodes[place].role is not None
        first = NONE
        if before >= 0:
            count[place], first = count[before], fork[before]
            has_child[before] |= nodes[place].kind != "leaf"
        count[place] += says
        fork[place] = NONE if on[place] else place if says and first < 0 else first
    ends = [at for at in range(len(nodes)) if not on[at] and not has_child[at] and fork[at] >= 0 and tree.is_entry(at)]
    return tuple([_branch(nodes[at], nodes[fork[at]], count[at]) for at in reversed(ends)])


def _branch(leaf: Node, fork: Node, count: int) -> Branch:
    text = next((block.text for block in fork.blocks if block.kind == "text"), "")
    return Branch(leaf.name, leaf.line, count, leaf.timestamp, " ".join(text[:400].split())[:_TITLE])
