"""`inspector recall`: how much of what the agent referred to next its views still held, and what was read again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inspector.cli.options import asked_options, json_option
from inspector.cli.output import Progress, console, print_json
from inspector.cli.session import Asked, open_replay, pick_request

if TYPE_CHECKING:
    from inspector.engine import Replay


@click.command(short_help="how much of what the agent needed next its views still held")
@asked_options
@click.option(
    "--request", "number", type=click.IntRange(1), help="one request, with each of its needs; else the session"
)
@json_option
def command(asked: Asked, number: int | None, as_json: bool) -> None:
    """Measure, at every request, which part of what the reply refers to the view holds word for word: paths, identifiers,
    numbers and quotations that were seen earlier. Beside it stands what any view of the same size could have held that
    keeps text verbatim: by any cuts, and by whole blocks. Misses come most costly first; re-reads are told apart by their
    reason: the view no longer held it, the file had changed, a routine run, the view still held it, the reading failed.

    A need is found by rule: it is evidence, not proof. What the agent would have done under another view is not claimed.

    --json prints one object: transcript, policy, meter, certificate, recall (needed, held, share, bound, bound_whole),
    rows (the same for each request), misses (kind, text, typed, first, requests, cost, returned), rereads (message,
    request, what, tool, earlier, size, caused, why), evidence. With --request: request, needed, held, share, bound,
    bound_whole, needs (kind, text, typed, first, held, returned), evidence.
    """
    replay = open_replay(asked)
    if number is not None:
        _one(replay, pick_request(replay, number), as_json)
    else:
        _all(replay, as_json)


def _one(replay: Replay, request: int, as_json: bool) -> None:
    from inspector.analysis.recall.needs import needs_at, recall_at
    from inspector.cli.recall_text import print_request
    from inspector.export.json_recall import request_json

    with Progress("looking at") as progress:
        row = recall_at(replay, request, progress=progress)
    needs = needs_at(replay, request)
    if as_json:
        print_json(request_json(replay, row, needs))
    else:
        print_request(console(), replay, row, needs)


def _all(replay: Replay, as_json: bool) -> None:
    from inspector.analysis.recall.needs import recall
    from inspector.analysis.recall.rereads import rereads
    from inspector.cli.recall_text import print_recall
    from inspector.export.json_recall import recall_json

    with Progress("looking at") as progress:
        found = recall(replay, progress=progress)
        again = rereads(replay, progress=progress)
    if as_json:
        print_json(recall_json(replay, found, again))
    else:
        print_recall(console(), replay, found, again)
