"""The made-up sessions as files: Anthropic messages, one a line, in a temporary folder."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp

import orjson

from tests.benchmarks.synthetic import messages

FOLDER = Path(mkdtemp(prefix="inspector-bench-"))


@lru_cache(maxsize=8)
def session(count: int) -> Path:
    """A session of `count` messages, 2 kB each."""
    path = FOLDER / f"{count}.jsonl"
    with path.open("wb") as file:
        for message in messages(count):
            file.write(orjson.dumps(message) + b"\n")
    return path
