"""Tasks of Cline and Roo of our own, with the files that lie beside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Record = dict[str, Any]

START = 1_760_000_000_000
ENV = {"type": "text", "text": "<environment_details>\n# Current Time\n09:00\n</environment_details>"}


def text(words: str) -> Record:
    return {"type": "text", "text": words}


def user(*content: Record | str, **more: Any) -> Record:
    parts = [text(part) if isinstance(part, str) else part for part in content]
    return {"role": "user", "content": [*parts, ENV], **more}


def reply(*content: Record | str, **more: Any) -> Record:
    return {"role": "assistant", "content": [text(p) if isinstance(p, str) else p for p in content], **more}


def call(identity: str, name: str = "read_file") -> Record:
    return {"type": "tool_use", "id": identity, "name": name, "input": {"path": f"{identity}.py"}}


def result(identity: str, words: str) -> Record:
    return {"type": "tool_result", "tool_use_id": identity, "content": words}


def task(turns: int = 4) -> list[Record]:
    """A prompt and so many rounds of call and result, with native calls."""
    found = [user("<task>\nport the timetable\n</task>")]
    for number in range(1, turns + 1):
        found += [reply(f"look at {number}", call(f"c{number}")), user(result(f"c{number}", f"content {number}"))]
    return [*found, reply("done", call("end", "attempt_completion"))]


def started(number: int, index: int | None = None, cut: Any = None, **told: Any) -> Record:
    """The start of a request; `index` is the message before the one that it sends."""
    record: Record = {"ts": START + number * 10_000, "type": "say", "say": "api_req_started", "text": json.dumps(told)}
    if index is not None:
        record["conversationHistoryIndex"] = index
    return record | ({"conversationHistoryDeletedRange": cut} if cut else {})


def shown(number: int, index: int | None = None, cut: Any = None, **more: Any) -> Record:
    record: Record = {"ts": START + number * 10_000 + 500, "type": "say", "say": "text", "text": "words", **more}
    if index is not None:
        record["conversationHistoryIndex"] = index
    return record | ({"conversationHistoryDeletedRange": cut} if cut else {})


def usage(number: int) -> Record:
    return {"tokensIn": 10 * number, "tokensOut": number, "cacheReads": 100 * number, "cacheWrites": 7}


def screen(cuts: dict[int, Any], turns: int = 4) -> list[Record]:
    """`ui_messages.json` of `task`; `cuts`: request → the range that is in force from it on."""
    found: list[Record] = [{"ts": START, "type": "say", "say": "text", "text": "port the timetable"}]
    cut = None
    for request in range(1, turns + 2):
        found.append(started(request, 2 * request - 3, cut, **usage(request)))
        cut = cuts.get(request, cut)
        found.append(shown(request, 2 * request - 2, cut))
    return found


def written(folder: Path, messages: list[Record], **beside: Any) -> Path:
    """The task in a storage folder: `tasks/<id>/…`, and `state/taskHistory.json` for `history`."""
    home = folder / "tasks" / "t-1"
    home.mkdir(parents=True, exist_ok=True)
    path = home / "api_conversation_history.json"
    path.write_text(json.dumps(messages))
    history = beside.pop("history", None)
    for name, value in beside.items():
        (home / f"{name}.json").write_text(json.dumps(value))
    if history is not None:
        (folder / "state").mkdir()
        (folder / "state" / "taskHistory.json").write_text(json.dumps(history))
    return path


XML = [
    user("<task>\nport it\n</task>", ts=START),
    reply("<read_file>\n<path>a.py</path>\n</read_file>", ts=START + 1000),
    user("[read_file for 'a.py'] Result:", "one\ntwo", ts=START + 2000),
    reply("<attempt_completion>\n<result>done</result>\n</attempt_completion>", ts=START + 3000),
    user("[attempt_completion] Result:", "<feedback>\nnot yet\n</feedback>", ts=START + 4000),
    user("[ERROR] You did not use a tool in your previous response!", ts=START + 5000),
]


def roo() -> list[Record]:
    """A condensing that keeps nothing, then a truncation that keeps two messages."""
    first = [{**m, "ts": START + n * 1000, "condenseParent": "k1"} for n, m in enumerate(task(1))]
    summary = user("## Conversation Summary\nWe port the timetable.", isSummary=True, condenseId="k1", ts=START + 3001)
    later = [
        reply("on", call("d1"), ts=START + 5000, truncationParent="x1"),
        user(result("d1", "more"), ts=START + 6000, truncationParent="x1"),
    ]
    marker = {"role": "assistant", "content": "[Sliding window truncation]", "isTruncationMarker": True,
              "truncationId": "x1", "ts": START + 6999}  # fmt: skip
    kept = [reply("kept", call("d2"), ts=START + 7000), user(result("d2", "kept too"), ts=START + 8000)]
    return [*first, summary, *later, marker, *kept, reply("end", ts=START + 10_000)]


ROO_SCREEN = [
    started(0, tokensIn=10, tokensOut=1) | {"ts": START + 500},
    {"ts": START + 4000, "type": "say", "say": "condense_context",
     "contextCondense": {"condenseId": "k1", "prevContextTokens": 9000, "newContextTokens": 500, "summary": "x"}},
    {"ts": START + 9000, "type": "say", "say": "sliding_window_truncation",
     "contextTruncation": {"truncationId": "x1", "prevContextTokens": 8000, "newContextTokens": 4000}},
]  # fmt: skip


def session(*messages: Record, **more: Any) -> Record:
    return {
        "version": 1,
        "agent": "lead",
        "sessionId": "s-1",
        "messages": list(messages),
        "system_prompt": "You are Cline.",
    } | more


def said(identity: str, role: str, *content: Any, ts: int = 0, **more: Any) -> Record:
    parts = [text(part) if isinstance(part, str) else part for part in content]
    return {"id": identity, "role": role, "content": parts, "ts": START + ts, **more}


METRICS = {"inputTokens": 1000, "outputTokens": 20, "cacheReadTokens": 900, "cacheWriteTokens": 40, "cost": 0.1}

SDK = session(
    said("u1", "user", "port it", {"type": "file", "path": "/a.py", "content": "one\ntwo"}),
    said(
        "a1",
        "assistant",
        "look",
        call("t1", "read_files"),
        ts=1000,
        metrics=METRICS,
        modelInfo={"id": "m-1", "provider": "x"},
    ),
    said("r1", "user", {**result("t1", ""), "content": [{"query": "a.py", "result": "one", "success": True}]}, ts=2000),
    said("a2", "assistant", "done", ts=3000, metrics=METRICS, modelInfo={"id": "m-1"}),
    said("u2", "user", "and the fares?", ts=9000),
    said("a3", "assistant", "twelve", ts=10_000, metrics=METRICS, modelInfo={"id": "m-2"}),
)
SUMMARY = said("k", "user", "Context summary:\n\n## Goal\nPort it.")
SUMMARY["metadata"] = {"kind": "compaction_summary", "tokensBefore": 21919, "generatedAt": START + 5000}
COPY = session(SUMMARY, SDK["messages"][3], *SDK["messages"][4:])
MANIFEST = {
    "version": 1,
    "session_id": "s-1",
    "provider": "cline",
    "model": "m",
    "cwd": "/w",
    "messages_path": "/h/s-1.messages.json",
}

FUZZED = tuple(json.dumps(each, indent=1).encode() for each in (task(2), XML, roo(), SDK, COPY))


def large(size: int) -> bytes:
    """A task of native calls, with what the client adds to every result."""
    out = "the ferry leaves at ten past seven\n" * 120
    around = text("<environment_details>\n" + "# VSCode Visible Files\nsrc/ferry.py\n" * 20 + "</environment_details>")
    found: list[Record] = [user("<task>\nport it\n</task>")]
    for n in range(max(1, size // 5_900)):
        found.append(reply("look at it " * 40, call(f"c{n}"), ts=START + n))
        found.append({"role": "user", "content": [result(f"c{n}", out), around], "ts": START + n})
    return json.dumps(found).encode()
