"""Sessions of pi, Oh My Pi and OpenClaw, written as the agents write them: our own stories."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from copy import deepcopy
from pathlib import Path
from typing import Any

Record = dict[str, Any]


class Pi:
    """A session that is being written. Every entry hangs on the one before it, unless `parent` says otherwise."""

    def __init__(self, version: int | None = 3, **header: Any) -> None:
        self.records: list[Record] = []
        self.leaf: str | None = None
        self.version = version
        first = {"type": "session", "version": version, "id": "5e55-1", "timestamp": time(0), "cwd": "/home/ann/tide"}
        self.raw(**{key: value for key, value in {**first, **header}.items() if value is not None})

    def raw(self, **record: Any) -> None:
        """A record as it is."""
        self.records.append(record)

    def add(self, kind: str, id: str = "", parent: Any = "…", **fields: Any) -> str:
        """An entry; its id."""
        number = len(self.records)
        name = id or f"e{number:07x}"
        link = {"id": name, "parentId": self.leaf if parent == "…" else parent} if self.version else {}
        self.raw(type=kind, **link, timestamp=time(number), **fields)
        self.leaf = name
        return name

    def message(self, role: str, id: str = "", parent: Any = "…", **fields: Any) -> str:
        """A message of any role."""
        stamp = 1_790_000_000_000 + 1000 * len(self.records)
        return self.add("message", id, parent, message={"role": role, **fields, "timestamp": stamp})

    def user(self, text: Any, id: str = "", parent: Any = "…", **fields: Any) -> str:
        """What a person typed."""
        content = [{"type": "text", "text": text}] if isinstance(text, str) else text
        return self.message("user", id, parent, content=content, **fields)

    def reply(
        self, *parts: Any, id: str = "", parent: Any = "…", stop: str = "stop", usage: Any = (), **fields: Any
    ) -> str:
        """A reply of text (strings), calls (from `call`) and other blocks."""
        content = [{"type": "text", "text": part} if isinstance(part, str) else part for part in parts]
        fields.setdefault("model", "glm-5")
        return self.message(
            "assistant", id, parent, content=content, provider="z", usage=used(*usage), stopReason=stop, **fields
        )

    def result(self, call: str, text: str, id: str = "", parent: Any = "…", **fields: Any) -> str:
        """What a tool gave."""
        content = [{"type": "text", "text": text}]
        told = {"toolCallId": call, "toolName": "read", "content": content, "isError": False}
        return self.message("toolResult", id, parent, **{**told, **fields})

    def compaction(self, summary: str, first: Any, tokens: Any = 0, id: str = "", **fields: Any) -> str:
        """A compaction that kept entries from `first` on."""
        return self.add("compaction", id, summary=summary, firstKeptEntryId=first, tokensBefore=tokens, **fields)

    def bytes(self) -> bytes:
        """The file."""
        return lines(self.records)

    def write(self, path: Path) -> Path:
        """The file, written."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.bytes())
        return path


