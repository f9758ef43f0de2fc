"""What a session costs, for people: sums beside what was reported, requests in stretches, summaries, and what pays when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.analysis.cost.account import Account
from inspector.analysis.cost.money import Money
from inspector.analysis.cost.spent import Twin
from inspector.cli.cost_rows import print_changes, print_requests
from inspector.cli.heading import line, print_certificate, print_policy, print_transcript
from inspector.cli.layout import Column
from inspector.cli.table import Table
from inspector.phrases import counted

if TYPE_CHECKING:
    from rich.console import Console

LIFE = {300: "5 minutes", 3600: "an hour", None: "for ever"}


def print_cost(console: Console, found: Account, every: bool) -> None:
    """The whole account; with `every` a row a request."""
    twin = found.twin
    print_transcript(console, twin.replay.transcript)
    print_policy(console, twin.replay.policy)
    print_certificate(console, found.certificate)
    _print_rules(console, twin)
    console.print()
    _print_sums(console, found)
    _print_money(console, found)
    _print_summaries(console, found)
    console.print()
    print_requests(console, twin.rows, every)
    print_changes(console, found.changes)


def _print_rules(console: Console, twin: Twin) -> None:
    caching, tokens = twin.caching, twin.tokens
    marks = {"every": "every prefix is kept, without marks", "none": "nothing is marked"}.get(
        caching.marks.text, f"marks: {caching.marks.text.replace(',', ', ')}"
    )
    life = LIFE.get(caching.ttl, f"{caching.ttl} seconds")
    short = "the model's minimum" if caching.minimum is None else f"a minimum of {caching.minimum:,}"
    line(console, "cache", f"{marks} · kept {life} after the last read · {short}")
    if not twin.timed and caching.ttl is not None:
        line(console, "", "the record has no times: nothing expires here", "yellow")
    if tokens.calibrated:
        told = f"{tokens.scale:.2f} of the provider's for one o200k token of text, as usage of this session tells"
    else:
        told = f"{tokens.scale:.2f} for one o200k token of visible text: estimated, usage does not tell"
    line(console, "tokens", f"{told} · {tokens.fixed:,} of tools and system prompt")


def _print_sums(console: Console, found: Account) -> None:
    """Totals, and beside them what was reported for the recorded requests."""
    compared = bool(found.reported.requests)
    columns = [Column("", whole=True), Column("tokens", right=True), Column("", right=True)]
    columns += [Column("reported", right=True), Column("off", right=True)] if compared else []
    table = Table(console, *columns)
    for name, label in (
        ("read", "read"),
        ("write", "written"),
        ("fresh", "fresh"),
        ("prompt", "prompts"),
        ("output", "output"),
    ):
        here: int = getattr(found.predicted, name)
        share = f"{here / found.predicted.prompt:.1%}" if found.predicted.prompt and name != "output" else ""
        row = [label, f"{here:,}", share]
        if compared:
            row += [
                f"{getattr(found.reported, name):,}",
                _off(getattr(found.beside, name), getattr(found.reported, name)),
            ]
        table.add(*row)
    table.show()


def _off(predicted: int, reported: int) -> str:
    if 2 * reported < predicted:
        return "unsound" if reported else ""
    return f"{(predicted - reported) / reported:+.1%}" if reported else ""


def _print_money(console: Console, found: Account) -> None:
    line(console, "money", _money(found.money, "request"))


def _money(money: Money, what: str) -> str:
    """Dollars with the date of the prices; what has no price is said, and is never nothing."""
    names = ", ".join(model or "a model that is not recorded" for model in money.models)
    if money.total is not None:
        return f"${money.total:,.4f} by prices of {money.as_of}"
    if not money.unpriced:
        return "nothing was sent"
    missing = f"no price is known for {names} ({counted(money.unpriced, what)})"
    return (
        f"unpriced: {missing}"
        if not money.sources
        else f"${money.priced:,.4f} by prices of {money.as_of}, and {missing}"
    )


def _print_summaries(console: Console, found: Account) -> None:
    if not found.calls or found.asked is None:
        return
    sent, said = sum(call.input for call in found.calls), sum(call.output for call in found.calls)
    text = f"{counted(len(found.calls), 'call')}: {sent:,} tokens in, {said:,} out, beside the requests · "
    line(console, "summaries", text + _money(found.asked, "call"))
    if not any(call.asked for call in found.calls):
        line(console, "", "they are quoted here and cost nothing; this is what a model would be sent", "dim")
    if failed := [call for call in found.calls if call.reason]:
        line(
            console, "", f"{counted(len(failed), 'summary').replace('summarys', 'summaries')} of them failed", "yellow"
        )
