"""workbuddy-s14: truncate, deduplicate, prune, summarise, until the view is below the soft threshold; it becomes the history."""

from __future__ import annotations

import json
from typing import Any

from tests.engine.restate.common import (
    PATHS,
    READERS,
    Block,
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
    without,
)

CUT = "\n\n[… cut here; the whole result had {total_chars} characters, {chars} of them were left out …]"
SUMMARY = "[Summary of the conversation so far]\n{summary}"
UNDERSTOOD = "Understood. I know what was said and done so far."


def size(view: list[Message]) -> int:
    """A string counts len // 4, a block its JSON's length // 4; messages only, without the system message."""
    return sum(size_of(message) for message in view if not is_system(message))


def size_of(message: Message) -> int:
    if message["plain"] and len(message["blocks"]) == 1 and message["blocks"][0]["kind"] == "text":
        return len(message["blocks"][0]["text"]) // 4
    return sum(len(json.dumps(block["api"])) // 4 for block in message["blocks"])


class Workbuddy:
    """The carried history and what it remembers."""

    def __init__(self, knobs: dict[str, int], say: Say, log: list[Message]) -> None:
        self.knobs, self.say, self.log = knobs, say, log
        self.view: list[Message] = []
        self.gone: dict[int, tuple[str, str]] = {}
        self.count, self.last = 0, ""

    def request(self, new: list[Message]) -> Said:
        start = clone([*self.view, *new])
        view, gone, count, last = clone(start), dict(self.gone), self.count, self.last
        soft = self.knobs["soft_threshold"]
        whole = size(view)
        layers: dict[str, Layer] = {}
        failed = False
        for name in ("truncate", "dedupe", "prune", "summary"):
            before = size(view)
            layers[name] = Layer(False, before, before)
            if before < soft:
                continue
            if name == "truncate":
                changed = self.truncate(view)
                layers[name] = Layer(bool(changed), before, size(view), changed)
                continue
            if name == "summary":
                after, left, text = self.summarise(view, last)
                failed = text is None and after is None
            else:
                after, left = self.dedupe(view) if name == "dedupe" else self.prune(view)
            if after is None:
                continue
            fate = {"dedupe": "deduplicated", "prune": "dropped", "summary": "summarised"}[name]
            gone.update(dict.fromkeys(left, (fate, name)))
            layers[name] = Layer(True, before, size(after), set(), left)
            view = after
            if name == "summary":
                assert text is not None
                count, last = count + 1, text
        refused = size(view) >= self.knobs["hard_limit"]
        if refused:
            self.view = start
        else:
            self.view, self.gone, self.count, self.last = clone(view), gone, count, last
        return Said(view, gone, whole, size(view), layers, refused, failed, count, last)

    def truncate(self, view: list[Message]) -> set[int]:
        most = self.knobs["max_tool_result_tokens"]
        changed = set()
        for block in results(view):
            text = block["text"]
            if block["fate"] == "verbatim" and len(text) // 4 > most:
                notice = fill(CUT, total_chars=len(text), chars=len(text) - 4 * most)
                put_text(block, text[: 4 * most] + notice, "truncated", "truncate")
                changed.add(block["at"])
        return changed

    def dedupe(self, view: list[Message]) -> tuple[list[Message] | None, set[int]]:
        by_id = {tool_id(call): call for call in calls(view)}
        newest: dict[str, str] = {}
        read: dict[str, str] = {}
        for result in results(view):
            path = read_path(by_id[tool_id(result)], result)
            if path:
                newest[path] = tool_id(result)
                read[tool_id(result)] = path
        old = {identity for identity, path in read.items() if newest[path] != identity}
        if not old:
            return None, set()
        return without(view, lambda block: tool_id(block) in old)

    def prune(self, view: list[Message]) -> tuple[list[Message] | None, set[int]]:
        talk = [message for message in view if not is_system(message)]
        last = self.knobs["keep_recent_messages"]
        chosen = {0, *range(max(len(talk) - last, 0), len(talk))} | beside_waiting(talk)
        crossing = {
            identity
            for identity, (call, result) in places(talk).items()
            if result is not None and (call in chosen) != (result in chosen)
        }
        staying = {id(talk[position]) for position in chosen if position < len(talk)}
        kept = [message for message in view if is_system(message) or id(message) in staying]
        dropped = positions(view) - positions(kept)
        kept, more = without(kept, lambda block: tool_id(block) in crossing)
        if len(kept) == len(view) and not dropped and not more:
            return None, set()
        return kept, dropped | more

    def summarise(self, view: list[Message], last: str) -> tuple[list[Message] | None, set[int], str | None]:
        """None, a set, None: it failed. None, a set, "": there was nothing to do."""
        talk = [message for message in view if not is_system(message)]
        cut = tail_start(talk, self.knobs["summary_keep_messages"])
        old = talk[:cut]
        if not positions(old):
            return None, set(), ""
        text = self.say(with_earlier(names(old, self.log), last, old), "", "")
        if text is None:
            return None, set(), None
        made = [
            made_up("summary", "user", fill(SUMMARY, summary=text)),
            made_up("acknowledgement", "assistant", UNDERSTOOD),
        ]
        system = [message for message in view if is_system(message)]
        after = [*system, *made, *talk[cut:]]
        if size(after) >= size(view):
            return None, set(), None
        return after, positions(old), text


def waiting(talk: list[Message]) -> set[int]:
    """Messages with a call that has no result: never dropped."""
    return {call for call, result in places(talk).values() if result is None}


def beside_waiting(talk: list[Message]) -> set[int]:
    """Messages with a waiting call, and those with the results of the calls beside it."""
    open_messages = waiting(talk)
    pairs = places(talk).values()
    return open_messages | {result for call, result in pairs if result is not None and call in open_messages}


def tail_start(talk: list[Message], last: int) -> int:
    """The last N messages, and backwards until no call is cut from its result; a waiting call stays."""
    start = max(len(talk) - last, 0)
    start = min([start, *waiting(talk)])
    moved = True
    while moved:
        moved = False
        for call, result in places(talk).values():
            if result is not None and call < start <= result:
                start, moved = call, True
    return start


def read_path(call: Block, result: Block) -> str:
    if result["api"].get("_read_path"):
        return str(result["api"]["_read_path"])
    if call["api"]["name"] in READERS:
        return next((str(call["api"]["input"][key]) for key in PATHS if key in call["api"]["input"]), "")
    return ""


def run(messages: list[dict[str, Any]], knobs: dict[str, int], say: Say) -> list[Said]:
    log = recorded(messages)
    harness = Workbuddy(knobs, say, log)
    out, done = [], 0
    for length in histories(log):
        out.append(harness.request(log[done:length]))
        done = length
    return out
