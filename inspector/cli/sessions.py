"""`inspector sessions`: what the agents on this machine have recorded, told from the two ends of each file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inspector.cli.errors import BadUse
from inspector.cli.names import FileName
from inspector.cli.options import json_option
from inspector.cli.output import Progress, console, print_json
from inspector.cli.session_names import AgentName, Since

if TYPE_CHECKING:
    from inspector.transcript.discover import Listing, Wanted

SHOWN = 40
"""Sessions in the table where nobody says how many."""


@click.command(short_help="the sessions of the agents on this machine")
@click.argument("paths", nargs=-1, metavar="[PATH...]", type=FileName())
@click.option("--agent", "agents", type=AgentName(), multiple=True, help="only sessions of this agent; may be repeated")
@click.option("--project", default="", metavar="TEXT", help="only sessions of projects with this in their names")
@click.option("--since", type=Since(), help="only sessions written since: 7d, 12h, 2w, or a date as 2026-11-30")
@click.option(
    "--limit", type=click.IntRange(0), metavar="N", help=f"the newest N; 0: all  [default: {SHOWN}; with --json, all]"
)
@click.option("--subagents", is_flag=True, help="also sessions that another session started")
@json_option
def command(
    paths: tuple[str, ...],
    agents: tuple[str, ...],
    project: str,
    since: float | None,
    limit: int | None,
    subagents: bool,
    as_json: bool,
) -> int:
    """What the agents on this machine have recorded, newest first: where each session lies, what it is about, its size, and
    how often it was compacted. Of each file only its two ends are read, so what lies between them is not known: "3+" are at
    least three compactions, "?" is none seen so far.

    With PATHs, what lies there instead: files, and folders with all below them. Whose they are, their content tells.

    --json prints one object: sessions (agent, path, title, project, model, modified, bytes, compactions, more, readable,
    format, subagent, trouble), looked (agent, folder, found), unopened, subagents, others, missed.
    """
    from inspector.transcript.discover import Wanted

    most = (0 if as_json else SHOWN) if limit is None else limit
    listing = _listed(paths, Wanted(agents, project, since, most, subagents))
    if as_json:
        from inspector.export.json_sessions import sessions_json

        print_json(sessions_json(listing))
    else:
        from inspector.cli.sessions_text import print_sessions

        print_sessions(console(), listing)
    return 0


def _listed(paths: tuple[str, ...], wanted: Wanted) -> Listing:
    from inspector.cli.session import unreadable
    from inspector.transcript.discover import below, on_machine, this_machine

    with Progress("looking into session") as progress:
        if not paths:
            return on_machine(this_machine(), wanted, progress)
        try:
            return below(paths, wanted, progress)
        except OSError as error:
            raise BadUse(unreadable(str(error.filename), error)) from None
