"""The size of the prompt that a compaction noted, as far as it can be believed.

OpenClaw writes 0, 16 or 4,000 where the prompt was a hundred times as large (formats.md, section 5): a number is taken only
when it fits the usage that the provider reported before.
"""

from __future__ import annotations

from collections.abc import Sequence

from inspector.transcript.formats.pi.node import Node

_ENDS = ("compaction", "reset", "reset_boundary")


def tokens_before(nodes: Sequence[Node], path: Sequence[int], index: int) -> int | None:
    """`tokensBefore` of the compaction at an index of the way, or None.

    It must be between half of what was reported last and twice that and all that was added since. Where nothing was reported
    since the compaction before, nothing tells whether it is right.
    """
    tokens = whole(nodes[path[index]].meta.get("tokensBefore"))
    if not tokens:
        return None
    since = 0
    for at in range(index - 1, -1, -1):
        node = nodes[path[at]]
        if node.kind in _ENDS:
            return None
        if node.usage is not None and not node.doubt and node.usage.context:
            reported = node.usage.context + node.usage.output
            return tokens if reported <= 2 * tokens and tokens <= 2 * (reported + since) else None
        since += node.size if node.role is not None else 0
    return None


def whole(value: object) -> int:
    """A number of tokens; 0 for what is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
