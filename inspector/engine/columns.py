"""Sizes and layers of views that are made afresh, of all requests at once: a few passes over whole columns."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Hashable, Iterable, Sequence
from itertools import chain, pairwise, repeat
from typing import TYPE_CHECKING, NamedTuple

from inspector.engine.effects import remember
from inspector.engine.view import Answer
from inspector.policy.model import Region

if TYPE_CHECKING:
    from inspector.engine.afresh import Afresh
    from inspector.engine.course import Course
    from inspector.engine.quiet import Quiet
    from inspector.engine.table import Table

_NEVER = 1 << 60


class Columns(NamedTuple):
    """The views of all requests, made whether the policy's limit is reached or not: turning that costs nothing new."""

    sizes: Sequence[int]
    fired: Sequence[tuple[str, ...]]


def fill(course: Course, table: Table) -> bool:
    """Add all requests to an empty table; False where they have to be asked for one by one."""
    afresh = course.afresh_sums
    if not course.told_afresh or len(_counts(afresh)) > 1:
        return False
    found = remember(course.ledger.transcript, ("afresh", _key(afresh)), lambda: _columns(afresh, course.ends))
    received = table.transcripts
    opens = list(chain.from_iterable(_opens(course, quiet, run, received) for run, quiet in course.runs()))
    views = zip(received, found.sizes, opens, strict=True)
    table.views.extend([view if is_open else size for size, view, is_open in views])
    table.approximate.extend(bytes(len(received)))
    fired = zip(range(1, len(received) + 1), found.sizes, found.fired, opens, strict=True)
    table.told.update({request: Answer(size, ids) for request, size, ids, is_open in fired if ids and is_open})
    return True


def _opens(course: Course, quiet: Quiet, run: range, received: Sequence[int]) -> Iterable[bool]:
    """For each request of a stretch, whether layers work at it: by its size, or by what the provider had counted before it."""
    lowest, ledger = quiet.lowest, course.ledger
    if quiet.never or not quiet.usage:
        quiet_up_to = run.start - 1 if quiet.never else run.stop - 1
        if not quiet.never and lowest is not None:
            quiet_up_to = bisect_left(received, lowest, run.start - 1, run.stop - 1)
        return chain(repeat(False, quiet_up_to - run.start + 1), repeat(True, run.stop - 1 - quiet_up_to))
    least = -ledger.base - ledger.supplied
    usage = ledger.usage_under(quiet.policy)
    slacks = [usage.slack(limit)[run.start - 1 : run.stop - 1] for limit in quiet.usage]
    return [max(each) >= least for each in zip(*slacks, strict=True)]


def _counts(afresh: Afresh) -> set[bool]:
    """The ways in which the regions of the layers count messages."""
    regions = [afresh.policy.layers[index].region for index in afresh.layers]
    return {region.results_apart for region in regions if region.where != "all" and region.messages}


def _key(afresh: Afresh) -> Hashable:
    """What the columns depend on."""
    ledger, layers = afresh.ledger, tuple(afresh.layers)
    return (ledger.settings(layers), ledger.supplied, tuple(afresh.policy.layers[index].region for index in layers))


def _columns(afresh: Afresh, ends: Sequence[int]) -> Columns:
    """Cut every history where a region begins or ends; what a layer does to such a stretch is a difference of sums."""
    ledger = afresh.ledger
    cuts = _cuts(afresh, ends)
    sizes = [ledger.base + ledger.supplied] * len(ends)
    masks = [0] * len(ends)
    for number, (lows, highs) in enumerate(pairwise(cuts)):
        applied: tuple[int, ...] = ()
        for index in afresh.layers:
            if _covers(afresh, index, number):
                changes = [*ledger.changes(index, applied), _NEVER]
                masks = _marked(masks, 1 << index, changes, lows, highs)
                applied = (*applied, index)
        sums = ledger.summed(applied) if applied else ledger.prefix
        sizes = [size - sums[lo] + sums[hi] for size, lo, hi in zip(sizes, lows, highs, strict=True)]
    ids = {mask: _ids(afresh, mask) for mask in set(masks)}
    return Columns(array("q", sizes), [ids[mask] for mask in masks])


def _messages(afresh: Afresh) -> list[int]:
    """How many of the newest messages the regions tell apart from older ones, largest first."""
    regions = [afresh.policy.layers[index].region for index in afresh.layers]
    return sorted({region.messages for region in regions if region.where != "all" and region.messages}, reverse=True)


def _cuts(afresh: Afresh, ends: Sequence[int]) -> list[Sequence[int]]:
    """For each cut where it lies at each request, from the beginning of the history to its end."""
    starts, _ = afresh.ledger.units(True in _counts(afresh))
    counts = [bisect_left(starts, end) for end in ends]
    inner = [[starts[at - kept] if at >= kept else 0 for at in counts] for kept in _messages(afresh)]
    return [[0] * len(ends), *inner, ends]


def _covers(afresh: Afresh, index: int, number: int) -> bool:
    """Whether a layer works on the stretch of that number."""
    region: Region = afresh.policy.layers[index].region
    if region.where == "all":
        return True
    messages = _messages(afresh)
    edge = messages.index(region.messages) + 1 if region.messages else len(messages) + 1
    return number < edge if region.where == "outside" else number >= edge


def _marked(masks: list[int], bit: int, changes: list[int], lows: Sequence[int], highs: Sequence[int]) -> list[int]:
    """Mark the requests at which a layer changes a block of its stretch."""
    found = zip(masks, lows, highs, strict=True)
    return [mask | bit if changes[bisect_left(changes, lo)] < hi else mask for mask, lo, hi in found]


def _ids(afresh: Afresh, mask: int) -> tuple[str, ...]:
    return tuple(afresh.policy.layers[index].id for index in afresh.layers if mask >> index & 1)
