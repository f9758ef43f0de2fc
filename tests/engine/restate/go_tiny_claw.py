"""go-tiny-claw: every view made afresh; old results masked, old reasoning folded, long new results keep two ends."""

from __future__ import annotations

import json
from typing import Any

from tests.engine.restate.common import (
    Block,
    Layer,
    Message,
    Said,
    clone,
    fill,
    histories,
    is_system,
    put_text,
    recorded,
)

CLEARED = "[An older tool result was cleared to save room; it held {bytes} bytes.]"
FOLDED = "[Earlier reasoning was folded away.]"
CUT = "\n\n[… {bytes} bytes in the middle were cut out …]\n\n"


def size_of(block: Block) -> int:
    """UTF-8 bytes of the text, the tool's name, and the arguments as compact JSON, unescaped."""
    if block["kind"] == "tool_use":
        given = json.dumps(block["api"]["input"], ensure_ascii=False, separators=(",", ":"))
        return len(block["api"]["name"].encode()) + len(given.encode())
    return len(block["text"].encode())


def size(view: list[Message]) -> int:
    """The system message included."""
    return sum(size_of(block) for message in view for block in message["blocks"])


def run(messages: list[dict[str, Any]], knobs: dict[str, int]) -> list[Said]:
    log = recorded(messages)
    return [request(clone(log[:length]), knobs) for length in histories(log)]


def request(view: list[Message], knobs: dict[str, int]) -> Said:
    whole = before = size(view)
    layers = {name: Layer(False, before, before) for name in ("clear", "fold", "truncate")}
    if before < knobs["max_chars"]:
        return Said(view, {}, before, before, layers)
    recent = working_memory(view, knobs["retain_last_messages"])
    for name in layers:
        changed = one_pass(name, view, recent, knobs)
        after = size(view)
        layers[name] = Layer(bool(changed), before, after, changed)
        before = after
    return Said(view, {}, whole, before, layers)


def working_memory(view: list[Message], last: int) -> set[int]:
    """Blocks of the last N messages, where one tool result is one message, and so is a run of other blocks."""
    units: list[list[int]] = []
    for message in view:
        if is_system(message):
            continue
        in_run = False
        for block in message["blocks"]:
            if block["kind"] == "tool_result":
                units.append([block["at"]])
                in_run = False
            elif in_run:
                units[-1].append(block["at"])
            else:
                units.append([block["at"]])
                in_run = True
    return {at for unit in units[max(len(units) - last, 0) :] for at in unit}


def one_pass(name: str, view: list[Message], recent: set[int], knobs: dict[str, int]) -> set[int]:
    changed = set()
    for message in view:
        if is_system(message):
            continue
        for block in message["blocks"]:
            long = len(block["text"].encode())
            old = block["at"] not in recent
            result = block["kind"] == "tool_result"
            if name == "clear" and result and old and long > knobs["mask_over"]:
                put_text(block, fill(CLEARED, bytes=long), "cleared", "clear")
            elif name == "fold" and prose(message, block) and old and long > knobs["fold_over"]:
                put_text(block, FOLDED, "folded", "fold")
            elif name == "truncate" and result and not old and long > knobs["keep_size"]:
                put_text(block, two_ends(block["text"], knobs["keep_size"]), "truncated", "truncate")
            else:
                continue
            changed.add(block["at"])
    return changed


def prose(message: Message, block: Block) -> bool:
    return message["role"] == "assistant" and block["kind"] == "text"


def two_ends(text: str, keep: int) -> str:
    """Head and tail move inward until they split no character; the notice counts what really went."""
    data = text.encode()
    head_size = keep // 2
    head = data[:head_size].decode(errors="ignore")
    tail = data[len(data) - (keep - head_size) :].decode(errors="ignore")
    removed = len(data) - len(head.encode()) - len(tail.encode())
    return head + fill(CUT, bytes=removed) + tail
