"""Roo's and Kilo's way: all messages stay, and tags say which of them a summary or a truncation stands for.

`core/condense/index.ts`: `isSummary` with `condenseId`, `isTruncationMarker` with `truncationId`; `condenseParent` and
`truncationParent` of the others. A tag whose summary or marker is gone counts for nothing. Since summaries are user messages a
prompt begins with the last one. Where messages were kept, a summary or marker stands in the file before them although it
came later: the messages that were shown say when.
"""

from __future__ import annotations

from collections.abc import Sequence

from inspector.transcript.formats.assembly import Budget, Fold, Piece
from inspector.transcript.formats.cline.task import Event, Task

UNDATED = "the record does not say after which of the kept messages this came"


class Tagged:
    """A message, its place in the file, and its tags."""

    __slots__ = ("at", "mark", "parents", "piece", "ts")

    def __init__(self, at: int, piece: Piece, ts: float) -> None:
        self.at, self.piece, self.ts = at, piece, ts
        get = piece.extra.get
        self.mark = ""
        for flag, name in (("isSummary", "condenseId"), ("isTruncationMarker", "truncationId")):
            if get(flag) is True:
                self.mark = str(get(name) or f"#{at}")
        tags = (get("condenseParent"), get("truncationParent"))
        self.parents = [tag for tag in tags if isinstance(tag, str)]


def has_tags(pieces: Sequence[Piece]) -> bool:
    """Whether there is a summary or a truncation."""
    return any("isSummary" in piece.extra or "isTruncationMarker" in piece.extra for piece in pieces)


def fold(pieces: Sequence[Piece], times: Sequence[float], task: Task, budget: Budget) -> tuple[list[Piece], list[Fold]]:
    """The messages in the order of time, and what the prompt was after each summary and marker."""
    order = _in_time([Tagged(at, piece, ts) for at, (piece, ts) in enumerate(zip(pieces, times, strict=True))], task)
    shown: dict[int, Tagged] = {}
    children: dict[str, list[int]] = {}
    marks: set[str] = set()
    folds = []
    for place, each in enumerate(order):
        if marks.isdisjoint(each.parents):
            shown[each.at] = each
            for parent in each.parents:
                children.setdefault(parent, []).append(each.at)
        if each.mark:
            marks.add(each.mark)
            shown = _after(each, shown, children)
            if budget.spend(len(shown)):
                folds.append(_fold(each, shown, task, _undated(each, order, place, task)))
    return [each.piece for each in order], folds


def _after(each: Tagged, shown: dict[int, Tagged], children: dict[str, list[int]]) -> dict[int, Tagged]:
    """What is still sent after a summary or marker."""
    for at in children.pop(each.mark, ()):
        shown.pop(at, None)
    if each.piece.extra.get("isSummary") is True and each.piece.role == "user":
        return {at: one for at, one in shown.items() if at >= each.at}
    return shown


def _in_time(tagged: list[Tagged], task: Task) -> list[Tagged]:
    """Summaries and markers go after the messages that were there when they came."""
    moved: dict[int, list[Tagged]] = {}
    for each in tagged:
        event = task.events.get(each.mark) if each.mark else None
        if event is None or not event.ts:
            continue
        end = each.at
        while end + 1 < len(tagged) and tagged[end + 1].ts and tagged[end + 1].ts < event.ts:
            end += 1
        if end > each.at:
            moved.setdefault(end, []).append(each)
    if not moved:
        return tagged
    gone = {id(each) for those in moved.values() for each in those}
    found: list[Tagged] = []
    for each in tagged:
        found += [] if id(each) in gone else [each]
        found += moved.get(each.at, ())
    return found


def _undated(each: Tagged, order: list[Tagged], place: int, task: Task) -> bool:
    """Whether messages were kept, and nothing says which of them came before the mark."""
    if each.mark in task.events or (each.piece.role == "user" and each.piece.extra.get("isSummary") is True):
        return False
    return place + 1 < len(order)


def _fold(each: Tagged, shown: dict[int, Tagged], task: Task, undated: bool) -> Fold:
    event = task.events.get(each.mark) or Event(0, None, None)
    return Fold(
        [shown[at].piece for at in sorted(shown)],
        each.piece,
        each.piece if each.piece.extra.get("isSummary") is True else None,
        tokens_before=event.before,
        tokens_after=event.after,
        doubt=UNDATED if undated else "",
    )
