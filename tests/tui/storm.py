"""A storm: seeded random keys, clicks, wheel, resizes and themes, with every frame looked at."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
import traceback
from collections.abc import Callable
from functools import cache
from typing import Any

from textual import events
from textual.errors import NoWidget
from textual.pilot import Pilot

from inspector.tui.actions import ACTIONS
from inspector.tui.app import InspectorApp
from inspector.tui.screens.background import WORK
from inspector.tui.screens.main import MainScreen
from inspector.tui.session import Session
from tests.tui.drive import PATIENCE, main_screen, text_of
from tests.tui.frames import trouble

SMALLEST, LARGEST = (60, 20), (240, 70)
MOVES = ("left", "right", "up", "down", "pageup", "pagedown", "home", "end", "tab", "shift+tab", "enter", "escape")
TYPED = ("a", "e", "0", "1", "7", "space", "backspace", "delete", "slash", "ctrl+p", "f1", "ctrl+a", "ctrl+x", "ctrl+v")
LAYERS_OF_DIALOGS = 8
"""Presses of escape within which any dialog, and what it opened, must have been left."""
OFTEN = 20
"""Events between two looks at whether every dialog can be left."""


class StormApp(InspectorApp):
    """Does not end when it is told to: there is more to come."""

    def exit(self, *_: Any, **__: Any) -> None:
        """Stay."""

    def action_suspend_process(self) -> None:
        """Stay."""


@cache
def keys() -> tuple[str, ...]:
    """Every key of the registry, and what people press in fields and lists."""
    named = [key for action in ACTIONS for key in action.keys.split(",")]
    return (*dict.fromkeys(named), *MOVES, *MOVES, *TYPED)


class Storm:
    """One storm over an open app. `event` does the next thing; the same seed does the same things."""

    def __init__(self, pilot: Pilot[Any], seed: int, session: Session) -> None:
        self.pilot, self.seed, self.session = pilot, seed, session
        self.random = random.Random(seed)
        self.number, self.last = 0, ""
        self.app: InspectorApp = pilot.app  # type: ignore[assignment]

    async def blow(self, count: int) -> None:
        """That many events; what goes wrong is told with all that is needed to do it again."""
        for _ in range(count):
            self.number += 1
            try:
                await self.event()
                await self._laid_out()
                self.look()
                if self.number % OFTEN == 0:
                    await self.leave_all()
            except Exception as error:
                why = traceback.format_exc()
                raise AssertionError(
                    f"seed {self.seed}, event {self.number}: {self.last}, screen {self.app.size}\n{why}"
                ) from error

    async def event(self) -> None:
        """Something that a person, or a cat, might do."""
        kinds: list[tuple[Callable[[], Any], int]] = [
            (self._key, 62),
            (self._click, 18),
            (self._wheel, 8),
            (self._drag, 4),
            (self._resize, 5),
            (self._theme, 3),
        ]
        [do] = self.random.choices([kind for kind, _ in kinds], [weight for _, weight in kinds])
        await self._laid_out()
        with contextlib.suppress(NoWidget):  # a screen that is being opened has nothing to click on yet
            await do()

    def look(self) -> None:
        """The app lives, says nothing of work that failed, and its frame is whole."""
        if self.app._exception is not None:
            raise self.app._exception
        for note in self.app._notifications:
            assert not note.message.startswith(tuple(WORK.values())), note.message
        wrong = trouble(self.app)
        assert not wrong, f"{wrong}\n{text_of(self.app.screen)}"

    async def _laid_out(self) -> None:
        """Wait for that; nothing may come between it and the look at the frame."""
        end = time.monotonic() + PATIENCE
        while not self._is_laid_out():
            assert time.monotonic() < end, f"{self.app.screen} was not laid out"
            await asyncio.sleep(0.01)

    def _is_laid_out(self) -> bool:
        """The screen on top, and all that lies on it, is as large as the terminal by now."""
        if self.app._exception is not None:
            return True
        shown = self.app.screen._compositor
        return shown.size == self.app.size and all(
            sum(segment.cell_length for segment in strip) == shown.size.width for strip in shown.render_strips()
        )

    async def leave_all(self) -> None:
        """Whatever is open can be left with escape; then the session of this storm is open again."""
        self.last = "leaving every dialog"
        for _ in range(LAYERS_OF_DIALOGS):
            if isinstance(self.app.screen, MainScreen):
                break
            await self.pilot.press("escape")
        assert isinstance(self.app.screen, MainScreen), f"{self.app.screen} is still open"
        main = main_screen(self.app)
        if main.session is None or main.session.transcript is not self.session.transcript:
            main.opened(self.session)
            await self.pilot.pause()

    # ---------------------------------------------------------------- events

    async def _key(self) -> None:
        key = self.random.choice(keys())
        self.last = f"key {key}"
        await self.pilot.press(key)

    def _place(self) -> tuple[int, int]:
        width, height = self.app.size
        return self.random.randrange(width), self.random.randrange(height)

    async def _click(self) -> None:
        place, times = self._place(), self.random.choice((1, 1, 1, 2))
        self.last = f"{times} click(s) at {place}"
        await self.pilot.click(offset=place, times=times)

    async def _drag(self) -> None:
        start, end = self._place(), self._place()
        self.last = f"drag from {start} to {end}"
        await self.pilot.mouse_down(offset=start)
        await self.pilot.hover(offset=end)
        await self.pilot.mouse_up(offset=end)

    async def _wheel(self) -> None:
        x, y = self._place()
        kind = self.random.choice((events.MouseScrollDown, events.MouseScrollUp))
        self.last = f"{kind.__name__} at {(x, y)}"
        for _ in range(self.random.choice((1, 3))):
            self.app.screen._forward_event(
                kind(None, x, y, 0, 0, 0, shift=False, meta=False, ctrl=False, screen_x=x, screen_y=y)
            )
        await self.pilot.pause()

    async def _resize(self) -> None:
        width = self.random.randint(SMALLEST[0], LARGEST[0])
        height = self.random.randint(SMALLEST[1], LARGEST[1])
        self.last = f"resize to {width} × {height}"
        await self.pilot.resize_terminal(width, height)

    async def _theme(self) -> None:
        self.last = "another theme"
        self.app.action_next_theme()
        await self.pilot.pause()
