"""OpenAI's chat chunks: one reply in many small pieces, the usage in the last."""

from __future__ import annotations

from typing import Any

from inspector.transcript.formats.blocks import words_of

_TEXTS = ("content", "refusal", "reasoning_content", "reasoning")


def assembled(chunks: list[dict[str, Any]]) -> dict[str, Any]:
    """The whole response, as it would have come in one piece. Of several choices the first is put together."""
    head: dict[str, Any] = {}
    texts: dict[str, list[str]] = {}
    calls: dict[int, dict[str, Any]] = {}
    for chunk in chunks:
        head |= {key: chunk[key] for key in ("id", "model", "usage") if chunk.get(key)}
        delta = _delta(chunk)
        for key in _TEXTS:
            if isinstance(delta.get(key), str):
                texts.setdefault(key, []).append(delta[key])
        listed = delta.get("tool_calls")
        for call in listed if isinstance(listed, list) else ():
            _add(calls, call)
    message: dict[str, Any] = {"role": "assistant", "content": None}
    message |= {key: "".join(pieces) for key, pieces in texts.items()}
    if calls:
        message["tool_calls"] = [_whole(calls[at]) for at in sorted(calls)]
    return {**head, "choices": [{"message": message}]}


def _delta(chunk: dict[str, Any]) -> dict[str, Any]:
    choices = chunk.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    delta = first.get("delta", first.get("message")) if isinstance(first, dict) and not first.get("index") else None
    return delta if isinstance(delta, dict) else {}


def _add(calls: dict[int, dict[str, Any]], piece: Any) -> None:
    """One piece of a call; its arguments come in pieces, its id and name in the first."""
    if not isinstance(piece, dict):
        return
    index = piece.get("index")
    call = calls.setdefault(index if type(index) is int else len(calls), {"id": "", "name": "", "arguments": []})
    function = piece.get("function")
    function = function if isinstance(function, dict) else {}
    call["id"] = words_of(piece.get("id")) or call["id"]
    call["name"] = words_of(function.get("name")) or call["name"]
    call["arguments"].append(words_of(function.get("arguments")))


def _whole(call: dict[str, Any]) -> dict[str, Any]:
    function = {"name": call["name"], "arguments": "".join(call["arguments"])}
    return {"id": call["id"], "type": "function", "function": function}
