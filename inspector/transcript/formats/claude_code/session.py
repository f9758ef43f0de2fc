"""All records of one session file, in file order, before any branch is chosen."""

from __future__ import annotations

from collections.abc import Iterable

from inspector.transcript.depth import prune
from inspector.transcript.formats.blocks import kind_words, words_of
from inspector.transcript.formats.claude_code.attachments import UNKNOWN, UNSAID, rule_of
from inspector.transcript.formats.claude_code.authors import is_human
from inspector.transcript.formats.claude_code.kinds import (
    SYNTHETIC,
    SYSTEM_SUBTYPES,
    is_bookkeeping,
)
from inspector.transcript.formats.claude_code.records import Node, Record, blocks_of_claude_code, is_summary
from inspector.transcript.formats.growth import Back
from inspector.transcript.formats.usage import caching_of, usage_of
from inspector.transcript.lines import Line
from inspector.transcript.model import Block
from inspector.transcript.problems import Problems
from inspector.transcript.store import Store

_EXTRA_USER = frozenset(
    ("promptId", "isMeta", "origin", "promptSource", "sourceToolUseID", "isVisibleInTranscriptOnly")
)


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
        self._summaries: dict[str, str] = {}
        self._store = store

    def read(self, lines: Iterable[Line]) -> None:
        """Take every line; a record that means nothing here is counted or reported."""
        records = self.problems.records
        for line in lines:
            record = line.value
            kind = record.get("type")
            if kind == "summary" and "uuid" in record and is_summary(record):
                kind, record = "user", {**record, "isCompactSummary": True}
            kind = kind if isinstance(kind, str) else kind_words(kind)
            fill = _FILL.get(kind)
            if fill is None:
                self._beside(record, kind, line.line)
            else:
                node = Node(record, kind, len(self.nodes), line.line)
                if self._add(node, record):
                    fill(self, node, record, line)
            records[kind] += 1

    def mark(self) -> Back:
        """Where it stands; calling the answer goes back there."""
        count, problems, titles = len(self.nodes), self.problems.mark(), dict(self.titles)
        calls, sidechains, summaries = dict(self.agent_calls), self.has_sidechains, dict(self._summaries)

        def back() -> None:
            self.problems.back(problems)
            for node in self.nodes[count:]:
                del self.by_uuid[node.uuid]
            del self.nodes[count:]
            self.titles, self.agent_calls, self.has_sidechains, self._summaries = titles, calls, sidechains, summaries

        return back

    def _add(self, node: Node, record: Record) -> bool:
        """False for the second record of a uuid: a copy."""
        if self.by_uuid.setdefault(node.uuid, node) is not node:
            first = self.by_uuid[node.uuid].line
            self.problems.add(
                node.line, "duplicate", f"a second record with the uuid of line {first}; the first is used"
            )
            return False
        if not node.parent and "parentUuid" not in record and self.nodes:
            node.parent = self.nodes[-1].uuid
        if node.sidechain:
            self.has_sidechains = True
        self.nodes.append(node)
        return True

    def _beside(self, record: Record, kind: str, line: int) -> None:
        if not is_bookkeeping(kind):
            self.problems.add(line, "unknown-record", f"record of an unknown type: {kind_words(record.get('type'))}")
        elif kind == "summary":
            self._summaries[words_of(record.get("leafUuid"))] = words_of(record.get("summary"))
        elif kind in ("ai-title", "custom-title"):
            text = record.get("title") or record.get("aiTitle") or record.get("customTitle")
            self.titles[kind] = words_of(text) or self.titles.get(kind, "")

    @property
    def title(self) -> str:
        """What the person called the session, else what the client did; a summary may be that of another session."""
        own = [text for leaf, text in self._summaries.items() if leaf in self.by_uuid or not self.nodes]
        return self.titles.get("custom-title") or self.titles.get("ai-title") or (own[-1] if own else "")

    def _blocks(self, record: Record, line: Line) -> tuple[Block, ...]:
        blocks = blocks_of_claude_code(record)
        return self._store.keep(blocks, line) if self._store else blocks

    def _user(self, node: Node, record: Record, line: Line) -> None:
        message = record.get("message")
        content = message.get("content") if isinstance(message, dict) else None
        node.blocks = blocks = self._blocks(record, line)
        node.plain = plain = isinstance(content, str)
        if not _EXTRA_USER.isdisjoint(record):
            node.extra = {key: record[key] for key in record if key in _EXTRA_USER}
            prune(node.extra)
        if "isCompactSummary" in record and is_summary(record):
            node.subtype = "summary"
        elif not plain and any(block.kind == "tool_result" for block in blocks):
            self._results(node, record)
        elif is_human(record, content):
            node.author = "human"

    def _results(self, node: Node, record: Record) -> None:
        """Results, perhaps with text that was typed while the tools ran."""
        node.source = words_of(record.get("sourceToolAssistantUUID"))
        shown = record.get("toolUseResult")
        if isinstance(shown, dict) and "agentId" in shown:
            self.agent_calls[words_of(shown["agentId"])] = node.blocks[0].tool_id
        others = [block for block in node.blocks if block.kind != "tool_result"]
        if not others:
            node.author = "tool"
        elif is_human(record, [other.api for other in others]):
            node.author = "human"

    def _assistant(self, node: Node, record: Record, line: Line) -> None:
        found = record.get("message")
        message: Record = found if isinstance(found, dict) else {}
        model = words_of(message.get("model"))
        if model == SYNTHETIC or record.get("isApiErrorMessage") is True:
            self._made_up(node, record)
            return
        request = words_of(record.get("requestId"))
        node.key = words_of(message.get("id")) or request or node.uuid
        node.model = model
        node.usage = usage_of(message.get("usage"))
        node.author = "model"
        node.blocks = self._blocks(record, line)
        node.plain = isinstance(message.get("content"), str)
        node.extra = {"uuid": node.uuid, "requestId": request, "stop_reason": message.get("stop_reason")}
        if caching := caching_of(message.get("usage")):
            node.extra["caching"] = caching

    def _made_up(self, node: Node, record: Record) -> None:
        """A reply that no model gave: an error line of the client."""
        node.subtype = "synthetic"
        said = " ".join([block.text for block in blocks_of_claude_code(record)])[:120]
        self.problems.add(node.line, "client-reply", f"a reply that the client made up is no message: {said!r}")

    def _attachment(self, node: Node, record: Record, line: Line) -> None:
        found = record.get("attachment")
        attachment: Record = found if isinstance(found, dict) else {}
        said = attachment.get("type")
        kind = said if isinstance(said, str) else kind_words(said)
        self.problems.records[f"attachment/{kind}"] += 1
        rule = rule_of(attachment)
        if rule is UNKNOWN:
            self.problems.add(node.line, "unknown-record", f"attachment of an unknown type: {kind_words(said)}")
        if rule.effect == "none":
            return
        node.blocks = self._blocks(record, line)
        node.plain = not isinstance(attachment.get("prompt"), list)
        node.author = "human" if rule.effect == "human" else "client"
        node.doubt = UNSAID if rule.effect == "uncertain" else ""
        node.extra = {"attachment": kind}

    def _system(self, node: Node, record: Record, line: Line) -> None:
        node.subtype = words_of(record.get("subtype"))
        self.problems.records[f"system/{node.subtype}"] += 1
        node.logical = words_of(record.get("logicalParentUuid"))
        if node.subtype not in SYSTEM_SUBTYPES:
            self.problems.add(
                node.line, "unknown-record", f"system record of an unknown subtype: {kind_words(record.get('subtype'))}"
            )
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
