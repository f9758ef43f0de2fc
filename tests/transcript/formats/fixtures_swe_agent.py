"""Trajectories of SWE-agent, with and without the prompts of their steps, and of mini-swe-agent, in both layouts."""

from __future__ import annotations

import json
from typing import Any

Record = dict[str, Any]

RULES: Record = {"role": "system", "content": "You mend programs.", "agent": "main", "message_type": "system_prompt"}
DEMO: Record = {"role": "user", "content": "Here is a demonstration: ls -a", "agent": "main", "is_demo": True}
TASK: Record = {"role": "user", "content": "The parser fails on tabs.", "agent": "main", "message_type": "observation"}


def acts(at: int, calls: bool = False) -> Record:
    content = f"I open file {at}.\n<command>\nopen f{at}.py\n</command>"
    call = {
        "id": f"call_{at}",
        "type": "function",
        "function": {"name": "open", "arguments": f'{{"path": "f{at}.py"}}'},
    }
    more = {"tool_calls": [call]} if calls else {}
    return {"role": "assistant", "content": content, "thought": "I open", "action": f"open f{at}.py", **more}


def sees(at: int, calls: bool = False) -> Record:
    content = f"[File f{at}.py]\r\n1: line\r\n2: line"
    if calls:
        return {"role": "tool", "content": content, "tool_call_ids": [f"call_{at}"], "message_type": "observation"}
    return {"role": "user", "content": content, "message_type": "observation", "agent": "main"}


def elided(record: Record) -> Record:
    return {**record, "content": "Old environment output: (3 lines omitted)"}


def step(at: int, query: list[Record] | None, key: str = "query") -> Record:
    done = acts(at)
    made = {"action": done["action"], "observation": sees(at)["content"], "response": done["content"], "state": {}}
    return made if query is None else {**made, key: query}


def history(steps: int, calls: bool = False) -> list[Record]:
    return [RULES, DEMO, TASK, *[each for at in range(steps) for each in (acts(at, calls), sees(at, calls))]]


def prompts(steps: int, kept: int, calls: bool = False) -> list[list[Record]]:
    """What a run sends that shortens all observations but the newest ones."""
    found = []
    for at in range(steps):
        prompt = history(at, calls)
        olds = list(range(4, len(prompt), 2))[: max(0, at - kept)]
        found.append([elided(each) if place in olds else each for place, each in enumerate(prompt)])
    return found


SETTINGS = {
    "agent": {"model": {"name": "gpt-x"}, "history_processors": [{"type": "last_n_observations", "n": 2}]},
    "problem_statement": {"id": "parser__tabs-1"},
}
STATS = {"exit_status": "submitted", "model_stats": {"tokens_sent": 400, "tokens_received": 30, "api_calls": 4}}


def trajectory(steps: int, kept: int | None = None, calls: bool = False, key: str = "query") -> Record:
    asked: list[Any] = [None] * steps if kept is None else list(prompts(steps, kept, calls))
    return {
        "environment": "main",
        "trajectory": [step(at, asked[at], key) for at in range(steps)],
        "history": history(steps, calls),
        "info": STATS,
        "replay_config": json.dumps(SETTINGS),
    }


USAGE = {"prompt_tokens": 70, "completion_tokens": 8, "total_tokens": 78}
MINI: list[Record] = [
    {"role": "system", "content": "You use a shell."},
    {"role": "user", "content": "Please solve this issue: tabs"},
    {"role": "assistant", "content": "I look.\n\n```mswea_bash_command\nls\n```"},
    {"role": "user", "content": "<returncode>0</returncode>\n<output>\na.py\n</output>"},
    {"role": "assistant", "content": "Done.\n\n```mswea_bash_command\necho MINI_SWE_AGENT_FINAL_OUTPUT\n```"},
    {"role": "user", "content": ""},
]
CALL = {"id": "call_1", "type": "function", "function": {"name": "bash", "arguments": '{"command": "ls"}'}}
RESPONSE = {"id": "c1", "model": "gpt-x-1", "choices": [], "usage": USAGE}
MINI_2: Record = {
    "info": {"exit_status": "Submitted", "model_stats": {"instance_cost": 0.1, "api_calls": 1}},
    "instance_id": "parser__tabs-1",
    "trajectory_format": "mini-swe-agent-1.1",
    "messages": [
        *MINI[:2],
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [CALL],
            "extra": {"response": RESPONSE, "timestamp": 1767225600.0},
        },
        {"role": "tool", "tool_call_id": "call_1", "content": "a.py", "extra": {"returncode": 0}},
        {"role": "exit", "content": "Submitted", "extra": {"submission": "diff"}},
    ],
}

FUZZED = tuple(
    json.dumps(each, indent=1).encode()
    for each in (trajectory(3), trajectory(5, 2), trajectory(5, 1, calls=True), MINI, MINI_2)
)


def _long(record: Record) -> Record:
    """A message as long as those of real runs: system prompts of 5 KB, replies of 1 KB, observations of 1.4 KB."""
    if record["role"] == "system":
        return {**record, "content": record["content"] + " Edit one file at a time.\n" * 200}
    if record["role"] == "assistant":
        said = " The tabs are not the same as blanks here." * 9
        return {**record, "content": record["content"] + said, "thought": record["thought"] + said}
    whole = record["content"].startswith("[File")
    return {**record, "content": record["content"] + "\r\n3: width = 4 if tab else 1" * 45} if whole else record


def large(size: int) -> bytes:
    """A run whose steps keep their prompts, the last five observations in full."""
    steps = max(2, int(((13_000**2 + 2_300 * size) ** 0.5 - 13_000) / 1_150))
    run = trajectory(steps, 5)
    for each in run["trajectory"]:
        each["query"] = [_long(record) for record in each["query"]]
        each["response"] += " The tabs are not the same as blanks here." * 9
    return json.dumps({**run, "history": [_long(record) for record in run["history"]]}).encode()
