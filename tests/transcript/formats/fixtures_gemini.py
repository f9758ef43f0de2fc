"""Gemini CLI sessions of our own, as its recorder would write them."""

from __future__ import annotations

import json
from typing import Any

Record = dict[str, Any]

MODEL = "gemini-2.5-pro"
SNAPSHOT = "<state_snapshot>\n<overall_goal>Port the ferry timetable</overall_goal>\n</state_snapshot>"
ACK = "Got it. Thanks for the additional context!"
MASKED = (
    "<tool_output_masked>\n[Tool output (0.02MB, 400 lines) masked to preserve context window.]\n</tool_output_masked>"
)


def meta(session: str = "s-1", **more: Any) -> Record:
    return {"sessionId": session, "projectHash": "h", "startTime": "2026-03-01T09:00:00Z", "kind": "main", **more}


def user(identity: str, content: Any, **more: Any) -> Record:
    return {
        "id": identity,
        "timestamp": f"2026-03-01T09:00:{len(identity):02}Z",
        "type": "user",
        "content": content,
        **more,
    }


def gemini(identity: str, content: Any = "", *calls: Record, **more: Any) -> Record:
    """A reply of the model."""
    record = {"id": identity, "timestamp": "2026-03-01T09:01:00Z", "type": "gemini", "content": content, "model": MODEL}
    return record | ({"toolCalls": list(calls)} if calls else {}) | more


def made(identity: str, content: Any, kind: str = "gemini") -> Record:
    """A message that the client recorded, with no model behind it."""
    return {"id": identity, "timestamp": "2026-03-01T09:02:00Z", "type": kind, "content": content}


def response(identity: str, output: str, name: str = "read_file") -> Record:
    return {"functionResponse": {"id": identity, "name": name, "response": {"output": output}}}


def call(identity: str, output: str | None = "ok", name: str = "read_file", **more: Any) -> Record:
    record = {"id": identity, "name": name, "args": {"file_path": f"{identity}.py"}, "status": "success", **more}
    return record if output is None else record | {"result": [response(identity, output, name)]}


def tokens(
    given: int, output: int, cached: int = 0, thoughts: int = 0, tool: int = 0, total: int | None = None
) -> Record:
    whole = given + output + thoughts + tool if total is None else total
    return {"input": given, "output": output, "cached": cached, "thoughts": thoughts, "tool": tool, "total": whole}


def lines(*records: Record) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def document(*messages: Record, **more: Any) -> bytes:
    return json.dumps({**meta(), "messages": list(messages), **more}, indent=2).encode()


def two_turns() -> list[Record]:
    """A prompt that is answered after one call, and another one."""
    return [
        user("u1", [{"text": "read the timetable"}]),
        gemini("g1", "", call("c1", "07:10 Kaj\n07:40 Sund"), tokens=tokens(1000, 20, 200, 7)),
        gemini("g2", "Two ferries.", tokens=tokens(1100, 30, 900)),
        user("u22", "and the fares?"),
        gemini(
            "g3", "", call("c2", "12 kr", "run_shell_command"), thoughts=[{"subject": "Fares", "description": "Look."}]
        ),
        gemini("g4", "Twelve crowns."),
    ]


def compressed() -> list[Record]:
    """The kept tail is copied under new ids, as `startChat` does."""
    return [
        made("e", "<session_context>\nThis is the Gemini CLI.\n</session_context>", "user"),
        made("s", [{"text": SNAPSHOT}], "user"),
        made("a", [{"text": ACK}]),
        made("k1", [{"text": "and the fares?"}], "user"),
        made("k2", [{"functionCall": {"id": "c2", "name": "run_shell_command", "args": {}}}]),
        made("k3", [response("c2", "12 kr", "run_shell_command")], "user"),
        made("k4", [{"text": "Twelve crowns.\u200b\n"}]),
    ]


def patched() -> list[Record]:
    """The same by the newest recorder: what is new as records, the rest as `$patch`."""
    fresh = compressed()
    removed = [each["id"] for each in two_turns()]
    return [*fresh, {"$patch": {"removeIds": removed, "orderIds": [each["id"] for each in fresh]}}]


AFTER = (user("u333", "and on Sundays?"), gemini("g5", "None on Sundays.", tokens=tokens(700, 9)))

LINES = lines(
    meta(), *two_turns(), {"$set": {"messages": compressed()}}, *AFTER, {"$rewindTo": "u333"}, user("v", "stop")
)
PATCHED = lines(meta(), *two_turns(), *patched(), *AFTER, {"$set": {"summary": "Ferries"}}, {"$rewindTo": "nowhere"})
DOCUMENT = document(*two_turns(), {"id": "i", "type": "info", "content": "an update"}, summary="Ferries")
CHECKPOINT = json.dumps(
    [
        {"role": "user", "parts": [{"text": "read it"}]},
        {"role": "model", "parts": [{"functionCall": {"name": "read_file", "args": {"path": "a"}}}]},
        {"role": "user", "parts": [response("", "one")]},
        {"role": "model", "parts": [{"text": "One.", "thought": False}]},
    ]
).encode()

FUZZED = (LINES, PATCHED, DOCUMENT, CHECKPOINT)


def large(size: int) -> bytes:
    """A session of lines: turns of a call and an answer, as large as those of the recorder with what it keeps for display."""
    out = "the ferry leaves at ten past seven\n" * 160
    about = [
        {"subject": "Ferries", "description": "I look for the next one. " * 12, "timestamp": "2026-03-01T09:01:00Z"}
    ]
    told = {
        "description": "Reads and returns the content of a file. " * 10,
        "resultDisplay": out,
        "displayName": "ReadFile",
    }
    said: list[Record] = [meta()]
    for n in range(max(1, size // 15_500)):
        counted = tokens(1000 + n, 20, 900)
        record = gemini(f"g{n}", "Looking for it. " * 20, call(f"c{n}", out, **told), thoughts=about, tokens=counted)
        said += [user(f"u{n}", [{"text": "and the next one? " * 10}]), {"$set": {"lastUpdated": "x"}}]
        said += [gemini(f"g{n}", "Looking for it. " * 20, thoughts=about, tokens=counted), record]
        said += [gemini(f"h{n}", "It leaves at ten past seven. " * 30, tokens=tokens(1100, 30, 1000))]
    return lines(*said)
