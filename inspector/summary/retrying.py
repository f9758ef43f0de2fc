"""Trying again, within a budget of tries and of seconds spent waiting."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from inspector.engine.summariser import SummaryFailed
from inspector.summary.allowed import SECONDS, stated_seconds
from inspector.summary.failing import Failure

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds: to `connect`, of silence while reading (`read`), for everything together (`total`).

    After a failure that may pass there are up to `retries` more tries, which wait for `retry_seconds` together at the most:
    as long as the service asks, else `pause` seconds and twice as long every time. `most` is the longest answer in tokens
    (None: what the request asks for, and room to think).
    """

    connect: float = 10.0
    read: float = 120.0
    total: float = 600.0
    retries: int = 4
    retry_seconds: float = 60.0
    pause: float = 0.5
    most: int | None = None


def limits_of(environ: Mapping[str, str], given: Mapping[str, Any]) -> Limits:
    """The limits as given; how long everything may take also as the environment says it (a number of seconds)."""
    with contextlib.suppress(SummaryFailed):  # told when something is asked
        if "total" not in given and (stated := stated_seconds(environ)):
            return Limits(**{**given, "total": stated})
    return Limits(**given)


async def retried(attempt: Callable[[], Awaitable[T]], limits: Limits, failed: list[Failure] | None = None) -> T:
    """The first success. Raises SummaryFailed when no further try is allowed, or when one would not help.

    Every failure goes into `failed`, for whoever ends it before that.
    """
    waited, tries = 0.0, 0
    while True:
        try:
            return await attempt()
        except Failure as failure:
            tries += 1
            if failed is not None:
                failed.append(failure)
            pause = limits.pause * 2 ** (tries - 1) if failure.wait is None else failure.wait
            stopped = _stopped(failure, limits, tries, waited, pause)
        if stopped is not None:
            raise SummaryFailed(stopped)
        waited += pause
        await asyncio.sleep(pause)


def too_long(limits: Limits, failed: list[Failure]) -> str:
    """What is said when the time for everything is over: the last cause too, where there is one."""
    within = f"there was no whole answer within {limits.total:g} s"
    if not failed:
        return f"{within}: try again later, or allow more in {SECONDS}"
    last = failed[-1]
    return f"{within}, and the last failure was: {last.what}: {last.do}, or allow more in {SECONDS}"


def _stopped(failure: Failure, limits: Limits, tries: int, waited: float, pause: float) -> str | None:
    """Why there is no further try; None when there is one."""
    if not failure.again:
        return failure.reason
    if tries > limits.retries:
        return f"{failure.what}, {_times(tries)}: {failure.do}"
    if waited + pause <= limits.retry_seconds:
        return None
    allowed = f"longer than the {limits.retry_seconds:g} s that are allowed"
    if failure.wait is not None:
        return f"{failure.what}, and it asks to wait for {pause:g} s, {allowed}: {failure.do}"
    return f"{failure.what}, {_times(tries)}, and waiting on would take {allowed}: {failure.do}"


def _times(tries: int) -> str:
    return "at the only try" if tries == 1 else f"{tries} times in a row"
