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
from inspector.transcript.formats.pi.made import blocks_of_entry
from inspector.transcript.formats.pi.node import NOTHING, Node
from inspector.transcript.formats.pi.roles import is_typed, speaker_of
from inspector.transcript.formats.usage import usage_of_pi
from inspector.transcript.lines import Line
from inspector.transcript.problems import Problems
from inspector.transcript.store import Store

Record = dict[str, Any]
HEADERS = frozenset(("session", "title"))
"""Lines that are no entries: the header, and the slot for the title that Oh My Pi writes before it."""

QUIET = frozenset(
    (
        *("model_change", "thinking_level_change", "custom", "label", "session_info", "usage", "reset", "leaf"),
        *("title_change", "ttsr_injection", "credential_pin", "mode_change", "service_tier_change", "model_usage"),
        *("reset_boundary", "archive", "mcp_tool_selection", "configuration_update", "model_change_rejected"),
        *("session_exit", *HEADERS),
    )
)
"""Known records that add nothing to a prompt themselves."""

FAILED = ("error", "aborted")
_WORDS = ("text", "thinking")
_CARRIED = frozenset(("role", "content", "timestamp", "usage", "model", "toolCallId", "toolName", "isError", "details"))
_EXTRA = ("api", "provider", "stopReason", "errorMessage", "toolName", "customType", "fullOutputPath", "fromId")


def taking(store: Store | None) -> Take[Node]:
    """What makes nodes of lines; the bodies of their blocks stay in `store`, where there is one."""

    def take(line: Line, problems: Problems) -> Node:
        record = line.value
        kind = record.get("type")
        kind = kind if isinstance(kind, str) else kind_words(kind)
        node = Node(record, kind, line.line, line.length)
        fill = _FILL.get(kind)
        if fill is not None:
            node.blocks = blocks_of_entry(record)
            fill(node, record, problems)
            if store is not None and node.blocks:
                node.blocks = store.keep(node.blocks, line)
        elif kind in QUIET:
            _quiet(node, record)
        elif not problems.records[kind]:
            problems.add(line.line, "unknown-record", f"record of an unknown type: {kind_words(record.get('type'))}")
        problems.records[kind] += 1
        return node

    return take


def _quiet(node: Node, record: Record) -> None:
    node.meta = {
        key: value for key, value in record.items() if key not in ("id", "parentId", "timestamp", "type", "data")
    }
    prune(node.meta)


def _message(node: Node, record: Record, problems: Problems) -> None:
    message = record.get("message")
    speaker = speaker_of(message)
    if speaker is None or not isinstance(message, dict):
        _unknown(node, message, problems)
        return
    if message.get("excludeFromContext") is True or (message["role"] == "assistant" and _says_nothing(node, message)):
        node.blocks = ()
        return
    node.role, node.author = speaker.role, speaker.author
    node.plain = speaker.content and isinstance(message.get("content"), str)
    if speaker.author == "human" and not is_typed(message):
        node.author = "client"
    node.extra = (
        {key: message[key] for key in _EXTRA if key in message} if not _CARRIED.issuperset(message) else NOTHING
    )
    if speaker.author == "model":
        node.model, node.usage = words_of(message.get("model")), usage_of_pi(message.get("usage"))
        node.uncertain = message.get("stopReason") in FAILED
    elif speaker.author == "system":
        node.meta = {key: message[key] for key in ("toolsAdded", "toolsRemoved") if key in message}


def _says_nothing(node: Node, message: Record) -> bool:
    """A reply that failed or was stopped before it said anything; it is not sent again, and never was a message."""
    if any(block.kind not in _WORDS or block.text.strip() for block in node.blocks):
        return False
    return message.get("stopReason") in FAILED or (not node.blocks and usage_of_pi(message.get("usage")) is None)


def _unknown(node: Node, message: Any, problems: Problems) -> None:
    role = message.get("role") if isinstance(message, dict) else None
    name = f"message of role {kind_words(role)}"
    node.blocks = ()
    if not problems.records[name]:
        problems.add(node.line, "unknown-record", f"{name}: pi sends none of these")
    problems.records[name] += 1


def _client(node: Node, record: Record, problems: Problems) -> None:
    node.role = "user" if node.blocks and node.kind != "context_edit" else None
    node.plain = isinstance(record.get("content"), str)
    node.meta = {key: record[key] for key in _META if key in record}
    node.extra = {key: record[key] for key in _TOLD if key in record}
    prune(node.meta)
    prune(node.extra)


def _init(node: Node, record: Record, problems: Problems) -> None:
    node.role, node.author = "system" if node.blocks else None, "system"
    node.meta = {"toolsAdded": record.get("tools"), "task": words_of(record.get("task"))}


_META = (
    *("summary", "firstKeptEntryId", "firstKeptEntryIndex", "tokensBefore", "tokensAfter", "method", "preserveData"),
    *("providerReplayThroughEntryId", "targetId", "replacement", "systemMessage", "customType"),
)
_TOLD = ("customType", "display", "details", "fromHook", "fromExtension", "fromId", "tokensBefore", "method", "usage")


_FILL: dict[str, Callable[[Node, Record, Problems], None]] = {
    "message": _message,
    "custom_message": _client,
    "compaction": _client,
    "branch_summary": _client,
    "context_edit": _client,
    "session_init": _init,
}
