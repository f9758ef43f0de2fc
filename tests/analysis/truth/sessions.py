"""Made-up sessions with facts planted in them: each fact is a word that nothing else has."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any, NamedTuple

_TABLE = """
cache order request handler worker retry index table render timeout parse buffer stream policy window
"""
_WORDS = tuple(_TABLE.split())


class Planted(NamedTuple):
    """A session in API form and its facts, each with the number of the message (from 1) in which it was first said."""

    messages: list[dict[str, Any]]
    facts: dict[str, int]


@lru_cache(maxsize=8)
def planted(seed: int, messages: int = 60, facts: int = 5, mean: int = 900) -> Planted:
    """Turns of prompts, calls with results of many sizes (some in pairs, some of one path again), and replies.

    Made once for all policies that are tried on it: nobody changes it.
    """
    rng = random.Random(seed)
    out: list[dict[str, Any]] = [{"role": "user", "content": _text(rng, 80)}]
    step = 0
    while len(out) < messages:
        step += 1
        if rng.random() < 0.18:
            out.append({"role": "assistant", "content": _text(rng, mean // 3)})
            out.append({"role": "user", "content": _text(rng, 120)})
            continue
        ids = [f"c{step}_{at}" for at in range(2 if rng.random() < 0.2 else 1)]
        said = {"type": "text", "text": _text(rng, 150)}
        path = f"src/m{rng.randint(1, 9)}.py"
        calls = [{"type": "tool_use", "id": each, "name": "read_file", "input": {"path": path}} for each in ids]
        out.append({"role": "assistant", "content": [said, *calls]})
        sizes = [rng.choice((60, 300, 900, 4_000, 24_000)) * mean // 900 for _ in ids]
        results = [
            {"type": "tool_result", "tool_use_id": each, "content": _text(rng, size)}
            for each, size in zip(ids, sizes, strict=True)
        ]
        out.append({"role": "user", "content": results})
    return Planted(out, dict(_plant(rng, out, f"fact-{seed}-{at}-xq") for at in range(facts)))


def _plant(rng: random.Random, messages: list[dict[str, Any]], fact: str) -> tuple[str, int]:
    """Put a fact somewhere into a text of a message; its number."""
    at = rng.randrange(len(messages) - 2)
    content = messages[at]["content"]
    if isinstance(content, str):
        messages[at]["content"] = _with(rng, content, fact)
        return fact, at + 1
    block = rng.choice([each for each in content if each["type"] in ("text", "tool_result")])
    key = "text" if block["type"] == "text" else "content"
    block[key] = _with(rng, block[key], fact)
    return fact, at + 1


def _with(rng: random.Random, text: str, fact: str) -> str:
    cut = rng.choice((0, len(text) // 2, len(text), rng.randrange(len(text) + 1)))
    cut = max(text.rfind(" ", 0, cut), 0)  # between two words: never inside of another fact
    return f"{text[:cut]} {fact} {text[cut:]}"


def _text(rng: random.Random, size: int) -> str:
    words: list[str] = []
    length = 0
    while length < size:
        words.append(rng.choice(_WORDS) + ("\n" if rng.random() < 0.12 else ""))
        length += len(words[-1]) + 1
    return " ".join(words)
