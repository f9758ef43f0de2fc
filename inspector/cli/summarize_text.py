"""A summary for people: what it stands for, who wrote what at which price, the text, and what the audit says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from inspector.analysis.generations import Generations
from inspector.analysis.trial import Trial
from inspector.analysis.tried import Tried
from inspector.cli.folding import fold_words
from inspector.cli.heading import line, print_policy, print_transcript
from inspector.cli.layout import Column
from inspector.cli.table import Cell, Table
from inspector.cli.words import counted
from inspector.summary.audit import Audit
from inspector.summary.through import dollars
from inspector.terminal_text import sanitise

if TYPE_CHECKING:
    from rich.console import Console

MISSING = 12
"""Missing things of a kind that are named; the rest is counted."""
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
            print_audit(console, trial.audit)
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
    if cut.request.sections:
        line(console, "sections", " · ".join(section.title for section in cut.request.sections))


def _print_trials(console: Console, tried: Tried) -> None:
    """A row each; what nobody knows is left out."""
    unit = tried.replay.policy.meter.unit
    table = Table(
        console,
        Column("summariser", least=10),
        Column("tokens", right=True),
        Column("price", right=True, missable=2),
        Column("time", right=True, missable=3),
        Column(f"view ({unit})", whole=True, missable=1),
        Column("held", right=True),
        Column("findings", right=True),
        Column("", least=8),
    )
    for trial in tried.trials:
        table.add(*_row(trial))
    table.show()
    for trial in tried.trials:
        if trial.reason:
            line(console, "", f"{trial.name}: {trial.reason}", "red")


def _row(trial: Trial) -> tuple[str | Cell, ...]:
    audit = trial.audit
    time = "kept" if trial.answer is not None and trial.answer.kept else ""
    time = time or (f"{trial.answer.seconds:.1f} s" if trial.answer is not None else "")
    view = f"{trial.before:,} → {trial.after:,}" if trial.usable else f"{trial.before:,} as it is"
    return (
        trial.name,
        f"{trial.tokens:,}" if trial.text else "",
        _price(trial),
        time,
        view,
        f"{share(audit):.0%}" if audit is not None else "",
        Cell(f"{len(audit.findings)}", "red" if audit.findings else "green") if audit is not None else "",
        Cell("no summary" if not trial.text else "not used", "red") if trial.reason else _estimate(trial),
    )


def _price(trial: Trial) -> str:
    if trial.price is not None:
        return dollars(trial.price)
    made = trial.prepared
    return f"≤ {dollars(made.price)}" if trial.answer is None and made is not None and made.price is not None else ""


def _estimate(trial: Trial) -> str:
    made = trial.prepared
    if made is None or trial.answer is not None:
        return ""
    return f"≈ {made.tokens:,} tokens to read" + (f", at most {made.most:,} to write" if made.most else "")


def share(audit: Audit) -> float:
    """How much of what was looked for is held, in part or word for word."""
    held = sum(item.held != "no" for item in audit.coverage)
    return held / len(audit.coverage) if audit.coverage else 1.0


def print_audit(console: Console, audit: Audit) -> None:
    """Coverage by kind, what is missing, and every finding with its places."""
    _title(console, "audit")
    of, held = Counter(item.kind for item in audit.coverage), Counter(i.kind for i in audit.coverage if i.held != "no")
    words = " · ".join(f"{PLURAL.get(kind, kind + 's')} {held[kind]}/{count}" for kind, count in of.items())
    line(console, "held", words or "the source holds nothing that is looked for")
    if not audit.findings:
        line(console, "✓", "nothing is said that the source does not say", "green")
    table = Table(console, Column("kind", whole=True), Column("where", missable=1), Column("text", least=20), wrap=True)
    for found in audit.findings:
        near = ", ".join(dict.fromkeys(span.block for span in found.sources))
        table.add(Cell(f"‼ {found.kind}", "red"), near, found.text)
    for kind in of:
        missing = [item for item in audit.coverage if item.kind == kind and item.held == "no"]
        for item in missing[:MISSING]:
            table.add(Cell(f"✗ {kind}", "yellow"), item.source.block, item.text)
        if len(missing) > MISSING:
            table.add(Cell(f"✗ {kind}", "yellow"), "", f"and {len(missing) - MISSING:,} more")
    if table.rows:
        table.show()


def print_generations(console: Console, told: Generations) -> None:
    """How much of each summary the later ones still hold, and what was lost first."""
    _title(console, "generations")
    if len(told.cuts) < 2:
        line(console, "", "there are no two summaries in a row up to this request")
        return
    table = Table(console, Column("held by"), *(Column(f"{n}", right=True) for n in range(1, len(told.cuts) + 1)))
    for generation in range(1, len(told.cuts)):
        table.add(f"summary {generation}", *_shares(told, generation))
    table.show()
    for each in [each for each in told.survivals if each.lost is not None][:MISSING]:
        text = f"{each.item.kind} {sanitise(each.item.text)}  [{each.item.source.block}]"
        line(console, f"lost at {each.lost}", text, most=2)


def _shares(told: Generations, generation: int) -> Iterator[str]:
    for later in range(1, len(told.cuts) + 1):
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
