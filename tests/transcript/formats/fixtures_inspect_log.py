"""Logs of Inspect: a zip and a document, with attachments, prompts by reference, compactions, several samples."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

Record = dict[str, Any]

LONG = "You guess numbers. " * 20
ATTACHED = {"aa11": LONG, "bb22": "a long output\n" * 40}
CALL = {
    "id": "call_1",
    "type": "function",
    "function": "bash",
    "arguments": {"cmd": "ls"},
    "view": {"format": "markdown"},
}
RULES: Record = {"id": "m0", "role": "system", "content": "attachment://aa11"}
ASKED: Record = {"id": "m1", "role": "user", "source": "input", "content": "Guess the number"}
FIRST: Record = {
    "id": "m2",
    "role": "assistant",
    "source": "generate",
    "model": "gpt-x",
    "content": [
        {"type": "reasoning", "reasoning": "look first", "signature": "s"},
        {"type": "text", "text": "I look."},
    ],
    "tool_calls": [CALL],
}
RESULT: Record = {
    "id": "m3",
    "role": "tool",
    "tool_call_id": "call_1",
    "function": "bash",
    "content": "attachment://bb22",
}
NEXT: Record = {"id": "m4", "role": "user", "content": "Please proceed."}
LAST: Record = {"id": "m5", "role": "assistant", "source": "generate", "content": "42"}
USAGE = {
    "input_tokens": 20,
    "output_tokens": 5,
    "total_tokens": 125,
    "input_tokens_cache_read": 90,
    "input_tokens_cache_write": 10,
}
TOOLS = [{"name": "bash", "description": "attachment://aa11", "parameters": {"type": "object"}}]
POOL = [RULES, ASKED, FIRST, RESULT, NEXT]


def asked(prompt: list[Record], reply: Record, **more: Any) -> Record:
    output = {"model": "gpt-x-1", "choices": [{"message": reply, "stop_reason": "stop"}], "usage": USAGE}
    head = {"event": "model", "timestamp": "2026-01-01T00:00:01Z", "model": "openai/gpt-x"}
    return {**head, "input": prompt, "tools": TOOLS, "output": output, **more}


def by_reference(reply: Record, *references: list[int]) -> Record:
    return {**asked([], reply), "input_refs": [*references]}


PLAIN = [asked(POOL[:2], FIRST), {"event": "tool", "id": "call_1", "events": []}, asked(POOL, LAST)]
REFERRED = [by_reference(FIRST, [0, 2]), {"event": "tool", "id": "call_1"}, by_reference(LAST, [0, 3], [3, 5])]
SUMMARY: Record = {"id": "m6", "role": "user", "content": "[CONTEXT COMPACTION SUMMARY] They guess a number."}
COMPACTED = [
    *PLAIN,
    {"event": "compaction", "type": "summary", "tokens_before": 900, "tokens_after": 80, "source": "inspect"},
    asked([RULES, SUMMARY, LAST, {**NEXT, "content": "Once more."}], {**LAST, "id": "m8", "content": "43"}),
]
TRIMMED = [
    *PLAIN,
    {"event": "compaction", "type": "edit", "tokens_before": 700, "tokens_after": 100},
    asked(
        [*POOL[:3], {**RESULT, "content": "(Tool result removed)"}, NEXT, LAST, {**NEXT, "content": "Once more."}],
        {**LAST, "content": "43"},
    ),
]


def sample(number: Any = 1, epoch: int = 1, events: list[Record] | None = None, **more: Any) -> Record:
    made = {
        "id": number,
        "epoch": epoch,
        "input": "Guess the number",
        "messages": [*POOL, LAST],
        "attachments": ATTACHED,
    }
    return {**made, "events": PLAIN if events is None else events, "uuid": f"u-{number}-{epoch}", **more}


EVAL = {"version": 2, "status": "success", "eval": {"task": "guess", "model": "openai/gpt-x"}, "plan": {"steps": []}}


def document(*samples: Record) -> Record:
    return {**EVAL, "samples": list(samples)}


def archive(*samples: Record, header: bool = True, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """The bytes of an `.eval`; without a header it is still being written."""
    held = io.BytesIO()
    summaries = [{key: each.get(key) for key in ("id", "epoch", "input")} | {"message_count": 6} for each in samples]
    entries = {"_journal/start.json": json.dumps(EVAL)}
    entries |= {f"samples/{each['id']}_epoch_{each['epoch']}.json": json.dumps(each) for each in samples}
    entries["_journal/summaries/1.json"] = json.dumps(summaries)
    entries |= {"summaries.json": json.dumps(summaries), "header.json": json.dumps(EVAL)} if header else {}
    with zipfile.ZipFile(held, "w", method) as file:
        for name, text in entries.items():
            file.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), text, method)
    return held.getvalue()


FUZZED = (
    archive(sample()),
    archive(sample(), sample(2), header=False, method=zipfile.ZIP_STORED),
    json.dumps(document(sample(1, events=COMPACTED), sample(2)), indent=1).encode(),
    json.dumps(document(sample(1, events=REFERRED, message_pool=POOL))).encode(),
)


def large(size: int) -> bytes:
    """A log of one sample in one document; each event repeats the prompt, as older versions wrote it."""
    prompt, events, room = list(POOL[:2]), [], size
    while room > 0:
        at = len(events)
        reply = {**FIRST, "id": f"a{at}", "tool_calls": [{**CALL, "id": f"call_{at}"}]}
        events.append(asked(list(prompt), reply))
        result = {**RESULT, "id": f"r{at}", "tool_call_id": f"call_{at}", "content": "a line of output\n" * 150}
        prompt += [reply, result]
        room -= len(prompt) // 2 * 2900
    return json.dumps(document(sample(events=events, messages=prompt))).encode()
