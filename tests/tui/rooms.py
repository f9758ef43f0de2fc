"""The way into a room, until its answers are there, and pictures of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from pytest_textual_snapshot import SVGImageExtension
from textual.pilot import Pilot
from textual.screen import Screen

from inspector.tui.screens.main import MainScreen
from inspector.tui.session import Session
from tests.tui.drive import opened, still, until

Room = TypeVar("Room", bound=Screen[Any])
LARGE, SMALL = (120, 40), (80, 24)


@dataclass(frozen=True)
class Way(Generic[Room]):
    """What a room is, the key that opens it, and when its answers are there."""

    kind: type[Room]
    key: str
    over: Callable[[Room], object]
    policy: str = "workbuddy-s14"
    """Under which a session is opened where a test says nothing else."""

    def is_over(self, screen: object) -> bool:
        """Whether a screen is this room with its answers."""
        return isinstance(screen, self.kind) and bool(self.over(screen))

    async def into(self, pilot: Pilot[Any]) -> Room:
        """Open the room from the main screen and wait for its answers."""
        await pilot.press(self.key)
        await until(pilot, lambda: self.is_over(pilot.app.screen))
        room = pilot.app.screen
        assert isinstance(room, self.kind)
        return room

    @asynccontextmanager
    async def entered(
        self, path: Path, policy: str = "", size: tuple[int, int] = LARGE
    ) -> AsyncIterator[tuple[Pilot[Any], Room, MainScreen, Session]]:
        """A session is open, and the room over it."""
        async with opened(path, policy or self.policy, size) as (pilot, main, session):
            yield pilot, await self.into(pilot), main, session


async def look_the_same(
    pilot: Pilot[Any],
    snapshot: Any,
    themes: Iterable[str],
    name: Callable[[str, str], str] = lambda size, theme: f"{size}-{theme}",
    again: Callable[[], Awaitable[None]] | None = None,
) -> None:
    """Compare what stands on the screen with its pictures in both sizes and in themes ("dark", "light").

    One app is enough: its terminal is made smaller, and another theme put on. `again` brings about what a size changes.
    """
    for width, height in (LARGE, SMALL):
        await pilot.resize_terminal(width, height)
        if again is not None:
            await again()
        for theme in themes:
            pilot.app.theme = f"inspector-{theme}"
            await still(pilot)
            found = pilot.app.export_screenshot(title=pilot.app.title, simplify=True)
            known = snapshot(name=name(f"{width}x{height}", theme), extension_class=SVGImageExtension)
            assert found == known, (width, height, theme)
