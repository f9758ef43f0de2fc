"""All records of one session file, in file order, before any branch is chosen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.claude_code.attachments import rule_of
from inspector.transcript.formats.claude_code.kinds import (
    CLIENT_MARKERS,
    MESSAGE_TYPES,
    SYNTHETIC,
    SYSTEM_SUBTYPES,
    is_bookkeeping,
)
from inspector.transcript.formats.claude_code.records import Node, Record, blocks_of_claude_code, is_summary
from inspector.transcript.formats.usage import usage_of
from inspector.transcript.lines import Line
from inspector.transcript.model import Block
from inspector.transcript.problems import Problems
from inspector.transcript.store import Store

_EXTRA_USER = ("promptId", "isMeta", "origin", "promptSource", "sourceToolUseID", "isVisibleInTranscriptOnly")


class Session:
    """The nodes of the tree and what the records beside it say."""

    def __init__(self, problems: Problems, store: Store | None) -> None:
        self.problems = problems
        self.nodes: list[Node] = []
        self.by_uuid: dict[str, Node] = {}
        self.titles: dict[str, str] = {}
        self.agent_calls: dict[str, str] = {}
        """Subagent id → id of the call that started it."""
        self.has_sidechains = False
        self._store = store

    def read(self, lines: Iterable[Line]) -> None:
        """Take every line; a record that means nothing here is counted or reported."""
        records = self.problems.records
        for line in lines:
            record = line.value
            kind = record.get("type")
            if kind in MESSAGE_TYPES or (kind == "summary" and is_summary(record) and "uuid" in record):
                self._take(record, line)
            else:
                self._beside(record, kind, line.line)
                records[str(kind)] += 1

    def _take(self, record: Record, line: Line) -> None:
        if record["type"] == "summary":
            record["type"] = "user"
            record["isCompactSummary"] = True
        node = Node(record, len(self.nodes), line.line)
        if "parentUuid" not in record and self.nodes:
            node.parent = self.nodes[-1].uuid
        if not self._index(node):
            return
        self.nodes.append(node)
        self.has_sidechains = self.has_sidechains or node.sidechain
        _FILL[node.kind](self, node, record, line)

    def _index(self, node: Node) -> bool:
        """False for the second record of a uuid: a copy."""
        self.problems.records[node.kind] += 1
        node.uuid = node.uuid or f"line:{node.line}"
        if node.uuid in self.by_uuid:
            first = self.by_uuid[node.uuid].line
            self.problems.add(
                node.line, "duplicate", f"a second record with the uuid of line {first}; the first is used"
            )
            return False
        self.by_uuid[node.uuid] = node
        return True

    def _beside(self, record: Record, kind: Any, line: int) -> None:
        if not isinstance(kind, str) or not is_bookkeeping(kind):
            self.problems.add(line, "unknown-record", f"record of an unknown type {str(kind)[:60]!r}")
        elif kind == "summary":
            self.titles[kind] = words_of(record.get("summary"))
        elif kind in ("ai-title", "custom-title"):
            text = record.get("title") or record.get("aiTitle") or record.get("customTitle")
            self.titles[kind] = words_of(text) or self.titles.get(kind, "")

    @property
    def title(self) -> str:
        """What the person called the session, else what the client did."""
        return next(
            (self.titles[kind] for kind in ("custom-title", "ai-title", "summary") if self.titles.get(kind)), ""
        )

    def _blocks(self, record: Record, line: Line) -> tuple[Block, ...]:
        blocks = blocks_of_claude_code(record)
        return self._store.keep(blocks, line) if self._store else blocks

    def _user(self, node: Node, record: Record, line: Line) -> None:
        message = record.get("message")
        content = message.get("content") if isinstance(message, dict) else None
        node.blocks = self._blocks(record, line)
        node.plain = isinstance(content, str)
        node.extra = {key: record[key] for key in _EXTRA_USER if key in record}
        node.source = words_of(record.get("sourceToolAssistantUUID"))
        if is_summary(record):
            node.subtype = "summary"
            return
        results = [block for block in node.blocks if block.kind == "tool_result"]
        if results and isinstance(record.get("toolUseResult"), dict):
            agent = words_of(record["toolUseResult"].get("agentId"))
            self.agent_calls[agent] = results[0].tool_id
        if len(results) == len(node.blocks) and results:
            node.author = "tool"
        elif is_human(record, content):
            node.author = "human"

    def _assistant(self, node: Node, record: Record, line: Line) -> None:
        found = record.get("message")
        message: Record = found if isinstance(found, dict) else {}
        model = words_of(message.get("model"))
        if model == SYNTHETIC or record.get("isApiErrorMessage") is True:
            node.subtype = "synthetic"
            said = " ".join(block.text for block in blocks_of_claude_code(record))[:120]
            self.problems.add(node.line, "client-reply", f"a reply that the client made up is no message: {said!r}")
            return
        identity = words_of(message.get("id"))
        request = words_of(record.get("requestId"))
        usage = message.get("usage")
        node.author = "model"
        node.blocks = self._blocks(record, line)
        node.plain = isinstance(message.get("content"), str)
        node.message = {"key": identity or request or node.uuid, "model": model, "usage": usage_of(usage)}
        node.extra = {"requestId": request, "stop_reason": message.get("stop_reason")}

    def _attachment(self, node: Node, record: Record, line: Line) -> None:
        found = record.get("attachment")
        attachment: Record = found if isinstance(found, dict) else {}
        kind = str(attachment.get("type"))
        self.problems.records[f"attachment/{kind}"] += 1
        rule = rule_of(attachment)
        if rule is None:
            self.problems.add(node.line, "unknown-record", f"attachment of an unknown type {kind[:60]!r}")
            return
        node.subtype = f"attachment/{kind}"
        node.blocks = self._blocks(record, line)
        node.plain = True
        node.author = "human" if rule.effect == "human" else "client"
        node.uncertain = rule.effect == "uncertain"
        node.extra = {"attachment": kind}

    def _system(self, node: Node, record: Record, line: Line) -> None:
        node.subtype = words_of(record.get("subtype"))
        self.problems.records[f"system/{node.subtype}"] += 1
        node.logical = words_of(record.get("logicalParentUuid"))
        if node.subtype not in SYSTEM_SUBTYPES:
            self.problems.add(node.line, "unknown-record", f"system record of an unknown subtype {node.subtype[:60]!r}")
        found = record.get("compactMetadata" if node.boundary else "microcompactMetadata")
        node.meta = found if isinstance(found, dict) else {}

    def _progress(self, node: Node, record: Record, line: Line) -> None:
        """A link of the chain and nothing else."""


_FILL = {
    "user": Session._user,
    "assistant": Session._assistant,
    "attachment": Session._attachment,
    "system": Session._system,
    "progress": Session._progress,
}


def is_human(record: Record, content: Any) -> bool:
    """Whether a person typed it: not injected, not the echo of a local command, and of no other recorded origin."""
    origin = record.get("origin")
    if record.get("isMeta") is True or record.get("isVisibleInTranscriptOnly") is True:
        return False
    if isinstance(origin, dict) and origin.get("kind") not in (None, "human"):
        return False
    return not _first_text(content).startswith(CLIENT_MARKERS)


def _first_text(content: Any) -> str:
    if isinstance(content, str):
        return content.lstrip()
    if not isinstance(content, list):
        return ""
    texts = [words_of(part.get("text")) for part in content if isinstance(part, dict) and part.get("type") == "text"]
    return texts[0].lstrip() if texts else ""
