"""A frame is painted when the screen has come to rest, or somebody looks at it, not each time that something has changed.

Without a terminal nobody sees the frames in between, and a dialog that opens and closes has nine of them: half of what it
costs. Whatever is painted at rest is painted here, too, and by the same code; where nothing rests, a frame comes every
`LATEST` seconds. An app that writes to a terminal paints as ever; so does a test that looks at every frame (`leave`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextvars import copy_context
from typing import Any
from weakref import ref

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

LATEST = 1.0
"""Seconds after which a change is painted though nothing rests: what a painting sets going must not wait for ever."""


def owed(app: App[Any]) -> None:
    """Paint what has changed on the screen on top since it was painted last."""
    if app._running and app.is_headless and app.screen_stack:
        _paint(app.screen)


def _paint(screen: Screen[Any]) -> None:
    if screen._compositor._dirty_regions:
        # In a context of its own, like that of the timer which paints otherwise: it leaves the screens below there.
        copy_context().run(screen._compositor.render_update, screen_stack=screen.app._background_screens)


class Painting:
    """What is put in the place of Textual's painting."""

    def __init__(self) -> None:
        self._refresh, self._press, self._pause = Screen._compositor_refresh, App._press_keys, Pilot.pause

    def patch(self, patch: pytest.MonkeyPatch) -> None:
        """Paint at rest."""
        paint, press, pause = self._refresh, self._press, self._pause

        def refresh(self: Screen[Any]) -> None:
            app = self.app
            if not app.is_headless or app.is_inline or self is not app.screen:
                paint(self)
                return
            self._dirty_widgets.clear()
            app._update_mouse_over(self)
            if self._compositor._dirty_regions and not getattr(self, "_to_be_painted", False):
                self._to_be_painted = True  # type: ignore[attr-defined]
                asyncio.get_running_loop().call_later(LATEST, _late, ref(self))

        async def press_keys(self: App[Any], keys: Iterable[str]) -> None:
            for key in keys:
                await press(self, (key,))
                owed(self)

        async def paused(self: Pilot[Any], delay: float | None = None) -> None:
            await pause(self, delay)
            owed(self.app)

        patch.setattr(Screen, "_compositor_refresh", refresh)
        patch.setattr(App, "_press_keys", press_keys)
        patch.setattr(Pilot, "pause", paused)

    def leave(self, patch: pytest.MonkeyPatch) -> None:
        """Paint whenever the program does."""
        patch.setattr(Screen, "_compositor_refresh", self._refresh)


def _late(which: ref[Screen[Any]]) -> None:
    screen = which()
    if screen is None:
        return
    screen._to_be_painted = False  # type: ignore[attr-defined]
    if screen.is_attached and screen.app._running and screen.is_current and screen is screen.app.screen:
        _paint(screen)
