"""The lines of the comparison: who is in it, the table, and the requests at which they differ most. No Textual here."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from inspector.analysis.compare.compare import Comparison
from inspector.analysis.compare.differing import Differing
from inspector.analysis.compare.sentences import differing_words, group_words, notes, verdict
from inspector.analysis.compare.shapes import Run
from inspector.analysis.compare.spark import spark
from inspector.analysis.compare.table import BEST, Line, table
from inspector.engine.view import SIGNS
from inspector.terminal_text import cells, clip, fold
from inspector.tui.comparison.offered import Offered
from inspector.tui.entries import Entry, Target, heading, note
from inspector.tui.numerals import full, short
from inspector.tui.parts import Part, fullest

SWITCH = "switch"
"""What enter does on the line of a contender: it joins or leaves the comparison."""
TITLE, LEAST, GAP = 30, 18, 2
"""Cells of the titles of rows, at the most and at least, and between two columns."""
LATER = "not worked out"
"""Of a contender that was given up."""
NAME, BARS = 44, 60
"""Cells of a contender's name and of its bars, at the most."""


def contender_lines(
    offered: Sequence[Offered], on: Collection[str], runs: Mapping[str, Run], doing: Mapping[str, str], width: int
) -> Iterator[Entry]:
    """A line for each that can be compared: its letter, its name, how far it may be believed, and bars of its sizes.

    `doing` says of those that are being worked out how far they are.
    """
    top = max((runs[each.letter].totals.common.peak for each in offered if each.letter in runs), default=0)
    name = min(NAME, max(cells(_named(each)) for each in offered))
    for each in offered:
        yield _contender(each, each.letter in on, runs.get(each.letter), doing.get(each.letter, ""), (name, top, width))


