"""Random histories in Anthropic's and in OpenAI's form: legal ones, with everything that makes compaction hard."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tests.engine.choices import Choices

Api = dict[str, Any]

FILLERS = ("x", "line of a log\n", "日志", "错误😀", 'say "hi"\\\n', "é", "a b ")
SIZES = (0, 1, 3, 8, 20, 39, 40, 41, 90, 199, 200, 201, 350, 400, 401)
LARGE = (*SIZES, 999, 1000, 1001, 1300)
PATHS = ("a.py", "b.py", "日.md")
READERS = ("read_file", "Read", "cat")
OTHERS = ("bash", "grep")


def filled(filler: str, size: int) -> str:
    """At most `size` bytes of a repeated text, never half a character; exactly `size` for ASCII."""
    data = (filler * (size // len(filler.encode()) + 1)).encode()[:size]
    return data.decode(errors="ignore")


SHORT = ("go on", "", "继续 😀", "fix the bug in a.py", "x" * 37)


class Writer:
    """Writes a history message by message; tool ids are numbered in order."""

    def __init__(self, choose: Choices, large: bool, simple: bool, media: bool) -> None:
        self.choose, self.out, self.calls = choose, list[Api](), 0
        self.media = media
        self.sizes = LARGE if large else SIZES
        self.simple = simple

    def text(self, sizes: Sequence[int] | None = None) -> str:
        return filled(self.choose.pick(FILLERS), self.choose.pick(sizes or self.sizes))

    def add(self, role: str, content: Any) -> None:
        self.out.append({"role": role, "content": content})

    def system(self) -> None:
        self.add("system", self.text((8, 0, 40, 201)))

    def human(self) -> None:
        said = self.choose.pick(SHORT) if self.choose.chance(2) else self.text()
        more = [self.choose.pick((IMAGE, ODD))] if self.media and self.choose.chance(8) else []
        self.add("user", [*more, words(said)] if more or self.rich(4) else said)

    def reply(self) -> None:
        """Text without calls."""
        said = self.text()
        self.add("assistant", [*self.thinking(), words(said)] if self.rich(3) else said)

    def rich(self, one_in: int) -> bool:
        return self.choose.chance(one_in) and not self.simple

    def thinking(self) -> list[Api]:
        if not self.rich(3):
            return []
        return [{"type": "thinking", "thinking": self.text((20, 0, 201)), "signature": "s"}]

    def call(self, may_compact: bool) -> Api:
        self.calls += 1
        kind = self.choose.pick(("read", "read", "read", "read", "other", "other", "compact"))
        name, given = self.choose.pick(OTHERS), Api(cmd=self.text((8, 0, 90)))
        if kind == "read":
            name = self.choose.pick(READERS)
            given = {self.choose.pick(("path", "file_path")): self.choose.pick(PATHS), "n": 1}
        elif kind == "compact" and may_compact:
            name, given = "compact", self.choose.pick(({"focus": "the 错误 in a.py"}, {}, {"focus": ""}))
        return {"type": "tool_use", "id": f"t{self.calls}", "name": name, "input": given}

    def step(self, answered: bool = True) -> None:
        """A reply with calls, and their results; some of them are missing at the very end."""
        calls: list[Api] = []
        for _ in range(self.choose.pick((1, 1, 1, 2, 3))):
            calls.append(self.call(all(call["name"] != "compact" for call in calls)))
        said = self.text() if self.choose.chance(2) else ""
        self.add("assistant", [*self.thinking(), *([words(said)] if said else []), *calls])
        results = [self.result(call) for call in self.choose.shuffled(calls)]
        self.results(results if answered else results[: self.choose.below(len(results))], answered)

    def result(self, call: Api) -> Api:
        said: Any = self.text()
        if self.rich(6):
            said = [words(said), IMAGE if self.media else words("end")]
        api = {"type": "tool_result", "tool_use_id": call["id"], "content": said}
        if self.rich(4):
            api["_read_path"] = self.choose.pick((*PATHS, ""))
        return api

    def results(self, results: list[Api], answered: bool) -> None:
        """In one message or several, with text before, between or after."""
        groups = [results] if self.choose.chance(2) else [[result] for result in results]
        for position, group in enumerate(group for group in groups if group):
            if position and answered and self.choose.chance(8):
                self.add("user", self.choose.pick(SHORT))
            self.add("user", [*self.beside(), *group, *self.beside()])

    def beside(self) -> list[Api]:
        return [words(self.choose.pick(SHORT))] if self.choose.chance(5) else []


def words(said: str) -> Api:
    return {"type": "text", "text": said}


IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}}
ODD = {"type": "odd_block", "payload": {"n": 1}}

SEGMENTS = ("step", "reply", "human", "step", "step", "reply", "human", "system")


def history(choose: Choices, large: bool = True, simple: bool = False, media: bool = False) -> list[Api]:
    """A legal history in Anthropic's form. `simple`: nothing that OpenAI's form cannot say; `media`: pictures and unknowns."""
    writer = Writer(choose, large, simple, media)
    if choose.chance(2):
        writer.system()
    shape = [choose.pick(SEGMENTS) for _ in range(choose.below(15))]
    for kind in shape if choose.chance(8) else ["human", *shape]:
        getattr(writer, kind if kind != "system" or choose.chance(3) else "human")()
    if choose.chance(4):
        writer.step(answered=False)
    return writer.out


def openai_form(messages: list[Api]) -> list[Api]:
    """The same history in OpenAI's form: a message a result, text beside results after them."""
    out: list[Api] = []
    pending: list[Api] = []
    for message in messages:
        content = message["content"]
        if message["role"] == "assistant" or isinstance(content, str):
            typed_between = message["role"] == "user" and _open(out)
            (pending if typed_between else out).append(_whole(message))
            continue
        out += [_tool(block) for block in content if block["type"] == "tool_result"]
        pending += [{"role": "user", "content": b["text"]} for b in content if b["type"] == "text"]
        if not _open(out):
            out, pending = [*out, *pending], []
    return [*out, *pending] if not _open(out) else out


def _open(out: list[Api]) -> bool:
    called = {call["id"] for message in out for call in message.get("tool_calls", ())}
    return bool(called - {message.get("tool_call_id") for message in out})


def _tool(block: Api) -> Api:
    return {"role": "tool", "tool_call_id": block["tool_use_id"], "content": block["content"]}


def _whole(message: Api) -> Api:
    content = message["content"]
    if isinstance(content, str):
        return message
    said = "".join(block["text"] for block in content if block["type"] == "text")
    calls = [
        {"id": b["id"], "type": "function", "function": {"name": b["name"], "arguments": json.dumps(b["input"])}}
        for b in content
        if b["type"] == "tool_use"
    ]
    return {"role": message["role"], "content": said or None, "tool_calls": calls}


def either_form(choose: Choices, large: bool = True, media: bool = False) -> list[Api]:
    """Mostly Anthropic's form, sometimes OpenAI's."""
    if choose.chance(4):
        return openai_form(history(choose, large, simple=True))
    return history(choose, large, media=media)
