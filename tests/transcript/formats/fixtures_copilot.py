"""Sound Copilot CLI event logs, and a writer that makes them as short as a test can say them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from inspector.transcript import Transcript, load

SYSTEM = "You are a terminal assistant."


class Log:
    """One event a line; each names the one before it."""

    def __init__(self, start: bool = True) -> None:
        self.rows: list[dict[str, Any]] = []
        if start:
            self.add(
                "session.start", sessionId="45f1", version=1, copilotVersion="1.0.72", context={"cwd": "/home/ann"}
            )

    def add(self, kind: str, /, agent: str = "", **data: Any) -> str:
        """The id of the event."""
        number = len(self.rows)
        row = {
            "type": kind,
            "data": data,
            "id": f"e{number}",
            "timestamp": f"2026-07-19T23:{number // 60:02d}:{number % 60:02d}.000Z",
            "parentId": f"e{number - 1}" if number else None,
        }
        self.rows.append({**row, "agentId": agent} if agent else row)
        return f"e{number}"

    def system(self, text: str = SYSTEM) -> None:
        self.add("system.message", role="system", content=text)

    def user(self, text: str, agent: str = "", **data: Any) -> str:
        wrapped = f"<current_datetime>now</current_datetime>\n\n{text}"
        return self.add(
            "user.message", agent, **{"content": text, "transformedContent": wrapped, "delivery": "idle", **data}
        )

    def reply(self, text: str = "", *calls: str, api: str = "", agent: str = "", **data: Any) -> str:
        asked = [{"toolCallId": c, "name": "bash", "arguments": {"command": c}, "type": "function"} for c in calls]
        call = {"apiCallId": api} if api else {}
        return self.add("assistant.message", agent, messageId=f"m{len(self.rows)}", model="gpt-5.6-sol", content=text,
                        toolRequests=asked, **call, **data)  # fmt: skip

    def result(self, call: str, text: str = "done", agent: str = "", **data: Any) -> None:
        self.add("tool.execution_start", agent, toolCallId=call, toolName="bash", arguments={"command": call})
        result = {"content": text, "detailedContent": f"{text} and much more"}
        self.add("tool.execution_complete", agent, **{"toolCallId": call, "success": True, "result": result, **data})

    def compacted(self, summary: str = "so far", **data: Any) -> None:
        told = {"success": True, "preCompactionTokens": 9000, "postCompactionTokens": 1200, "trigger": "threshold"}
        self.add("session.compaction_complete", **{**told, "summaryContent": summary, **data})

    def data(self) -> bytes:
        return "".join(json.dumps(row) + "\n" for row in self.rows).encode()

    def write(self, folder: Path) -> Path:
        path = folder / "events.jsonl"
        path.write_bytes(self.data())
        return path

    def load(self, folder: Path, **options: Any) -> Transcript:
        return load(self.write(folder), **options)


def _session() -> bytes:
    log = Log()
    log.add("session.model_change", newModel="gpt-5.6-sol")
    log.system()
    log.user("port the parser", attachments=[{"type": "blob", "data": "aGVsbG8=", "mimeType": "image/png"}])
    log.add("assistant.turn_start", turnId="0", model="gpt-5.6-sol")
    log.add("user.message", content="", transformedContent="<system_reminder>tools</system_reminder>", source="system")
    log.reply(api="a1", reasoningOpaque="xxxx")
    log.reply("I read both.", "c1", "c2", api="a1", encryptedContent="yyyy", phase="commentary", outputTokens=40)
    log.result("c2")
    log.result("c1", success=False, result=None, error={"message": "Path does not exist", "code": "failure"})
    log.add("assistant.turn_end", turnId="0")
    log.user("look into it", agent="g1", source="agent-task")
    log.reply("line 4", agent="g1")
    log.add("subagent.started", toolCallId="c2", agentName="task", agentDisplayName="Task", agentDescription="")
    log.reply("ported", api="a2")
    log.add("session.compaction_start", trigger="threshold")
    log.system()
    log.user("now the tests")
    log.compacted(messagesRemoved=4)
    log.reply("all pass", "c3", api="a3")
    log.result("c3")
    log.add("session.truncation", messagesRemovedDuringTruncation=1, preTruncationTokensInMessages=900)
    log.reply("done", api="a4")
    log.add("assistant.usage", apiCallId="a4", inputTokens=900, cacheReadTokens=600, outputTokens=30)
    cut = log.user("and the printer")
    log.reply("no printer")
    log.add("session.snapshot_rewind", upToEventId=cut, eventsRemoved=2)
    log.add("session.usage_checkpoint", totalNanoAiu=1)
    log.add("session.context_cleared", messagesCleared=4, initialMessage="start anew")
    return log.data()


def large(size: int) -> bytes:
    """A session of about so many bytes: prompts and replies with two calls each."""
    log, number, written = Log(), 0, 0
    log.system("Work carefully.\n" * 900)
    while written < size:
        number, before = number + 1, len(log.rows)
        if number % 8 == 1:
            log.user(f'Step {number}: the "harbour" parser, please.\nKeep the old names.')
        log.add("assistant.turn_start", turnId=str(number), model="gpt-5.6-sol")
        log.reply(f"Part {number} first.", f"a{number}", f"b{number}", api=f"r{number}", reasoningOpaque="Zm9v" * 60)
        for call, lines in ((f"a{number}", 60), (f"b{number}", 6 + number % 60)):
            log.add(
                "hook.start",
                hookInvocationId=call,
                hookType="preToolUse",
                input={"toolName": "bash", "toolArgs": {"a": 1}},
            )
            log.add("hook.end", hookInvocationId=call, hookType="preToolUse", success=True)
            log.result(call, f"\tif token == \"{call}\":\n\t\treturn ['é', 1]\n" * lines)
        written += sum(len(json.dumps(row)) for row in log.rows[before:])
    return log.data()


SESSION = _session()
FUZZED = (SESSION,)
