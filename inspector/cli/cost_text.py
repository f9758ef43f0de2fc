"""What a session costs, for people: sums beside what was reported, requests in stretches, summaries, and what pays when."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from inspector.analysis.cost.account import Account
from inspector.analysis.cost.caching import is_guessed
from inspector.analysis.cost.spent import Twin
from inspector.analysis.cost.words import (
    asked_words,
    calls_words,
    failed_words,
    life_words,
    marks_words,
    money_words,
    off_words,
    other_rules,
    output_words,
    short_words,
    some_words,
    token_words,
    unforeseen,
    unread_words,
    writer_words,
)
from inspector.cli.cost_rows import print_changes, print_requests
from inspector.cli.heading import line, print_certificate, print_hopeless, print_policy, print_transcript
from inspector.cli.layout import Column
from inspector.cli.table import Table
from inspector.meter.provider.faults import usage_faults
from inspector.phrases import counted

if TYPE_CHECKING:
    from rich.console import Console

    from inspector.analysis.cost.together import Together


_CHECK = "see 'inspector check'"


def print_cost(console: Console, found: Account, every: bool, sums: Together | None = None) -> None:
    """The whole account; with `every` a row a request. `sums`: with its subagents."""
    twin = found.twin
    print_transcript(console, twin.replay.transcript)
    print_policy(console, twin.replay.policy)
    print_hopeless(console, twin.replay)
    print_certificate(console, found.certificate)
    _print_rules(console, twin)
    faults = Counter(each.kind for each in usage_faults(twin.replay.transcript))
    short = faults.pop("placeholder", 0)
    if gone := faults.total():
        line(
            console,
            "left out",
            f"the usage of {counted(gone, 'reply', 'replies')}, which is not sound: {_CHECK}",
            "yellow",
        )
    if short:
        text = f"the output that {counted(short, 'reply', 'replies')} report is a placeholder: {_CHECK}"
        line(console, "reported", text, "yellow")
    console.print()
    _print_sums(console, found)
    _print_money(console, found)
    _print_summaries(console, found)
    if sums is not None:
        _print_together(console, sums)
    console.print()
    print_requests(console, twin.rows, every)
    print_changes(console, found.changes)


def _print_together(console: Console, sums: Together) -> None:
    """What was reported with and without the subagents' conversations."""
    console.print()
    columns = [Column("reported", whole=True), *(Column(each, right=True) for each in ("replies", "prompts", "output"))]
    table = Table(console, *columns)
    agents = counted(sums.subagents.conversations, "subagent")
    for label, each in (("this conversation", sums.own), (agents, sums.subagents), ("together", sums.both)):
        table.add(label, f"{each.replies:,}", f"{each.usage.context:,}", f"{each.usage.output:,}")
    table.show()
    if sums.both.copies:
        line(console, "", f"{counted(sums.both.copies, 'reply', 'replies')} met twice, counted once")
    for name, reason in sums.unread:
        line(console, "", f"subagent {name} is not counted: {reason}", "yellow")


def _print_rules(console: Console, twin: Twin) -> None:
    caching = twin.caching
    line(console, "cache", f"{marks_words(caching)} · {life_words(caching)} · {short_words(twin)}")
    if is_guessed(twin.replay.transcript):
        line(
            console, "", "whose cache it was is not recorded: as if any prefix were kept, as most servers do", "yellow"
        )
    if not twin.timed and caching.ttl is not None:
        line(console, "", "the record has no times: nothing expires here", "yellow")
    line(console, "tokens", token_words(twin))


def _print_sums(console: Console, found: Account) -> None:
    """Totals, and beside them what was reported for the recorded requests."""
    compared = bool(found.reported.requests)
    columns = [Column("", whole=True), Column("tokens", right=True), Column("", right=True)]
    columns += [Column("reported", right=True), Column("difference", right=True)] if compared else []
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
                off_words(getattr(found.beside, name), getattr(found.reported, name), found.reported.prompt),
            ]
        table.add(*row)
    table.show()
    if compared:
        remarks = (some_words(found), other_rules(found.twin), unforeseen(found.twin.rows), output_words(found))
        for told in filter(None, remarks):
            line(console, "", told, "yellow")


def _print_money(console: Console, found: Account) -> None:
    line(console, "money", money_words(found.money, "request"))


def _print_summaries(console: Console, found: Account) -> None:
    if not found.calls:
        return
    line(console, "summaries", " · ".join(each for each in (calls_words(found), asked_words(found)) if each))
    if told := writer_words(found):
        line(console, "", told, "dim")
    for told in filter(None, (failed_words(found), unread_words(found))):
        line(console, "", told, "yellow")
