"""OpenHands sessions of our own: both generations of events, rows, and folders of events."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Record = dict[str, Any]


def action(
    number: int, kind: str, source: str = "agent", *, response: Record | None = None, call: str = "", **args: Any
) -> Record:
    event: Record = {
        "id": number,
        "timestamp": f"2026-03-01T09:00:{number:02}",
        "source": source,
        "action": kind,
        "args": args,
    }
    if response is not None:
        event["tool_call_metadata"] = {"function_name": "bash", "tool_call_id": call, "model_response": response}
    return event


def observation(
    number: int, kind: str, content: str, cause: int | None = None, call: str = "", **extras: Any
) -> Record:
    event: Record = {"id": number, "timestamp": f"2026-03-01T09:00:{number:02}", "source": "agent", "observation": kind,
                     "content": content, "extras": extras}  # fmt: skip
    if cause is not None:
        event["cause"] = cause
    if call:
        event["tool_call_metadata"] = {"function_name": "bash", "tool_call_id": call}
    return event


def response(identity: str, words: str, *calls: str, prompt: int = 1000, cached: int = 0) -> Record:
    """A response of a model by LiteLLM."""
    made = [{"id": each, "type": "function", "function": {"name": "bash", "arguments": json.dumps({"command": f"run {each}"})}}
            for each in calls]  # fmt: skip
    usage = {"prompt_tokens": prompt, "completion_tokens": 9, "prompt_tokens_details": {"cached_tokens": cached}}
    return {"id": identity, "model": "m-1", "usage": usage,
            "choices": [{"message": {"role": "assistant", "content": words, "tool_calls": made}}]}  # fmt: skip


BOTH = response("r1", "Two at once.", "c1", "c2", prompt=1000, cached=800)

FIRST: list[Record] = [
    action(0, "system", content="You are OpenHands.", tools=[{"type": "function", "function": {"name": "bash"}}]),
    action(1, "message", "user", content="mend the timetable", image_urls=[]),
    action(2, "recall", "user", query="mend the timetable", recall_type="workspace_context"),
    observation(
        3,
        "recall",
        "Added workspace context",
        2,
        recall_type="workspace_context",
        repo_name="ferries",
        date="2026-03-01",
    ),
    action(4, "run", response=BOTH, call="c1", command="run c1", thought=""),
    observation(5, "run", "one", 4, "c1", metadata={"exit_code": 0, "working_dir": "/w", "prefix": "", "suffix": ""}),
    action(6, "run", response=BOTH, call="c2", command="run c2", thought=""),
    observation(7, "run", "two", 6, "c2"),
    observation(8, "agent_state_changed", ""),
    action(9, "read", response=response("r2", "Read.", "c3"), call="c3", path="a.py"),
    observation(10, "read", "three", 9, "c3"),
]
CONDENSED: list[Record] = [
    action(11, "condensation_request"),
    action(
        12,
        "condensation",
        forgotten_events_start_id=2,
        forgotten_events_end_id=8,
        summary="The file was read.",
        summary_offset=2,
    ),
    action(13, "run", response=response("r3", "Go on.", "c4"), call="c4", command="x"),
    observation(14, "error", "no such file", 13, "c4"),
    action(15, "finish", final_thought="All done.", response=response("r4", "All done.", "c5"), call="c5"),
]


def kind(name: str, identity: str, source: str = "agent", **fields: Any) -> Record:
    return {"kind": name, "id": identity, "timestamp": "2026-03-01T09:00:00", "source": source, **fields}


def text(words: str) -> Record:
    return {"type": "text", "text": words, "cache_prompt": False}


def does(identity: str, call: str, answer: str, *thought: str) -> Record:
    told = {"id": call, "name": "terminal", "arguments": json.dumps({"command": call}), "origin": "completion"}
    return kind(
        "ActionEvent",
        identity,
        thought=[text(t) for t in thought],
        tool_name="terminal",
        tool_call_id=call,
        llm_response_id=answer,
        action={"kind": "TerminalAction", "command": call},
        tool_call=told,
    )


def gives(identity: str, call: str, words: str) -> Record:
    return kind("ObservationEvent", identity, "environment", tool_name="terminal", tool_call_id=call, action_id="x",
                observation={"kind": "TerminalObservation", "content": [text(words)], "is_error": False})  # fmt: skip


SECOND: list[Record] = [
    kind("SystemPromptEvent", "e0", system_prompt=text("You are OpenHands."), dynamic_context=text("Today"), tools=[{"t": 1}]),
    kind("MessageEvent", "e1", "user", llm_message={"role": "user", "content": [text("mend it")]},
         extended_content=[text("a skill")]),
    kind("ConversationStateUpdateEvent", "e2", "environment", key="x", value=1),
    does("e3", "c1", "r1", "Two at once.") | {"reasoning_content": "hm"},
    does("e4", "c2", "r1"),
    gives("e5", "c1", "one"),
    gives("e6", "c2", "two"),
    does("e7", "c3", "r2", "Next."),
    kind("AgentErrorEvent", "e8", tool_name="terminal", tool_call_id="c3", error="no such tool"),
    kind("Condensation", "e9", "environment", forgotten_event_ids=["e3", "e4", "e5", "e6"], summary="Two were run.",
         summary_offset=2, llm_response_id="r9"),
    kind("MessageEvent", "e10", llm_message={"role": "assistant", "content": [text("Done.")]}, llm_response_id="r3"),
]  # fmt: skip

FLAT: list[Record] = [
    {"action": "message", "content": "fix the issue", "wait_for_response": False},
    {"action": "run", "command": "ls", "thought": "Look.", "keep_prompt": True},
    {"observation": "run", "content": "a.py", "command": "ls", "exit_code": 0},
    {"action": "finish", "outputs": {}, "thought": "Fixed."},
]


def row(name: Any, history: list[Any], **more: Any) -> Record:
    return {"instance_id": name, "instruction": "mend it", "history": history, "metrics": {}, **more}


def lines(*records: Any) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def folder(home: Path, events: list[Record], state: Any = None, pattern: str = "{}.json") -> Path:
    """A session as a folder of events; the first file of it."""
    (home / "events").mkdir(parents=True)
    for number, event in enumerate(events):
        (home / "events" / pattern.format(number)).write_text(json.dumps(event))
    if state is not None:
        (home / "base_state.json").write_text(json.dumps(state))
    return home / "events" / pattern.format(0)


PAIRS = [
    [FLAT[0], {"observation": "null", "content": ""}],
    [FLAT[1], FLAT[2]],
    [FLAT[3], {"observation": "null", "content": ""}],
]
FUZZED = (
    lines(row("a-1", [*FIRST, *CONDENSED]), row("b-2", PAIRS)),
    json.dumps([*FIRST, *CONDENSED], indent=1).encode(),
    json.dumps(SECOND).encode(),
    lines(*SECOND),
)


_OUT = "the ferry leaves at ten past seven\n" * 60


def _turn(at: int) -> list[Record]:
    """A call and its result."""
    answer = response(f"r{at}", "Go on.", f"c{at}")
    return [
        action(at, "run", response=answer, call=f"c{at}", command="x"),
        observation(at + 1, "run", _OUT, at, f"c{at}"),
    ]


def large(size: int) -> bytes:
    """Rows of about a quarter of a megabyte."""
    one = lines(row("a-0", [*FIRST, *(event for number in range(50) for event in _turn(20 + number * 2))]))
    count = max(1, size // len(one))
    return b"".join(one.replace(b'"a-0"', b'"a-%d"' % number) for number in range(count))


def large_events(size: int) -> bytes:
    """One array of events of the first generation."""
    count = max(1, size // len(json.dumps(_turn(20))))
    return json.dumps([*FIRST, *(event for number in range(count) for event in _turn(20 + number * 2))]).encode()


def large_sdk(size: int) -> bytes:
    """One array of events of the SDK."""
    count = max(1, size // len(json.dumps([does("e", "c", "r", "Go on."), gives("g", "c", _OUT)])))
    turns = (
        event
        for at in range(20, 20 + count)
        for event in (does(f"e{at}", f"d{at}", f"s{at}", "Go on."), gives(f"g{at}", f"d{at}", _OUT))
    )
    return json.dumps([*SECOND, *turns]).encode()
