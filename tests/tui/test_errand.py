"""What a thread was given is let go of when the thread is over, without a collection of garbage."""

from __future__ import annotations

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


async def test_a_worker_that_is_over_does_not_hold_its_replay(samples: dict[str, Path]) -> None:
    async with opened(samples["oom-log"], "evo-agent") as (pilot, main, session):
        worker = main._total(session, session.replay, session.revision, main.start_task("totals", "totals"))
        await until(pilot, lambda: worker.is_finished)
        old = ref(session.replay)
        await pilot.press("right_square_bracket")
        await until(pilot, lambda: session.revision > 0 and main.totals_known and old() is None)
        assert worker.is_finished
