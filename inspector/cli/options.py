"""The options that several commands share, and their bundle: `asked_options` hands a command one `Asked`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import Any

import click

from inspector.cli.names import (
    LAST,
    RECORDED,
    CounterName,
    FileName,
    Id,
    KnobSetting,
    PolicyName,
    RequestNumber,
    SummariserName,
)
from inspector.cli.session import Asked

Command = Callable[..., Any]

path_argument = click.argument("path", type=FileName())
policy_option = click.option(
    "--policy", type=PolicyName(), default=RECORDED, show_default=True, help="a preset, a YAML file, or 'recorded'"
)
set_option = click.option(
    "--set", "settings", type=KnobSetting(), multiple=True, help="turn a knob of the policy; may be repeated"
)
request_option = click.option(
    "--request", type=RequestNumber(), default=LAST, show_default=True, help="which request, from 1"
)
json_option = click.option("--json", "as_json", is_flag=True, help="one JSON document on stdout")

meter_option = click.option(
    "--meter",
    type=CounterName(),
    default="",
    show_default="the policy's own",
    help="what sizes are measured by: 'provider' is what the provider charged; thresholds keep their numbers",
)

_RECORD = (
    click.option("--leaf", type=Id(), help="another branch of a recorded tree than the newest"),
    click.option("--sidechain", type=Id(), help="a subagent's conversation in the same session"),
)
_REST = (
    click.option(
        "--model", default="", metavar="NAME", help="the budget of this model for all requests; else each's own"
    ),
    click.option(
        "--summariser",
        type=SummariserName(),
        default="",
        show_default="the policy's own, else extractive",
        help="who writes summaries; 'inspector summaries --help' says what there is",
    ),
    click.option("--replay-only", is_flag=True, help="kept summaries only: no program is run, no service is asked"),
    click.option("--system", type=FileName(), help="file with the system prompt, when the record lacks it"),
    click.option("--tools", type=FileName(), help="JSON array of tool definitions, when the record lacks them"),
    click.option("--durable", type=FileName(), help="durable state (JSON); by default <stem>.durable.json beside PATH"),
    click.option("--artifacts", type=FileName(), help="folder of full outputs; by default artifacts beside PATH"),
)


def asked_options(command: Command) -> Command:
    """PATH and every option that says what to replay; the command gets them as its first argument, an `Asked`."""
    names = [field.name for field in fields(Asked)]

    @wraps(command)
    def bundled(**values: Any) -> Any:
        asked = Asked(**{name: values.pop(name) for name in names})
        return command(asked, **values)

    for option in reversed((path_argument, policy_option, set_option, meter_option, *_REST, *_RECORD)):
        bundled = option(bundled)
    return bundled


def session_options(command: Command) -> Command:
    """The same without what belongs to one policy, for a command that takes several: it has its own."""
    names = [field.name for field in fields(Asked) if field.name not in ("policy", "settings", "meter")]

    @wraps(command)
    def bundled(**values: Any) -> Any:
        asked = Asked(**{name: values.pop(name) for name in names})
        return command(asked, **values)

    for option in reversed((path_argument, *_REST, *_RECORD)):
        bundled = option(bundled)
    return bundled
