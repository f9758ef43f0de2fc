"""Work that takes a while, on every floor: whoever wants it may ask how far it is, and may give it up."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""Called now and then with what is done and what there is to do."""


class Cancelled(Exception):
    """Nobody wants to know any more. What is half done is not kept."""
