"""The requests at which typed text leaves the views: all of a session."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from inspector.engine import EngineError, Replay, Row
from inspector.engine.losses import typed_blocks, typed_losses
from inspector.engine.view import Gone
from inspector.long_work import Progress
from inspector.policy.model import Clear, Dedupe, Fold, Layer, Truncate


class Losing(NamedTuple):
    """A request whose view is the first that lacks these typed texts; the layer that took the first of them."""

    request: int
    blocks: tuple[int, ...]
    layer: str


def losing(
    replay: Replay,
    rows: Sequence[Row],
    unwanted: Callable[[], bool] = bool,
    progress: Progress | None = None,
) -> list[Losing] | None:
    """Every such request, in order; None when nobody wants to know any more.

    Only requests at which a layer fired that can take typed text are looked at: no other can lose anything. A text that
    comes back and is lost again is lost at two requests.
    """
    if not typed_blocks(replay.transcript):
        return []
    if unwanted():
        return None
    if (told := replay.leaving()) is not None:
        return [Losing(*one) for one in told]
    found: list[Losing] = []
    before: frozenset[int] = frozenset()
    able = able_to_take(replay)
    for row in rows:
        if unwanted():
            return None
        if progress is not None:
            progress(row.request, len(rows))
        taking = not able.isdisjoint(row.fired)
        if _as_before(replay, row, taking):
            continue
        gone = _gone(replay, row.request) if taking else []
        new = [one for one in gone if one.block not in before]
        if new:
            found.append(Losing(row.request, tuple(one.block for one in new), new[0].layer))
        before = frozenset(one.block for one in gone)
    return found


def able_to_take(replay: Replay) -> frozenset[str]:
    """The layers that may take typed text away: those that do not only work on tool results or the assistant's words."""
    return frozenset(("recorded", *(layer.id for layer in replay.policy.layers if not _harmless(layer))))


def _harmless(layer: Layer) -> bool:
    if isinstance(layer.operation, Truncate):
        kinds, roles = layer.select.kinds, layer.select.roles
        return (bool(kinds) and "text" not in kinds) or (bool(roles) and "user" not in roles)
    return isinstance(layer.operation, Clear | Dedupe | Fold)


def _as_before(replay: Replay, row: Row, taking: bool) -> bool:
    """What was lost before is lost here, and nothing else; or there is no view that could lose anything."""
    if row.error is not None:
        return True
    if replay.is_recorded:
        return bool(row.fired) and not row.compacted
    return not taking and replay.policy.state != "per_request"


def _gone(replay: Replay, request: int) -> Sequence[Gone]:
    try:
        return typed_losses(replay.plan(request))
    except EngineError:
        return []
