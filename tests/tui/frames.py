"""A frame as the terminal gets it: composited strips, checked cell by cell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual.app import App
from textual.geometry import Region
from textual.strip import Strip

from tests.tui.painting import owed

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def strips(app: App[Any]) -> list[Strip]:
    """The lines of the screen on top, with everything that lies on it."""
    owed(app)
    return app.screen._compositor.render_strips()


def trouble(app: App[Any]) -> str:
    """What is wrong with the present frame; empty when nothing is."""
    width, height = app.size
    lines = strips(app)
    if len(lines) != height:
        return f"{len(lines)} lines on a screen of {height}"
    for y, strip in enumerate(lines):
        cells = sum(cell_len(segment.text) for segment in strip if not segment.control)
        if cells != width:
            return f"line {y} has {cells} cells on a screen of {width}: {strip.text!r}"
        if found := CONTROL.search(strip.text):
            return f"line {y} holds {found.group()!r}: {strip.text!r}"
    return ""


class Letter(NamedTuple):
    """A character on the screen with its style."""

    x: int
    y: int
    text: str
    style: Style


def letters(app: App[Any], region: Region | None = None, of: Callable[[Style], bool] | None = None) -> Iterator[Letter]:
    """Letters and digits of the frame, or of a part of it, each with its style; only those `of` some styles, if asked."""
    for y, strip in enumerate(strips(app)):
        x = 0
        for segment in strip:
            if of and segment.style is not None and not (any(map(str.isalnum, segment.text)) and of(segment.style)):
                x += segment.cell_length
                continue
            for character in segment.text:
                inside = region is None or region.contains(x, y)
                if inside and character.isalnum() and segment.style is not None:
                    yield Letter(x, y, character, segment.style)
                x += cell_len(character)
