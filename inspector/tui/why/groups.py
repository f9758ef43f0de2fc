"""Losses and returns of the same kind as one: a fact that is lost twenty times by one rule is told once. No Textual here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from inspector.analysis.why.losses import Loss
from inspector.analysis.why.returns import Return
from inspector.tui.why.story import Story

LOSS, BACK = "loss", "back"
"""What a line is, with the number of its group and the place in it: `loss-0 2`. Enter goes there, as from any line."""

One = TypeVar("One", Loss, Return)

Walked = Mapping[str, int]
"""Name of a group (`loss-0`) → the place in it that is looked at (from 0)."""


class Losses(NamedTuple):
    """Losses by one rule, in order; `at` is the one that is looked at."""

    name: str
    all: Sequence[Loss]
    at: int

    @property
    def one(self) -> Loss:
        return self.all[self.at]


class Returns(NamedTuple):
    """Returns in one way, in order; `at` is the one that is looked at."""

    name: str
    all: Sequence[Return]
    at: int

    @property
    def one(self) -> Return:
        return self.all[self.at]


def losses(story: Story, walked: Walked) -> list[Losses]:
    """By layer, state and knob, in the order of their first requests."""
    groups: dict[tuple[str, str, str], list[Loss]] = {}
    for loss in story.told.losses if story.told is not None else ():
        groups.setdefault((loss.layer, loss.state, loss.knob), []).append(loss)
    return [Losses(*each) for each in _numbered(LOSS, groups.values(), walked)]


def returns(story: Story, walked: Walked) -> list[Returns]:
    """By way and tool, or who said it, in the order of their first requests."""
    groups: dict[tuple[str, str], list[Return]] = {}
    for back in story.told.returns if story.told is not None else ():
        groups.setdefault((back.way, back.by), []).append(back)
    return [Returns(*each) for each in _numbered(BACK, groups.values(), walked)]


def _numbered(kind: str, groups: Iterable[Sequence[One]], walked: Walked) -> Iterator[tuple[str, Sequence[One], int]]:
    for number, each in enumerate(groups):
        name = f"{kind}-{number}"
        yield name, each, min(walked.get(name, 0), len(each) - 1)


def size_of(story: Story, name: str) -> int:
    """How many losses or returns a group has; 0 where there is no such group."""
    sizes = {each.name: len(each.all) for each in losses(story, {})}
    return (sizes | {each.name: len(each.all) for each in returns(story, {})}).get(name, 0)


def name_of(act: str) -> str:
    """The group that a line is of; "" for any other line."""
    name = act.partition(" ")[0]
    return name if name.partition("-")[0] in (LOSS, BACK) and "-" in name else ""
