"""The other ends of the tree: conversations that the agent could go back to (`/tree`, a rewind, an edited prompt)."""

from __future__ import annotations

from inspector.transcript.formats.pi.links import NONE
from inspector.transcript.formats.pi.node import Node
from inspector.transcript.formats.pi.tree import Tree
from inspector.transcript.model import Branch

_TITLE = 80


def other_branches(tree: Tree, path: list[int]) -> tuple[Branch, ...]:
    """Every record that nothing follows and that has a message of its own on its way, newest first."""
    nodes, up = tree.nodes, tree.up
    if len(path) == tree.linear:
        return ()
    size = len(nodes)
    count, own, typed = [0] * size, bytearray(size), [NONE] * size
    on, has_child = bytearray(size), bytearray(size)
    for place in path:
        on[place] = 1
    for place in tree.order():
        node, before = nodes[place], up[place]
        if before >= 0:
            count[place], own[place], typed[place] = count[before], own[before], typed[before]
            has_child[before] |= node.kind != "leaf"
        count[place] += node.role is not None
        if not on[place]:
            own[place] |= node.role is not None
            typed[place] = place if typed[place] < 0 and node.author == "human" else typed[place]
    ends = [at for at in range(size) if own[at] and not has_child[at] and tree.is_entry(at)]
    return tuple(
        [_branch(nodes[at], nodes[typed[at]] if typed[at] >= 0 else nodes[at], count[at]) for at in reversed(ends)]
    )


def _branch(leaf: Node, first: Node, count: int) -> Branch:
    """`first` is what was typed first on the branch alone."""
    text = next((block.text for block in first.blocks if block.kind == "text"), "")
    return Branch(leaf.name, leaf.line, count, leaf.timestamp, " ".join(text[:400].split())[:_TITLE])
