"""What would have kept the facts, as a table that grows while fixes are found, and what pinning costs. No Textual here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from inspector.analysis.fixes.caveats import caveats, named, none_of
from inspector.analysis.fixes.find import by_price
from inspector.analysis.fixes.shapes import Fix, LeftOut, Pin, Scan
from inspector.engine import Replay
from inspector.terminal_text import cells, clip
from inspector.tui.entries import Entry, Target, change, heading, note
from inspector.tui.parts import Part
from inspector.tui.why.lines import POLICY

FIX, PIN, AGAIN = "fix", "pin", "again"
"""What enter does on a line: turn the knob, pin the fact, go on looking."""


@dataclass
class Search:
    """A search for fixes: what was found, how far it is, and how it ended."""

    needed: tuple[int, ...]
    found: list[Fix] = field(default_factory=list)
    trying: str = ""
    """The knob that is being tried, and how far that is: `soft_threshold, knob 3 of 7`; "" when it is over."""
    whole: bool = False
    """Every knob was tried."""
    several: bool = False
    """Several facts are to be kept together."""
    scans: tuple[Scan, ...] = ()
    """What was tried of each knob; known at the end, with the next three."""
    kept: bool = False
    assumed: bool = False
    left_out: tuple[LeftOut, ...] = ()
    trouble: str = ""
    pin: Pin | None = None
    """What all facts cost as durable ones; known at the end."""

    @property
    def under_way(self) -> bool:
        return bool(self.trying)

    def add(self, fix: Fix) -> None:
        """One more, in its place."""
        self.found = sorted([*self.found, fix], key=by_price)


def fix_lines(
    search: Search | None, replay: Replay, why: str, block: int | None, before: Search | None = None
) -> Iterator[Entry]:
    """The table. `why` says why it was needed there; `block` is to be in sight when a fix is taken.

    `before` is what was found for the question before: its knobs stay, dimmed, until they are tried anew.
    """
    if replay.is_recorded:
        yield heading("what keeps it")
        yield note("the recorded view has no knobs to turn")
        yield Entry(
            (Part(" look under another policy …", "strong", 9), Part("  enter or p chooses one", "quiet", 5)),
            Target(replay.requests, None, POLICY),
        )
        return
    if search is None:
        return
    at = max(search.needed, default=1)
    where = f"at request {at:,}" if len(set(search.needed)) == 1 else "where they were needed"
    yield heading(f"what keeps {_what(search)} {where}", f"{why}price in {replay.policy.meter.unit}")
    yield from _table(search.found, at, block, before.found if before is not None and search.under_way else ())
    yield from _ending(search)
    if not search.under_way:
        yield from (note(f"left out {words}", "warn") for words in named(search.left_out, clip))
        yield from (note(words) for words in caveats(search.scans, search.assumed))


def _what(search: Search) -> str:
    if not search.several:
        return "it"
    return "all of them" if not search.left_out else "all that the record holds by then"


def _table(found: Sequence[Fix], at: int, block: int | None, before: Sequence[Fix] = ()) -> Iterator[Entry]:
    """Fixes in columns, the figures set right; behind them those of before that are not known anew."""
    there = {fix.knob for fix in found}
    old = [fix for fix in before if fix.knob not in there]
    every = [*found, *old]
    if not every:
        return
    rows = [[fix.knob, f"{fix.before:,}", f"{fix.after:,}", change(0, fix.peak), change(0, fix.total)] for fix in every]
    heads = ["knob", "from", "to", "largest view", "all views"]
    widths = [max(cells(row[column]) for row in [heads, *rows]) for column in range(len(heads))]
    yield Entry(tuple(_cells(heads, widths, ("quiet",) * 5)))
    for fix, row in zip(found, rows, strict=False):
        styles = ("strong", "plain", "accent", "plain", "plain")
        yield Entry((*_cells(row, widths, styles), *_remarks(fix)), Target(at, block, f"{FIX} {fix.knob} {fix.after}"))
    for row in rows[len(found) :]:
        yield Entry(tuple(_cells(row, widths, ("quiet",) * 5)))


def _cells(row: Sequence[str], widths: Sequence[int], styles: Sequence[str]) -> Iterator[Part]:
    ranks = (9, 7, 9, 5, 8)
    for at, (text, width) in enumerate(zip(row, widths, strict=True)):
        space = " " * (width - cells(text))
        lead = "  " if at else " "
        arrow = " → " if at == 2 and styles[0] != "quiet" else "   " if at == 2 else lead
        yield Part(f"{arrow}{space}{text}" if at else f"{lead}{text}{space}", styles[at], ranks[at])


def _remarks(fix: Fix) -> Iterator[Part]:
    yield Part("  ✓ proven" if fix.proven else "  ? not proven", "good" if fix.proven else "warn", 6)
    if fix.again is not None:
        yield Part(f" · gone again from request {fix.again:,}", "warn", 6)
    if not fix.monotone:
        yield Part(" · a larger change loses it again", "warn", 4)
    if fix.refused > 0:
        yield Part(f" · refuses {fix.refused:,} more", "bad", 7)


def _ending(search: Search) -> Iterator[Entry]:
    if search.trouble:
        yield note(f"✖ {search.trouble}", "bad")
    elif search.under_way:
        yield note(f"… trying {search.trying} · esc gives up", "accent")
    elif not search.whole:
        yield Entry(
            (Part(" given up before every knob was tried", "warn", 9), Part("  enter or f looks again", "quiet", 5)),
            Target(max(search.needed, default=1), None, AGAIN),
        )
    elif search.kept:
        yield note("✓ none is needed: the view of that request holds it", "good")
    elif not search.found:
        yield note(f"✖ {none_of(search.scans, _what(search))}: pinning does", "warn")
    else:
        tried = sum(scan.tried for scan in search.scans)
        yield note(f"the smallest change of each knob that can · {tried:,} values tried")


def pin_lines(pin: Pin | None, unit: str, several: bool = False) -> Iterator[Entry]:
    """What it costs as a durable fact, or as `several`."""
    if pin is None:
        return
    what = "pinned, all of them" if several else "pinned as a durable fact"
    yield heading(what, f"{'they stay' if several else 'it stays'}, whatever the knobs are")
    yield Entry(
        (
            Part(f" {pin.size:,} {unit}", "strong", 9),
            Part(f" in every request from {pin.first:,} on", "plain", 8),
            Part(f" · {pin.total:,} in all", "plain", 7),
            Part("  P pins one that is told alone" if several else "  enter or P pins it", "quiet", 5),
        ),
        None if several else Target(pin.first, None, PIN),
    )
