"""The command `inspector`: what its first argument is (a command, or a path for the app), and how it ends.

Commands are imported when they are called, so that `--version`, `--help` and completion answer at once.
"""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module
from typing import Any, NoReturn

import click
from click.shell_completion import CompletionItem

from inspector import __version__
from inspector.cli.errors import (
    BROKEN_PIPE,
    flush_stdout,
    show_failure,
    show_usage,
    silence,
    silence_stdout,
)
from inspector.cli.main import INTERRUPTED

COMMANDS = (
    "sessions",
    "formats",
    "view",
    "replay",
    "why",
    "recall",
    "cost",
    "count",
    "meters",
    "compare",
    "summarize",
    "check",
    "export",
    "policies",
    "summaries",
    "demo",
    "completion",
)
"""In the order of the help; each is the `command` of the module of its name, or of the one in `MODULES`."""
MODULES = {"summaries": "cassette"}

OPEN = "open"
"""The hidden command behind `inspector PATH`."""


class Inspector(click.Group):
    """A group whose first argument may be a path, and that turns every ending into an exit code of `errors`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found = import_module(f"inspector.cli.{MODULES.get(cmd_name, cmd_name)}").command
        return found if isinstance(found, click.Command) else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] in COMMANDS:
            return super().resolve_command(ctx, args)
        from inspector.cli.open import command

        return OPEN, command, args

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands, and files where no command fits."""
        found = super().shell_complete(ctx, incomplete)
        return found or [CompletionItem(incomplete, type="file")]

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run, and end with the exit code; never with a traceback."""
        extra |= {"standalone_mode": False, "prog_name": extra.get("prog_name") or "inspector"}
        prepare_streams()
        try:
            code = self._run(*args, **extra)
        except BrokenPipeError:  # nobody reads what went wrong
            silence(sys.stderr)
            code = BROKEN_PIPE
        sys.exit(flush_stdout(code))

    def _run(self, *args: Any, **extra: Any) -> int:
        try:
            code = super().main(*args, **extra)
        except click.Abort:
            return INTERRUPTED
        except click.UsageError as error:
            show_usage(error)
            return error.exit_code
        except click.ClickException as error:
            error.show()
            return error.exit_code
        except Exception as error:
            return show_failure(error)
        return code if isinstance(code, int) else 0

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Here, where the help is printed, and in `invoke`: click ends with 1 when nobody reads, and 1 has a meaning."""
        try:
            return super().make_context(*args, **extra)
        except BrokenPipeError:
            silence_stdout()
            raise click.exceptions.Exit(BROKEN_PIPE) from None

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            silence_stdout()
            return BROKEN_PIPE


def prepare_streams() -> None:
    """A stream that is not UTF-8 gets `?` for a sign it cannot show; one that was closed swallows what is written."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


@click.group(cls=Inspector, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="inspector", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> int | None:
    """See what an agent's harness really sent to the model, why something was forgotten, and what would have kept it.

    \b
    inspector PATH      open the app on a recorded session
    inspector           choose among the sessions found on this machine, and the samples
    """
    if ctx.invoked_subcommand is not None:
        return None
    from inspector.cli.open import open_app

    return open_app(None)
