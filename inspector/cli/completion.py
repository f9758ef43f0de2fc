"""`inspector completion`: the script that lets a shell complete commands, options, presets and knobs."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_INSPECTOR_COMPLETE"


@click.command(short_help="the completion script of a shell")
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> int:
    """Print the completion script of a shell.

    \b
    bash   eval "$(inspector completion bash)"                      in ~/.bashrc
    zsh    eval "$(inspector completion zsh)"                       in ~/.zshrc
    fish   inspector completion fish > ~/.config/fish/completions/inspector.fish
    """
    from inspector.cli.program import cli

    found = get_completion_class(shell)
    if found is None:
        raise click.UsageError(f"this version of click knows no completion for {shell}")
    click.echo(found(cli, {}, "inspector", VARIABLE).source())
    return 0
