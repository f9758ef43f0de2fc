"""Ways to write a conversation down: Anthropic messages and OpenAI chat messages, with ids that are the same on every run."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
Call = tuple[str, Json]
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789"


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def lines(values: Iterable[Any]) -> bytes:
    return "".join(compact(value) + "\n" for value in values).encode()


def made_id(*parts: object, length: int = 22) -> str:
    """Letters and digits that look like a provider's id and depend on nothing but the parts."""
    digest = hashlib.sha512(":".join(map(str, parts)).encode()).digest()
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:length])


def made_uuid(*parts: object) -> str:
    digits = hashlib.sha256(":".join(map(str, parts)).encode()).hexdigest()
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:32]}"


@dataclass
class Anthropic:
    """Messages of the Anthropic API, built in order."""

    name: str
    messages: list[Json] = field(default_factory=list)
    calls: int = 0

    def ask(self, text: str) -> None:
        self.messages.append({"role": "user", "content": text})

    def say(self, text: str) -> None:
        self.messages.append({"role": "assistant", "content": [{"type": "text", "text": text}]})

    def call(self, *calls: Call, text: str = "") -> list[str]:
        """A reply that calls tools, in parallel when there are several; gives their ids."""
        content: list[Json] = [{"type": "text", "text": text}] if text else []
        ids = []
        for name, arguments in calls:
            self.calls += 1
            ids.append("toolu_01" + made_id(self.name, self.calls))
            content.append({"type": "tool_use", "id": ids[-1], "name": name, "input": arguments})
        self.messages.append({"role": "assistant", "content": content})
        return ids

    def answer(self, ids: list[str], *outputs: str | list[Json], **extra: Any) -> None:
        """The results of one batch of calls; `extra` fields go on each of them."""
        self.messages.append(
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": tool_id, "content": output, **extra}
                    for tool_id, output in zip(ids, outputs, strict=True)
                ],
            }
        )

    def use(self, tool: str, arguments: Json, output: str | list[Json], text: str = "", **extra: Any) -> None:
        """One call and its result."""
        self.answer(self.call((tool, arguments), text=text), output, **extra)


@dataclass
class Chat:
    """Messages of the OpenAI chat API, built in order."""

    name: str
    messages: list[Json] = field(default_factory=list)
    calls: int = 0

    def add(self, role: str, text: str) -> None:
        self.messages.append({"role": role, "content": text})

    def use(self, *calls: tuple[str, Json, str], text: str = "") -> None:
        """A reply with tool calls, each with what it returns."""
        tool_calls, results = [], []
        for tool, arguments, output in calls:
            self.calls += 1
            call_id = "call_" + made_id(self.name, self.calls, length=24)
            function = {"name": tool, "arguments": compact(arguments)}
            tool_calls.append({"id": call_id, "type": "function", "function": function})
            results.append({"role": "tool", "tool_call_id": call_id, "content": output})
        self.messages.append({"role": "assistant", "content": text or None, "tool_calls": tool_calls})
        self.messages.extend(results)
