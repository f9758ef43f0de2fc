"""Whether a provider would take the views, for people: a rule a row, and the messages that show what is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from inspector.analysis.sendable.breach import APIS
from inspector.analysis.sendable.explain import Told
from inspector.analysis.sendable.session import Sendable
from inspector.cli.heading import LABEL, line
from inspector.cli.layout import Column
from inspector.cli.messages_text import PREVIEW, number_of, preview
from inspector.cli.table import Cell, Table
from inspector.phrases import counted
from inspector.transcript.model import Transcript

if TYPE_CHECKING:
    from rich.console import Console

MESSAGES = 6
"""Messages of a breach that are shown."""


def print_sendable(console: Console, transcript: Transcript, result: Sendable, found: Sequence[Told]) -> None:
    """What it comes to, the rules that are broken, and of those that make a view be refused the messages."""
    if result.provider is None:
        line(console, "sendable", f"not checked: {result.unasked}; --provider says whose rules to ask", "yellow")
        return
    api, refused = APIS[result.provider], len(result.refused)
    if refused:
        line(console, "sendable", f"{api} refuses {refused:,} of {counted(result.requests, 'view')}", "bold red")
    else:
        line(console, "sendable", f"{api} takes every view", "green")
    table = Table(
        console,
        Column("from", right=True),
        Column("views", right=True),
        Column("", whole=True),
        Column("rule", whole=True),
        Column("first breach"),
        wrap=True,
    )
    for told in found:
        sign = Cell("✗", "red") if told.breach.severity == "error" else Cell("·", "dim")
        table.add(f"{told.first:,}", f"{told.requests:,}", sign, told.breach.rule, _words(told))
    table.show()
    for told in found:
        if told.breach.severity == "error" and told.messages:
            _print_messages(console, transcript, told)


def _words(told: Told) -> str:
    more = f" (+{len(told.found) - 1:,} more)" if len(told.found) > 1 else ""
    return f"{told.breach.text}{f': {told.cause}' if told.cause else ''}{more}"


def _print_messages(console: Console, transcript: Transcript, told: Told) -> None:
    line(console, told.breach.rule, f"these messages of request {told.first:,} alone show it", "dim")
    columns = (Column("#", right=True), Column("role"), Column("text", least=8))
    table = Table(console, *columns, indent=min(LABEL, console.width // 6))
    for message in told.messages[:MESSAGES]:
        table.add(number_of(message, transcript), message.role, preview(message, console.width * PREVIEW))
    table.show()
    if len(told.messages) > MESSAGES:
        line(console, "", f"… and {len(told.messages) - MESSAGES:,} more", "dim")
