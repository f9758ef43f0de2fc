"""The differences of A and B at one request as lines of a list: typed texts first and apart. No Textual here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.analysis.compare.two import Compared, Figures, MadeUp, Run, Typed, Where
from inspector.engine.view import BlockState
from inspector.phrases import counted
from inspector.transcript.model import Transcript
from inspector.tui.entries import Entry, Fact, Target, change, heading, note, table
from inspector.tui.fates import SIGNS, by
from inspector.tui.numerals import full
from inspector.tui.parts import Part

HOLDS = {Where.ONLY_A: "only in A", Where.ONLY_B: "only in B", Where.BOTH: "in both", Where.NEITHER: "in neither"}
GROUPS = {Where.ONLY_A: "ONLY IN A", Where.ONLY_B: "ONLY IN B", Where.BOTH: "IN BOTH, IN DIFFERENT FORMS"}


def typed_entries(found: Compared, transcript: Transcript, request: int) -> Iterator[Entry]:
    """The typed texts that only one of them holds as they were typed, and how many neither does."""
    apart = [typed for typed in found.typed if typed.where is not Where.NEITHER]
    lost = len(found.typed) - len(apart)
    yield heading("TYPED TEXT", f"at request {request:,}")
    if not apart:
        yield note("✓ no typed text that only one of them holds", "good")
    for typed in apart:
        yield _typed(typed, transcript, request)
    if lost:
        yield note(f"╌ {counted(lost, 'typed text')} in neither of them: listed at the end", "warn")


def facts(found: Compared, a: str, b: str, approximate: tuple[bool, bool]) -> list[Fact]:
    """A and B in numbers; sizes are subtracted only where they are measured alike."""
    left, right = found.a, found.b
    return [
        Fact("", f"A {a}", f"B {b}", "B − A" if found.subtractable else "", None, "strong"),
        Fact("size of the view", sized(left, approximate[0]), sized(right, approximate[1]), less(found)),
        *([] if found.subtractable else [Fact("measured by", left.meter.count, right.meter.count)]),
        Fact("messages", f"{left.messages:,}", f"{right.messages:,}", change(left.messages, right.messages)),
        Fact("blocks", f"{left.blocks:,}", f"{right.blocks:,}", change(left.blocks, right.blocks)),
        *([Fact("made-up messages", f"{left.made:,}", f"{right.made:,}")] if left.made or right.made else []),
    ]


def request_entries(
    found: Compared,
    names: Sequence[str],
    marks: tuple[bool, bool],
    request: int,
    refused: tuple[bool, bool] = (False, False),
) -> Iterator[Entry]:
    """The numbers of one request."""
    alike = found.same and refused[0] == refused[1]
    yield heading(f"REQUEST {request:,}", "A and B send the same" if alike else "")
    told = facts(found, names[0], names[1], marks)
    if any(refused):
        words = ["✖ yes" if one else "no" for one in refused]
        told.insert(1, Fact("refused", words[0], words[1], "", None, "bad"))
    yield from table(told)


def block_entries(found: Compared, transcript: Transcript, request: int) -> Iterator[list[Entry]]:
    """What only one of them holds, and what both hold in different forms, in groups."""
    for group, title in GROUPS.items():
        runs, made = found.among(group), [one for one in found.made if one.where is group]
        if runs or made:
            lines = [_made(one, request) for one in made] + [_run(run, found, transcript, request) for run in runs]
            yield [heading(title, _count(runs, made)), *lines]
    lost = [typed for typed in found.typed if typed.where is Where.NEITHER]
    if lost:
        yield [heading("TYPED TEXT IN NEITHER"), *(_typed(typed, transcript, request) for typed in lost)]
    if found.reordered:
        yield [heading("IN ANOTHER ORDER", "they hold the same, and send it in another order")]


def sized(figures: Figures, approximate: bool) -> str:
    """A size in its unit."""
    return f"{full(figures.size, approximate)} {figures.meter.unit}"


def less(found: Compared) -> str:
    """The size of B less that of A; nothing where the meters differ."""
    return change(found.a.size, found.b.size) if found.subtractable else "other meter"


def _typed(typed: Typed, transcript: Transcript, request: int) -> Entry:
    """`⚠ only in A  3.1  B: dropped by prune  “never touch …”`."""
    where = typed.where
    fates = [
        f"{side}: {state.fate}{by(state.layer)}"
        for side, state, mine in (("A", typed.a, Where.ONLY_A), ("B", typed.b, Where.ONLY_B))
        if where is not mine
    ]
    style = "plain" if where is Where.NEITHER else "warn"
    name = transcript.structure.name(typed.block)
    parts = (
        Part(f"  {'╌' if where is Where.NEITHER else '⚠'} {HOLDS[where]:<10}  ", style, 9),
        Part(f"{name:<6} ", "strong", 9),
        Part(f"{' · '.join(fates)}  ", style, 6),
    )
    return Entry(parts, Target(request, typed.block), typed.block)


def _run(run: Run, found: Compared, transcript: Transcript, request: int) -> Entry:
    shape = transcript.structure
    first, last = shape.name(run.lo), shape.name(run.hi - 1)
    blocks = run.hi - run.lo
    parts = (
        Part(f"  {first if blocks == 1 else f'{first}–{last}':<13} ", "strong", 9),
        Part(f"{blocks:,} blocks  " if blocks > 1 else "", "quiet", 5),
        Part(f"{_fates(run)}  ", "plain", 8),
        Part(f"{_sizes(run, found)}  ", "quiet", 7),
    )
    return Entry(parts, Target(request, run.lo), run.lo)


def _fates(run: Run) -> str:
    """What became of it where; the side that holds it as recorded needs no word."""
    if run.where is Where.BOTH:
        return f"A {_fate(run.a)} · B {_fate(run.b)}"
    gone, there = (run.b, run.a) if run.where is Where.ONLY_A else (run.a, run.b)
    here, away = ("A", "B") if run.where is Where.ONLY_A else ("B", "A")
    form = "" if there.pieces is None else f"{here} {_fate(there)} · "
    return f"{form}{away} {_fate(gone)}"


def _fate(state: BlockState) -> str:
    return f"{SIGNS[state.fate]} {state.fate}{by(state.layer)}"


def _sizes(run: Run, found: Compared) -> str:
    """What the views hold of it: one number, or both where both hold it."""
    a, b = f"{run.size_a:,} {found.a.meter.unit}", f"{run.size_b:,} {found.b.meter.unit}"
    if run.where is not Where.BOTH:
        return a if run.where is Where.ONLY_A else b
    if found.subtractable:
        return f"{run.size_a:,} → {b} ({change(run.size_a, run.size_b)})"
    return f"A {a} · B {b}"


def _made(one: MadeUp, request: int) -> Entry:
    """A summary or another made-up message, and what it stands for."""
    said = " · ".join(
        f"{side} {made.size:,}{' for ' + format(made.blocks, ',') + ' blocks' if made.blocks else ''}{by(made.layer)}"
        for side, made in (("A", one.a), ("B", one.b))
        if made is not None
    )
    made = one.b or one.a
    assert made is not None
    sign = "Σ" if one.kind == "summary" else "＋"
    words = ("of different words  " if one.a and one.b else "") + said
    parts = (
        Part(f"  {sign} {one.kind}  ", "strong", 9),
        Part(f"{words}  ", "plain", 8),
        Part(made.text[:400], "quiet", 3, least=10),
    )
    return Entry(parts, Target(request, max(0, made.at - 1)))


def _count(runs: Sequence[Run], made: Sequence[MadeUp]) -> str:
    blocks = sum(run.hi - run.lo for run in runs)
    words = [counted(blocks, "block")] if blocks else []
    words += [counted(len(made), "made-up message")] if made else []
    return " · ".join(words)
