"""A line of text made of coloured parts; those that matter least give way first when it gets narrow. No Textual here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inspector.terminal_text import cells, clip, sanitise


class Part(NamedTuple):
    """A piece of a line. `style` names a colour; parts of lower `rank` give way first; `right` ones are set right.

    A part with `least` can be cut to so many cells, with … at its end, and takes whatever room the others leave.
    """

    text: str
    style: str = "plain"
    rank: int = 1
    right: bool = False
    least: int = 0


def fit(parts: Sequence[Part], width: int) -> tuple[list[Part], list[Part]]:
    """The parts that fit into a width, made safe: those on the left and those on the right."""
    kept = [part._replace(text=sanitise(part.text[: 4 * width])) for part in parts if part.text]
    while len(kept) > 1 and sum(_needed(part) for part in kept) + 1 > width:
        kept.remove(min(reversed(kept), key=lambda part: part.rank))
    if len(kept) == 1:
        kept = [_cut(kept[0], width)] if total(kept) > width else kept
    else:
        _share(kept, width - 1)
    return [part for part in kept if not part.right], [part for part in kept if part.right]


def fullest(forms: Sequence[str], width: int) -> str:
    """The first of several ways to say something that fits; the last one cut, when none does."""
    return next((form for form in forms if cells(form) <= width), clip(forms[-1], width))


def _needed(part: Part) -> int:
    """Cells that a part takes at the least."""
    size = cells(part.text)
    return min(size, part.least) if part.least else size


def _share(kept: list[Part], width: int) -> None:
    """Cut the parts that can be cut until all of them fit."""
    for place, part in enumerate(kept):
        excess = total(kept) - width
        if excess > 0 and part.least:
            room = max(_needed(part), cells(part.text) - excess)
            kept[place] = _cut(part, room)


def _cut(part: Part, room: int) -> Part:
    """The part in so many cells, behind the blanks that part it from what stands before, or from the edge."""
    blanks = part.text[: min(max(0, room - 1), len(part.text) - len(part.text.lstrip(" ")))]
    return part._replace(text=blanks + clip(part.text, room - len(blanks)))


def total(parts: Sequence[Part]) -> int:
    """Cells that the parts take together."""
    return sum(cells(part.text) for part in parts)
