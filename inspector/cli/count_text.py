"""The provider's count, for people: one table a request, each size beside the count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from inspector.cli.heading import line, others_tokens, print_policy, print_transcript
from inspector.cli.layout import Column
from inspector.cli.table import Table
from inspector.phrases import counted as counted_words
from inspector.phrases import give_or_take

if TYPE_CHECKING:
    from rich.console import Console

    from inspector.cli.count import Counted
    from inspector.engine import Replay

BASES = {
    "charged": "what the provider charged in this session",
    "calibrated": "calibrated on this session",
    "shipped": "factors of the model's family",
    "estimated": "an estimate: the model's family is not known",
}


def print_counted(console: Console, replay: Replay, model: str, found: Sequence[Counted]) -> None:
    """All requests."""
    print_transcript(console, replay.transcript)
    print_policy(console, replay.policy)
    line(console, "counted as", model or "no model is recorded; --model NAME chooses one")
    if told := others_tokens(replay.transcript, model):
        line(console, "", told, "yellow")
    for each in found:
        console.print()
        _print(console, each)


def _print(console: Console, one: Counted) -> None:
    pictures = f" · {counted_words(one.pictures, 'picture')} as a line of text" if one.pictures else ""
    line(console, f"request {one.request:,}", f"{one.bytes:,} bytes to send{pictures}", "bold")
    table = Table(console, Column("tokens", right=True), Column("", right=True), Column("by"), wrap=True)
    for tokens, difference, by in _rows(one):
        table.add(tokens, difference, by)
    table.show()


def _rows(one: Counted) -> Iterator[tuple[str, str, str]]:
    count = one.count
    if count is None:
        yield "–", "", f"the provider itself: {'not asked yet' if one.unasked else 'its count did not come'}"
    else:
        when = (
            "asked just now" if count.kept is None else f"kept since {datetime.fromtimestamp(count.kept, UTC):%Y-%m-%d}"
        )
        yield f"{count.tokens:,}", "", f"the provider itself, of what the record holds ({when})"
    estimate = one.beside.estimate
    if one.beside.reported is not None:
        yield _sized(one, one.beside.reported, "reported: usage of the recorded request, tools and all")
    around = give_or_take(estimate.tokens, estimate.low, estimate.high)
    yield _sized(one, estimate.tokens, f"{BASES[estimate.basis]}{around and ' '}{around}, with its fixed input")
    yield _sized(one, one.beside.o200k, "o200k tokens of the messages")
    yield _sized(one, one.beside.quarters, "characters ÷ 4 of the messages")


def _sized(one: Counted, tokens: int, by: str) -> tuple[str, str, str]:
    if one.count is None or not one.count.tokens:
        return f"{tokens:,}", "", by
    return f"{tokens:,}", f"{100 * (tokens / one.count.tokens - 1):+.1f} %", by
