"""The requests at which typed text leaves the views: all of a session. No Textual here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from inspector.engine import EngineError, Replay, Row
from inspector.engine.losses import typed_blocks, typed_losses
from inspector.engine.view import Gone


class Losing(NamedTuple):
    """A request whose view is the first that lacks these typed texts; the layer that took the first of them."""

    request: int
    blocks: tuple[int, ...]
    layer: str


def losing(
    replay: Replay,
    rows: Sequence[Row],
    unwanted: Callable[[], bool] = bool,
    progress: Callable[[int, int], None] | None = None,
) -> list[Losing] | None:
    """Every such request, in order; None when nobody wants to know any more.

    Only requests at which layers fired are looked at: no other can lose anything. A text that comes back and is lost
    again is lost at two requests.
    """
    if not typed_blocks(replay.transcript):
        return []
    found: list[Losing] = []
    before: frozenset[int] = frozenset()
    for row in rows:
        if unwanted():
            return None
        if progress is not None:
            progress(row.request, len(rows))
        if _as_before(replay, row):
            continue
        gone = _gone(replay, row.request) if row.fired else []
        new = [one for one in gone if one.block not in before]
        if new:
            found.append(Losing(row.request, tuple(one.block for one in new), new[0].layer))
        before = frozenset(one.block for one in gone)
    return found


def _as_before(replay: Replay, row: Row) -> bool:
    """What was lost before is lost here, and nothing else; or there is no view that could lose anything."""
    if row.error is not None:
        return True
    if replay.is_recorded:
        return bool(row.fired) and not row.compacted
    return not row.fired and replay.policy.state != "per_request"


def _gone(replay: Replay, request: int) -> Sequence[Gone]:
    try:
        return typed_losses(replay.plan(request))
    except EngineError:
        return []
