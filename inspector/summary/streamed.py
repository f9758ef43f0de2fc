"""An answer as it arrives: text, usage and the reason why it ended, out of the events of the Messages API."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from inspector.summary.answer import Answer, Stop, Usage
from inspector.summary.size import estimate
from inspector.summary.text import clean

Told = Callable[[int], None]
"""Is told, while an answer arrives, about how many tokens have come (thinking that is sent along counts)."""

LARGEST = 4_000_000
"""Characters after which an answer is no summary any more."""
STOPS: dict[str, Stop] = {
    "end_turn": "end",
    "stop_sequence": "end",
    "max_tokens": "cut off",
    "model_context_window_exceeded": "cut off",
    "tool_use": "tool call",
    "refusal": "refusal",
}
_COUNTS = {
    "input": "input_tokens",
    "output": "output_tokens",
    "cache_read": "cache_read_input_tokens",
    "cache_write": "cache_creation_input_tokens",
}


class Garbled(ValueError):
    """The events are not those of one answer: something is missing, or stands where it cannot stand."""


class Heard:
    """What of one answer has come so far."""

    def __init__(self, told: Told | None = None) -> None:
        self._told, self._texts = told, list[str]()
        self._tokens = self.size = 0
        self._usage: dict[str, int] = {}
        self._reason, self.model = "", ""
        self._blocks: set[int] = set()
        self._called = self.began = self._stopped = False

    @property
    def whole(self) -> bool:
        """The answer has come to its own end."""
        return self._stopped or bool(self._reason)

    @property
    def usage(self) -> Usage | None:
        return Usage(**self._usage) if self._usage else None

    @property
    def stop(self) -> Stop:
        if self._reason:
            return STOPS.get(self._reason, "unknown")
        return "tool call" if self._called else "unknown"

    def answer(self, seconds: float) -> Answer:
        """What has come, without anything that would act on a terminal or cannot be written down."""
        return Answer(clean("".join(self._texts)).strip(), self.model, self.usage, seconds, self.stop)

    def take(self, event: Any) -> None:
        """The next event. Fields that a service leaves out are passed over; raises Garbled for what cannot be."""
        kind = getattr(event, "type", "")
        if self._stopped or (kind == "message_start") == self.began or getattr(event, "message", kind) is None:
            raise Garbled(kind)
        if kind == "message_start":
            self.began = True
            self.model = clean(str(getattr(event.message, "model", "") or ""))[:100]
            self._count(getattr(event.message, "usage", None))
        elif kind.startswith("content_block_"):
            self._take_part(kind, event)
        elif kind == "message_delta":
            self._reason = str(getattr(event.delta, "stop_reason", "") or self._reason)
            self._count(getattr(event, "usage", None))
        elif kind == "message_stop":
            self._stopped = True

    def _take_part(self, kind: str, event: Any) -> None:
        """A block begins, goes on or ends; between the two its number is known."""
        if (kind == "content_block_start") == (event.index in self._blocks) or self._reason:
            raise Garbled(kind)
        if kind == "content_block_start":
            self._blocks.add(event.index)
            self._called |= "tool_use" in str(getattr(event.content_block, "type", ""))
            self._add(getattr(event.content_block, "text", ""))
        elif kind == "content_block_delta":
            self._add(getattr(event.delta, "text", ""))
            self._progress(getattr(event.delta, "text", "") or getattr(event.delta, "thinking", ""))

    def _add(self, text: Any) -> None:
        if isinstance(text, str) and text:
            self._texts.append(text)
            self.size += len(text)

    def _progress(self, text: Any) -> None:
        if self._told is not None and isinstance(text, str) and text:
            self._tokens += estimate(text)
            with contextlib.suppress(Exception):  # whoever watches cannot spoil the answer
                self._told(self._tokens)

    def _count(self, usage: Any) -> None:
        """Counts are running totals: a later one takes the place of an earlier one."""
        for name, field in _COUNTS.items():
            value = getattr(usage, field, None)
            if isinstance(value, int) and value >= 0:
                self._usage[name] = value


def together(usages: list[Usage]) -> Usage | None:
    """What several tries took together; None when none of them reported anything."""
    if not usages:
        return None
    columns = zip(*((u.input, u.output, u.cache_read, u.cache_write) for u in usages), strict=True)
    return Usage(*(sum(column) for column in columns))
