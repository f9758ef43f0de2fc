"""One file, watched for changes of its content: written anew, replaced, deleted, there again. No Textual here."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path

STEP, DEBOUNCE = 60, 400
"""Milliseconds without a change after which a change is told, and those after which it is told in any case."""
LOOK = 1_000
"""Milliseconds after which is looked in any case: some file systems tell nothing."""

Sign = tuple[int, int, int] | None
"""Time, size and number of a file, None where there is none: what differs when its content does."""


def sign(path: str) -> Sign:
    """The sign of a file as it is now."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


async def changes(path: str) -> AsyncGenerator[bool, None]:
    """Whether the file is there: once at the beginning, then after every change. Ends only when it is given up."""
    last = sign(path)
    yield last is not None
    async with aclosing(hints(path)) as found:
        async for _ in found:
            if (now := await _settled(path)) != last:
                last = now
                yield now is not None


async def _settled(path: str) -> Sign:
    """The sign of a file once it stays the same for a moment: it may be written in several pieces."""
    before, now = sign(path), None
    while True:
        await asyncio.sleep(STEP / 1000)
        now = sign(path)
        if now == before:
            return now
        before = now


async def hints(path: str) -> AsyncGenerator[None, None]:
    """A hint whenever something may have happened. Folders are watched: editors put a new file in the place of the old one."""
    from watchfiles import awatch

    folders = {str(Path(path).parent), str(Path(os.path.realpath(path)).parent)}
    watching = awatch(
        *folders,
        watch_filter=None,
        step=STEP,
        debounce=DEBOUNCE,
        rust_timeout=LOOK,
        yield_on_timeout=True,
        recursive=False,
    )
    try:
        async with aclosing(watching):
            async for _ in watching:
                yield
    except (OSError, RuntimeError):  # no such folder any more, or more watches than the system allows
        while True:
            await asyncio.sleep(LOOK / 1000)
            yield
