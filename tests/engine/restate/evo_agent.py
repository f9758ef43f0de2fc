"""evo-agent: old results become placeholders at every request; past the limit, or when asked, a summary replaces everything."""

from __future__ import annotations

import json
from typing import Any

from tests.engine.restate.common import (
    PATHS,
    READERS,
    Layer,
    Message,
    Said,
    Say,
    calls,
    clone,
    fill,
    histories,
    is_system,
    made_up,
    names,
    places,
    positions,
    put_text,
    recorded,
    results,
    tool_id,
    with_earlier,
)

CLEARED = "[This tool result was cleared to save room. Run the tool again if you need it.]"
SUMMARY = "The conversation so far was compacted. Go on from this summary.\n\n{summary}{focus}{files}"
FOCUS = "\n\nKeep in mind above all: {focus}"
FILES = "\n\nFiles read last, to be opened again where needed:\n{files}"


def size(view: list[Message]) -> int:
    """Characters of the JSON of the messages, without blanks, letters as they are; no system message."""
    sent = [{"role": m["role"], "content": content(m)} for m in view if not is_system(m) and m["blocks"]]
    return len(json.dumps(sent, ensure_ascii=False, separators=(",", ":"))) if sent else 1


def content(message: Message) -> Any:
    blocks = message["blocks"]
    if message["plain"] and len(blocks) == 1 and blocks[0]["kind"] == "text":
        return blocks[0]["text"]
    return [block["api"] for block in blocks]


class Evo:
    """The carried history and the compaction state, which survives user turns."""

    def __init__(self, knobs: dict[str, int], say: Say, log: list[Message]) -> None:
        self.knobs, self.say, self.log = knobs, say, log
        self.view: list[Message] = []
        self.seen: list[Message] = []
        self.gone: dict[int, tuple[str, str]] = {}
        self.count, self.last = 0, ""

    def request(self, new: list[Message]) -> Said:
        self.seen = [*self.seen, *new]
        self.view = clone([*self.view, *new])
        whole = size(self.view)
        changed = self.micro()
        middle = size(self.view)
        layers = {
            "micro": Layer(bool(changed), whole, middle, changed),
            "summary": Layer(False, middle, middle),
        }
        asked, focus = self.asked(new)
        failed = False
        if asked or middle > self.knobs["context_limit"]:
            failed = self.summarise(focus, layers)
        return Said(
            clone(self.view), dict(self.gone), whole, size(self.view), layers, False, failed, self.count, self.last
        )

    def micro(self) -> set[int]:
        """Results of any size; the newest N stay, and all of the batch that the model has not seen yet."""
        all_results = results(self.view)
        newest = all_results[max(len(all_results) - self.knobs["keep_recent_results"], 0) :]
        kept = {block["at"] for block in newest} | self.last_batch()
        changed = set()
        for block in all_results:
            if block["at"] not in kept and block["fate"] != "cleared":
                put_text(block, CLEARED, "cleared", "micro")
                changed.add(block["at"])
        return changed

    def last_batch(self) -> set[int]:
        """The results of the calls that stand in one message with the call of the newest result."""
        all_results = results(self.view)
        if not all_results:
            return set()
        where = places(self.view)
        last = where[tool_id(all_results[-1])][0]
        return {block["at"] for block in all_results if where[tool_id(block)][0] == last}

    def asked(self, new: list[Message]) -> tuple[bool, str]:
        """Whether a `compact` call was answered just now, and what must not be forgotten."""
        answered = {tool_id(block) for block in results(new)}
        for call in reversed(calls(self.seen)):
            if call["api"]["name"] == "compact" and tool_id(call) in answered:
                return True, call["api"]["input"].get("focus", "")
        return False, ""

    def summarise(self, focus: str, layers: dict[str, Layer]) -> bool:
        """Whether it failed. A waiting call and what is answered beside it stay."""
        talk = [message for message in self.view if not is_system(message)]
        cut = min([len(talk), *(call for call, result in places(talk).values() if result is None)])
        old = talk[:cut]
        if not positions(old):
            return False
        text = self.say(with_earlier(names(old, self.log), self.last, old), "", focus)
        if text is None:
            return True
        files = self.files()
        told = fill(
            SUMMARY,
            summary=text,
            focus=fill(FOCUS, focus=focus) if focus else "",
            files=fill(FILES, files="\n".join(f"- {path}" for path in files)) if files else "",
        )
        system = [message for message in self.view if is_system(message)]
        after = [*system, made_up("summary", "user", told), *talk[cut:]]
        before = size(self.view)
        if size(after) >= before:
            return True
        left = positions(old)
        self.gone.update(dict.fromkeys(left, ("summarised", "summary")))
        self.view, self.count, self.last = after, self.count + 1, text
        layers["summary"] = Layer(True, before, size(after), set(), left)
        return False

    def files(self) -> list[str]:
        """Files read so far: a re-read moves to the end, the oldest goes."""
        recent: list[str] = []
        for call in calls(self.seen):
            path = next((call["api"]["input"][key] for key in PATHS if key in call["api"]["input"]), "")
            if call["api"]["name"] in READERS and path:
                recent = [other for other in recent if other != path] + [path]
                recent = recent[max(len(recent) - self.knobs["recent_files"], 0) :]
        return recent


def run(messages: list[dict[str, Any]], knobs: dict[str, int], say: Say) -> list[Said]:
    log = recorded(messages)
    harness = Evo(knobs, say, log)
    out, done = [], 0
    for length in histories(log):
        out.append(harness.request(log[done:length]))
        done = length
    return out
