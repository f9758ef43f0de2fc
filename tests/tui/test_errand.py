"""What a thread was given is let go of when the thread is over, without a collection of garbage."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from weakref import ref

from textual.dom import DOMNode

from inspector import tui
from inspector.tui.errand import Errand, Errands
from inspector.tui.screens.main import MainScreen
from inspector.tui.widgets.page import Page
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


def test_whoever_starts_threads_lets_go_of_their_work() -> None:
    """Every screen and widget of the program that starts threads, in itself or in its bases."""
    for module in walk_packages(tui.__path__, "inspector.tui."):
        import_module(module.name)
    starting = {cls for cls in _below(DOMNode) if any(_starts_threads(base) for base in cls.__mro__)}
    assert {MainScreen, Page} <= starting
    assert {cls.__name__ for cls in starting if not issubclass(cls, Errands)} == set()


def _below(base: type) -> set[type]:
    """The classes made from it, through any number of steps."""
    found = set(base.__subclasses__())
    return found.union(*map(_below, found))


def _starts_threads(cls: type) -> bool:
    return cls.__module__.startswith("inspector.") and "thread=True" in inspect.getsource(cls)
