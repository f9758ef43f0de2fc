"""The sessions on a machine for people: a row each, where it lies beneath it, and what was left out."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.text import Text

from inspector.cli.folding import fold_words
from inspector.cli.layout import Column
from inspector.cli.table import Cell, Table
from inspector.export.json_sessions import written
from inspector.phrases import bytes_of, counted
from inspector.transcript.discover import Details, Listing, Looked, Session, agent_of

if TYPE_CHECKING:
    from rich.console import Console

TIME = "%Y-%m-%d %H:%M"
NAMED = 5
"""Folders that are named of those that could not be read."""
NOT_READ = "*"
"""Behind an agent whose format cannot be loaded."""


def print_sessions(console: Console, listing: Listing) -> None:
    """The table, or where was looked in vain; then what was left out."""
    if listing.sessions:
        _print_table(console, listing.sessions)
    else:
        _print_nothing(console, listing)
    notes = list(_notes(listing))
    if notes:
        click.echo()
    for note in notes:
        console.print(Text("\n".join(fold_words(note, console.width)), "dim"), soft_wrap=True)


def _print_table(console: Console, sessions: list[Session]) -> None:
    table = Table(
        console,
        Column("changed", whole=True),
        Column("agent", most=22, least=12),
        Column("size", right=True),
        Column("compactions", right=True, missable=2),
        Column("model", least=12, missable=1),
        Column("project", least=12, missable=3),
        Column("title", most=60, least=20),
        Column("path", whole=True, style="dim"),
    )
    for session in sessions:
        table.add(*_row(session))
    table.show()


def _row(session: Session) -> tuple[str | Cell, ...]:
    when, told = written(session), session.details
    return (
        when.astimezone().strftime(TIME) if when else "?",
        _agent(session),
        "" if session.found.told and not session.found.size else bytes_of(session.found.size),
        compactions(told),
        told.model,
        session.project,
        _title(session),
        _at_home(session.found.path),
    )


def compactions(told: Details) -> str:
    """`3`, `3+` where there may be more, `?` where none was seen in what was looked at."""
    if told.compactions is None:
        return "?"
    return f"{told.compactions:,}{'+' if told.more else ''}"


def _agent(session: Session) -> str:
    """Whose it is; of messages that any program may have written, what they are."""
    name = session.agent.name if session.agent else session.details.format
    return name if session.readable else f"{name} {NOT_READ}"


def _title(session: Session) -> str:
    told = session.details
    what = told.title or told.trouble
    return f"(subagent) {what}" if session.subagent else what


def _at_home(path: str) -> str:
    """A path as it can be typed, `~` for the home folder."""
    path, home = os.path.abspath(path), str(Path.home())
    return f"~{path[len(home) :]}" if path.startswith(home + os.sep) else path


def _print_nothing(console: Console, listing: Listing) -> None:
    """Where was looked, and whether there is such a folder."""
    click.echo("No session was found. These folders were looked through:")
    table = Table(console, Column("agent", whole=True), Column("folder", whole=True), indent=2)
    for key, group in groupby(listing.looked, lambda each: each.agent):
        for folder in _folders(list(group)):
            table.add(agent_of(key).name if key else "", folder)
    table.show()


def _folders(looked: list[Looked]) -> Iterator[str]:
    """Those of one agent that there are; else the first that is not there, and how many more."""
    there = [each for each in looked if os.path.isdir(each.folder)]
    for each in there:
        files = f" ({counted(each.found, 'file')}, none as asked for)" if each.found else ""
        yield f"{_at_home(each.folder)}{files}"
    if not there:
        more = f" and {counted(len(looked) - 1, 'other')}" if len(looked) > 1 else ""
        yield f"{_at_home(looked[0].folder)}{more} (not there)"


def _notes(listing: Listing) -> Iterator[str]:
    """What the table does not show."""
    sessions = listing.sessions
    if listing.unopened:
        yield f"{counted(listing.unopened, 'older session')} not listed: --limit 0 lists all, --since and --project fewer."
    if listing.subagents:
        yield f"{counted(listing.subagents, 'session')} of subagents not listed: --subagents lists them."
    if listing.others:
        yield f"{counted(listing.others, 'file')} of these folders: no session."
    if any(not each.readable for each in sessions):
        yield f"{NOT_READ} this program cannot load it."
    if any(each.details.compactions is None for each in sessions):
        yield "? not known: none was seen, and not all of the file was looked at."
    if listing.missed:
        more = len(listing.missed) - NAMED
        names = ", ".join(map(_at_home, listing.missed[:NAMED])) + (f" and {more:,} more" if more > 0 else "")
        yield f"Not looked through, or not to their end: {names}"
