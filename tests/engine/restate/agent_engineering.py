"""agent-engineering: when the request requires more than the window, preview long results, then summarise whole turns."""

from __future__ import annotations

import json
from typing import Any

from inspector.meter import counter
from tests.engine.restate.common import (
    Block,
    Layer,
    Message,
    Said,
    Say,
    clone,
    fill,
    histories,
    is_system,
    made_up,
    names,
    positions,
    put_text,
    recorded,
    tool_id,
)

PREVIEW = (
    "[{lines} of {total_lines} lines are left out here. The whole output is kept as {pointer}; "
    "read on from line {next_line}.]\n"
)
SUMMARY = "Summary of the conversation so far: {summary}"

tokens = counter("o200k_base").text


def size_of(block: Block) -> int:
    if block["kind"] == "tool_use":
        given = json.dumps(block["api"]["input"], ensure_ascii=False, separators=(",", ":"))
        return tokens(block["api"]["name"]) + tokens(given)
    return tokens(block["text"])


def size(view: list[Message]) -> int:
    """Tokens of the texts, names and arguments; the system message belongs to the fixed input."""
    return sum(size_of(block) for message in view if not is_system(message) for block in message["blocks"])


class AgentEngineering:
    """The log, and the latest checkpoint over it: a summary and the message where the retained tail begins."""

    def __init__(self, knobs: dict[str, int], say: Say, log: list[Message]) -> None:
        self.knobs, self.say, self.log = knobs, say, log
        self.summary: Message | None = None
        self.tail = 0
        self.count, self.last = 0, ""

    def required(self, view: list[Message]) -> int:
        knobs = self.knobs
        return knobs["fixed_input"] + size(view) + knobs["output_reserve"] + knobs["safety_margin"]

    def request(self, length: int) -> Said:
        history = clone(self.log[:length])
        view = self.assemble(history)
        whole = size(view)
        layers = {name: Layer(False, whole, whole) for name in ("preview", "summary")}
        failed = False
        if self.required(view) > self.knobs["window"]:
            changed = self.preview(view)
            middle = size(view)
            layers["preview"] = Layer(bool(changed), whole, middle, changed)
            layers["summary"] = Layer(False, middle, middle)
            if self.required(view) > self.knobs["window"]:
                view, failed = self.summarise(view, history, layers)
        gone = dict.fromkeys(positions(history) - positions(view), ("summarised", "summary"))
        said = Said(view, gone, whole, size(view), layers, False, failed, self.count, self.last)
        said.required = self.required(view)
        return said

    def assemble(self, history: list[Message]) -> list[Message]:
        """Latest summary + retained tail + what came after; system messages are part of every view."""
        kept = [message for message in history if is_system(message) or message["origin"] >= self.tail]
        return [*clone([self.summary] if self.summary else []), *kept]

    def preview(self, view: list[Message]) -> set[int]:
        changed = set()
        for message in view:
            for number, block in enumerate(message["blocks"], start=1):
                if block["kind"] != "tool_result" or tokens(block["text"]) <= self.knobs["result_limit"]:
                    continue
                lines = lines_of(block["text"])
                keep = self.knobs["result_tail_lines"]
                if len(lines) <= keep:
                    continue
                left_out = len(lines) - keep
                notice = fill(
                    PREVIEW,
                    lines=left_out,
                    total_lines=len(lines),
                    pointer=f"block {message['origin'] + 1}.{number}",
                    next_line=1,
                )
                put_text(block, notice + "".join(lines[left_out:]), "truncated", "preview")
                changed.add(block["at"])
        return changed

    def summarise(
        self, view: list[Message], history: list[Message], layers: dict[str, Layer]
    ) -> tuple[list[Message], bool]:
        turns = complete_turns(history, self.tail)
        evicted = turns[: max(len(turns) - self.knobs["retain_turns"], 0)]
        if not evicted:
            return view, False
        start = max(evicted[-1]) + 1
        old = [m for m in view if m["made"] or (not is_system(m) and m["origin"] < start)]
        text = self.say(names(old, self.log), self.last if self.summary else "", "")
        if text is None:
            return view, True
        made = made_up("summary", "assistant", fill(SUMMARY, summary=text))
        left = {id(message) for message in old}
        after = [made, *(message for message in view if id(message) not in left)]
        if size(after) >= size(view):
            return view, True
        layers["summary"] = Layer(True, size(view), size(after), set(), positions(old))
        self.summary, self.tail, self.count, self.last = made, start, self.count + 1, text
        return after, False


def lines_of(text: str) -> list[str]:
    """Lines with their ends; a line ends with its newline and with nothing else."""
    parts = text.split("\n")
    return [part + "\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def complete_turns(history: list[Message], tail: int) -> list[list[int]]:
    """Messages of each complete turn from `tail` on. The last turn is open unless a reply without calls ended it."""
    turns: list[list[int]] = []
    waiting: set[str] = set()
    prompts = 0
    for message in history:
        if is_system(message):
            continue
        called = {tool_id(b) for b in message["blocks"] if b["kind"] == "tool_use"}
        answered = {tool_id(b) for b in message["blocks"] if b["kind"] == "tool_result"}
        prompt = message["role"] == "user" and not answered and not waiting
        if prompt:
            prompts += 1
        if not turns or (prompt and prompts > 1):
            turns.append([])
        turns[-1].append(message["origin"])
        waiting = (waiting | called) - answered
    last = [message for message in history if not is_system(message)][-1:]
    ended = (
        bool(last) and last[0]["role"] == "assistant" and not any(b["kind"] == "tool_use" for b in last[0]["blocks"])
    )
    if turns and not ended:
        turns.pop()
    later = [[position for position in turn if position >= tail] for turn in turns]
    return [turn for turn in later if turn]


def run(messages: list[dict[str, Any]], knobs: dict[str, int], say: Say) -> list[Said]:
    log = recorded(messages)
    harness = AgentEngineering(knobs, say, log)
    return [harness.request(length) for length in histories(log)]
