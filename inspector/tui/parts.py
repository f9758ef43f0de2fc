"""A line of text made of coloured parts; those that matter least give way first when it gets narrow. No Textual here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inspector.terminal_text import cells, clip, sanitise


class Part(NamedTuple):
    """A piece of a line. `style` names a colour; parts of lower `rank` give way first; `right` ones are set right."""

    text: str
    style: str = "plain"
    rank: int = 1
    right: bool = False


def fit(parts: Sequence[Part], width: int) -> tuple[list[Part], list[Part]]:
    """The parts that fit into a width, made safe: those on the left and those on the right."""
    kept = [part._replace(text=sanitise(part.text[: 4 * width])) for part in parts if part.text]
    while len(kept) > 1 and total(kept) + 1 > width:
        kept.remove(min(reversed(kept), key=lambda part: part.rank))
    if kept and total(kept) > width:
        kept = [kept[0]._replace(text=clip(kept[0].text, width))]
    return [part for part in kept if not part.right], [part for part in kept if part.right]


def total(parts: Sequence[Part]) -> int:
    """Cells that the parts take together."""
    return sum(cells(part.text) for part in parts)
