"""What LangChain, LangGraph and LangSmith write, of one conversation with a call."""

from __future__ import annotations

import json
from typing import Any

Record = dict[str, Any]

USAGE = {
    "input_tokens": 50,
    "output_tokens": 7,
    "total_tokens": 57,
    "input_token_details": {"cache_read": 20, "cache_creation": 5},
}
CALL = {"name": "read_file", "args": {"path": "port.toml"}, "id": "call_1", "type": "tool_call"}
FIELDS: list[tuple[str, Record]] = [
    ("System", {"content": "You mend programs.", "id": "m0"}),
    ("Human", {"content": "which port?", "id": "m1", "additional_kwargs": {}}),
    (
        "AI",
        {
            "content": [
                {"type": "text", "text": "I look."},
                {"type": "tool_use", "id": "call_1", "name": "read_file", "input": {}},
            ],
            "tool_calls": [CALL],
            "usage_metadata": USAGE,
            "response_metadata": {"model_name": "gpt-x"},
            "id": "m2",
        },
    ),
    (
        "Tool",
        {"content": "port = 8443", "tool_call_id": "call_1", "name": "read_file", "id": "m3", "status": "success"},
    ),
    (
        "AI",
        {"content": "8443", "tool_calls": [], "usage_metadata": {"input_tokens": 60, "output_tokens": 2}, "id": "m4"},
    ),
]


def as_dicts(fields: list[tuple[str, Record]]) -> list[Record]:
    """`messages_to_dict`."""
    return [{"type": kind.lower(), "data": {"type": kind.lower(), **data}} for kind, data in fields]


def dumped(fields: list[tuple[str, Record]], chunk: bool = False) -> list[Record]:
    """`dumpd`."""
    path = ["langchain", "schema", "messages"]
    end = "MessageChunk" if chunk else "Message"
    return [{"lc": 1, "type": "constructor", "id": [*path, f"{kind}{end}"], "kwargs": data} for kind, data in fields]


def flat(fields: list[tuple[str, Record]]) -> list[Record]:
    """As a graph's server gives them."""
    return [{"type": kind.lower(), "additional_kwargs": {}, "response_metadata": {}, **data} for kind, data in fields]


def run(order: str, kind: str, prompt: int = 0, **more: Any) -> Record:
    made = {
        "id": order[-2:],
        "trace_id": "a",
        "run_type": kind,
        "dotted_order": order,
        "start_time": "2026-01-01T00:00:01",
    }
    if kind != "llm":
        return {**made, "inputs": {"input": "which port?"}, "outputs": {"output": "8443"}, **more}
    reply = dumped(FIELDS[prompt : prompt + 1])[0]
    generation = {"text": "", "type": "ChatGeneration", "message": reply}
    tools = [{"type": "function", "function": {"name": "read_file", "parameters": {}}}]
    extra = {"invocation_params": {"model": "gpt-x", "tools": tools}, "metadata": {"ls_model_name": "gpt-x"}}
    inputs = {"messages": [dumped(FIELDS[:prompt])]}
    return {
        **made,
        "inputs": inputs,
        "outputs": {"generations": [[generation]], "llm_output": None},
        "extra": extra,
        **more,
    }


RUNS = [
    run("20260101T000000Za.20260101T000004Zd", "llm", 4),
    run("20260101T000000Za", "chain"),
    run("20260101T000000Za.20260101T000003Zc", "tool"),
    run("20260101T000000Za.20260101T000001Zb", "llm", 2),
]
WRAPPED = {
    "run_type": "llm",
    "start_time": "2026-01-01T00:00:00",
    "inputs": {"messages": [{"role": "user", "content": "which port?"}], "model": "gpt-x"},
    "outputs": {
        "choices": [{"message": {"role": "assistant", "content": "8443"}}],
        "usage": {"prompt_tokens": 9, "completion_tokens": 1},
    },
}
TREE = {**run("20260101T000000Za", "chain"), "child_runs": [RUNS[3], RUNS[2], RUNS[0]]}

SUMMARY = ("Human", {"content": "Here is a summary of the conversation to date: they look for a port.", "id": "m9"})
AFTER = ("Human", {"content": "and the host?", "id": "m10"})
COMPACTED = [
    *as_dicts(FIELDS),
    {"type": "remove", "data": {"type": "remove", "content": "", "id": "__remove_all__"}},
    *as_dicts([FIELDS[0], SUMMARY, FIELDS[4], AFTER]),
]
ONE_GONE = [*as_dicts(FIELDS), {"type": "remove", "data": {"id": "m1"}}, *as_dicts([AFTER])]
HISTORY = [
    {"values": {"messages": flat(held)}, "metadata": {"step": step}, "created_at": "2026-01-01T00:00:00Z"}
    for step, held in reversed([*enumerate([FIELDS[:2], FIELDS[:3], FIELDS, [FIELDS[0], SUMMARY, FIELDS[4], AFTER]])])
]

FUZZED = tuple(
    json.dumps(each).encode()
    for each in (as_dicts(FIELDS), dumped(FIELDS), COMPACTED, RUNS, TREE, HISTORY, {"messages": flat(FIELDS)})
) + tuple(b"".join(json.dumps(each).encode() + b"\n" for each in lines) for lines in (RUNS, COMPACTED))


def large(size: int) -> bytes:
    """Runs of an agent, one a line; each repeats all that went before."""
    held, made, room = list(FIELDS[:2]), [], size
    while room > 0:
        at = len(made)
        call = {**CALL, "id": f"call_{at}"}
        reply = ("AI", {**FIELDS[2][1], "content": f"Step {at}.", "tool_calls": [call], "id": f"a{at}"})
        generation = {"text": "", "message": dumped([reply])[0]}
        record = {
            **run(f"20260101T000000Za.{at:08d}Z", "llm", 2),
            "inputs": {"messages": [dumped(held)]},
            "outputs": {"generations": [[generation]]},
        }
        line = json.dumps(record).encode() + b"\n"
        made.append(line)
        room -= len(line)
        result = {**FIELDS[3][1], "content": "a line of code\n" * 150, "tool_call_id": f"call_{at}", "id": f"t{at}"}
        held += [reply, ("Tool", result)]
    return b"".join(made)
