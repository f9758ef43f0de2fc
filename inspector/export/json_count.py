"""The provider's count as JSON: the stable contract of `inspector count --json`; see its help for the fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from inspector.analysis.counted import Beside
from inspector.engine import Replay
from inspector.export.json_view import policy_json, transcript_json
from inspector.summary.counting import Count


class Counted(Protocol):
    """What is told of one request."""

    @property
    def request(self) -> int: ...
    @property
    def bytes(self) -> int: ...
    @property
    def pictures(self) -> int: ...
    @property
    def beside(self) -> Beside: ...
    @property
    def count(self) -> Count | None: ...
    @property
    def failure(self) -> str: ...


def count_json(replay: Replay, provider: str, model: str, found: Sequence[Counted]) -> dict[str, Any]:
    """The whole document."""
    return {
        "transcript": transcript_json(replay.transcript),
        "policy": policy_json(replay.policy),
        "provider": provider,
        "model": model,
        "requests": [_one(each) for each in found],
    }


def _one(one: Counted) -> dict[str, Any]:
    near = one.beside
    return {
        "request": one.request,
        "count": None if one.count is None else one.count.tokens,
        "kept": None if one.count is None else one.count.kept,
        "failure": one.failure or None,
        "bytes": one.bytes,
        "pictures": one.pictures,
        "reported": near.reported,
        "estimate": near.estimate._asdict(),
        "o200k": near.o200k,
        "chars_4": near.quarters,
    }
