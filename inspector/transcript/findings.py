"""What looking up evidence gave, before it is bound to a pointer; and the words that an audit may show of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

import orjson

from inspector.transcript.model import Block
from inspector.transcript.storefaults import Damaged, Denied, StoreFault

Status = Literal["available", "missing", "denied", "corrupt", "unsupported"]


class Finding(NamedTuple):
    """One answer. `sha256` and `excerpt` only when available."""

    status: Status
    reason: str
    sha256: str = ""
    excerpt: str = ""


def found_fault(fault: StoreFault) -> Finding:
    """The answer that a store's refusal is."""
    if isinstance(fault, Denied):
        return Finding("denied", str(fault))
    return Finding("corrupt" if isinstance(fault, Damaged) else "missing", str(fault))


def words(blocks: Iterable[Block], limit: int) -> str:
    """The first `limit` characters that blocks say; of a call, its name and arguments."""
    said: list[str] = []
    left = limit
    for block in blocks:
        if left <= 0:
            break
        text = block.text or (f"{block.tool} {orjson.dumps(dict(block.input)).decode()}" if block.tool else "")
        if text:
            said.append(text[:left])
            left -= len(text) + 1
    return "\n".join(said)[:limit]
