"""ATIF trajectories of our own."""

from __future__ import annotations

import json
from typing import Any

Record = dict[str, Any]


def step(number: Any, source: str, message: Any = "", **more: Any) -> Record:
    return {
        "step_id": number,
        "timestamp": f"2026-03-01T09:00:{number!s:0>2}Z",
        "source": source,
        "message": message,
        **more,
    }


def call(identity: str, name: str = "bash") -> Record:
    return {"tool_call_id": identity, "function_name": name, "arguments": {"command": f"run {identity}"}}


def seen(*results: Record | str) -> Record:
    """An observation; a bare text names no call."""
    return {"results": [{"content": each} if isinstance(each, str) else each for each in results]}


def answer(identity: str, content: Any) -> Record:
    return {"source_call_id": identity, "content": content}


def metrics(prompt: int, output: int, cached: int = 0, **more: Any) -> Record:
    return {"prompt_tokens": prompt, "completion_tokens": output, "cached_tokens": cached, **more}


def trajectory(*steps: Record, **more: Any) -> Record:
    agent = {
        "name": "terminus-2",
        "version": "2.0",
        "model_name": "m-1",
        "tool_definitions": [{"type": "function", "function": {}}],
    }
    return {"schema_version": "ATIF-v1.7", "session_id": "s-1", "agent": agent, "steps": list(steps), **more}


OPENING = (
    step(1, "system", "You work in a shell."),
    step(2, "user", "mend the timetable"),
    step(
        3,
        "agent",
        "Looking.",
        reasoning_content="where is it?",
        tool_calls=[call("c1"), call("c2")],
        observation=seen(answer("c2", "two"), answer("c1", "one")),
        metrics=metrics(
            1000, 50, 800, prompt_token_ids=[1, 2], extra={"reasoning_tokens": 20, "cache_creation_input_tokens": 100}
        ),
    ),
    step(4, "agent", "More.", tool_calls=[call("c3")], observation=seen("three"), model_name="m-2"),
)
COMPACTED = (
    step(5, "system", "Performed context summarization and handoff to continue task.",
         observation={"results": [{"subagent_trajectory_ref": [{"trajectory_path": "s.summarization-1.json"}]}]}),
    step(6, "user", "Here is what was done so far: all of it."),
    step(7, "agent", "Done.", metrics=metrics(300, 5)),
)  # fmt: skip
SUBAGENT = trajectory(step(1, "user", "sum it up"), step(2, "agent", "all of it"), trajectory_id="t-9")

WHOLE = trajectory(
    *OPENING, *COMPACTED, subagent_trajectories=[SUBAGENT], continued_trajectory_ref="trajectory.cont-1.json"
)
FUZZED = tuple(json.dumps(each, indent=1).encode() for each in (WHOLE, trajectory(*OPENING, notes="x")))


def large(size: int) -> bytes:
    """One trajectory of about so many bytes."""
    words = "the ferry leaves at ten past seven, " * 40
    one = step(
        1, "agent", words, tool_calls=[call("c")], observation=seen(answer("c", words * 2)), metrics=metrics(900, 9)
    )
    count = max(1, size // len(json.dumps(one)))
    return json.dumps(trajectory(*OPENING, *({**one, "step_id": n} for n in range(count))), indent=2).encode()
