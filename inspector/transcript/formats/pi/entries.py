"""A line becomes a node.

Beside the entries of formats.md, sections 4 and 5, known from the agents' code: `usage`, `context_edit`, a `systemMessage` at
a compaction (pi since 0.86); `reset_boundary`, `model_usage`, `service_tier_change`, `archive` and others (Oh My Pi);
`leaf` and `appendMode: "side"` (OpenClaw). All are records of the tree. An unknown type is one too, and is reported once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.formats.blocks import kind_words, words_of
from inspector.transcript.formats.gathering import Take
from inspector.transcript.formats.pi.made import BLOCKS
from inspector.transcript.formats.pi.node import Node
from inspector.transcript.formats.pi.said import message_of
from inspector.transcript.lines import Line
from inspector.transcript.problems import Problems
from inspector.transcript.store import Store

Record = dict[str, Any]

QUIET = frozenset(
    (
        *("model_change", "thinking_level_change", "custom", "label", "session_info", "usage", "reset", "leaf"),
        *("title_change", "ttsr_injection", "credential_pin", "mode_change", "service_tier_change", "model_usage"),
        *("reset_boundary", "archive", "mcp_tool_selection", "configuration_update", "model_change_rejected"),
        *("session_exit", "session", "title"),
    )
)
"""Known records that add nothing to a prompt themselves; the last two are the header, and Oh My Pi's title before it."""

_LEFT_OUT = frozenset(("id", "parentId", "timestamp", "type", "data"))
_META = (
    *("summary", "firstKeptEntryId", "firstKeptEntryIndex", "tokensBefore", "tokensAfter", "method", "preserveData"),
    *("providerReplayThroughEntryId", "targetId", "replacement", "customType"),
)
_TOLD = ("customType", "display", "details", "fromHook", "fromExtension", "fromId", "tokensBefore", "method", "usage")


def taking(store: Store | None) -> Take[Node]:
    """What makes nodes of lines; the bodies of their blocks stay in `store`, where there is one."""

    def take(line: Line, problems: Problems) -> Node:
        record = line.value
        kind = record.get("type")
        if kind == "message":
            node = Node(record, "message", line.line, line.length)
            message_of(node, record.get("message"), problems)
            if store is not None and node.blocks:
                node.blocks = store.keep(node.blocks, line)
            problems.records["message"] += 1
            return node
        kind = kind if isinstance(kind, str) else kind_words(kind)
        node = Node(record, kind, line.line, line.length)
        if kind in _FILL:
            node.blocks = BLOCKS[kind](record)
            _FILL[kind](node, record)
        elif kind in QUIET:
            _quiet(node, record)
        elif not problems.records[kind]:
            problems.add(line.line, "unknown-record", f"record of an unknown type: {kind_words(record.get('type'))}")
        if store is not None and node.blocks:
            node.blocks = store.keep(node.blocks, line)
        problems.records[kind] += 1
        return node

    return take


def _quiet(node: Node, record: Record) -> None:
    node.meta = {key: value for key, value in record.items() if key not in _LEFT_OUT}
    prune(node.meta)


def _client(node: Node, record: Record) -> None:
    """What the client says."""
    if node.blocks:
        node.role, node.ordinary = "user", node.kind != "compaction"
    node.plain = isinstance(record.get("content"), str)
    _told(node, record)
    system = record.get("systemMessage")
    if isinstance(system, dict):
        node.meta["toolsAdded"] = system.get("toolsAdded")
        prune(node.meta)


def _told(node: Node, record: Record) -> None:
    node.meta = {key: record[key] for key in _META if key in record}
    node.extra = {key: record[key] for key in _TOLD if key in record}
    prune(node.meta)
    prune(node.extra)


def _init(node: Node, record: Record) -> None:
    node.role, node.author = "system" if node.blocks else None, "system"
    node.meta = {"toolsAdded": record.get("tools"), "task": words_of(record.get("task"))}
    prune(node.meta)


_FILL: dict[str, Callable[[Node, Record], None]] = {
    "custom_message": _client,
    "compaction": _client,
    "branch_summary": _client,
    "context_edit": _told,
    "session_init": _init,
}
