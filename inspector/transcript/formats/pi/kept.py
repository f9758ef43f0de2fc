"""What a compaction or a reset keeps of the messages before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from inspector.transcript.formats.pi.node import Node
from inspector.transcript.model import Message
from inspector.transcript.problems import Problems

MOST = 1_000_000
"""Positions that the compactions together, and the edits, may list: some hostile files would make a square of their length."""

_CUTS = ("compaction", "reset", "reset_boundary")


def first_kept(node: Node, index: int, way: Mapping[str, int], nodes: Sequence[Node], problems: Problems) -> int | None:
    """Where on the way the kept messages begin; None where nothing is kept.

    `way` is the index on the way by name. Version 1 has an index into all records of the file, the header among them.
    """
    name = node.meta.get("firstKeptEntryId")
    if "firstKeptEntryId" not in node.meta and node.kind == "compaction":
        name = _by_number(node.meta.get("firstKeptEntryIndex"), nodes)
        if name is None:
            problems.add(node.line, "kept-unknown", "it does not say which messages it kept: none is shown as kept")
    if not isinstance(name, str) or not name or name == node.id:
        return None
    found = way.get(name)
    if found is None or found >= index:
        words = f"the first entry that it kept, {name[:40]!r}, is not before it: nothing was kept"
        problems.add(node.line, "kept-unknown", words)
        return None
    return _after_remote(node, way, index) if _remote(node) else found


def _by_number(number: object, nodes: Sequence[Node]) -> str | None:
    """The name of a record by its number; nothing of the header, None of what there is not."""
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < len(nodes):
        return None
    return "" if nodes[number].kind == "session" else nodes[number].name


def _remote(node: Node) -> bool:
    """Whether the provider's own compacted history was sent in the place of the kept messages (Oh My Pi)."""
    held = node.meta.get("preserveData")
    found = held.get("openaiRemoteCompaction") if isinstance(held, Mapping) else None
    return (
        isinstance(found, Mapping) and isinstance(found.get("replacementHistory"), list) and bool(found.get("provider"))
    )


def _after_remote(node: Node, way: Mapping[str, int], index: int) -> int | None:
    through = node.meta.get("providerReplayThroughEntryId")
    found = way.get(through) if isinstance(through, str) else None
    return found + 1 if found is not None and found < index else None


def tail_doubt(node: Node, omp: bool) -> str:
    """Why the record does not say for sure what was sent for a compaction; empty when it does."""
    if _remote(node):
        return "the provider's own compacted history was sent, which is not shown as messages"
    held = node.meta.get("preserveData")
    if isinstance(held, Mapping) and "snapcompact" in held:
        return "pictures of the earlier conversation were sent with the summary"
    return "the words that stand around the summary are not in the record" if omp else ""


def paired(messages: Sequence[Message], kept: Sequence[int]) -> list[int]:
    """Of kept positions what is left after a reset: typed text, replies, and results of calls that are kept too."""
    waiting: dict[str, int] = {}
    found = []
    for position in kept:
        message = messages[position]
        if message.role == "assistant":
            for block in message.blocks:
                if block.kind == "tool_use":
                    waiting[block.tool_id] = waiting.get(block.tool_id, 0) + 1
        elif message.role == "tool":
            identity = message.blocks[0].tool_id if message.blocks else ""
            if not waiting.get(identity):
                continue
            waiting[identity] -= 1
        elif message.author != "human":
            continue
        found.append(position)
    return found


def too_many(
    nodes: Sequence[Node], path: Sequence[int], way: Callable[[], Mapping[str, int]], problems: Problems
) -> frozenset[int]:
    """Compactions (as indexes on the way) that are left out since later ones list all that may be listed."""
    cuts = sum(problems.records[kind] for kind in _CUTS)
    if cuts * len(path) <= MOST:
        return frozenset()
    left, found = MOST, set()
    for index in reversed(range(len(path))):
        node = nodes[path[index]]
        if node.kind in _CUTS:
            start = first_kept(node, index, way(), nodes, Problems())
            left -= index - start if start is not None else 1
            if left < 0:
                found.add(index)
    return frozenset(found)
