"""Sound Claude Code files, small and with something of everything: a compaction with kept messages, a micro one, a rewind."""

from __future__ import annotations

import json

from tests.transcript.cc import Record, Writer


def _call(identity: str, name: str = "Read", **given: str) -> Record:
    return {"type": "tool_use", "id": identity, "name": name, "input": given}


def _result(identity: str, content: object) -> Record:
    return {"type": "tool_result", "tool_use_id": identity, "content": content}


def _session() -> bytes:
    writer = Writer()
    writer.records.append(
        {"type": "file-history-snapshot", "messageId": "u1", "snapshot": {}, "isSnapshotUpdate": False}
    )
    writer.user("u1", "port the parser, keep the old names")
    writer.reply("a1", "m1", {"type": "thinking", "thinking": "two files", "signature": "s"})
    writer.reply("a2", "m1", _call("t1", file_path="a.py"))
    writer.reply("a3", "m1", _call("t2", file_path="b.py"))
    writer.user("r1", [_result("t1", "def parse(): ...")], parent="a2")
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGVsbG8="}}
    writer.user("r2", [_result("t2", [{"type": "text", "text": "import a"}, picture])], parent="a3")
    writer.add("p1", "progress", data={"type": "hook_progress"})
    writer.add(
        "q1",
        "attachment",
        attachment={"type": "queued_command", "prompt": "and keep tabs", "origin": {"kind": "human"}},
    )
    writer.reply(
        "a4", "m2", {"type": "text", "text": "ported"}, usage={"input_tokens": 5, "cache_read_input_tokens": 900}
    )
    writer.add("x1", "user", parent="u1", message={"role": "user", "content": "port the printer instead"})
    writer.reply("x2", "m9", {"type": "text", "text": "the printer, then"})
    writer.add(
        "b1",
        "system",
        parent=None,
        subtype="compact_boundary",
        logicalParentUuid="a4",
        compactMetadata={
            "trigger": "auto",
            "preTokens": 905,
            "postTokens": 80,
            "preservedMessages": {"anchorUuid": "s1", "uuids": ["q1", "a4", "gone"]},
        },
    )
    writer.user("s1", "This session is being continued: the parser was ported.", isCompactSummary=True)
    writer.user("u2", "now the tests")
    writer.reply("a5", "m3", _call("t3", "Bash", command="pytest"))
    writer.user("r3", [_result("t3", "3 passed")])
    writer.add(
        "c1",
        "system",
        subtype="microcompact_boundary",
        microcompactMetadata={"trigger": "auto", "preTokens": 70, "tokensSaved": 20, "compactedToolIds": ["t3"]},
    )
    writer.reply("a6", "m4", {"type": "text", "text": "all pass"})
    writer.records.append({"type": "custom-title", "customTitle": "parser", "sessionId": writer.session})
    return _lines(*writer.records)


def _lines(*records: Record | str) -> bytes:
    return b"".join(json.dumps(each).encode() + b"\n" for each in records)


def _sidechain() -> bytes:
    writer = Writer()
    writer.user("u1", "look into it")
    writer.reply("a1", "m1", _call("t1", "Task", prompt="find the bug"))
    writer.user("s1", "find the bug", parent=None, isSidechain=True, agentId="b7")
    writer.reply("s2", "m2", {"type": "text", "text": "line 4"}, isSidechain=True, agentId="b7")
    writer.user("r1", [_result("t1", "line 4")], parent="a1", toolUseResult={"agentId": "b7", "status": "completed"})
    return _lines(*writer.records)


FUZZED = (_session(), _sidechain())


def large(size: int) -> bytes:
    """A long session: a turn has a typed text and three replies, each a call with its result; 2 KB a line, as real ones have."""
    writer, written, number = Writer(), 0, 0
    parts: list[bytes] = []
    while written < size:
        number += 1
        writer.records = []
        writer.user(f"u{number}", f"go on with step {number}, keep the names")
        for step in range(3):
            name = f"{number}-{step}"
            text = {"type": "text", "text": f"Looking at module {name}. " * 8}
            usage = {"input_tokens": 4, "cache_read_input_tokens": 90 * number, "output_tokens": 80}
            writer.reply(f"t{name}", f"m{name}", text, usage=usage)
            writer.reply(f"a{name}", f"m{name}", _call(f"c{name}", file_path=f"src/module_{name}.py"), usage=usage)
            lines = "\n".join(f"{line:4}  value_{line} = compute({line}, {number})" for line in range(110))
            writer.user(
                f"r{name}", [_result(f"c{name}", lines)], toolUseResult={"type": "text", "file": {"content": lines}}
            )
        parts.append(_lines(*writer.records))
        written += len(parts[-1])
    return b"".join(parts)
