"""Writes a session in the layout of Claude Code: one line for each block, linked by parents, with usage that grows."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.samples.forms import Json, compact, lines, made_id, made_uuid

FIXED_INPUT = 21_400
"""Tokens of system prompt and tools, which the file does not hold."""

START = datetime(2025, 10, 6, 8, 2, 11, tzinfo=UTC)


@dataclass
class Session:
    """A session under way. `tip` is the record that the next one names as its parent."""

    name: str
    cwd: str
    branch: str
    model: str = "claude-sonnet-4-5"
    version: str = "2.1.42"
    records: list[Json] = field(default_factory=list)
    tip: str | None = None
    seconds: float = 0.0
    characters: int = 0
    before: int = FIXED_INPUT
    replies: int = 0
    calls: int = 0

    @property
    def session(self) -> str:
        return made_uuid(self.name, "session")

    @property
    def tokens(self) -> int:
        return FIXED_INPUT + self.characters * 10 // 33

    def build(self) -> bytes:
        return lines(self.records)

    def stamp(self, seconds: float) -> str:
        self.seconds += seconds
        return (START + timedelta(seconds=self.seconds)).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def record(self, kind: str, seconds: float = 1.2, parent: str | None = "", **fields: Any) -> Json:
        """Add a record of the tree. Without `parent` it follows the tip."""
        made = {
            "parentUuid": self.tip if parent == "" else parent,
            "isSidechain": False,
            "userType": "external",
            "cwd": self.cwd,
            "sessionId": self.session,
            "version": self.version,
            "gitBranch": self.branch,
            "type": kind,
            **fields,
            "uuid": made_uuid(self.name, len(self.records)),
            "timestamp": self.stamp(seconds),
        }
        self.records.append(made)
        self.tip = made["uuid"]
        return made

    def snapshot(self, paths: tuple[str, ...] = ()) -> None:
        """A file-history-snapshot: bookkeeping outside the tree, before a prompt."""
        message = made_uuid(self.name, len(self.records) + 1)
        backups = {path: {"backupFileName": f"{made_id(path, length=16)}@v1", "version": 1} for path in paths}
        snapshot = {"messageId": message, "trackedFileBackups": backups, "timestamp": self.stamp(0.1)}
        self.records.append(
            {"type": "file-history-snapshot", "messageId": message, "snapshot": snapshot, "isSnapshotUpdate": False}
        )

    def prompt(self, text: str, pause: float = 95.0, **fields: Any) -> None:
        """Something that a person typed."""
        self.characters += len(text)
        self.record("user", pause, message={"role": "user", "content": text}, **fields)

    def line(self, reply: Json, block: Json, parent: str | None = "") -> str:
        """One block of a reply, on a line of its own; gives its uuid."""
        message = {**reply["message"], "content": [block]}
        return str(self.record("assistant", 2.1, parent, requestId=reply["requestId"], message=message)["uuid"])

    def reply(self, *blocks: Json) -> Json:
        """The envelope that all lines of one reply share; its usage is that of the whole reply."""
        self.replies += 1
        prompt, size = self.tokens, sum(len(compact(block)) for block in blocks)
        self.characters += size
        usage = {
            "input_tokens": 4 + self.replies % 5,
            "cache_creation_input_tokens": max(prompt - self.before, 0),
            "cache_read_input_tokens": self.before,
            "output_tokens": size * 10 // 33 + 9,
        }
        self.before = prompt
        stop = "tool_use" if any(block["type"] == "tool_use" for block in blocks) else "end_turn"
        message = {
            "id": "msg_01" + made_id(self.name, "reply", self.replies),
            "type": "message",
            "role": "assistant",
            "model": self.model,
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": usage,
        }
        return {"message": message, "requestId": "req_011" + made_id(self.name, "request", self.replies)}

    def say(self, text: str) -> None:
        """A last reply of a turn."""
        block = {"type": "text", "text": text}
        self.line(self.reply(block), block)

    def call(self, tool: str, **arguments: Any) -> Json:
        self.calls += 1
        return {"type": "tool_use", "id": "toolu_01" + made_id(self.name, self.calls), "name": tool, "input": arguments}

    def result(self, call: Json, output: str, parent: str, error: bool = False) -> None:
        self.characters += len(output)
        block = {
            "tool_use_id": call["id"],
            "type": "tool_result",
            "content": output,
            **({"is_error": True} if error else {}),
        }
        shown = (
            {"stdout": output, "stderr": "", "interrupted": False, "isImage": False}
            if call["name"] == "Bash"
            else output
        )
        self.record(
            "user", 1.7, self.tip if parent == "" else parent,
            message={"role": "user", "content": [block]}, toolUseResult=shown, sourceToolAssistantUUID=parent,
        )  # fmt: skip

    def work(self, *pairs: tuple[Json, str], text: str = "", thinking: str = "", woven: bool = False) -> None:
        """A reply with calls, and their results. `woven`: each result stands before the next call's line."""
        blocks: list[Json] = (
            [{"type": "thinking", "thinking": thinking, "signature": made_id(thinking, length=60)}] if thinking else []
        )
        blocks += [{"type": "text", "text": text}] if text else []
        reply = self.reply(*blocks, *(call for call, _ in pairs))
        for block in blocks:
            self.line(reply, block)
        at: list[str] = []
        for call, output in pairs:
            at.append(self.line(reply, call, at[-1] if at else ""))
            if woven:
                self.result(call, output, at[-1])
        if not woven:
            for (call, output), parent in zip(pairs, at, strict=True):
                self.result(call, output, parent)

    def slow(self, call: Json, output: str, text: str = "", error: bool = False) -> None:
        """A long command: progress records stand between the call and its result and are links of the chain."""
        blocks: list[Json] = [{"type": "text", "text": text}] if text else []
        reply = self.reply(*blocks, call)
        for block in (*blocks, call):
            self.line(reply, block)
        parent = self.tip
        for seconds in (2, 4):
            data = {
                "type": "bash_progress",
                "output": output[: 120 * seconds],
                "elapsedTimeSeconds": seconds,
                "totalLines": 9,
            }
            self.record("progress", 2.0, data=data, toolUseID=call["id"], parentToolUseID=call["id"])
        assert parent is not None
        self.characters += len(output)
        block = {
            "tool_use_id": call["id"],
            "type": "tool_result",
            "content": output,
            **({"is_error": True} if error else {}),
        }
        shown = {"stdout": output, "stderr": "", "interrupted": False, "isImage": False}
        content = {"role": "user", "content": [block]}
        self.record("user", 1.7, message=content, toolUseResult=shown, sourceToolAssistantUUID=parent)

    def turn_done(self, milliseconds: int) -> None:
        self.record("system", 0.2, subtype="turn_duration", durationMs=milliseconds, isMeta=False, level="info")

    def compacted(self, summary: str, kept: int) -> None:
        """A manual compaction: the boundary, the summary, the caveat and the command; the last `kept` messages stay."""
        pre, tip = self.tokens, self.tip
        uuids = [made["uuid"] for made in self.records if made["type"] in ("user", "assistant")][-kept:]
        characters = sum(len(compact(made["message"])) for made in self.records if made.get("uuid") in set(uuids))
        anchor = made_uuid(self.name, len(self.records) + 1)
        unwritten = made_uuid(self.name, "never written")
        self.characters = characters + len(summary)
        metadata = {
            "trigger": "manual",
            "preTokens": pre,
            "postTokens": self.tokens - FIXED_INPUT,
            "preservedSegment": {"headUuid": uuids[0], "anchorUuid": anchor, "tailUuid": uuids[-1]},
            "preservedMessages": {"anchorUuid": anchor, "uuids": uuids, "allUuids": [*uuids, unwritten]},
        }
        self.record(
            "system", 41.0, None, logicalParentUuid=tip, subtype="compact_boundary", content="Conversation compacted",
            isMeta=False, level="info", compactMetadata=metadata,
        )  # fmt: skip
        content = {"role": "user", "content": summary}
        self.record("user", 0.1, message=content, isCompactSummary=True, isVisibleInTranscriptOnly=True)
        caveat = "<local-command-caveat>The next messages come from local commands. Do not answer them.</local-command-caveat>"
        self.prompt(caveat, 0.1, isMeta=True)
        self.prompt("<command-name>/compact</command-name>\n<command-message>compact</command-message>", 0.1)
        self.prompt("<local-command-stdout>Compacted</local-command-stdout>", 0.1)
        self.before = FIXED_INPUT
