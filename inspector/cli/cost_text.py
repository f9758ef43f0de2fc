"""What a session costs, for people: sums beside what was reported, requests in stretches, summaries, and what pays when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from inspector.analysis.cost.account import Account, Sum, summed
from inspector.analysis.cost.even import Change
from inspector.analysis.cost.money import Money
from inspector.analysis.cost.twin import Spent, Twin
from inspector.cli.heading import LABEL, line, print_certificate, print_policy, print_transcript
from inspector.cli.layout import Column
from inspector.cli.table import Cell, Table
from inspector.cli.words import counted

if TYPE_CHECKING:
    from rich.console import Console

SHOWN = 12
"""Changes that are told one by one."""
MISSED = {
    "": "",
    "first": "first",
    "changed": "◆ view changed",
    "expired": "◌ expired",
    "model": "another model",
    "lookback": "over 20 blocks",
    "short": "too short",
    "unmarked": "unmarked",
}
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
    _print_requests(console, twin.rows, every)
    _print_changes(console, found)


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


def _print_requests(console: Console, rows: Sequence[Spent], every: bool) -> None:
    told = any(row.usage is not None for row in rows)
    table = Table(
        console,
        Column("request", right=True),
        Column("prompt", right=True),
        Column("read", right=True),
        Column("reported" if told else "", right=True, missable=3),
        Column("written", right=True),
        Column("fresh", right=True, missable=1),
        Column("output", right=True, missable=2),
        Column("", whole=True, least=6),
    )
    for stretch in _stretches(rows, every):
        all_of, first, last = summed(stretch), stretch[0], stretch[-1]
        at = f"{first.request:,}" if first is last else f"{first.request:,}–{last.request:,}"
        prompt, read, *rest = (f"{number:,}" for number in _numbers(all_of))
        table.add(at, prompt, read, _read(stretch), *rest, _remark(first))
    table.show()


def _numbers(found: Sum) -> tuple[int, ...]:
    return (found.prompt, found.read, found.write, found.fresh, found.output)


def _read(rows: Sequence[Spent]) -> str:
    """What was reported of these requests; "" where nothing was of one of them."""
    used = [row.usage for row in rows]
    return "" if None in used else f"{sum(usage.cache_read for usage in used if usage is not None):,}"


def _stretches(rows: Sequence[Spent], every: bool) -> Iterator[list[Spent]]:
    """Requests that read all of the one before are told together."""
    stretch: list[Spent] = []
    for row in rows:
        plain = row.sent and not row.missed and not every
        if stretch and not (plain and stretch[0].sent and not stretch[0].missed):
            yield stretch
            stretch = []
        stretch.append(row)
    if stretch:
        yield stretch


def _remark(row: Spent) -> Cell:
    if not row.sent:
        return Cell("▲ refused: not sent", "red")
    return Cell(MISSED[row.missed], "yellow" if row.missed in ("changed", "expired", "lookback") else "dim")


def _print_changes(console: Console, found: Account) -> None:
    if not found.changes:
        return
    console.print()
    paid = sum(change.paid for change in found.changes)
    text = f"{counted(len(found.changes), 'change')} of the view, {paid:,} of which paid before the next one or the end"
    line(console, "pays", text, "bold")
    if not all(change.known for change in found.changes):
        line(console, "", "by the usual proportions of prices: those of this model are not known", "dim")
    table = Table(
        console,
        Column("request", right=True),
        Column("from", right=True),
        Column("to", right=True),
        Column("written anew", right=True, missable=1),
        Column("pays", whole=True),
        Column("by", least=6),
        indent=min(LABEL, console.width // 8),
    )
    for change in found.changes[:SHOWN]:
        numbers = (f"{change.request:,}", f"{change.before:,}", f"{change.after:,}", f"{change.rewritten:,}")
        table.add(*numbers, pays(change), ", ".join(change.layers))
    table.show()
    if len(found.changes) > SHOWN:
        line(console, "", f"… and {len(found.changes) - SHOWN:,} more: --json has them all", "dim")


def pays(change: Change) -> Cell:
    """`after 4 more requests`, and whether there were so many before the next change."""
    if change.pays is None:
        return Cell("never", "red")
    if change.pays == 0:
        return Cell("at once", "green")
    after = f"after {counted(change.pays, 'more request')}"
    return Cell(after, "green") if change.paid else Cell(f"{after}; there were {change.lasts:,}", "yellow")
