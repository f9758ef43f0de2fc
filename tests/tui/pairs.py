"""A small session and small policies for it, so that what A and B make of it can be worked out by hand."""

from __future__ import annotations

from typing import Any

from inspector.policy.model import Drop, Keep, Layer, Limit, MeterSpec, Policy, Select, Summarise, Truncate
from inspector.transcript import load_messages
from inspector.transcript.model import Transcript

BYTES = MeterSpec("bytes", "bytes", system=True)


def call(number: int, path: str) -> dict[str, Any]:
    """A call that weighs 16 bytes: `read`, and `{"path":"a"}`."""
    return {"type": "tool_use", "id": f"t{number}", "name": "read", "input": {"path": path}}


def result(number: int, text: str) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": f"t{number}", "content": text}


def words(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


MESSAGES: list[dict[str, Any]] = [
    {"role": "user", "content": "Never touch config"},  # block 0, 18 bytes, typed
    {"role": "assistant", "content": [words("reading"), call(1, "a")]},  # blocks 1 and 2, 7 + 16
    {"role": "user", "content": [result(1, "A" * 100)]},  # block 3
    {"role": "assistant", "content": [words("now b"), call(2, "b")]},  # blocks 4 and 5, 5 + 16
    {"role": "user", "content": [result(2, "B" * 300)]},  # block 6
    {"role": "assistant", "content": "done"},  # block 7
    {"role": "user", "content": "keep the tests"},  # block 8, 14 bytes, typed
    {"role": "assistant", "content": [call(3, "c")]},  # block 9
    {"role": "user", "content": [result(3, "C" * 50)]},  # block 10
]
"""Five requests, whose histories weigh 18, 141, 462, 480 and 546 bytes."""


def small() -> Transcript:
    return load_messages(MESSAGES)


def policy(name: str, *layers: Layer, start: int = 0, refuse: int | None = None, meter: MeterSpec = BYTES) -> Policy:
    """Views made afresh from the whole history, from a size of `start` on."""
    limit = Limit(">=", refuse, meter.unit) if refuse is not None else None
    return Policy(name, "", "per_request", "mark", "never", meter, layers, Limit(">=", start, meter.unit), limit)


def whole(**given: Any) -> Policy:
    """Everything, as recorded."""
    return policy("whole", **given)


def drop(last: int = 2, **given: Any) -> Policy:
    """The first message and the last ones."""
    return policy("drop", Layer("prune", Drop(Keep(1, last, "messages"))), **given)


def cut(size: int = 40, notice: str = "[cut]", **given: Any) -> Policy:
    """Results of more than 80 bytes keep their beginning."""
    over, select = Limit(">", 80, "bytes"), Select(("tool_result",))
    return policy("cut", Layer("trim", Truncate(size, "bytes", 1.0, notice), over=over, select=select), **given)


def shorter(last: int = 2, **given: Any) -> Policy:
    """A summary and the last messages."""
    operation = Summarise(Keep(0, last, "messages"), "user", "<{summary}>", max=10, max_unit="bytes")
    return policy("shorter", Layer("sum up", operation), **given)
