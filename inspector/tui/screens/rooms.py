"""Rooms above the main screen: while one is open it hears of every change, whichever part makes it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from inspector.tui.screens.renewing import Renewing

if TYPE_CHECKING:
    from inspector.tui.screens.answering import Answering, Way


class Rooms(Renewing):
    """A room may be opened from another one. Whoever leaves one to a place in the panes leaves those below it, too."""

    rooms: tuple[Answering, ...] = ()
    """Those that are open, the newest last."""

    def enter_room(self, room: Answering) -> None:
        """Open a room, unless one of its kind is open."""
        if not any(type(other) is type(room) for other in self.rooms):
            self.rooms = (*self.rooms, room)
            self.app.push_screen(room, partial(self._room_left, room))

    def _room_left(self, room: Answering, way: Way | None) -> None:
        self.rooms = tuple(other for other in self.rooms if other is not room)
        if way is not None and self.session is not None:
            for other in reversed(self.rooms):
                other.call_later(other.action_close)
            self.gone_to(way)

    def gone_to(self, way: Way) -> None:
        """Turn the knob that was chosen, and go where a room led to."""
        session = self.session
        assert session is not None
        session.step = None
        session.go(way.request)
        if way.knob:
            before = next((knob.value for knob in session.knobs if knob.name == way.knob), 0)
            if session.turn(way.knob, way.value):
                self.changed()
                self.say(
                    f"{way.knob} {before:,} → {way.value:,} keeps it at request {session.request:,} · u takes that back"
                )
        self.moved()
        if way.block is not None:
            self.block_wanted(way.block)

    def renew(self) -> None:
        """Show the view; what an open room says is of another policy now."""
        super().renew()
        for room in self.rooms:
            room.changed()

    def say(self, text: str, bad: bool = False) -> None:
        """An answer to the person, wherever that is."""
        super().say(text, bad)
        if self.rooms and not bad:
            self.rooms[-1].say(text)
