"""`inspector policies`: what policies there are, what one says, whether a file is one, and how one is written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from inspector.cli.errors import REFUSED, BadUse, say
from inspector.cli.layout import Column
from inspector.cli.names import RECORDED, FileName, PolicyName
from inspector.cli.options import json_option, set_option
from inspector.cli.output import console, print_json
from inspector.cli.session import measured, open_policy, unreadable
from inspector.cli.table import Table
from inspector.phrases import counted

if TYPE_CHECKING:
    from inspector.policy.model import SummarySection


@click.group(name="policies", short_help="presets and policy files: list, show, sections, validate, schema")
def command() -> None:
    """Policies: list, show, validate, the sections of summaries, and the schema."""


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
@json_option
def sections(as_json: bool) -> int:
    """The sections that known systems ask of a summary: what `sections: NAME` in a policy stands for."""
    from inspector.policy.sections import SECTION_SETS, SOURCES

    if as_json:
        print_json(
            {
                "sets": [
                    {"name": name, "source": SOURCES[name], "sections": [_as_data(one) for one in found]}
                    for name, found in SECTION_SETS.items()
                ]
            }
        )
        return 0
    table = Table(
        console(), Column("section", whole=True), Column("what belongs into it", least=30), wrap=True, indent=2
    )
    for name, found in SECTION_SETS.items():
        table.add_line(f"{name}: {SOURCES[name]}", "bold")
        for section in found:
            table.add(section.title, section.holds)
    table.show()
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


def _as_data(section: SummarySection) -> dict[str, object]:
    return {"title": section.title, "holds": section.holds, "kinds": list(section.kinds)}


def policy_yaml(name: str, settings: tuple[tuple[str, int], ...], offer: str, meter: str = "") -> str:
    """A policy as YAML, comments kept. A preset that is left as it is is given as it was written.

    Where there is none, `offer` leads to the names of those that there are.
    """
    from inspector.policy import dump, preset_names, preset_text

    known = tuple(preset_names())
    policy = None if name == RECORDED else open_policy(name, settings, known)
    if policy is None:
        raise BadUse(f"'recorded' is the agent's own view, no policy. {offer} {', '.join(known)}, or a file.")
    if meter:
        policy = measured(policy, meter)
    return preset_text(name) if name in known and not settings and not meter else dump(policy)


def _must_be_readable(file: str) -> None:
    try:
        with open(file, "rb") as opened:
            opened.read(1)
    except OSError as error:
        raise BadUse(unreadable(file, error)) from None
