"""A summary for people: what it stands for, who wrote what at which price, the text, and what the audit says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.analysis.trial import Trial
from inspector.analysis.tried import Tried
from inspector.cli.audit_text import print_audit, share
from inspector.cli.generations_text import print_generations
from inspector.cli.heading import line, print_policy, print_transcript
from inspector.cli.layout import Column
from inspector.cli.table import Cell, Table
from inspector.cli.titles import print_plain, print_title
from inspector.phrases import counted
from inspector.summary.through import dollars

if TYPE_CHECKING:
    from rich.console import Console

FAILED = "summary failed: "


def print_tried(console: Console, tried: Tried, with_prompt: bool) -> None:
    """All that was asked for, from the cut to the audit."""
    print_transcript(console, tried.replay.transcript)
    print_policy(console, tried.replay.policy)
    _print_cut(console, tried)
    console.print()
    _print_trials(console, tried)
    for trial in tried.trials:
        if trial.text:
            print_title(console, f"summary by {trial.name}")
            print_plain(console, trial.text)
        if trial.audit is not None:
            print_audit(console, trial.audit, trial.text)
    if with_prompt:
        for title, text in (("system", tried.prompt.system), ("user", tried.prompt.user)):
            print_title(console, f"request: {title}")
            print_plain(console, text)
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
