"""Loading makes many objects and no garbage: looking for cycles meanwhile would take a third of the time."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """No collection inside; afterwards the collector is as it was."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            if not gc.get_freeze_count():
                gc.freeze()  # with the next line: what was made goes to the oldest generation unexamined
                gc.unfreeze()
            gc.enable()
