"""What can be counted in a recorded session with plain JSON, and the sessions that there are to count."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(os.environ.get("INSPECTOR_TRANSCRIPTS") or Path(__file__).parents[3].parent / "shared" / "transcripts")

Record = dict[str, Any]


class Counts(NamedTuple):
    """Numbers of a session: of its default branch, but for `problems`, which are those of the whole file."""

    messages: int
    requests: int
    compactions: int
    results: int
    problems: int = 0
    """Entries of the load report: dropped, repaired or unknown records."""


def records(path: Path) -> list[Record]:
    """Every object of a file of lines; a line that is no JSON is mended at its escapes and split where objects touch."""
    found: list[Record] = []
    decoder = json.JSONDecoder(strict=False)
    for line in path.read_bytes().decode("utf-8", "replace").split("\n"):
        rest = re.sub(r"\\\\|\\u(?![0-9a-fA-F]{4})", lambda found: found[0].replace("\\u", "\\\\u"), line).strip()
        while rest:
            value, end = decoder.raw_decode(rest)
            found.append(value)
            rest = rest[end:].strip()
    return found


def requests(roles: list[str], calls_at_end: bool) -> int:
    """Replies, and the request that would come next unless the record ends in a reply without calls (DESIGN §8)."""
    replies = roles.count("assistant")
    return replies + (not roles or roles[-1] != "assistant" or calls_at_end)