def name_parts(among: Sequence[Offered], width: int) -> Iterator[Part]:
    """Letters with their names, for the first line: it stays while the list goes by. Where they do not fit, all are cut."""
    names = [f"{each.title}{' ✱' if each.modified else ''}" for each in among]
    if sum(cells(name) + 4 for name in names) + 3 > width:
        names = [clip(name, max(3, (width - 3) // len(names) - 4)) for name in names]
    for each, name in zip(among, names, strict=True):
        yield Part(f" {each.letter}", "accent", 9)
        yield Part(f" {name} ", "plain", 8)


def _named(each: Offered) -> str:
    role = f" ({each.role})" if each.role and each.role != "preset" else ""
    return f"{each.title}{' ✱' if each.modified else ''}{role}"


def _contender(each: Offered, on: bool, run: Run | None, doing: str, room: tuple[int, int, int]) -> Entry:
    name, top, width = room
    title = clip(_named(each), name)
    shown = run if on else None
    told = _certificate(shown) if shown is not None else doing or (LATER if on else "space compares it, too")
    bars = spark(shown.views, min(BARS, width - name - 28), top) if shown is not None else ""
    return Entry(
        (
            Part(f" {each.letter} {'●' if on else '○'} ", "accent" if on else "quiet", 9),
            Part(title + " " * (name - cells(title)), "strong" if on else "quiet", 9, least=12),
            Part(f"  {told:<18}", "accent" if doing else "quiet", 7),
            Part(f"  {bars}" if bars else "", "accent", 5),
        ),
        Target(1, None, f"{SWITCH} {each.letter}"),
    )


def _certificate(run: Run) -> str:
    held = run.totals.certificate
    return held.kind if held.request is None else f"{held.kind} at {held.request:,}"


# ---------------------------------------------------------------- the table


def table_lines(found: Comparison, width: int) -> Iterator[Entry]:
    """The table in full numbers, or in short ones where there is less room."""
    lines, widths = _fitting(found, width)
    title = min(TITLE, max(LEAST, width - sum(widths) - GAP * len(widths) - 1))
    letters = [each.letter for each in found.runs]
    yield Entry((Part(" " * (title + 1), "plain", 9), *_columns(letters, widths, "accent")))
    for line in lines:
        yield _row(line, title, widths)


def _fitting(found: Comparison, width: int) -> tuple[list[Line], list[int]]:
    lines = table(found)
    widths = _widths(lines, len(found.runs))
    if LEAST + sum(widths) + GAP * len(widths) + 1 > width:
        lines = table(found, brief=True)
        widths = _widths(lines, len(found.runs))
    return lines, widths


def _widths(lines: Sequence[Line], columns: int) -> list[int]:
    return [max([1, *(cells(_cell(each, at)) for each in lines if each.cells)]) for at in range(columns)]


def _cell(line: Line, at: int) -> str:
    return f"{BEST} {line.cells[at]}" if at == line.best else line.cells[at]


def _columns(texts: Sequence[str], widths: Sequence[int], style: str, best: int | None = None) -> Iterator[Part]:
    """Cells set right. Where they do not fit, the last ones give way."""
    for at, (text, width) in enumerate(zip(texts, widths, strict=True)):
        yield Part(" " * (GAP + width - cells(text)) + text, "good" if at == best else style, 8)


def _row(line: Line, title: int, widths: Sequence[int]) -> Entry:
    indent = " " * (1 + len(line.title) - len(line.title.lstrip()))
    if not line.cells:
        return Entry((Part(indent + line.title.strip(), "accent", 9),))
    name = indent + clip(line.title.strip(), title + 1 - len(indent))
    style = "plain" if line.key else "quiet"
    texts = [_cell(line, at) for at in range(len(widths))]
    first = Part(name + " " * (title + 1 - cells(name)), style, 9)
    return Entry((first, *_columns(texts, widths, style, line.best)), Target(line.at) if line.at else None)


def verdict_lines(found: Comparison, width: int) -> Iterator[Entry]:
    """Who wins, and what has to be known of the numbers."""
    yield heading("in short")
    for at, text in enumerate((verdict(found), *notes(found))):
        for each in fold(text, width - 3, 6):
            yield note(each, "quiet" if at else "strong")


# ---------------------------------------------------------------- where they differ most


def missing_lines(missing: Sequence[str]) -> Iterator[Entry]:
    """Those that the table does not have yet: until it has them, the best of all is not known."""
    if missing:
        yield note(f"not in it yet: {', '.join(missing)}. {BEST} is the best of those that are", "warn")


def differing_lines(found: Comparison, looked: bool, working: str, width: int) -> Iterator[Entry]:
    """The requests at which they differ most; enter goes there. `looked`: they were looked for, to the end and in all."""
    if working:
        yield heading("differ most")
        yield note(f"{working} …", "accent")
        return
    if not looked:
        yield heading("differ most")
        yield note("not looked for yet; f goes on", "warn")
        return
    if not found.differing:
        yield heading("differ most")
        yield note("nowhere: they send the same at every request", "good")
        return
    yield heading("differ most", "enter goes there")
    before: Differing | None = None
    for one in found.differing:
        yield from _differing(found, one, before, width)
        before = one if before is None or one.groups != before.groups else before
    signs = {state.fate for one in found.differing for group in one.groups for state in group.states}
    yield note(" · ".join(f"{sign} {fate}" for fate, sign in SIGNS.items() if fate in signs))


def _sizes(found: Comparison, one: Differing, write: Callable[[int], str]) -> Iterator[str]:
    for run, size in zip(found.runs, one.sizes, strict=True):
        yield f"{run.letter} {'refused' if size is None else write(size)}"


def _differing(found: Comparison, one: Differing, before: Differing | None, width: int) -> Iterator[Entry]:
    block = one.groups[0].first if one.groups else None
    forms = [" · ".join(_sizes(found, one, write)) for write in (full, short)]
    sizes = forms[0] if cells(forms[0]) <= width - 26 else forms[1]
    yield Entry(
        (
            Part(f" request {one.request:,}", "strong", 9),
            Part(f"  {sizes}", "plain", 8, least=16),
            Part(f"  by {one.by}", "quiet", 4),
        ),
        Target(one.request, block),
    )
    if before is not None and one.groups == before.groups:
        yield note(f"  {differing_words(one)}, as at request {before.request:,}")
        return
    yield note(f"  {differing_words(one)}")
    name = found.transcript.structure.name
    for group in one.groups:
        forms = [group_words(group, found.runs, name, layers) for layers in (True, False)]
        text = fullest(forms, width - 6)
        yield Entry((Part("    ", "quiet", 10), Part(text, "quiet", 9, least=20)), Target(one.request, group.first))
    if one.more:
        yield note(f"    and {one.more:,} more")
