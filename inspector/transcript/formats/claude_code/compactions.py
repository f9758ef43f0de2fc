"""The compactions that the client recorded, as positions in the merged messages."""

from __future__ import annotations

from typing import Any

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.claude_code.merge import Merged
from inspector.transcript.formats.claude_code.records import Node
from inspector.transcript.model import Compaction


def compactions(merged: Merged, branch: list[Node]) -> tuple[Compaction, ...]:
    """One for each boundary of the branch, in order."""
    found = []
    places = {node.uuid: place for place, node in enumerate(branch)} if merged.marks else {}
    for number, (node, before) in enumerate(merged.marks):
        if node.subtype == "microcompact_boundary":
            found.append(_micro(node, before))
        else:
            end = next(
                (at for other, at in merged.marks[number + 1 :] if other.boundary or other.summary),
                len(merged.messages),
            )
            found.append(_full(node, before, end, merged, _preserved(node, branch, places)))
    return tuple(found)


def _micro(node: Node, before: int) -> Compaction:
    ids = node.meta.get("compactedToolIds")
    tokens, saved = _count(node.meta.get("preTokens")), _count(node.meta.get("tokensSaved"))
    return Compaction(
        "micro",
        before,
        trigger=words_of(node.meta.get("trigger")),
        line=node.line,
        cleared=frozenset(each for each in ids if isinstance(each, str)) if isinstance(ids, list) else frozenset(),
        tokens_before=tokens,
        tokens_after=tokens - saved if tokens is not None and saved is not None else None,
    )


def _full(node: Node, before: int, end: int, merged: Merged, preserved: list[str]) -> Compaction:
    summary = next(
        (at for at in range(before, end) if any(b.kind == "summary" for b in merged.messages[at].blocks)), None
    )
    positions = {merged.positions[uuid] for uuid in preserved if uuid in merged.positions}
    return Compaction(
        "full",
        before,
        trigger=words_of(node.meta.get("trigger")),
        line=node.line,
        summary=summary,
        preserved=tuple(sorted(position for position in positions if position < before)),
        tokens_before=_count(node.meta.get("preTokens")),
        tokens_after=_count(node.meta.get("postTokens")),
    )


def _preserved(node: Node, branch: list[Node], places: dict[str, int]) -> list[str]:
    """Uuids of the records that stay in the prompt. Listed ones that were never written are passed over."""
    kept = node.meta.get("preservedMessages")
    if isinstance(kept, dict) and isinstance(kept.get("uuids"), list):
        return [uuid for uuid in kept["uuids"] if isinstance(uuid, str)]
    segment = node.meta.get("preservedSegment")
    return _between(segment, branch, places) if isinstance(segment, dict) else []


def _between(segment: dict[str, Any], branch: list[Node], places: dict[str, int]) -> list[str]:
    head, tail = places.get(words_of(segment.get("headUuid"))), places.get(words_of(segment.get("tailUuid")))
    return [] if head is None or tail is None else [each.uuid for each in branch[head : tail + 1]]


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None
