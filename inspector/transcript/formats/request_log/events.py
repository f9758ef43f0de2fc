"""A response that was streamed, put together from its events (Anthropic's, OpenAI's chat chunks, OpenAI's Responses)."""

from __future__ import annotations

from typing import Any

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.request_log import chunks
from inspector.transcript.repair import parse_text

Event = dict[str, Any]


def stream_of(value: Any) -> list[Event]:
    """The events of a stream: the text of server-sent events, or a list of what stood in them. Empty where it is none."""
    if isinstance(value, list):
        found = [_event(each) for each in value]
        return [each for each in found if each is not None]
    if not isinstance(value, str) or "data:" not in value:
        return []
    lines = (line[5:].strip() for line in value.split("\n") if line.startswith("data:"))
    parsed = (parse_text(line) for line in lines if line and line != "[DONE]")
    return [each for each in parsed if isinstance(each, dict)]


def _event(value: Any) -> Event | None:
    """One entry of a list of events: the event, or what holds it under `data`."""
    if isinstance(value, str):
        value = parse_text(value.removeprefix("data:").strip())
    if isinstance(value, dict) and "type" not in value and "data" in value:
        data = value["data"]
        value = parse_text(data) if isinstance(data, str) else data
    return value if isinstance(value, dict) else None


def assembled(events: list[Event]) -> dict[str, Any] | None:
    """The response that a stream amounts to; None where the events are of no known kind."""
    kinds = {each.get("type") for each in events if isinstance(each.get("type"), str)}
    if "message_start" in kinds or "content_block_start" in kinds:
        return _anthropic(events)
    if any(words_of(kind).startswith("response.") for kind in kinds):
        return _responses(events)
    if any(isinstance(each.get("choices"), list) for each in events):
        return chunks.assembled(events)
    return next((each for each in events if "error" in each), None)


def _responses(events: list[Event]) -> dict[str, Any]:
    """The last event holds the whole response; without it, the items that were finished."""
    output: list[Any] = []
    head: dict[str, Any] = {}
    for each in events:
        found = each.get("response")
        if isinstance(found, dict):
            head = found
        if each.get("type") == "response.output_item.done" and isinstance(each.get("item"), dict):
            output.append(each["item"])
    return head if isinstance(head.get("output"), list) and head["output"] else {**head, "output": output}


def _anthropic(events: list[Event]) -> dict[str, Any]:
    """`message_start`, the blocks piece by piece, `message_delta` with the final usage."""
    message: dict[str, Any] = {"role": "assistant"}
    blocks: dict[int, _Pieces] = {}
    for each in events:
        kind, index = each.get("type"), each.get("index")
        if kind == "message_start" and isinstance(each.get("message"), dict):
            message = {**message, **each["message"]}
        elif kind == "content_block_start" and isinstance(each.get("content_block"), dict):
            blocks[_at(index)] = _Pieces(each["content_block"])
        elif kind == "content_block_delta" and isinstance(each.get("delta"), dict):
            blocks.setdefault(_at(index), _Pieces({"type": "text"})).add(each["delta"])
        elif kind == "message_delta":
            message = _ended(message, each)
    return {**message, "content": [blocks[at].block() for at in sorted(blocks)]}


def _at(index: Any) -> int:
    return index if type(index) is int else 0


def _ended(message: dict[str, Any], event: Event) -> dict[str, Any]:
    """The message with what its last event says; usage there is cumulative, and the final output stands only there."""
    delta, usage, before = event.get("delta"), event.get("usage"), message.get("usage")
    found = {**message, **(delta if isinstance(delta, dict) else {})}
    if isinstance(usage, dict):
        known = before if isinstance(before, dict) else {}
        found["usage"] = {**known, **{key: each for key, each in usage.items() if each is not None}}
    if "context_management" in event:
        found["context_management"] = event["context_management"]
    return found


class _Pieces:
    """A block whose text comes in pieces."""

    FIELDS = {"text": "text", "thinking": "thinking", "signature": "signature", "content": "content"}

    def __init__(self, start: dict[str, Any]) -> None:
        self._start = start
        self._texts: dict[str, list[str]] = {}
        self._json: list[str] = []

    def add(self, delta: dict[str, Any]) -> None:
        self._json.append(words_of(delta.get("partial_json")))
        for key in self.FIELDS:
            if isinstance(delta.get(key), str):
                self._texts.setdefault(key, []).append(delta[key])

    def block(self) -> dict[str, Any]:
        found = dict(self._start)
        for key, texts in self._texts.items():
            found[key] = words_of(found.get(key)) + "".join(texts)
        arguments = "".join(self._json)
        if arguments:
            parsed = parse_text(arguments)
            found["input"] = parsed if isinstance(parsed, dict) else {"_raw_arguments": arguments}
        return found
