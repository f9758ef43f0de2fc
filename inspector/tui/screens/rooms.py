"""Rooms above the main screen: while one is open it hears of every change, whichever part makes it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from inspector.tui.screens.renewing import Renewing

if TYPE_CHECKING:
    from inspector.tui.screens.answering import Way
    from inspector.tui.screens.room_keys import RoomKeys


class Rooms(Renewing):
    """Any room may be opened from any other one. Whoever leaves one to a place in the panes leaves those below it, too."""

    rooms: tuple[RoomKeys[Any], ...] = ()
    """Those that are open, the newest last."""
    _to_close: tuple[RoomKeys[Any], ...] = ()
    """Those that are to be closed one after the other, the newest last."""

    def enter_room(self, room: RoomKeys[Any], left: Callable[[Any], bool]) -> None:
        """Open a room on top; where one of its kind is open, go back to that one.

        `left` takes the room's answer, and says whether that led to a place in the panes.
        """
        kinds = [type(other) for other in self.rooms]
        if type(room) in kinds:
            self._close(self.rooms[kinds.index(type(room)) + 1 :])
        else:
            self.rooms = (*self.rooms, room)
            self.app.push_screen(room, partial(self._room_left, room, left))

    def room_of(self, kind: str) -> RoomKeys[Any] | None:
        """The open room of a kind, by the name of its keys."""
        return next((room for room in self.rooms if kind == room.SCOPE), None)

    def _room_left(self, room: RoomKeys[Any], left: Callable[[Any], bool], answer: object) -> None:
        self.rooms = tuple(other for other in self.rooms if other is not room)
        if answer is not None and left(answer):
            self._to_close = self.rooms
        self._close(self._to_close)

    def _close(self, rooms: tuple[RoomKeys[Any], ...]) -> None:
        """Close rooms, the newest first: each when the one above it is gone."""
        self._to_close = rooms[:-1]
        if rooms:
            rooms[-1].call_later(rooms[-1].action_close)

    def way_left(self, way: Way) -> bool:
        """A room was left to a place in the panes."""
        if self.session is not None:
            self.gone_to(way)
        return True

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
