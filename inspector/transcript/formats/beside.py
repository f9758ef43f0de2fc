"""Small JSON files that an agent keeps beside a session, read without following a link."""

from __future__ import annotations

import os
from typing import Any

import orjson

from inspector.transcript.depth import prune
from inspector.transcript.nofollow import open_below

LARGEST = 64 << 20
"""Bytes of a file beside a session that are read."""


def json_below(root: str | os.PathLike[str], *parts: str) -> Any:
    """The JSON value of `root/parts…`; None where there is no such file, or it is too large, or no JSON. Never raises."""
    try:
        with open(open_below(os.fspath(root), parts), "rb") as file:
            raw = file.read(LARGEST + 1)
        value = orjson.loads(raw) if len(raw) <= LARGEST else None
    except (OSError, ValueError):
        return None
    prune(value)
    return value
