"""A session in a form that can be read and written by hand, made into messages of the Anthropic API.

A line that begins with `@` opens a part: `@user`, `@says` (the model), `@bash COMMAND`, `@read PATH`, `@edit PATH` (with
what is written below it), and what a tool answered: `@result`, or `@failed` and `@killed`, which are errors.
"""

from __future__ import annotations

import re
from typing import Any

_PART = re.compile(r"^@(user|says|bash|read|edit|result|failed|killed)(?: (.*))?$", re.MULTILINE)

Message = dict[str, Any]


def messages_of(record: str) -> list[Message]:
    """The messages, calls joined to their results by ids in order."""
    messages: list[Message] = []
    for number, (word, argument, body) in enumerate(_parts(record)):
        role, block = _block(word, argument, body, number)
        if role == "assistant" and messages and messages[-1]["role"] == role:
            messages[-1]["content"].append(block)
        else:
            messages.append({"role": role, "content": [block]})
    return messages


def _parts(record: str) -> list[tuple[str, str, str]]:
    found = list(_PART.finditer(record))
    ends = [match.start() for match in found[1:]] + [len(record)]
    return [(m[1], m[2] or "", record[m.end() : end].strip("\n")) for m, end in zip(found, ends, strict=True)]


def _block(word: str, argument: str, body: str, number: int) -> tuple[str, Message]:
    """A result answers the call just before it."""
    if word in {"user", "says"}:
        return "user" if word == "user" else "assistant", {"type": "text", "text": body}
    if word in {"result", "failed", "killed"}:
        result = {"type": "tool_result", "tool_use_id": f"call_{number - 1}", "content": body}
        return "user", result if word == "result" else result | {"is_error": True}
    given = {"command": argument} if word == "bash" else {"path": argument}
    name = "bash" if word == "bash" else f"{word}_file"
    call = {"type": "tool_use", "id": f"call_{number}", "name": name, "input": given | ({"diff": body} if body else {})}
    return "assistant", call
