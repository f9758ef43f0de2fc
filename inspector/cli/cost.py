"""`inspector cost`: what a session costs under a policy, with the provider's prompt cache in mind."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from inspector.cli.errors import BadUse
from inspector.cli.options import asked_options, json_option
from inspector.cli.output import Progress, console, print_json
from inspector.cli.session import Asked, open_replay

if TYPE_CHECKING:
    from inspector.analysis.cost.caching import Caching
    from inspector.analysis.cost.together import Together
    from inspector.transcript.model import Transcript


@click.command(short_help="tokens read from the cache, written, fresh; when a change pays; money")
@asked_options
@click.option(
    "--ttl", type=click.Choice(("5m", "1h", "none")), help="how long the cache keeps an entry; else as recorded"
)
@click.option("--breakpoints", metavar="MARKS", help="fixed, last or last:N with a comma between; every; none")
@click.option(
    "--minimum", type=click.IntRange(0), help="tokens of the shortest prefix that is kept; else as the model has it"
)
@click.option("--subagents", is_flag=True, help="load them too: what the session reported with and without them")
@click.option("--all", "every", is_flag=True, help="a row for every request, not for stretches of them")
@json_option
def command(
    asked: Asked,
    ttl: str | None,
    breakpoints: str | None,
    minimum: int | None,
    subagents: bool,
    every: bool,
    as_json: bool,
) -> int:
    """For every request, the tokens that are read from the provider's prompt cache, written to it, and neither, told from
    the first byte in which it differs from the request before it; beside them what was reported. Then what the summariser
    is sent, after how many requests each change of the view has paid, and money where a dated price is known.

    Marks (--breakpoints) are where a request ends what may be kept: fixed (behind tools and system prompt), last (behind
    the last message), last:N (behind the last N that are no replies); every keeps any prefix without marks, as OpenAI does.

    --json prints one object: transcript, policy, meter, certificate, caching (breakpoints, ttl in seconds, minimum, timed),
    tokens (scale, calibrated, fixed), rows (request, model, sent, prompt, read, write, fresh, output, basis, missed,
    passes, usage, usd), summaries (request, layer, input, output, asked, by, failed, unread,
    approximate), changes (request, layers, before, after, rewritten, again, once, saves, pays_after, lasts, paid, weights),
    totals (predicted, reported, predicted_where_reported, money, summaries_money), with --subagents also together (own,
    subagents, both, unread).
    """
    from inspector.analysis.cost.account import account
    from inspector.cli.cost_text import print_cost
    from inspector.export.json_cost import cost_json

    replay = open_replay(asked)
    caching = _caching(replay.transcript, ttl, breakpoints, minimum)
    with Progress("costing request") as progress:
        found = account(replay, caching, model=asked.model, progress=progress)
    sums = _with_subagents(replay.transcript) if subagents else None
    if as_json:
        print_json(cost_json(found, sums))
    else:
        print_cost(console(), found, every, sums)
    return 0


def _with_subagents(transcript: Transcript) -> Together:
    from inspector.analysis.cost.together import together

    with Progress("reading subagent") as progress:
        return together(transcript, progress)


def _caching(transcript: Transcript, ttl: str | None, breakpoints: str | None, minimum: int | None) -> Caching:
    """The rules that were asked for; what was not said is as the agent had it."""
    from inspector.analysis.cost.caching import LIVES, BadMarks, default, marks

    found = default(transcript)
    try:
        found = found if breakpoints is None else replace(found, marks=marks(breakpoints))
    except BadMarks as error:
        raise BadUse(f"--breakpoints {error}") from None
    return replace(found, ttl=found.ttl if ttl is None else LIVES[ttl], minimum=minimum)
