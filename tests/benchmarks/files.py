"""The made-up sessions as files: Anthropic messages, one a line, in a temporary folder."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp

import orjson

from inspector.meter.counter import PROVIDER
from inspector.policy import load_policy
from tests.benchmarks.synthetic import messages, reporting

FOLDER = Path(mkdtemp(prefix="inspector-bench-"))


@lru_cache(maxsize=8)
def session(count: int, usage: bool = False) -> Path:
    """A session of `count` messages, 2 kB each. With `usage` every reply says what its prompt took."""
    path = FOLDER / f"{count}{'-usage' if usage else ''}.jsonl"
    with path.open("wb") as file:
        for message in reporting(messages(count)) if usage else messages(count):
            file.write(orjson.dumps(message) + b"\n")
    return path


def by_usage(policy: str) -> bool:
    """Whether a policy starts by usage or measures by it, so that it is measured on a session that has some."""
    found = load_policy(policy)
    return found.meter.count == PROVIDER or (found.start is not None and found.start.of == "usage")
