"""Long made-up sessions for measuring: turns of calls and results of many sizes, the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

_LINES = (
    "the request handler returns early when the cache is cold so the second lookup misses and the order stays open",
    "def render(self): return self.total INFO worker started pid=4121 GET /orders/404 500 TypeError NoneType retry ok",
    "src/app/orders.py tests/test_orders.py über naïve → done assert response.status_code == 200",
)
_WORDS = [word for line in _LINES for word in line.split()]


def messages(count: int, *, seed: int = 7, mean_chars: int = 2000) -> list[dict[str, Any]]:
    """`count` API messages in Anthropic form, about `mean_chars` characters each: 10,000 make 20 MB by default."""
    rng = random.Random(seed)
    pool = [" ".join(rng.choices(_WORDS, k=rng.randint(8, 30))) for _ in range(400)]
    out: list[dict[str, Any]] = [{"role": "user", "content": "Find the cause of the 500. Read only, change nothing."}]
    step = 0
    while len(out) < count:
        step += 1
        if step % 12 == 0:
            out.append({"role": "assistant", "content": _text(rng, pool, mean_chars // 4)})
            out.append({"role": "user", "content": _text(rng, pool, mean_chars // 10)})
            continue
        calls = 2 if step % 7 == 0 else 1
        ids = [f"call_{step}_{i}" for i in range(calls)]
        path = f"src/app/module_{rng.randint(1, 60)}.py"
        out.append(
            {"role": "assistant", "content": [{"type": "text", "text": _text(rng, pool, 200)}, *map(_use(path), ids)]}
        )
        size = int(rng.choice((0.1, 0.4, 1.0, 4.5)) * mean_chars * 1.2)
        out.append({"role": "user", "content": [_result(i, _text(rng, pool, size)) for i in ids]})
    return out[:count]


def reporting(given: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The messages, with usage: 30,000 tokens of fixed input, and one for three characters."""
    prompt = 30_000
    for message in given:
        size = len(str(message["content"])) // 3
        usage = {"usage": {"input_tokens": prompt, "output_tokens": size}} if message["role"] == "assistant" else {}
        prompt += size
        yield {**message, **usage}


def _use(path: str) -> Any:
    return lambda i: {"type": "tool_use", "id": i, "name": "read_file", "input": {"path": path}}


def _result(tool_id: str, text: str) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": tool_id, "content": text}


def _text(rng: random.Random, pool: list[str], size: int) -> str:
    lines: list[str] = []
    length = 0
    while length < size:
        line = pool[rng.randrange(len(pool))]
        lines.append(line)
        length += len(line) + 1
    return "\n".join(lines)
