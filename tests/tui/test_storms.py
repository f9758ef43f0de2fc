"""Random keys, clicks, wheel, resizes and themes on three sessions: nothing breaks, nothing is torn, nothing piles up.

What fails is told with its seed and the number of the event; `Storm` with that seed does the same again.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from textual.pilot import Pilot

from inspector.meter import counter
from inspector.policy import load_policy
from inspector.transcript import load, load_messages
from inspector.transcript.model import Transcript
from inspector.tui.session import Session
from tests.benchmarks.synthetic import messages
from tests.tui.drive import ready, text_of, until
from tests.tui.frames import trouble
from tests.tui.painting import Painting
from tests.tui.rules import Rules
from tests.tui.storm import Storm, StormApp
from tests.tui.test_app_hostile import hostile

KINDS = ("ordinary", "evil", "long")
POLICY = {"ordinary": "workbuddy-s14", "evil": "go-tiny-claw", "long": "workbuddy-s14"}
LONG, LONGER = 1_600, 3_000
"""Messages of the long session: more blocks than are worked out at once (`replays.SMALL`); and where it takes minutes."""
GROWTH = 40
"""Megabytes that the second half of a storm may add."""


async def at_once(*_: float) -> None:
    """Textual's own waits until the whole process is idle, which it is not while something is counted."""
    await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def calm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, frames_are_painted_at_rest: Painting) -> None:
    """No animations, files in a folder of the test's own, and no waiting for threads: a storm does not wait either.

    Every frame is painted, as on a terminal.
    """
    frames_are_painted_at_rest.leave(monkeypatch)
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
    monkeypatch.setattr("textual.app.wait_for_idle", at_once)
    monkeypatch.setattr("textual.pilot.wait_for_idle", at_once)
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def transcripts(root: Path) -> dict[str, Transcript]:
    return {
        "ordinary": load(root / "sample_transcripts" / "lost-rule.jsonl"),
        "evil": load_messages(hostile() * 4),
        "long": load_messages(messages(LONG, mean_chars=700)),
    }


@asynccontextmanager
async def weather(transcript: Transcript, policy: str, seed: int) -> AsyncIterator[Storm]:
    """A storm about to begin."""
    session = Session(transcript, load_policy(policy))
    app = StormApp(session=session)
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        yield Storm(pilot, seed, session)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_hundred_events(transcripts: dict[str, Transcript], kind: str) -> None:
    async with weather(transcripts[kind], POLICY[kind], seed=KINDS.index(kind)) as storm:
        await storm.blow(100)
        await storm.leave_all()


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch, rules_are_looked_up_once: Rules) -> Iterator[None]:
    """The memory is the program's alone: what tests know of style sheets grows by 3 kB for every place of a widget."""
    rules_are_looked_up_once.leave(monkeypatch)
    before = rules_are_looked_up_once.places
    yield
    assert rules_are_looked_up_once.places == before


async def test_a_storm_alone(transcripts: dict[str, Transcript], alone: None) -> None:
    async with weather(transcripts["ordinary"], POLICY["ordinary"], seed=0) as storm:
        await storm.blow(5)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", KINDS)
async def test_two_thousand_events_and_a_flat_memory(
    transcripts: dict[str, Transcript], kind: str, alone: None
) -> None:
    transcript = load_messages(messages(LONGER, mean_chars=300)) if kind == "long" else transcripts[kind]
    async with weather(transcript, POLICY[kind], seed=100 + KINDS.index(kind)) as storm:
        for name in ("o200k_base", "cl100k_base"):  # vocabularies that a policy loads once, if a storm chooses it
            counter(name).text("once")
        await storm.blow(1_000)
        before = resident()
        await storm.blow(1_000)
        await storm.leave_all()
        grown = resident() - before
        print(f"{kind}: {grown:+.1f} MB in the second half, {resident():.0f} MB in all")
        assert grown < GROWTH


def resident() -> float:
    """Megabytes of this process, without what waits to be thrown away, and what the allocator holds though it is free."""
    gc.collect()
    with suppress(OSError, AttributeError):  # glibc alone has it
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    return float(psutil.Process().memory_info().rss) / 1e6


SIZES = [(60, 20), (61, 20), (80, 24), (99, 30), (100, 30), (120, 40), (160, 51), (200, 60), (240, 70)]


@pytest.mark.parametrize("keys", [(), ("home",), ("home", *"jjjjjjjjjjjjjjjj")], ids=["end", "top", "middle"])
async def test_resizing_there_and_back_ends_in_the_same_picture(
    transcripts: dict[str, Transcript], keys: tuple[str, ...]
) -> None:
    async with weather(transcripts["ordinary"], POLICY["ordinary"], seed=0) as storm:
        pilot = storm.pilot
        await resized(pilot, SIZES[0])
        await pilot.press(*keys)
        await ready(pilot)
        before = text_of(pilot.app.screen)
        for size in [*SIZES[1:], *reversed(SIZES)]:
            await resized(pilot, size)
        await ready(pilot)
        await until(pilot, lambda: text_of(pilot.app.screen) == before, 10)


async def resized(pilot: Pilot[Any], size: tuple[int, int]) -> None:
    await pilot.resize_terminal(*size)
    await until(pilot, lambda: pilot.app.screen._compositor.size == size and not trouble(pilot.app), 20)
