"""The requests at which contenders differ most: by the sizes of their views, and by blocks that not all hold alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from inspector.analysis.compare.forms import Forms, differing
from inspector.analysis.compare.shapes import Run
from inspector.engine.losses import typed_blocks
from inspector.engine.plan import Plan
from inspector.engine.view import BlockState, Fate
from inspector.long_work import Cancelled, Progress

MOST = 5
"""Requests that are told."""
APART = 12
"""Two of them are at least the session's requests divided by this apart: neighbours differ in the same."""
LOOKED = 300
"""Requests at which blocks are counted at the most, evenly spread."""
SHOWN = 4
"""Groups of blocks that are told of one request."""


class Group(NamedTuple):
    """Blocks of which each contender makes the same: how many, the first of them, and how many are typed texts.

    `states` has the state of the first under each contender; of the others fate and layer are the same.
    """

    blocks: int
    first: int
    typed: int
    states: tuple[BlockState, ...]


class Differing(NamedTuple):
    """One request. `sizes` has each contender's view in the common meter (None: refused), `spread` the largest less the smallest.

    `blocks` is how many blocks not all contenders hold alike, `typed` how many typed texts are among them. `groups` has the
    largest groups of them first, `more` how many blocks are in others.
    """

    request: int
    turn: int
    by: str
    sizes: tuple[int | None, ...]
    spread: int
    blocks: int
    typed: int
    groups: tuple[Group, ...]
    more: int


def most_differing(
    runs: Sequence[Run], cancelled: Callable[[], bool] = bool, progress: Progress | None = None
) -> tuple[Differing, ...]:
    """Up to `MOST` requests, in order: those of the largest spread and those of most blocks in turn, apart from each other."""
    requests = len(runs[0].rows) if runs else 0
    if len(runs) < 2 or not requests:
        return ()
    forms = _forms(runs)
    spreads = {request: spread_at(runs, request) for request in range(1, requests + 1)}
    counts = dict(_counts(runs, forms, requests, cancelled, progress))
    chosen = _chosen(spreads, counts, max(1, requests // APART))
    return tuple(at_request(runs, request, forms, by) for request, by in sorted(chosen.items()))


def spread_at(runs: Sequence[Run], request: int) -> int:
    """The largest view of a request less the smallest, in the common meter; 0 where fewer than two are sent."""
    found = [size for size in sizes_at(runs, request) if size is not None]
    return max(found) - min(found) if len(found) > 1 else 0


def sizes_at(runs: Sequence[Run], request: int) -> tuple[int | None, ...]:
    """The size of each contender's view; None for one that is refused."""
    return tuple(each.view(request) for each in runs)


def _forms(runs: Sequence[Run]) -> list[Forms]:
    """Of each contender after the first, against the first."""
    return [Forms(runs[0].replay.ledger, each.replay.ledger) for each in runs[1:]]


def apart_at(runs: Sequence[Run], request: int, forms: Sequence[Forms]) -> list[int]:
    """The blocks that not all contenders hold alike: a block that all hold as the first does is none of them."""
    plans = [each.replay.plan(request) for each in runs]
    found: set[int] = set()
    for plan, form in zip(plans[1:], forms, strict=True):
        found.update(differing(plans[0], plan, form))
    return sorted(found)


def _counts(
    runs: Sequence[Run],
    forms: Sequence[Forms],
    requests: int,
    cancelled: Callable[[], bool],
    progress: Progress | None,
) -> Iterator[tuple[int, int]]:
    """Requests, evenly spread and the last among them, with the number of blocks that are apart there."""
    step = -(-requests // LOOKED)
    for request in range(1 + (requests - 1) % step, requests + 1, step):
        if cancelled():
            raise Cancelled
        if progress is not None:
            progress(request, requests)
        yield request, len(apart_at(runs, request, forms))


def _chosen(spreads: dict[int, int], counts: dict[int, int], gap: int) -> dict[int, str]:
    """The requests, each with what chose it: the next by size, then the next by blocks."""
    by_size, by_blocks = _ranked(spreads), _ranked(counts)
    chosen: dict[int, str] = {}
    while len(chosen) < MOST:
        before = len(chosen)
        for ranked, word in ((by_size, "size"), (by_blocks, "blocks")):
            found = next((each for each in ranked if all(abs(each - other) >= gap for other in chosen)), None)
            if found is not None and len(chosen) < MOST:
                chosen[found] = word
        if len(chosen) == before:
            break
    return chosen


def _ranked(values: dict[int, int]) -> list[int]:
    """The requests with a value, largest first; of equal ones the earliest."""
    return sorted((request for request, value in values.items() if value), key=lambda each: (-values[each], each))


def at_request(runs: Sequence[Run], request: int, forms: Sequence[Forms] | None = None, by: str = "") -> Differing:
    """One request side by side."""
    plans = [each.replay.plan(request) for each in runs]
    blocks = apart_at(runs, request, forms or _forms(runs))
    typed = set(typed_blocks(runs[0].replay.transcript)).intersection(blocks)
    groups = _groups(plans, blocks, typed)
    more = sum(each.blocks for each in groups[SHOWN:])
    turn = runs[0].rows[request - 1].turn
    sizes, spread = sizes_at(runs, request), spread_at(runs, request)
    return Differing(request, turn, by, sizes, spread, len(blocks), len(typed), tuple(groups[:SHOWN]), more)


def _groups(plans: Sequence[Plan], blocks: Iterable[int], typed: set[int]) -> list[Group]:
    """The blocks by what each contender makes of them, the largest group first."""
    found: dict[tuple[tuple[Fate, str], ...], Group] = {}
    for block in blocks:
        states = tuple(plan.state(block) for plan in plans)
        key = tuple((state.fate, state.layer) for state in states)
        old = found.get(key, Group(0, block, 0, states))
        found[key] = old._replace(blocks=old.blocks + 1, typed=old.typed + (block in typed))
    return sorted(found.values(), key=lambda each: (-each.blocks, each.first))
