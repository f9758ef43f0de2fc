"""`inspector count`: the provider's own count of a prompt, beside what is reported, charged, calibrated and estimated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from inspector.cli.errors import REFUSED, BadUse, say
from inspector.cli.names import RequestNumber
from inspector.cli.options import asked_options, json_option
from inspector.cli.output import Progress, console, print_json
from inspector.cli.session import Asked, open_replay, pick_request

if TYPE_CHECKING:
    from inspector.analysis.counted import Beside
    from inspector.engine import Replay
    from inspector.summary.counting import Count


@dataclass(frozen=True, slots=True)
class Counted:
    """One request: the bytes of its body, pictures that are a line of text in it, and what everybody says of its size.

    `count` is None where nobody was asked, or the answer did not come: `failure` says why.
    """

    request: int
    bytes: int
    pictures: int
    beside: Beside
    count: Count | None
    failure: str = ""
    unasked: bool = False


@click.command(short_help="the provider's own count of a prompt (asks Anthropic)")
@asked_options
@click.option(
    "--request", "requests", type=RequestNumber(), multiple=True, help="which request, from 1, or last; may be repeated"
)
@click.option(
    "--provider", type=click.Choice(["anthropic"]), required=True, help="who is asked; nobody is asked by itself"
)
@click.option("--dry-run", is_flag=True, help="what would be sent; kept counts are shown, nothing is asked")
@json_option
def command(
    asked: Asked,
    requests: tuple[int | None, ...],
    provider: str,
    dry_run: bool,
    as_json: bool,
) -> int:
    """What Anthropic's count-tokens endpoint says of a Prompt View, beside everything else that tells its size.

    The view is sent to the service: system prompt, tools, messages, as far as the record holds them. It needs a key in
    ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN; a count costs nothing, and is kept: the same prompt is sent once. Pictures were
    taken out of the record when it was read; a line of text stands for each. It is counted as the model of the request does, or
    as --model.

    Exit code 1 when a count did not come.

    --json prints one object: transcript, policy, provider, model and requests (request, count, kept (seconds since 1970),
    failure, bytes, pictures, reported, estimate (tokens, low, high, basis), o200k, chars_4). reported is the provider's usage
    of the recorded request, estimate the size as worked out from the session; both are whole prompts. o200k and chars_4 are
    of the messages alone. count is of what was sent: tools and system prompt only where the record holds them.
    """
    from inspector.cli.count_text import print_counted
    from inspector.export.json_count import count_json

    replay = open_replay(asked)
    numbers = list(dict.fromkeys(pick_request(replay, number) for number in requests or (None,)))
    named = asked.model or _model(replay, numbers[0], dry_run)
    found = [_counted(replay, number, named, ask=not dry_run) for number in numbers]
    if as_json:
        print_json(count_json(replay, provider, named, found))
    else:
        print_counted(console(), replay, named, found)
    failed = [each for each in found if each.failure and not each.unasked]
    for text in dict.fromkeys(each.failure for each in failed):
        say(text)
    return REFUSED if failed else 0


def _model(replay: Replay, request: int, dry_run: bool) -> str:
    """The model of a request. Raises `BadUse` where the record names none that Anthropic counts for."""
    from inspector.meter.provider.usage import models

    found = models(replay.transcript)[request - 1]
    if "claude" in found.lower() or dry_run:
        return found
    told = (
        f"request {request:,} is of {found}, for which Anthropic does not count"
        if found
        else "the record names no model"
    )
    raise BadUse(f"{told}: choose one of its models with --model NAME.")


def _counted(replay: Replay, request: int, model: str, ask: bool) -> Counted:
    import orjson

    from inspector.analysis.counted import beside
    from inspector.analysis.counted import named as named_transcript
    from inspector.engine.summariser import SummaryFailed
    from inspector.export.body import messages_body, missing_images
    from inspector.summary.counting import NothingKept, ProviderCount

    view = replay.view(request)
    body = messages_body(view, replay.transcript)
    size = len(orjson.dumps(body, default=str))
    near = beside(view, named_transcript(replay.transcript, model), replay.is_recorded)
    count, failure, unasked = None, "", False
    try:
        with Progress("counting at Anthropic"):
            count = ProviderCount(model).count(body, ask)
    except NothingKept as error:
        failure, unasked = str(error), True
    except SummaryFailed as error:
        failure = f"request {request:,}: {error}"
    return Counted(request, size, missing_images(view), near, count, failure, unasked)
