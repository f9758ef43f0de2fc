"""The list of a room with a picture across all requests: left and right go through the requests."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from inspector.tui.widgets.why_list import WhyList


class RequestList(WhyList):
    """As the list of the why room, with a picture above it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "screen.request(-1)", show=False),
        Binding("right", "screen.request(1)", show=False),
        Binding("shift+left", "screen.request(-10)", show=False),
        Binding("shift+right", "screen.request(10)", show=False),
    ]
