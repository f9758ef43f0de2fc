"""Sessions that the tests of the command line write to disk, one message a line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

Message = dict[str, Any]

SECRET = "s3cr3t-p4ssw0rd"
"""Stands in the contents of a session; no message of the program may repeat it."""


def write(folder: Path, messages: Sequence[Message], name: str = "session.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(message, ensure_ascii=False) + "\n" for message in messages), "utf-8")
    return path


def system(text: str) -> Message:
    return {"role": "system", "content": text}


def user(text: str) -> Message:
    return {"role": "user", "content": text}


def says(text: str) -> Message:
    return {"role": "assistant", "content": [{"type": "text", "text": text}]}


def call(tool_id: str, name: str = "bash", **arguments: Any) -> Message:
    return {"role": "assistant", "content": [{"type": "tool_use", "id": tool_id, "name": name, "input": arguments}]}


def result(tool_id: str, text: str, **fields: Any) -> Message:
    block = {"type": "tool_result", "tool_use_id": tool_id, "content": text, **fields}
    return {"role": "user", "content": [block]}


def size(message: Message) -> int:
    """Bytes of a message as the first preset counts them: texts, tool names, arguments as compact JSON."""
    if isinstance(message["content"], str):
        return len(message["content"].encode())
    return sum(map(_block, message["content"]))


def _block(block: Message) -> int:
    if block["type"] == "tool_use":
        arguments = json.dumps(block["input"], separators=(",", ":"), ensure_ascii=False)
        return len(block["name"].encode()) + len(arguments.encode())
    return len((block["text"] if block["type"] == "text" else block["content"]).encode())


def log(length: int) -> str:
    """A log in ASCII of exactly so many characters, no two parts of it alike."""
    lines = (f"2025-01-01 00:{n // 60 % 60:02}:{n % 60:02} worker-{n} failed with code {n * 7}\n" for n in range(10**6))
    text = ""
    while len(text) < length:
        text += next(lines)
    return text[:length]


def memory_log() -> list[Message]:
    """Seed 000's figures: 9,221 bytes in all, the last message one fresh result of 8,067."""
    fresh = log(8067)
    others = [
        system("You are an agent that finds faults in servers. Answer shortly."),
        user(""),
        call("call_1", command="ls -l /var/log"),
        result("call_1", "total 8\n-rw-r--r-- 1 root root 8067 app.log"),
        call("call_2", command="cat /var/log/app.log"),
    ]
    missing = 9221 - len(fresh) - sum(map(size, others))
    others[1] = user(("Find out why the workers fail. " * 60)[:missing])
    return [*others, result("call_2", fresh)]


def long_talk(messages: int, length: int = 400) -> list[Message]:
    """So many messages in turns of four: prompt, call, result, answer."""
    found: list[Message] = []
    for turn in range(messages // 4):
        found += [
            user(f"Question {turn}: {SECRET} " + "why " * (length // 8)),
            call(f"c{turn}", "read_file", path=f"src/file_{turn % 7}.py"),
            result(
                f"c{turn}",
                f"content {turn}\n" + "line of code\n" * (length // 12),
                _read_path=f"src/file_{turn % 7}.py",
            ),
            says(f"Answer {turn}: " + "because " * (length // 16)),
        ]
    return found
