"""A session with three compactions, and a summariser that keeps what is marked: worked by hand.

A turn is 110 characters: 100 typed, 10 answered. The limit is 350, one complete turn stays. Request 4 has 430: turns 1 and 2
leave. Request 6 has at least 440 again: turns 3 and 4 leave with the first summary; request 8: turns 5 and 6 with the second.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from inspector.engine.summariser import SummaryPart, SummaryRequest
from inspector.policy import load_text
from inspector.policy.model import Carrying, Layer, Policy, Summarise

Api = dict[str, Any]

AT = (4, 6, 8)
"""The requests before which a summary is made."""
NEW = (["1.1", "2.1", "3.1", "4.1"], ["5.1", "6.1", "7.1", "8.1"], ["9.1", "10.1", "11.1", "12.1"])
"""What leaves each time."""
SAID = ("FACT-1 FACT-2", "FACT-1 FACT-2 FACT-3 FACT-4", "FACT-1 FACT-2 FACT-3 FACT-4 FACT-5 FACT-6")
"""The summaries, where each is made of the earlier one too."""
OWN = ("FACT-1 FACT-2", "FACT-3 FACT-4", "FACT-5 FACT-6")
"""The summaries, where each is made of what is new alone."""

YAML = """
schema: compaction-policy/1
name: generations
state: {state}
meter: {{count: chars, unit: chars}}
start: {{">": 350, unit: chars}}
layers:
  - id: sum
    do: summarise
    keep: {{last: 1, unit: turns}}
    previous: {mode}
    sections: evo-agent
    instructions: Keep what is marked.
    assemble: {{role: {role}, summary: "S:{{summary}}"}}
"""


def policy(mode: Carrying, state: str = "rewrite", role: str = "user") -> Policy:
    return load_text(YAML.format(mode=mode, state=state, role=role))


def with_mode(rules: Policy, mode: Carrying) -> Policy:
    """The same policy, its summaries carried on in another way."""
    return replace(rules, layers=tuple(_moded(layer, mode) for layer in rules.layers))


def _moded(layer: Layer, mode: Carrying) -> Layer:
    if not isinstance(layer.operation, Summarise):
        return layer
    return replace(layer, operation=replace(layer.operation, previous=mode))


def typed(number: int) -> Api:
    return {"role": "user", "content": f"Turn {number}: FACT-{number} ".ljust(100, "x")}


def reply(number: int) -> Api:
    return {"role": "assistant", "content": f"done {number}".ljust(10, ".")}


def session(turns: int = 8) -> list[Api]:
    """Complete turns, and the prompt of one more, which is the last of `turns`."""
    return [message for n in range(1, turns) for message in (typed(n), reply(n))] + [typed(turns)]


class Marked:
    """Keeps the marked facts of the earlier summary and of the parts, in order."""

    name = "marked"

    def __init__(self) -> None:
        self.requests: list[SummaryRequest] = []

    def summarise(self, request: SummaryRequest) -> str:
        self.requests.append(request)
        texts = [request.previous, *(part.text for part in request.parts)]
        return " ".join(dict.fromkeys(re.findall(r"FACT-\d+", " ".join(texts))))


def names(parts: tuple[SummaryPart, ...]) -> list[str]:
    return [part.name for part in parts]
