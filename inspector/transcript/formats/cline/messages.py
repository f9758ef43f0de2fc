"""The messages of `api_conversation_history.json` and of the SDK's documents."""

from __future__ import annotations

from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.formats.assembly import Piece
from inspector.transcript.formats.blocks import kind_words, words_of
from inspector.transcript.formats.cline.blocks import author_of, cline_blocks, says_summary, with_summary
from inspector.transcript.formats.sqlite_values import moment_of, number_of
from inspector.transcript.formats.usage import usage_of_cline
from inspector.transcript.model import Role
from inspector.transcript.problems import Problems

_CARRIED = frozenset({"role", "content", "id", "ts", "modelInfo", "metrics"})
ROLES: dict[str, Role] = {"user": "user", "assistant": "assistant", "system": "system"}


def pieces_of(listed: list[Any], problems: Problems) -> list[Piece | None]:
    """The messages in their order, None where there is none: places in the list mean something to other files.

    Reasoning that Roo keeps apart from its reply (`type: "reasoning"`) becomes a part of it.
    """
    found: list[Piece | None] = []
    waiting: list[Piece] = []
    for record in listed:
        piece = _piece(record, problems)
        if piece is None:
            found.append(None)
            continue
        if "type" in record and record["type"] == "reasoning":
            waiting.append(piece)
            found.append(None)
            continue
        if waiting:
            if piece.role == "assistant":
                piece.blocks = (*[block for each in waiting for block in each.blocks], *piece.blocks)
            waiting = []
        found.append(piece)
    return found


def _piece(record: Any, problems: Problems) -> Piece | None:
    role = record.get("role") if isinstance(record, dict) else None
    known = ROLES.get(role) if isinstance(role, str) else None
    if known is None:
        words = kind_words(role, 40)
        problems.records[words] += 1
        problems.add(0, "unknown-record", f"not a message (role: {words})")
        return None
    problems.records[known] += 1
    if "type" in record and record["type"] == "reasoning":
        return Piece(known, cline_blocks([record]), "model")
    content = record.get("content")
    blocks = cline_blocks(content)
    made = Piece(known, blocks, author_of(known, blocks), isinstance(content, str))
    plain = _CARRIED.issuperset(record)
    if (not plain and is_summary(record)) or (known == "user" and says_summary(blocks)):
        made.blocks, made.author = with_summary(blocks), "client"
    elif not plain and (record.get("isTruncationMarker") is True or _preserved(record)):
        made.author = "client"
    _describe(made, record)
    if not plain:
        made.extra = {key: value for key, value in record.items() if key not in _CARRIED}
        prune(made.extra)
    return made


def _describe(made: Piece, record: dict[str, Any]) -> None:
    ts = record.get("ts")
    if "id" in record:
        made.id = words_of(record["id"])
    if ts:
        made.timestamp = moment_of(ts, 1000)
    if "modelInfo" in record and isinstance(record["modelInfo"], dict):
        made.model = words_of(record["modelInfo"].get("id")) or words_of(record["modelInfo"].get("modelId"))
    if "metrics" in record and made.author == "model":
        made.usage = usage_of_cline(record["metrics"])


def is_summary(record: dict[str, Any]) -> bool:
    """Roo's mark, or the SDK's."""
    return record.get("isSummary") is True or _kind(record) == "compaction_summary"


def _kind(record: dict[str, Any]) -> Any:
    metadata = record.get("metadata")
    return metadata.get("kind") if isinstance(metadata, dict) else None


def _preserved(record: dict[str, Any]) -> bool:
    """A reply that a compaction of the SDK copied."""
    metadata = record.get("metadata")
    return isinstance(metadata, dict) and metadata.get("compaction") == "preserved"


def time_of(record: Any) -> float:
    """When a message was recorded, in milliseconds; 0 where nothing says it."""
    ts = record.get("ts") if isinstance(record, dict) else 0
    return ts if type(ts) is int and 0 <= ts < _FAR else number_of(ts)


_FAR = 1 << 53
