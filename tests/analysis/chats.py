"""A session with three compactions, small enough to be worked by hand, and a summariser that keeps marked facts."""

from __future__ import annotations

import json
from typing import Any

from inspector.engine.summariser import SummaryRequest
from inspector.policy.model import Keep, Layer, Limit, MeterSpec, Policy, Summarise
from inspector.transcript import load_messages
from inspector.transcript.model import Transcript

PAD = "x" * 300
FACTS = ("alpha", "beta", "gamma", "delta")


def session() -> Transcript:
    """Four turns of one prompt and one answer; each prompt states one fact. Every message has 300 characters and more."""
    messages: list[dict[str, Any]] = []
    for fact in FACTS:
        messages.append({"role": "user", "content": f"FACT-{fact} {PAD}"})
        messages.append({"role": "assistant", "content": f"noted {fact} {PAD}"})
    messages.append({"role": "user", "content": "go on"})
    return load_messages(messages)


def policy(previous: str = "update", start: int = 700) -> Policy:
    """At more than 700 characters everything but the last message is summarised: before requests 2, 3 and 4."""
    rule = Summarise(Keep(0, 1, "messages"), "user", "{summary}", previous=previous)  # type: ignore[arg-type]
    return Policy(
        name="small",
        about="",
        state="rewrite",
        protocol="mark",
        stop="never",
        meter=MeterSpec("chars", "chars"),
        layers=(Layer("sum", rule),),
        start=Limit(">", start, "chars"),
    )


class Facts:
    """Says again every `FACT-…` of the request, `forget` left out."""

    name = "facts"

    def __init__(self, forget: str = "") -> None:
        self.forget = forget
        self.asked: list[SummaryRequest] = []

    def summarise(self, request: SummaryRequest) -> str:
        self.asked.append(request)
        words = " ".join([request.previous, *(part.text for part in request.parts)]).split()
        return "kept: " + " ".join(w for w in words if w.startswith("FACT-") and w != self.forget)


def dumps(messages: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(message) + "\n" for message in messages)
