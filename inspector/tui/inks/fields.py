"""Lines of `name: value`, as the arguments of a call are written out here."""

from __future__ import annotations

import re

from inspector.tui.inks.ink import Ink

_NAME = re.compile(r"^[^\s:]{1,60}:(?=\s|$)", re.MULTILINE)


def inks(text: str) -> list[Ink]:
    """The names."""
    return [Ink(found.start(), found.end(), "key") for found in _NAME.finditer(text)]
