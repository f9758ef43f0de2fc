"""`inspector compare`: policies, knob settings and summarisers side by side over one session."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inspector.cli.errors import BadUse
from inspector.cli.names import LAST, PolicyName, RequestNumber
from inspector.cli.options import json_option, session_options
from inspector.cli.output import Progress, console, print_json
from inspector.cli.session import Asked, open_transcript

if TYPE_CHECKING:
    from inspector.analysis.why.facts import Fact


@click.command(short_help="policies, knob settings and summarisers side by side")
@session_options
@click.option(
    "--policy",
    "policies",
    type=PolicyName(),
    multiple=True,
    help="NAME|FILE[:KNOB=VALUE,…][,summariser=SPEC]; repeatable. Without it, the presets",
)
@click.option(
    "--set", "settings", multiple=True, metavar="[A:]KNOB=VALUE", help="turn a knob of A, or of all that have it"
)
@click.option("--fact", "facts", multiple=True, metavar="TEXT|/REGEX/", help="follow a fact; repeatable")
@click.option("--request", "request", type=RequestNumber(), help=f"show one request side by side, too: N or {LAST!r}")
@json_option
@click.pass_context
def command(
    context: click.Context,
    asked: Asked,
    policies: tuple[str, ...],
    settings: tuple[str, ...],
    facts: tuple[str, ...],
    request: int | None,
    as_json: bool,
) -> int:
    """Replay a session under several policies, and lay what comes of it side by side. The recorded view is always one of
    them (R); the others are A, B, C in order. One policy may come several times, with other knobs or another summariser:

    \b
    inspector compare PATH --policy workbuddy-s14 --policy workbuddy-s14:soft_threshold=60000
    inspector compare PATH --policy evo-agent --policy evo-agent:summariser=stub:500

    Told are the texts that a person typed and some view lacks, and the given facts, with the request of the loss; sizes in
    one common meter and in each policy's own; compactions, refusals, and requests that the provider would refuse; recall
    beside its bound; cost in the provider's tokens, and in money where prices are known; and the requests at which the
    contenders differ most. The best value of a row has a star: none where values are equal or not comparable, and none for
    a contender that refuses requests which others send.

    --json prints one object: transcript, certificate (of the contender that can be believed the least far), contenders
    (letter, title, policy, summariser, meter, certificate, totals (requests, sent, own, common, compactions, refusals,
    typed_lost, unsendable, cost, recall)), measures (key, title, about, better, values, best), winner, facts (text, form,
    loose, found, contenders), differing (request, turn, by, sizes, spread, blocks, typed, groups, more), requests (request,
    turn, views, own, refused, compacted), request (one of `differing`, as asked for with --request).
    """
    from inspector.analysis.compare.compare import compare
    from inspector.cli.compare_text import print_comparison
    from inspector.cli.contenders import open_contenders
    from inspector.cli.evidence import open_durable
    from inspector.export.json_compare import compare_json

    wanted = _facts(facts)
    transcript = open_transcript(asked)
    durable = open_durable(transcript, asked.durable, asked.artifacts)
    contenders = open_contenders(asked, policies, settings, transcript)
    shown = _request(context, request, transcript.structure.requests)
    with Progress("comparing: step") as progress:
        found = compare(transcript, contenders, wanted, durable, progress=progress)
    if as_json:
        print_json(compare_json(found, shown))
    else:
        print_comparison(console(), found, shown)
    return 0


def _request(context: click.Context, number: int | None, requests: int) -> int | None:
    """The request to be shown; None where none was asked for. Raises `BadUse` for one that does not exist."""
    if context.get_parameter_source("request") is click.core.ParameterSource.DEFAULT:
        return None
    if requests == 0:
        raise BadUse("the transcript holds no request: there is no message in it.")
    if number is not None and not 1 <= number <= requests:
        raise BadUse(f"--request {number}: this transcript has requests 1 to {requests:,}.")
    return number or requests


def _facts(texts: tuple[str, ...]) -> list[Fact]:
    from inspector.analysis.why.facts import BadFact, text_fact

    try:
        return [text_fact(text) for text in texts]
    except BadFact as error:
        raise BadUse(f"--fact: {error}") from None
