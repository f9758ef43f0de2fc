"""`inspector policies`: what policies there are, what one says, whether a file is one, and how one is written."""

from __future__ import annotations

from pathlib import Path

import click

from inspector.cli.errors import REFUSED, BadUse, say
from inspector.cli.layout import Column
from inspector.cli.names import RECORDED, FileName, PolicyName
from inspector.cli.options import json_option, set_option
from inspector.cli.output import console, print_json
from inspector.cli.session import open_policy, unreadable
from inspector.cli.table import Table
from inspector.cli.words import counted


@click.group(name="policies", short_help="presets and policy files: list, show, validate, schema")
def command() -> None:
    """Policies: list, show, validate, and the schema."""


@command.command("list")
@json_option
def list_policies(as_json: bool) -> int:
    """The presets, with their knobs."""
    from inspector.policy import load_policy, preset_names

    policies = [load_policy(name) for name in preset_names()]
    if as_json:
        print_json({"policies": [{"name": p.name, "about": p.about, "knobs": dict(p.values)} for p in policies]})
        return 0
    out = console()
    columns = (
        Column("knob", whole=True),
        Column("default", right=True),
        Column("unit"),
        Column("what it does", least=30),
    )
    table = Table(out, *columns, wrap=True, indent=2)
    for policy in policies:
        table.add_line(f"{policy.name}: {policy.about}", "bold")
        for knob in policy.knobs:
            table.add(knob.name, f"{knob.default:,}", knob.unit, knob.help)
    table.show()
    return 0


@command.command()
@click.argument("name", type=PolicyName())
@set_option
def show(name: str, settings: tuple[tuple[str, int], ...]) -> int:
    """The YAML of a preset or a file, with --set as it would be exported."""
    click.echo(policy_yaml(name, settings, "There is").encode(), nl=False)
    return 0


@command.command()
@click.argument("files", nargs=-1, required=True, type=FileName())
def validate(files: tuple[str, ...]) -> int:
    """Check policy files. Exit code 1 when one is no valid policy; each fault is named by line and field."""
    from inspector.policy import PolicyError, load_policy
    from inspector.terminal_text import sanitise

    failed = 0
    for file in files:
        _must_be_readable(file)
        try:
            policy = load_policy(Path(file))
        except PolicyError as error:
            failed += 1
            say(str(error))
            continue
        click.echo(
            f"{sanitise(file)}: valid: {policy.name}, {counted(len(policy.layers), 'layer')}, "
            f"{counted(len(policy.knobs), 'knob')}"
        )
    return REFUSED if failed else 0


@command.command()
def schema() -> int:
    """The JSON Schema of a policy file, for editors."""
    from inspector.policy import json_schema

    print_json(json_schema())
    return 0


def policy_yaml(name: str, settings: tuple[tuple[str, int], ...], offer: str) -> str:
    """A policy as YAML, comments kept. A preset whose knobs are not turned is given as it was written.

    Where there is none, `offer` leads to the names of those that there are.
    """
    from inspector.policy import dump, preset_names, preset_text

    known = tuple(preset_names())
    policy = None if name == RECORDED else open_policy(name, settings, known)
    if policy is None:
        raise BadUse(f"'recorded' is the agent's own view, no policy. {offer} {', '.join(known)}, or a file.")
    return preset_text(name) if name in known and not settings else dump(policy)


def _must_be_readable(file: str) -> None:
    try:
        with open(file, "rb") as opened:
            opened.read(1)
    except OSError as error:
        raise BadUse(unreadable(file, error)) from None