def lines(records: list[Record]) -> bytes:
    return b"".join(json.dumps(each, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" for each in records)


def time(number: int) -> str:
    return f"2026-09-14T{8 + number // 3600:02d}:{number // 60 % 60:02d}:{number % 60:02d}.000Z"


def used(input: int = 0, output: int = 0, read: int = 0, write: int = 0, **more: int) -> Record:
    cost = {"input": 0.0, "output": 0.0, "cacheRead": 0.0, "cacheWrite": 0.0, "total": 0.0}
    total = input + output + read + write
    return {"input": input, "output": output, "cacheRead": read, "cacheWrite": write, "totalTokens": total, **more} | {
        "cost": cost
    }


def call(id: str, path: str, name: str = "read", **more: Any) -> Record:
    return {"type": "toolCall", "id": id, "name": name, "arguments": {"path": path}, **more}


def png(width: int = 3, height: int = 2) -> str:
    """A small picture, in base64."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    pixels = zlib.compress(b"".join(b"\0" + b"\x7f" * width for _ in range(height)))
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")).decode()


def everything() -> Pi:
    """A session of version 3 with every entry of pi, a branch, and two compactions."""
    pi = Pi(parentSession="/home/ann/.pi/agent/sessions/old.jsonl")
    pi.add("model_change", provider="z", modelId="glm-5")
    pi.add("thinking_level_change", thinkingLevel="high")
    pi.add("session_info", name="tide tables")
    pi.add("custom_message", customType="notes", content="The harbour is Whitby.", display=False)
    first = pi.user("which tide is in tides.csv?", id="u1")
    pi.reply(
        {"type": "thinking", "thinking": "look", "thinkingSignature": "s"},
        call("c1", "tides.csv"),
        stop="toolUse",
        usage=(900, 40, 0, 12),
    )
    pi.result("c1", "06:12 high\n12:20 low", details={"lines": 2})
    fork = pi.reply("High at 06:12.", usage=(60, 9, 900, 30))
    pi.user("and the day after?", id="aside")
    pi.reply("Not in the file.", usage=(70, 5, 990, 0))
    pi.add("branch_summary", parent=fork, fromId="aside", summary="asked for a day that is not in the file")
    pi.add("label", targetId=first, label="start")
    pi.message("bashExecution", command="ls", output="tides.csv", exitCode=0, cancelled=False, truncated=False)
    pi.message("bashExecution", command="env", output="SECRET=1", exitCode=0, excludeFromContext=True)
    kept = pi.user([{"type": "text", "text": "and this?"}, {"type": "image", "data": png(), "mimeType": "image/png"}])
    pi.reply(stop="error", errorMessage="529 overloaded")
    pi.reply("A gauge.", usage=(100, 4, 1000, 0))
    pi.compaction("The tide is high at 06:12.", kept, 1100, details={"readFiles": ["tides.csv"], "modifiedFiles": []})
    pi.user("write it down")
    pi.reply(call("c2", "note.md", "write"), stop="toolUse", usage=(300, 20, 0, 0))
    pi.result("c2", "ok")
    pi.add("context_edit", targetId=kept, replacement=None)
    pi.compaction("Noted in note.md.", kept, 16)
    pi.add("custom", customType="notes", data={"open": [1]})
    pi.message("custom", customType="hint", content="be brief", display=True)
    pi.user("thanks")
    return pi


def first_version() -> Pi:
    """A session of version 1: no ids, and a compaction that counts all records."""
    pi = Pi(None, provider="anthropic", modelId="claude-opus-4-5", branchedFrom="/home/ann/old.jsonl")
    pi.user("read buoys.txt")
    pi.reply(call("c1", "buoys.txt"), stop="toolUse", usage=(500, 30))
    pi.result("c1", "red\ngreen")
    pi.reply("Two buoys.", usage=(560, 6))
    pi.message("hookMessage", customType="lint", content="no faults", display=True)
    pi.reply(stop="aborted", errorMessage="Request was aborted")
    pi.add("compaction", summary="Two buoys: red, green.", firstKeptEntryIndex=4, tokensBefore=566)
    pi.user("paint them")
    pi.reply("Done.", usage=(300, 3))
    return pi


def oh_my_pi() -> Pi:
    """A subagent of Oh My Pi, with the title before its header."""
    pi = Pi(title="Survey")
    slot = {"type": "title", "v": 1, "title": "Survey of buoys", "updatedAt": time(0), "pad": " " * 20}
    pi.records.insert(0, slot)
    pi.add("session_init", systemPrompt=["You survey.", "Be exact."], task="survey the buoys", tools=["read", "bash"])
    pi.add("mode_change", mode="plan")
    pi.user("survey the buoys", attribution="agent")
    pi.add("ttsr_injection", injectedRules=["no-guess"])
    pi.message("fileMention", files=[{"path": "a.txt", "content": "red", "lineCount": 1}])
    pi.message("pythonExecution", code="1+1", output="2", exitCode=0)
    kept = pi.reply("Red.", usage=(400, 3))
    pi.add("credential_pin", provider="anthropic", hash="ab")
    pi.compaction("One red buoy.", kept, 403, method="full", tokensAfter=120)
    pi.user("go on")
    pi.reply("Green.", usage=(150, 3))
    pi.add("reset_boundary")
    pi.user("anew")
    pi.add("title_change", title="Survey, done", source="auto")
    return pi


def claw() -> Pi:
    """A session of OpenClaw: composite ids, a mark that moves the leaf, a side entry, a reset."""
    pi = Pi()
    pi.add("custom", customType="model-snapshot", data={"modelId": "m"})
    first = pi.user("[Mon 2026-09-14 08:00] Ann (id 7): is the gate shut?", id="11111111-2222-3333-4444-555555555555")
    pi.reply(call("call_a|fc_b", "gate.log", partialJson="{"), stop="toolUse", usage=(40_000, 30))
    pi.result("call_a|fc_b", "08:01 shut")
    kept = pi.reply("It is shut.", usage=(40_100, 5))
    pi.compaction("The gate is shut.", kept, 16)
    pi.add("custom", customType="openclaw.cache-ttl", data={"timestamp": 1})
    pi.user("open it")
    pi.reply("Opened.", usage=(20_000, 4))
    pi.add("leaf", parent=pi.leaf, targetId=kept, appendParentId=kept)
    pi.user("who was there?", parent=kept)
    pi.add("custom", customType="openclaw:prompt-error", data={}, parent=first, appendMode="side")
    pi.add("reset", reason="new", firstKeptEntryId=kept)
    pi.user("good evening")
    return pi


class Trajectory:
    """The trajectory that OpenClaw writes beside a session."""

    SYSTEM = "You keep the gate."
    TOOLS = ({"name": "read", "description": "Reads a file.", "parameters": {"type": "object"}},)

    def __init__(self, session: str = "5e55-1") -> None:
        self.session = session
        self.events: list[Record] = []

    def event(self, kind: str, **data: Any) -> None:
        number = len(self.events) + 1
        head = {"traceSchema": "openclaw-trajectory", "schemaVersion": 1, "traceId": self.session, "source": "runtime"}
        run = {"sessionId": self.session, "runId": "r", "provider": "z", "modelId": "glm-5", "modelApi": "x"}
        self.events.append({**head, "type": kind, "ts": time(number), "seq": number, **run, "data": data})

    def compiled(self, pi: Pi, prompt: str, messages: list[Record], **data: Any) -> None:
        """What is sent when the session is as it is now."""
        told = {"systemPrompt": self.SYSTEM, "prompt": prompt, "messages": messages, "tools": list(self.TOOLS)}
        self.event("context.compiled", **{**told, "imagesCount": 0, "transcriptLeafId": pi.leaf, **data})

    def ended(self, messages: list[Record]) -> None:
        self.event("model.completed", messagesSnapshot=messages, assistantTexts=[], compactionCount=0)

    def bytes(self) -> bytes:
        return lines(self.events)


def messages_of(pi: Pi, start: int = 0) -> list[Record]:
    """The messages of a session, from a record on."""
    return deepcopy([each["message"] for each in pi.records[start:] if each["type"] == "message"])


def gate(last: str = "thanks") -> tuple[Pi, Trajectory]:
    """A session with three runs, a compaction after the second, and its trajectory; `last` is what the third was asked."""
    pi, trace = Pi(), Trajectory()
    trace.event("session.started", trigger="user")
    pi.add("custom", customType="model-snapshot", data={})
    trace.compiled(pi, "is the gate shut?", [])
    pi.user("is the gate shut?")
    pi.reply(call("c1", "gate.log"), stop="toolUse", usage=(40_000, 9))
    pi.result("c1", "08:01 shut")
    pi.reply("It is.", usage=(40_020, 4))
    trace.ended(messages_of(pi))
    trace.compiled(pi, "open it", messages_of(pi))
    pi.user("open it")
    kept = pi.reply("Opened.", usage=(40_040, 4))
    trace.ended(messages_of(pi))
    pi.compaction("The gate was shut, then opened.", kept, 16)
    summary = {"role": "compactionSummary", "summary": "The gate was shut, then opened.", "tokensBefore": 16}
    trace.compiled(pi, last, [summary, *messages_of(pi)[-1:]])
    pi.user("thanks")
    pi.reply("Any time.", usage=(20_000, 4))
    trace.ended([summary, *messages_of(pi)[-3:]])
    trace.event("session.ended", status="ok")
    return pi, trace


def large(size: int) -> bytes:
    """A session of about so many bytes, as large a line as real ones have: 2.4 KB."""
    pi, written, number = Pi(), 0, 0
    while written < size:
        number, before = number + 1, len(pi.records)
        if number % 6 == 1:
            pi.user(f"go on with part {number}, and keep the names")
        thought = {
            "type": "thinking",
            "thinking": f"The table of part {number} comes first. " * 12,
            "thinkingSignature": "s" * 300,
        }
        name = f"call_{number:08d}"
        pi.reply(
            thought, "I look.", call(name, f"src/part_{number}.py"), stop="toolUse", usage=(900, 80, 20_000 + number)
        )
        pi.result(name, f"{number:6}  depth = table[{number}]\n" * 130, details={"lines": 130})
        written += len(lines(pi.records[before:]))
    return pi.bytes()


FUZZED = tuple(each.bytes() for each in (everything(), first_version(), oh_my_pi(), claw(), gate()[1]))
