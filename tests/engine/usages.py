"""Random policies with gates by usage, and histories whose replies report it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from inspector.policy.model import Keep, Layer, Limit, MeterSpec, Policy, Summarise
from tests.engine.choices import Choices
from tests.engine.policies import policy

Api = dict[str, Any]


def usage_policy(choose: Choices) -> Policy:
    """Any policy, its size gates compared with usage here and there, its summaries keeping tokens here and there."""
    rules = policy(choose)
    meter = MeterSpec(choose.pick(("chars/4", "json-chars/4")), "tokens", rules.meter.system)
    layers = tuple(_by_usage(choose, layer) for layer in rules.layers)
    start = _gate(choose, rules.start) if rules.start else None
    refuse = replace(rules.refuse, unit="tokens") if rules.refuse else None
    return replace(rules, meter=meter, layers=layers, start=start, refuse=refuse)


def _by_usage(choose: Choices, layer: Layer) -> Layer:
    operation = layer.operation
    if isinstance(operation, Summarise) and choose.chance(2):
        operation = replace(operation, keep=Keep(0, choose.pick((20, 0, 5, 60, 200)), "tokens"))
    when = _gate(choose, layer.when) if isinstance(layer.when, Limit) else layer.when
    return replace(layer, operation=operation, when=when)


def _gate(choose: Choices, limit: Limit) -> Limit:
    by_usage = not choose.chance(4)
    value = choose.pick((200, 60, 400, 900)) if by_usage else limit.value
    return Limit(limit.op, value, "tokens", "usage" if by_usage else limit.of)


def reporting(choose: Choices, messages: Sequence[Api]) -> list[Api]:
    """The messages, most of the replies with usage: some of it grows with the history, some is anything."""
    out: list[Api] = []
    size = 50
    for message in messages:
        size += len(str(message["content"])) // choose.pick((4, 3, 5))
        usage: Api = {}
        if message["role"] == "assistant" and not choose.chance(4):
            prompt = choose.pick((size, size, size, 1, 700, 5000, 0))
            usage = {"usage": {"input_tokens": prompt, "output_tokens": choose.pick((30, 1, 0, 200))}}
        out.append({**message, **usage})
    return out
