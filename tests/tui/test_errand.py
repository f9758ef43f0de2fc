"""What a thread was given is let go of when the thread is over, without a collection of garbage."""

from __future__ import annotations

import gc
from pathlib import Path
from weakref import ref

from inspector.tui.errand import Errand
from tests.tui.drive import opened, until


def test_an_errand_is_run_once() -> None:
    runs: list[int] = []
    errand = Errand(lambda: runs.append(1))
    errand()
    errand()
    assert runs == [1]


async def test_an_older_replay_is_freed_without_a_collection(samples: dict[str, Path]) -> None:
    async with opened(samples["oom-log"], "evo-agent") as (pilot, main, session):
        main._total(session, session.replay, session.revision, main.start_task("totals", "totals"))
        await until(pilot, lambda: not any(worker.is_running and worker.group == "totals" for worker in main.workers))
        old = ref(session.replay)
        gc.disable()
        try:
            await pilot.press("right_square_bracket")
            await until(pilot, lambda: session.revision > 0 and main.totals_known)
            await until(pilot, lambda: old() is None)
        finally:
            gc.enable()
