"""Sound Codex rollouts, and a writer that makes them as short as a test can say them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from inspector.transcript import Transcript, load

Record = dict[str, Any]

THREAD = "019fc8be-3658-7ca3-9e29-4f0000000001"
"""Its first 12 digits are a time: 2026-08-03, 17:48 UTC."""

BORN = "2026-08-03T17:48:56.792Z"
AFTER = 1_785_779_400
"""A moment after that, in seconds since 1970."""

PREFIX = "Another language model started to solve this problem and produced a summary of its thinking process. Use it:"


class Rollout:
    """One record a line. Each has a time of its own, a second after the one before."""

    def __init__(self, thread: str = THREAD, meta: bool = True, **fields: Any) -> None:
        self.records: list[Record | str] = []
        self.seconds = 0
        self.used = [0, 0, 0, 0, 0]
        if meta:
            self.meta(thread, **fields)

    def add(self, kind: str, payload: Record, at: str = "") -> Record:
        self.seconds += 1
        stamp = at or f"2026-08-03T17:{49 + self.seconds // 60:02d}:{self.seconds % 60:02d}.000Z"
        record = {"timestamp": stamp, "type": kind, "payload": payload}
        self.records.append(record)
        return record

    def meta(self, thread: str = THREAD, at: str = "", **fields: Any) -> None:
        usual = {"id": thread, "timestamp": BORN, "cwd": "/home/ann/harbour", "cli_version": "0.146.0", "source": "cli"}
        self.add("session_meta", {**usual, **fields}, at)

    def event(self, kind: str, /, at: str = "", **fields: Any) -> None:
        self.add("event_msg", {"type": kind, **fields}, at)

    def item(self, kind: str, /, at: str = "", **fields: Any) -> None:
        self.add("response_item", {"type": kind, **fields}, at)

    def turn(self, number: int = 1, model: str = "gpt-5.5", **fields: Any) -> None:
        self.event("task_started", turn_id=f"turn-{number}", model_context_window=258_400, **fields)
        self.add("turn_context", {"turn_id": f"turn-{number}", "model": model, "cwd": "/home/ann/harbour"})

    def end(self, number: int = 1) -> None:
        self.event("task_complete", turn_id=f"turn-{number}", last_agent_message=None)

    def says(self, role: str, *texts: str, at: str = "", **fields: Any) -> None:
        part = "output_text" if role == "assistant" else "input_text"
        content = [{"type": part, "text": text} for text in texts]
        self.item("message", at, role=role, content=content, **fields)

    def typed(self, text: str) -> None:
        self.says("user", text)
        self.event("user_message", message=text, images=[])

    def reply(self, text: str, **fields: Any) -> None:
        self.event("agent_message", message=text)
        self.says("assistant", text, **fields)

    def thinks(self, summary: str = "", secret: str = "gAAAAbcdef") -> None:
        parts = [{"type": "summary_text", "text": summary}] if summary else []
        self.item("reasoning", id=f"rs_{len(self.records)}", summary=parts, encrypted_content=secret)

    def calls(self, identity: str, name: str = "exec_command", **arguments: Any) -> None:
        self.item("function_call", name=name, arguments=json.dumps(arguments), call_id=identity)

    def output(self, identity: str, output: Any = "done") -> None:
        self.item("function_call_output", call_id=identity, output=output)

    def tokens(self, prompt: int, cached: int = 0, output: int = 10, reasoning: int = 0, at: str = "") -> None:
        """What the provider reported of one request, and the sums of all."""
        last = [prompt, cached, output, reasoning, prompt + output]
        self.used = [one + other for one, other in zip(self.used, last, strict=True)]
        self.count(self.used, last, at)

    def count(self, total: Sequence[int], last: Sequence[int], at: str = "") -> None:
        names = (
            "input_tokens",
            "cached_input_tokens",
            "output_tokens",
            "reasoning_output_tokens",
            "total_tokens",
        )
        info = {
            "total_token_usage": dict(zip(names, total, strict=True)),
            "last_token_usage": dict(zip(names, last, strict=True)),
            "model_context_window": 258_400,
        }
        self.event("token_count", at, info=info, rate_limits=None)

    def compacted(self, items: Sequence[Record] | None, message: str = "", estimate: int = 0) -> None:
        self.add("compacted", {"message": message, "replacement_history": items})
        if estimate:
            self.count(self.used, [0, 0, 0, 0, estimate])
        self.event("context_compacted")

    def back(self, turns: int) -> None:
        self.event("thread_rolled_back", num_turns=turns)

    def data(self) -> bytes:
        lines = [each if isinstance(each, str) else json.dumps(each) for each in self.records]
        return "".join(line + "\n" for line in lines).encode()

    def write(self, folder: Path, name: str = f"rollout-2026-08-03T17-48-56-{THREAD}.jsonl") -> Path:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.data())
        return path

    def load(self, folder: Path, **options: Any) -> Transcript:
        return load(self.write(folder), **options)


def message(role: str, *texts: str) -> Record:
    """An item of a replacement history."""
    return {"type": "message", "role": role, "content": [{"type": "input_text", "text": text} for text in texts]}


SEALED: Record = {"type": "compaction", "id": "cmp_1", "encrypted_content": "gAAAA" + "x" * 300}
AGENTS = "# AGENTS.md instructions for /home/ann/harbour\n\n<INSTRUCTIONS>\nuse tabs\n</INSTRUCTIONS>"
PLACE = "<environment_context>\n  <cwd>/home/ann/harbour</cwd>\n</environment_context>"
RIGHTS = "<permissions instructions>\nask before writing\n</permissions instructions>"


def opened(rollout: Rollout) -> Rollout:
    """With what the client says before the first prompt."""
    rollout.turn()
    rollout.says("developer", RIGHTS)
    rollout.says("user", AGENTS, PLACE)
    return rollout


def _session() -> bytes:
    rollout = opened(Rollout(base_instructions={"text": "You are a coding agent."}, dynamic_tools=[{"name": "board"}]))
    rollout.typed("port the parser")
    rollout.thinks("two files")
    rollout.reply("I will read both.", phase="commentary", id="msg_1")
    rollout.calls("c1", cmd="cat a.py")
    rollout.calls("c2", cmd="cat b.py")
    rollout.output("c1", "def parse(): ...")
    picture = {"type": "input_image", "image_url": "data:image/png;base64,aGVsbG8="}
    rollout.output("c2", [{"type": "input_text", "text": "import a"}, picture])
    rollout.tokens(9000, 4000, 60, 20)
    rollout.item("custom_tool_call", name="apply_patch", input="*** Begin Patch", call_id="c3", status="completed")
    rollout.item("custom_tool_call_output", call_id="c3", output="Exit code: 0")
    rollout.tokens(9500, 9000)
    rollout.item("web_search_call", id="ws_1", status="completed", action={"type": "search", "query": "tabs"})
    rollout.reply("ported", phase="final_answer")
    rollout.tokens(9800, 9500)
    rollout.end()
    rollout.turn(2)
    rollout.typed("port the printer")
    rollout.reply("no printer here")
    rollout.tokens(9900, 9800)
    rollout.back(1)
    rollout.turn(3)
    rollout.typed("now the tests")
    rollout.compacted(
        [message("user", "port the parser"), message("developer", RIGHTS), message("user", "now the tests"), SEALED],
        estimate=1800,
    )
    rollout.add("world_state", {"full": True, "state": {}})
    rollout.item(
        "agent_message", author="/root/one", recipient="/root", content=[{"type": "input_text", "text": "done"}]
    )
    rollout.item("local_shell_call", call_id="c4", action={"type": "exec", "command": ["ls"]}, status="completed")
    rollout.output("c4", {"content": "a.py", "success": True})
    rollout.tokens(2500, 1000)
    rollout.compacted(None, f"{PREFIX}\nthe parser was ported")
    rollout.event("sub_agent_activity", agent_thread_id=THREAD[:-1] + "2", agent_path="/root/one", kind="started")
    rollout.reply("all pass")
    rollout.tokens(1500, 0)
    return rollout.data()


def _fork() -> bytes:
    rollout = Rollout(forked_from_id="019fc000-0000-7000-8000-000000000001")
    rollout.meta("019fc000-0000-7000-8000-000000000001", at=BORN)
    rollout.says("user", "old prompt", at=BORN)
    rollout.says("assistant", "old answer", at=BORN)
    rollout.tokens(100, at=BORN)
    rollout.turn(started_at=AFTER)
    rollout.typed("new prompt")
    rollout.reply("new answer")
    rollout.tokens(150)
    return rollout.data()


def _legacy() -> bytes:
    header = {"id": "a1b2", "timestamp": "2025-06-01T10:00:00.000Z", "instructions": "be brief", "git": None}
    rows = [
        header,
        {"record_type": "state"},
        message("user", "hello"),
        {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "greet"}]},
        {"type": "function_call", "name": "shell", "arguments": '{"command":["ls"]}', "call_id": "c1", "id": "fc_1"},
        {"type": "function_call_output", "call_id": "c1", "output": '{"output":"a.py\\n","metadata":{"exit_code":0}}'},
        {"record_type": "state"},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "hi"}]},
    ]
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def large(size: int) -> bytes:
    """A session of about so many bytes: turns of a prompt and eight replies, each with two calls."""
    rollout, written, number = Rollout(base_instructions={"text": "Work carefully.\n" * 900}), 0, 0
    while written < size:
        number += 1
        before = len(rollout.records)
        if number % 8 == 1:
            rollout.turn(number)
            rollout.typed(f'Step {number}: the "harbour" parser, please.\nKeep the old names.')
        rollout.thinks(secret="gAAAA" + "Zm9vYmFy" * 80)
        rollout.reply(f"I look at part {number} first;\nthe rest of it follows.", phase="commentary")
        for call in (f"a{number}", f"b{number}"):
            rollout.calls(call, cmd=f"sed -n '{number},400p' harbour/parser.py", workdir="/home/ann/harbour")
        for call, lines in ((f"a{number}", 120), (f"b{number}", 6 + number % 90)):
            rollout.output(
                call, "Chunk ID: 9f\nOutput:\n" + f"\tif token == \"{call}\":\n\t\treturn ['é', 1]\n" * lines
            )
        rollout.tokens(20_000 + number % 900, 18_000, 300, 40)
        written += sum(len(json.dumps(each)) for each in rollout.records[before:])
    return rollout.data()


SESSION, FORK, LEGACY = _session(), _fork(), _legacy()
FUZZED = (SESSION, FORK, LEGACY)
