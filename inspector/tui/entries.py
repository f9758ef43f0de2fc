"""Lines of a list that lead somewhere: what they say, and the place that enter goes to. No Textual here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from inspector.phrases import signed
from inspector.terminal_text import cells
from inspector.tui.parts import Part

NAME = 34
"""Cells of the first column of a table at the most."""


class Target(NamedTuple):
    """A place in the session: a request, and a block that is to be in sight; `act` says what else enter does, if anything."""

    request: int
    block: int | None = None
    act: str = ""


class Entry(NamedTuple):
    """One line. A line without a target cannot be chosen; `quoted` is a block whose text is shown behind the parts."""

    parts: tuple[Part, ...]
    target: Target | None = None
    quoted: int | None = None


class Fact(NamedTuple):
    """One line of a table: a name, the figures of A and B, the difference where there is one, and where it leads."""

    name: str
    a: str
    b: str
    change: str = ""
    target: Target | None = None
    style: str = "plain"


BLANK = Entry(())
"""An empty line, above a heading."""


def heading(text: str, aside: str = "", style: str = "accent") -> Entry:
    """A title above other lines."""
    return Entry((Part(text, style, 9), Part(f"  {aside}" if aside else "", "quiet", 5)))


def note(text: str, style: str = "quiet", target: Target | None = None) -> Entry:
    """A line of words; one that leads somewhere stands behind its sign, as all those lines do."""
    return Entry((Part(f"{' ' if target else '  '}{text}", style, 9, least=20),), target)


def table(facts: Sequence[Fact]) -> Iterator[Entry]:
    """Facts in columns, as wide as their widest figure, the figures set right."""
    name = min(NAME, max((cells(fact.name) for fact in facts), default=0))
    a = max((cells(fact.a) for fact in facts), default=0)
    b = max((cells(fact.b) for fact in facts), default=0)
    for fact in facts:
        yield Entry(
            (
                Part(
                    f"  {fact.name}{' ' * (name - cells(fact.name))}",
                    fact.style if fact.style != "plain" else "quiet",
                    9,
                ),
                Part(f"  {' ' * (a - cells(fact.a))}{fact.a}", fact.style, 9),
                Part(f"  {' ' * (b - cells(fact.b))}{fact.b}", fact.style, 9),
                Part(f"  {fact.change}" if fact.change else "", "plain", 4),
            ),
            fact.target,
        )


def change(a: int, b: int) -> str:
    """B less A, with its sign: `+13,330`, `−48`, `±0`."""
    return signed(b - a)


def spaced(parts: Iterable[Iterable[Entry]]) -> list[Entry]:
    """Several lists as one, with an empty line between them."""
    out: list[Entry] = []
    for part in parts:
        lines = list(part)
        out += [BLANK, *lines] if out and lines else lines
    return out
