"""A letter of a search: to the first hits, and to all of them with their fates."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from textual.app import App

from tests.benchmarks.keys import Clock, line, main_screen, press, say, send
from tests.pace import slowness

QUERIES = ("error", "tests pass", "/fail\\w+/i", "path:src")


async def searched(app: App[Any]) -> None:
    """Type queries, and go through their hits."""
    main = main_screen(app)
    assert main is not None
    say(f"  {'':27}{'first hits':>44}{'all, with fates':>44}")
    await press(app, "slash")
    for query in QUERIES:
        main.search_panel.input.value = ""
        await asyncio.sleep(0.3)
        first, done, slow = [], [], slowness(time.thread_time)
        for text in (query[: at + 1] for at in range(len(query))):
            start = Clock.now()
            main.search_panel.input.value = text
            await _until(lambda text=text: main._asked_query.text == text)  # type: ignore[misc]
            await _until(lambda: (main._found is not None and bool(main._found.hits)) or not main.seeking)
            first.append(Clock.now().since(start, slow))
            await _until(lambda: not main.seeking and main._sifting is None)
            done.append(Clock.now().since(start, slow))
        line(f"search {query}", first, done)
    line("the hit below", [await press(app, "down") for _ in range(10)])
    send(app, "escape")
    await asyncio.sleep(0.3)


async def _until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.001)
