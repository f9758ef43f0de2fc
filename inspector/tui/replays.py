"""Replays for the screen: a quick one at once, with estimates where counting or summarising takes long; then the final one."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from inspector.engine import Durable, Replay, Row
from inspector.engine.recorded import RECORDED
from inspector.engine.summariser import Summariser
from inspector.long_work import Progress
from inspector.meter import counter_of, known_sizes, sizes
from inspector.policy.model import MeterSpec, Policy, Summarise
from inspector.transcript.model import Transcript

ESTIMATED = ("o200k_base", "cl100k_base", "provider")
"""Counters that take a while on a long transcript; characters / 4 stand in for them at first."""
SMALL = 1_500
"""Blocks up to which everything is worked out at once."""
LARGE = 30_000_000
"""Bytes of a file from which a thread estimates sizes before anything is shown under a policy."""
WORK, REST = 0.002, 0.001
"""Seconds of work and of sleep in a background thread, so that keys stay quick."""
LONG_WORK, BREATH = 0.01, 0.0001
"""The same while nobody presses a key: whoever waits for the interpreter gets it."""


def quick(
    transcript: Transcript, policy: Policy | None, summariser: Summariser | None, durable: Durable | None = None
) -> Replay:
    """A replay that can be shown at once."""
    chosen = replace(policy or RECORDED, meter=first_meter(transcript, policy))
    return Replay(transcript, chosen, summariser if small(transcript) else None, durable)


def first_meter(transcript: Transcript, policy: Policy | None) -> MeterSpec:
    """The policy's meter where it has counted, or counts in no time; else the one that stands in for it."""
    meter = (policy or RECORDED).meter
    return meter if counted(transcript, policy) else MeterSpec("chars/4", meter.unit, meter.system)


def prepare(transcript: Transcript, policy: Policy | None, unwanted: Callable[[], bool], progress: Progress) -> None:
    """Find out what a first view needs of a large session; it is remembered with the transcript. Raises `Cancelled`."""
    meter = first_meter(transcript, policy)
    sizes(transcript, counter_of(meter.count, transcript), progress, unwanted)
    replay = quick(transcript, policy, None)
    if replay.requests and not unwanted():
        replay.steps(replay.requests)


def final(
    transcript: Transcript, policy: Policy | None, summariser: Summariser | None, durable: Durable | None = None
) -> Replay:
    """The replay with exact counts and whole summaries. Counts when nobody did yet, which may take seconds."""
    return Replay(transcript, policy, summariser, durable)


def count(
    transcript: Transcript,
    policy: Policy | None,
    unwanted: Callable[[], bool],
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Count the transcript in the policy's meter. Raises `Cancelled` when nobody wants it any more."""
    sizes(transcript, counter_of((policy or RECORDED).meter.count, transcript), progress, unwanted)


def counted(transcript: Transcript, policy: Policy | None) -> bool:
    """Whether sizes in the policy's meter are known, or known in no time."""
    name = (policy or RECORDED).meter.count
    return name not in ESTIMATED or known_sizes(transcript, counter_of(name, transcript)) is not None


def costly(transcript: Transcript) -> bool:
    """Whether even what a first view needs takes too long for the screen's own thread."""
    return transcript.report.bytes > LARGE


def small(transcript: Transcript) -> bool:
    """Short enough to work everything out between two key presses."""
    return len(transcript.structure.blocks) <= SMALL


def summarises(policy: Policy | None) -> bool:
    """Whether a layer of the policy writes summaries."""
    return policy is not None and any(isinstance(layer.operation, Summarise) for layer in policy.layers)


def rows(
    replay: Replay,
    unwanted: Callable[[], bool],
    progress: Callable[[int, int], None] | None = None,
    lull: Callable[[], bool] = bool,
) -> Sequence[Row] | None:
    """Every request as a row, in slices that leave time to the screen; None when nobody wants them any more."""
    return replay.table(resting(unwanted, lull), progress)


def resting(unwanted: Callable[[], bool], lull: Callable[[], bool] = bool) -> Callable[[], bool]:
    """Asks `unwanted`, and sleeps a little whenever a slice of work is over; less in a `lull`, when no key was pressed."""
    started = time.perf_counter()

    def ask() -> bool:
        nonlocal started
        worked = time.perf_counter() - started
        if worked < WORK:
            return False
        calm = lull()
        if calm and worked < LONG_WORK:
            return False
        time.sleep(BREATH if calm else REST)
        started = time.perf_counter()
        return unwanted()

    return ask
