"""Views that are written down message by message, and what a provider says to them."""

from __future__ import annotations

from typing import Any

from inspector.analysis.sendable.breach import Breach, Provider
from inspector.analysis.sendable.plain import breaches
from inspector.engine import Replay
from inspector.transcript import load_messages

Api = dict[str, Any]


def found(messages: list[Api], provider: Provider = "anthropic") -> tuple[Breach, ...]:
    """What is wrong with sending these messages: the view of the request that comes next."""
    replay = Replay(load_messages(messages))
    return breaches(replay.view(replay.requests), replay.transcript, provider)


def rules(messages: list[Api], provider: Provider = "anthropic") -> list[str]:
    """`rule block,block`: an error; in brackets: a note."""
    name = load_messages(messages).structure.name
    said = [(breach, " ".join([breach.rule, *map(name, breach.blocks)])) for breach in found(messages, provider)]
    return [text if breach.severity == "error" else f"({text})" for breach, text in said]


def thought(text: str = "hm", signature: str = "s") -> Api:
    return {"type": "thinking", "thinking": text, "signature": signature}
