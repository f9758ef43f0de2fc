"""A line with the colours of the bars of the cost room, so that its figures are their legend."""

from __future__ import annotations

from typing import ClassVar

from inspector.tui.widgets.line import Line


class CostLine(Line):
    """As any line of parts."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"line--{name}" for name in ("read", "write", "fresh", "output")}
    DEFAULT_CSS = """
    CostLine { background: $surface;
        & .line--read { color: $primary 45%; }
        & .line--write { color: $warning; }
        & .line--fresh { color: $error; }
        & .line--output { color: $secondary; }
    }
    """
