"""The list of the room of meters: left and right go through the estimators."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from inspector.tui.widgets.why_list import WhyList


class MeterList(WhyList):
    """As the list of the why room."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "screen.estimator(-1)", show=False),
        Binding("right", "screen.estimator(1)", show=False),
    ]
