"""A summary for people: what it stands for, who wrote what at which price, the text, and what the audit says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from inspector.analysis.generations import Generations
from inspector.analysis.trial import Trial
from inspector.analysis.tried import Tried
from inspector.cli.folding import fold_words
from inspector.cli.heading import line, print_policy, print_transcript
from inspector.cli.layout import Column
from inspector.cli.table import Cell, Table
from inspector.phrases import counted
from inspector.summary.audit import Audit, Finding
from inspector.summary.through import dollars
from inspector.terminal_text import sanitise

if TYPE_CHECKING:
    from rich.console import Console

MISSING = 12
"""Missing things of a kind that are named; the rest is counted."""
SAYS = 160
"""Characters of the summary's own words that a finding shows."""
NO_FINDING = "no finding: nothing that the source surely contradicts or does not have"
HINTS = "hints: worth a look at both places, may be wrong"
OWN_WORDS = "its own ({:.0%} the record's): who said what, what was denied and how it ended are hints only"
FAILED = "summary failed: "
HEAD, SHARE = 12, 6
"""Cells of the table of generations: its first column, and each share."""
PLURAL = {"command": "commands", "identifier": "identifiers", "number": "numbers", "path": "paths"}


def print_tried(console: Console, tried: Tried, with_prompt: bool) -> None:
    """All that was asked for, from the cut to the audit."""
    print_transcript(console, tried.replay.transcript)
    print_policy(console, tried.replay.policy)
    _print_cut(console, tried)
    console.print()
    _print_trials(console, tried)
    for trial in tried.trials:
        if trial.text:
            _title(console, f"summary by {trial.name}")
            _text(console, trial.text)
        if trial.audit is not None:
            print_audit(console, trial.audit, trial.text)
    if with_prompt:
        for title, text in (("system", tried.prompt.system), ("user", tried.prompt.user)):
            _title(console, f"request: {title}")
            _text(console, text)
    if tried.generations is not None:
        print_generations(console, tried.generations)


def _print_cut(console: Console, tried: Tried) -> None:
    cut = tried.cut
    first, last = cut.covers
    blocks = f"blocks {first} to {last}" if first else "no block"
    earlier = " and an earlier summary" if cut.generation > 1 or cut.request.previous else ""
    where = f"before request {cut.number:,}, by layer {cut.layer}"
    if tried.on_demand:
        where = f"on demand, before request {cut.number:,}: the policy makes none up to there"
    line(console, "summary of", f"{blocks} ({counted(len(cut.request.parts), 'part')}){earlier}")
    line(console, "made", f"{where}; generation {cut.generation}" if not tried.on_demand else where)
    if cut.partial:
        part = f"it holds {cut.before:,} of the {cut.told:,} tokens that the agent had before this summary"
        line(console, "record", f"{part}: what seems to be without a source may stand in the rest", "yellow")
    if cut.request.sections:
        line(console, "sections", " · ".join(section.title for section in cut.request.sections))


def _print_trials(console: Console, tried: Tried) -> None:
    """A row each; what nobody knows is left out, and a column of which nobody knows anything."""
    rows = [_row(trial) for trial in tried.trials]
    columns = _columns(tried.replay.policy.meter.unit)
    told = [at for at in range(len(columns)) if at in (0, len(columns) - 1) or any(_said(row[at]) for row in rows)]
    table = Table(console, *(columns[at] for at in told), wrap=True)
    for row in rows:
        table.add(*(row[at] for at in told))
    table.show()
    for trial in tried.trials:
        if trial.reason:
            line(console, "", f"{trial.name}: {trial.reason.removeprefix(FAILED)}", "red")
        if trial.earlier:
            line(console, "before it", _earlier(trial))


def _columns(unit: str) -> tuple[Column, ...]:
    return (
        Column("summariser", least=10),
        Column("tokens", right=True),
        Column("price", right=True, missable=2),
        Column("time", right=True, missable=3),
        Column(f"view ({unit})", whole=True, missable=1),
        Column("held", right=True),
        Column("findings", right=True),
        Column("hints", right=True, missable=4),
        Column("", least=8),
    )


def _said(cell: str | Cell) -> str:
    return cell.text if isinstance(cell, Cell) else cell


def _row(trial: Trial) -> tuple[str | Cell, ...]:
    audit = trial.audit
    time = "kept" if trial.answer is not None and trial.answer.kept else ""
    time = time or (f"{trial.answer.seconds:.1f} s" if trial.answer is not None else "")
    return (
        trial.name,
        f"{trial.tokens:,}" if trial.text else "",
        _price(trial),
        time,
        _view(trial),
        f"{share(audit):.0%}" if audit is not None else "",
        Cell(f"{len(audit.findings)}", "red" if audit.findings else "green") if audit is not None else "",
        f"{len(audit.hints)}" if audit is not None else "",
        Cell("no summary" if not trial.text else "not used", "red") if trial.reason else _estimate(trial),
    )


def _view(trial: Trial) -> str:
    """What becomes of the view; only its size before where nobody was asked yet."""
    if trial.answer is None and not trial.reason:
        return f"{trial.before:,}"
    changed = trial.usable and trial.after != trial.before
    return f"{trial.before:,} → {trial.after:,}" if changed else f"{trial.before:,} as it is"


