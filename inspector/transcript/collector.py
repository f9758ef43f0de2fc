"""Loading makes many objects and no garbage: looking for cycles meanwhile would take a third of the time."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


class _Sight:
    """What the collector sees. To ask the collector itself takes a walk over all that it does not see: 20 ms and more."""

    whole = True


def leave_alone() -> None:
    """The collector does not look at what there is by now."""
    gc.freeze()
    _Sight.whole = False


def look_at_all() -> None:
    """The collector looks at everything again."""
    gc.unfreeze()
    _Sight.whole = True


@contextmanager
def collector_paused() -> Iterator[None]:
    """No collection inside; afterwards the collector is as it was."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            if _Sight.whole:
                gc.freeze()  # with the next line: what was made goes to the oldest generation unexamined
                gc.unfreeze()
            gc.enable()
