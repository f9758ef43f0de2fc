"""Recall for people: the share that was held beside what could have been, what was missed, and what was read again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from inspector.analysis.recall.atoms import Kind
from inspector.analysis.recall.index import reply
from inspector.analysis.recall.needs import Missed, Need, Recall, Recalled, grouped, together
from inspector.analysis.recall.rereads import CHANGED, FAILED, HELD, LOST, ROUTINE, Reread
from inspector.analysis.recall.returned import SOON
from inspector.cli.heading import LABEL, line, print_certificate, print_hopeless, print_policy, print_transcript
from inspector.cli.layout import Column
from inspector.cli.table import Cell, Table
from inspector.phrases import counted
from inspector.terminal_text import clip

if TYPE_CHECKING:
    from rich.console import Console

    from inspector.engine import Replay

SHOWN, WHAT = 20, 240
"""Rows of misses and of re-reads, and characters of what was missed in one row."""
COST = (
    f"cost: the later call and its answer, or the typed text, that shows it again within {SOON} requests; 0: none does"
)
BARS = " ▁▂▃▄▅▆▇█"
EVIDENCE = "A need is found by rule: the reply names what its history held. Evidence, not proof."
REASONS = (LOST, HELD, CHANGED, ROUTINE, FAILED)


def print_recall(console: Console, replay: Replay, found: Recalled, again: Sequence[Reread]) -> None:
    """A whole session."""
    _print_head(console, replay, None)
    console.print()
    if not found.needed:
        line(console, "recall", "no reply refers to anything that was seen before it", "yellow")
    else:
        _print_share(console, found.needed, found.held, found.bound, found.bound_whole)
        _print_bars(console, found)
        _print_misses(console, replay, grouped(found.misses))
    _print_rereads(console, replay, again)
    if found.needed:
        console.print()
        line(console, "", EVIDENCE, "dim")


def print_request(console: Console, replay: Replay, row: Recall, needs: Sequence[Need]) -> None:
    """One request with all of its needs."""
    _print_head(console, replay, row.request)
    console.print()
    line(console, "request", f"{row.request:,} of {replay.requests:,}", "bold")
    if not needs:
        replied = reply(replay.transcript, row.request)
        nothing = "its reply refers to nothing that was seen before it" if replied else "no reply was recorded"
        line(console, "recall", nothing, "yellow")
        return
    _print_share(console, row.needed, row.held, row.bound / row.needed, row.bound_whole / row.needed)
    backs = {(need.kind, need.text): need for need in row.missed}
    table = _needs_table(console, "held", "first seen", "kind", "what")
    for need in sorted((backs.get((each.kind, each.text), each) for each in needs), key=lambda each: each.held):
        sign = Cell("yes", "green") if need.held else Cell("no", "red")
        table.add(sign, _first(replay, need), need.kind, need.text)
    table.show()
    console.print()
    line(console, "", EVIDENCE, "dim")


def _print_head(console: Console, replay: Replay, request: int | None) -> None:
    print_transcript(console, replay.transcript)
    print_policy(console, replay.policy)
    print_hopeless(console, replay)
    print_certificate(console, replay.certificate(request))


def _print_share(console: Console, needed: int, held: int, most: float | None, whole: float | None) -> None:
    lost = needed - held
    text = f"{_percent(held / needed)} of {counted(needed, 'need')} held word for word · {lost:,} missed"
    line(console, "recall", text, "bold green" if not lost else "bold")
    line(console, "at most", f"{_percent(most)} by any cuts of the same size, {_percent(whole)} of whole blocks")


def _print_bars(console: Console, found: Recalled) -> None:
    """The share held across the requests, as many of them to a sign as it takes; a blank where nothing is needed."""
    width = max(8, console.width - LABEL - 2)
    rows = found.rows
    step = -(-len(rows) // width)
    groups = [rows[at : at + step] for at in range(0, len(rows), step)]
    line(console, "requests", "".join(map(_bar, groups)))
    each = "one request" if step == 1 else f"{step:,} requests"
    line(console, "", f"a sign is {each}: █ all held, lower is less, blank where nothing is needed", "dim")


def _bar(rows: Sequence[Recall]) -> str:
    needed, held = sum(row.needed for row in rows), sum(row.held for row in rows)
    if not needed:
        return BARS[0]
    return BARS[-1] if held == needed else BARS[1 + (len(BARS) - 2) * held // needed]


def _print_misses(console: Console, replay: Replay, rows: Sequence[Missed]) -> None:
    if not rows:
        return
    typed = [each for each in rows if each.need.typed]
    _print_some(console, replay, "missed, typed by a person", typed, "bold red")
    others = [each for each in rows if not each.need.typed]
    _print_some(console, replay, "missed, most costly first" if not typed else "missed, others", others, "bold")


def _print_some(console: Console, replay: Replay, title: str, rows: Sequence[Missed], style: str) -> None:
    if not rows:
        return
    console.print()
    console.print(title, style=style)
    table = Table(
        console,
        Column(f"cost, {replay.policy.meter.unit}", right=True),
        Column("requests", least=8),
        Column("first seen", whole=True, missable=2),
        Column("kind", whole=True, missable=1),
        Column("what"),
        wrap=True,
    )
    joined = together(rows)
    for same in joined[:SHOWN]:
        need, kinds = same[0].need, {each.need.kind for each in same}
        what = clip(" · ".join(each.need.text for each in same), WHAT)
        table.add(f"{same[0].cost:,}", _requests(same[0].requests), _first(replay, need), _one(kinds), what)
    table.show()
    line(console, "", COST, "dim")
    if more := sum(map(len, joined[SHOWN:])):
        line(console, "", f"… and {more:,} more: --json has them all", "dim")


def _one(kinds: set[Kind]) -> str:
    return kinds.pop() if len(kinds) == 1 else "several"


def _print_rereads(console: Console, replay: Replay, again: Sequence[Reread]) -> None:
    if not again:
        return
    console.print()
    unit = replay.policy.meter.unit
    for at, why in enumerate(REASONS):
        same = [each for each in again if each.why == why]
        if not same and why != LOST:
            continue
        text = f"{why}: {counted(len(same), 'time')}, {sum(each.size for each in same):,} {unit}"
        line(console, "" if at else "got again", text, "red" if why == LOST and same else "")
    caused = sorted((each for each in again if each.caused), key=lambda each: (-each.size, each.request))
    if caused:
        console.print()
        console.print("got again because the view no longer held it", style="bold")
        _print_caused(console, unit, caused)


def _print_caused(console: Console, unit: str, caused: Sequence[Reread]) -> None:
    table = _needs_table(console, unit, "request", "had in message", "what")
    for each in caused[:SHOWN]:
        table.add(f"{each.size:,}", f"{each.request:,}", f"{each.earlier:,}", f"{each.tool} {each.what}")
    table.show()
    if len(caused) > SHOWN:
        line(console, "", f"… and {len(caused) - SHOWN:,} more: --json has them all", "dim")


def _needs_table(console: Console, *titles: str) -> Table:
    first, *others, last = titles
    columns = [Column(first, right=True), *(Column(title, whole=True) for title in others), Column(last)]
    return Table(console, *columns)


def _first(replay: Replay, need: Need) -> str:
    if need.block is None:
        return "system"
    return f"message {replay.transcript.structure.owner[need.block] + 1:,}"


def _requests(numbers: Sequence[int]) -> str:
    first = ", ".join(f"{number:,}" for number in numbers[:2])
    return first if len(numbers) <= 2 else f"{first} +{len(numbers) - 2:,}"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f} %"