def _price(trial: Trial) -> str:
    if trial.price is not None:
        return dollars(trial.price)
    made = trial.prepared
    waits = trial.answer is None and not trial.reason  # who failed without an answer may not even have been asked
    return f"≤ {dollars(made.price)}" if waits and made is not None and made.price is not None else ""


def _earlier(trial: Trial) -> str:
    """What the summaries before this one take: they stand in it, and are asked for first."""
    prices = [each.price for each in trial.earlier]
    known = [price for price in prices if price is not None]
    cost = f", at most {dollars(sum(known))}" if known and len(known) == len(prices) else ""
    count = len(trial.earlier)
    words = "1 earlier summary is" if count == 1 else f"{count:,} earlier summaries are"
    tokens = sum(each.tokens for each in trial.earlier)
    return f"{words} asked for, too, as far as they are not kept: ≈ {tokens:,} tokens to read{cost}"


def _estimate(trial: Trial) -> str:
    made = trial.prepared
    if made is None or trial.answer is not None:
        return ""
    return f"≈ {made.tokens:,} tokens to read" + (f", at most {made.most:,} to write" if made.most else "")


def share(audit: Audit) -> float:
    """How much of what was looked for is held, in part or word for word."""
    held = sum(item.held != "no" for item in audit.coverage)
    return held / len(audit.coverage) if audit.coverage else 1.0


def print_audit(console: Console, audit: Audit, text: str) -> None:
    """Coverage by kind, every finding with its places and the summary's own words, what is missing; hints apart."""
    _title(console, "audit")
    of, held = Counter(item.kind for item in audit.coverage), Counter(i.kind for i in audit.coverage if i.held != "no")
    words = " · ".join(f"{PLURAL.get(kind, kind + 's')} {held[kind]}/{count}" for kind, count in of.items())
    line(console, "held", words or "the source holds nothing that is looked for")
    if not audit.keeps_words:
        line(console, "words", OWN_WORDS.format(audit.kept or 0))
    if not audit.findings:
        line(console, "✓", NO_FINDING if audit.hints else "nothing is said that the source does not say", "green")
    table = _table(console)
    _add(table, audit.findings, "‼", "red", text)
    for kind in of:
        missing = [item for item in audit.coverage if item.kind == kind and item.held == "no"]
        for item in missing[:MISSING]:
            table.add(Cell(f"✗ {kind}", "yellow"), item.source.block, item.text)
        if len(missing) > MISSING:
            table.add(Cell(f"✗ {kind}", "yellow"), "", f"and {len(missing) - MISSING:,} more")
    if table.rows:
        table.show()
    if audit.hints:
        _title(console, HINTS)
        hints = _table(console)
        _add(hints, audit.hints, "?", "", text)
        hints.show()


def _table(console: Console) -> Table:
    return Table(console, Column("kind", whole=True), Column("where", missable=1), Column("text", least=20), wrap=True)


def _add(table: Table, found: Iterable[Finding], sign: str, style: str, text: str) -> None:
    """A row for each, with the blocks where the contrary or the nearest stands."""
    for each in found:
        near = ", ".join(dict.fromkeys(span.block for span in each.sources))
        table.add(Cell(f"{sign} {each.kind}", style), near, _found(each, text))


def _found(found: Finding, text: str) -> str:
    """What is wrong, with the words of the summary where it does not hold them itself."""
    words = " ".join(text[found.span.start : found.span.end].split())
    if not words or words.strip("`*'\"“”. ") in found.text:
        return found.text
    return f"{found.text}: “{words[:SAYS]}{'…' if len(words) > SAYS else ''}”"


def print_generations(console: Console, told: Generations) -> None:
    """How much of each summary the later ones still hold, as many of the newest as fit, and what was lost first."""
    _title(console, "generations")
    last = len(told.cuts)
    if last < 2:
        line(console, "", "there are no two summaries in a row up to this request")
        return
    first = max(1, last - max(2, (console.width - HEAD) // SHARE) + 1)
    table = Table(console, Column("held by"), *(Column(f"{n}", right=True) for n in range(first, last + 1)))
    for generation in range(first, last):
        table.add(f"summary {generation}", *_shares(told, generation, first))
    table.show()
    if first > 1:
        line(console, "", f"{first - 1:,} older ones are not shown here; --json has all of them")
    for each in [each for each in told.survivals if each.lost is not None][:MISSING]:
        text = f"{each.item.kind} {sanitise(each.item.text)}  [{each.item.source.block}]"
        line(console, f"lost at {each.lost}", text, most=2)


def _shares(told: Generations, generation: int, first: int) -> Iterator[str]:
    for later in range(first, len(told.cuts) + 1):
        if later < generation:
            yield ""
        elif later == generation:
            yield "all"
        else:
            part = told.share(generation, later)
            yield "" if part is None else f"{part:.0%}"


def _title(console: Console, text: str) -> None:
    from rich.text import Text

    console.print()
    console.print(Text(sanitise(text), "bold"))


def _text(console: Console, text: str) -> None:
    """A text of others, line by line, nothing in it read as markup."""
    from rich.text import Text

    for row in text.split("\n"):
        for piece in fold_words(row, console.width) or [""]:
            console.print(Text(piece), soft_wrap=True)
