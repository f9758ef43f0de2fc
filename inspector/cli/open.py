"""`inspector PATH`: the app. A hidden command: every first argument that is no command's name comes here."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from inspector.cli.errors import BadUse, did_you_mean
from inspector.cli.evidence import check_evidence
from inspector.cli.names import POLICYS, FileName, PolicyName, SummariserName
from inspector.cli.session import open_policy


@click.command(name="open", hidden=True)
@click.argument("paths", nargs=-1, required=True, metavar="PATH", type=FileName())
@click.option("--policy", "policy", type=PolicyName(), default=None, help="policy to open with")
@click.option("--durable", type=FileName(), help="durable state (JSON); by default <stem>.durable.json beside PATH")
@click.option("--artifacts", type=FileName(), help="folder of full outputs; by default artifacts beside PATH")
@click.option(
    "--summariser", type=SummariserName(), default=None, help="who writes summaries; nobody is asked unbidden"
)
def command(
    paths: tuple[str, ...], policy: str | None, durable: str | None, artifacts: str | None, summariser: str | None
) -> int:
    """Open the app on a recorded session."""
    if len(paths) > 1:
        raise BadUse(f"the app opens one session at a time; {len(paths)} paths were given")
    _must_exist(paths[0])
    check_evidence(durable, artifacts)
    return open_app(paths[0], policy, durable, artifacts, "" if summariser in (None, POLICYS) else summariser)


def open_app(
    path: str | os.PathLike[str] | None,
    policy: str | None = None,
    durable: str | None = None,
    artifacts: str | None = None,
    summariser: str = "",
) -> int:
    """Run the app; its exit code. It needs a terminal for its input and its output."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadUse(
            "the app needs a terminal.\nWithout one, use a command: 'inspector view PATH', 'inspector --help'."
        )
    if policy is not None:
        open_policy(policy)  # a bad one is told here rather than on the screen
    from inspector.tui.app import run

    return run(
        None if path is None else os.fspath(path), policy, durable=durable, artifacts=artifacts, summariser=summariser
    )


def _must_exist(path: str) -> None:
    from inspector.cli.program import COMMANDS
    from inspector.transcript.formats.choice import path_of

    if Path(path).exists() or Path(path_of(path)).exists():
        return

    raise BadUse(f"{path!r} is neither a command nor a file.{did_you_mean(path, COMMANDS)}")
