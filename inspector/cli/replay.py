"""`inspector replay`: every request of a session under a policy."""

from __future__ import annotations

import click

from inspector.cli.options import asked_options, json_option
from inspector.cli.output import Progress, console, print_json
from inspector.cli.session import Asked, open_replay


@click.command(short_help="a row per request: sizes, layers, refusals")
@asked_options
@json_option
def command(asked: Asked, as_json: bool) -> int:
    """A row per request: turn, size of the transcript and of the view, layers that fired, refusals.

    A refused request is a row like any other; the exit code is 0.

    --json prints one object: transcript, policy, meter, durable, rows (request, turn, transcript, view, fired,
    compacted, required, error), totals, certificate.
    """
    from inspector.cli.replay_text import print_replay
    from inspector.export.json_replay import replay_json

    replay = open_replay(asked)
    with Progress("replaying request") as progress:
        rows = replay.rows(progress=progress)
    if as_json:
        print_json(replay_json(rows, replay.certificate(), replay.transcript, replay.policy, replay.durable_view))
    else:
        print_replay(console(), rows, replay)
    return 0
