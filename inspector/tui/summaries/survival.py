"""The generations of a session's summaries as a table: how much of what each held the later ones still hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.analysis.cut import Cut
from inspector.analysis.generations import Generations, Survival
from inspector.terminal_text import clip

MOST = 12
"""Summaries that are compared with each other."""
LISTED = 400
"""Lost things that are named one by one."""


def compared(cuts: Sequence[Cut]) -> tuple[Cut, ...]:
    """Those that are compared: all, or of very many the first and the newest, as every one is compared with every later one."""
    written = tuple(cut for cut in cuts if cut.text and not cut.reason)
    half = MOST // 2
    return written if len(written) <= MOST else (*written[:half], *written[-half:])


def survival(found: Generations, of: int = 0) -> str:
    """The table, then what was lost on the way; a line where there is nothing to compare. `of`: how many there are in all."""
    if len(found.cuts) < 2:
        return "There are no two summaries up to here that stand in each other: nothing could survive from one to the next."
    some = f"Compared are {len(found.cuts)} of {of:,} summaries: the first, and the newest."
    return "\n".join([*([some, ""] if of > len(found.cuts) else []), *_table(found), "", *_lost(found)])


def _table(found: Generations) -> Iterator[str]:
    count = len(found.cuts)
    columns = range(max(2, count - MOST + 1), count + 1)
    yield "Of what each summary held, this much the later ones still hold."
    yield ""
    yield f"{'':19}{'held':>5} " + "".join(f"{f'in {number}':>6}" for number in columns)
    for at, cut in enumerate(found.cuts[:-1], 1):
        own = sum(each.generation == at for each in found.survivals)
        shares = (found.share(at, later) if later > at else None for later in columns)
        cells = "".join(f"{'' if share is None else f'{round(100 * share)} %':>6}" for share in shares)
        yield f"{f'{at}  request {cut.number:,}':19}{own:>5} {cells}"


def _lost(found: Generations) -> Iterator[str]:
    lost = sorted((each for each in found.survivals if each.lost is not None), key=_when)
    if not lost:
        yield "Nothing that an earlier summary held was lost on the way."
        return
    yield "Lost on the way:"
    for each in lost[:LISTED]:
        yield f"○ held by {each.generation}, lost in {each.lost}: {each.item.kind} “{clip(each.item.text, 100)}”"
    if len(lost) > LISTED:
        yield f"… and {len(lost) - LISTED:,} more"


def _when(each: Survival) -> tuple[int, int]:
    return (each.generation, each.lost or 0)
