"""The list of the check room: left and right go through the requests of a line."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from inspector.tui.widgets.why_list import WhyList


class CheckList(WhyList):
    """As the list of the why room, without a lane beside it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "screen.place(-1)", show=False),
        Binding("right", "screen.place(1)", show=False),
        Binding("shift+left", "screen.place(-10)", show=False),
        Binding("shift+right", "screen.place(10)", show=False),
    ]
