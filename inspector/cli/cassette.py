"""`inspector summaries`: the answers that were asked for once and are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inspector.cli.errors import BadUse
from inspector.cli.names import KeptName
from inspector.cli.options import json_option
from inspector.cli.output import console, print_json
from inspector.phrases import counted

if TYPE_CHECKING:
    from inspector.summary.cassette import Cassette

SHORTEST = 4
"""Digits of a key that it takes at the least to name one."""


@click.group(name="summaries", short_help="kept summaries: list, show, clear")
def command() -> None:
    """The summaries that a program or a service wrote: each is kept, so that the same request is free ever after.

    \b
    Who writes summaries (--summariser):
    extractive        quotes of the session itself, in sections; offline, always the same (the default)
    recorded          the agent's own summary, where the record holds one of the same messages
    anthropic:MODEL   a model behind Anthropic's Messages API; the key comes from ANTHROPIC_API_KEY
    command:PROGRAM   a program of yours: it reads the request on stdin (JSON), and writes the summary
    stub:N            a placeholder of exactly N tokens in the policy's measure, for sweeps
    none              no summaries: a layer that needs one changes nothing
    policy            the one that the policy's own file names

    What leaves this machine or runs a program is told on stderr before, with an estimate, and after, with what it took.
    With --replay-only nothing is asked: a summary that is not kept counts as failed, and the view stays as it was.
    """


@command.command("list")
@json_option
def list_kept(as_json: bool) -> int:
    """The kept summaries, the one that was used last first.

    --json prints one object: folder, summaries (key, summariser, made, request, layer, first, last, limit, unit, mode,
    model, stop, seconds, usage, price, bytes, damage).
    """
    from inspector.cli.cassette_text import print_list, shown
    from inspector.export.json_kept import kept_list_json

    cassette = _cassette()
    entries = cassette.entries()
    if as_json:
        print_json(kept_list_json(cassette.folder, entries))
    elif entries:
        print_list(console(), cassette.folder, entries)
    else:
        click.echo(f"No summaries are kept in {shown(cassette.folder)}.")
    return 0


@command.command()
@click.argument("key", type=KeptName())
@json_option
def show(key: str, as_json: bool) -> int:
    """One kept summary, whole. KEY may be shortened, as the list shows it.

    --json prints one object: the fields of the list, and text.
    """
    from inspector.cli.cassette_text import print_one
    from inspector.export.json_kept import kept_json

    cassette = _cassette()
    name = _named(cassette, key)
    entry = next((entry for entry in cassette.entries() if entry.key == name), None)
    if entry is None:
        raise BadUse(f"the summary {key} was removed meanwhile.")
    if as_json:
        print_json(kept_json(entry, text=True))
    elif entry.kept is None:
        raise BadUse(
            f"the summary {key} cannot be read: {entry.damage}.\n'inspector summaries clear {key}' removes it."
        )
    else:
        print_one(entry.kept)
    return 0


@command.command()
@click.argument("keys", nargs=-1, type=KeptName())
@click.option("--all", "everything", is_flag=True, help="all of them")
def clear(keys: tuple[str, ...], everything: bool) -> int:
    """Remove kept summaries: those that are named, or --all. To have them again costs what they cost."""
    from inspector.cli.cassette_text import shown

    if bool(keys) == everything:
        raise BadUse("name the summaries to remove, as 'inspector summaries list' shows them, or write --all.")
    cassette = _cassette()
    names = None if everything else tuple(_named(cassette, key) for key in keys)
    removed = cassette.clear(names)
    click.echo(f"{counted(removed, 'answer')} removed from {shown(cassette.folder)}.")
    return 0


def _cassette() -> Cassette:
    from inspector.cli.output import tell
    from inspector.summary.cassette import Cassette

    return Cassette(told=tell)


def _named(cassette: Cassette, start: str) -> str:
    """The one kept summary whose key begins like this. Raises `BadUse`."""
    found = cassette.find(start.lower()) if len(start) >= SHORTEST else ()
    if len(found) == 1:
        return found[0]
    if found:
        raise BadUse(
            f"{start!r} begins {len(found)} keys; write more of it: {', '.join(key[:20] for key in found[:3])}"
        )
    short = f" Write at least {SHORTEST} of its digits." if len(start) < SHORTEST else ""
    raise BadUse(
        f"no kept summary has a key that begins with {start!r}.{short}\n'inspector summaries list' shows them."
    )
