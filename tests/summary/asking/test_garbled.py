"""Streams that are damaged at random: an answer or a reason, never anything else, and never a summary of half an answer."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from inspector.engine.summariser import SummaryFailed
from inspector.summary.anthropic_summariser import AnthropicSummariser
from tests.summary.asking.running import Serve, request, summariser
from tests.summary.asking.server import Act, Handler

TEXTS = ("## Goal\n", "Find the 500. ", "只读。")
ODD: tuple[Any, ...] = (None, 0, -1, 1e308, "", "x", [], {}, [None], {"type": "text"}, True, "\ud800", "9" * 400)


def events() -> list[dict[str, Any]]:
    usage = {"input_tokens": 9, "output_tokens": 1}
    message = {"id": "m", "type": "message", "role": "assistant", "model": "m", "content": [], "usage": usage}
    deltas = [
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}} for text in TEXTS
    ]
    return [
        {"type": "message_start", "message": {**message, "stop_reason": None, "stop_sequence": None}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        *deltas,
        {"type": "content_block_stop", "index": 0},
        {
            "type": "message_delta",
            "delta": {"stop_reason": "end_turn", "stop_sequence": None},
            "usage": {"output_tokens": 7},
        },
        {"type": "message_stop"},
    ]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container with a key of it, all the way down."""
    pairs = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    return [(value, key) for key, _ in pairs] + [place for _, inner in pairs for place in places(inner)]


def damaged(chance: random.Random) -> str:
    """The stream after one to three accidents."""
    stream = events()
    for _ in range(chance.randint(1, 3)):
        kind = chance.choice(("lose", "double", "swap", "odd", "odd", "odd", "gone"))
        at = chance.randrange(len(stream))
        if kind == "lose":
            del stream[at : at + chance.randint(1, 2)]
        elif kind == "double":
            stream.insert(at, stream[at])
        elif kind == "swap":
            stream[at], stream[-1] = stream[-1], stream[at]
        else:
            holder, key = chance.choice(places(stream[at]) or [(stream, at)])
            holder[key] = chance.choice(ODD)
        if not stream:
            break
    lines = [
        f"event: {event.get('type') if isinstance(event, dict) else 'x'}\ndata: {json.dumps(event)}\n\n"
        for event in stream
    ]
    text = "".join(lines)
    if chance.random() < 0.3:
        cut = chance.randrange(len(text) + 1)
        text = text[:cut] + chance.choice(("", "\n\n", "}", "\x00", "data: \n\n", "event: error\n\n")) + text[cut + 3 :]
    return text


def plays(text: str) -> Act:
    def act(handler: Handler) -> None:
        handler.begin()
        handler.raw(text)

    return act


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("seed", range(8))
def test_a_damaged_stream(serve: Serve, seed: int) -> None:
    chance = random.Random(seed)
    streams = [damaged(chance) for _ in range(10)]
    server = serve(*map(plays, streams))
    asked = summariser(server.url, retries=0)
    for stream in streams:
        text, why = outcome(asked)
        assert bool(text) != bool(why), stream
        assert "went wrong" not in why, stream
        assert "\n" not in why, stream
        text.encode()


def outcome(asked: AnthropicSummariser) -> tuple[str, str]:
    """The summary, or why there is none."""
    try:
        return asked.summarise(request()), ""
    except SummaryFailed as failed:
        return "", str(failed)


def test_an_undamaged_stream(serve: Serve) -> None:
    text = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events())
    assert summariser(serve(plays(text)).url).summarise(request()) == "".join(TEXTS).strip()
