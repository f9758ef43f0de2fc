"""`inspector why`: where a fact was said, when and why it left the views, and what would have kept it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inspector.cli.errors import REFUSED, BadUse
from inspector.cli.options import asked_options, json_option
from inspector.cli.output import Progress, console, print_json
from inspector.cli.session import Asked, open_replay

if TYPE_CHECKING:
    from inspector.analysis.fixes.shapes import Fixes
    from inspector.analysis.why.facts import Fact
    from inspector.analysis.why.lineage import Lineage
    from inspector.analysis.why.unmade import Unmade
    from inspector.engine import Replay
    from inspector.export.json_why import Story

SECONDS_OPTION = "--fix-seconds"
DAY = 86_400


@click.command(short_help="when and why a fact was lost, and what would have kept it")
@asked_options
@click.argument("facts", nargs=-1, metavar="[TEXT|/REGEX/]...")
@click.option("--message", "messages", type=click.IntRange(1), multiple=True, help="follow a whole message; repeatable")
@click.option("--need", type=click.IntRange(1), help="the request at which it was needed; else told from the record")
@click.option("--no-fixes", is_flag=True, help="do not look for settings that would have kept it")
@click.option(
    SECONDS_OPTION,
    "seconds",
    type=click.IntRange(1, DAY),
    default=4,
    show_default=True,
    metavar="N",
    help="seconds of work that each search for such settings may take",
)
@json_option
def command(
    asked: Asked,
    facts: tuple[str, ...],
    messages: tuple[int, ...],
    need: int | None,
    no_fixes: bool,
    seconds: int,
    as_json: bool,
) -> int:
    """Follow facts through every request: where each was first said, what became of it, which layer, rule and knob took
    it away, how it came back and at what cost, where it can still be found, and which smallest change of a knob keeps it
    until it is needed. Every fix is proven by running the engine; a paraphrase is never called kept. What was not tried, and
    what does not count, is told. A search takes 4 seconds of the processor's time at the most, one for each fact and one for
    all of them; on a slow machine or a long session --fix-seconds allows more.

    Exit code 1 when the record does not hold a fact.

    --json prints one object: transcript, policy, meter, certificate, summaries (failed (request, layer, reason), pending),
    facts (text, form, loose, first, places, lanes (from, to, state), lost (request, state, layer, do, reason, knob, knobs,
    block, before, after), returned (message, request, how, size, by, path), recoverable (message, pointer, status, reason,
    full, bytes), nearest (message, block, text), also (text, message, block, by, pattern), needed, kept, fixes (knob, from,
    to, unit, peak, total, refused, monotone, proven, again), pin, scanned, whole, held, assumed, tried (knob, values,
    not_tried, not_counted, only_larger), left_out (text, why)), together.
    """
    from inspector.cli.why_text import print_why
    from inspector.export.json_why import why_json

    wanted = _facts(facts, messages)
    replay = _opened(asked)
    missing = _missing(replay)
    allowed = 0 if no_fixes else seconds
    stories = [_story(replay, asked, fact, need, allowed) for fact in wanted]
    together = _together(replay, [each.lineage for each in stories], allowed) if len(stories) > 1 and allowed else None
    if as_json:
        print_json(why_json(replay, stories, together, missing))
    else:
        print_why(console(), replay, stories, together, missing)
    return 0 if all(story.lineage.found for story in stories) else REFUSED


def _opened(asked: Asked) -> Replay:
    """The replay, with a summariser that is asked once for each summary however often its view is looked at."""
    from inspector.analysis.hearing import Hearing
    from inspector.engine import Replay

    found = open_replay(asked)
    if found.is_recorded:
        return found
    return Replay(found.transcript, found.policy, Hearing(found.summariser), found.durable)


def _missing(replay: Replay) -> Unmade:
    from inspector.analysis.why.unmade import unmade

    return unmade(replay)


def _facts(texts: tuple[str, ...], messages: tuple[int, ...]) -> list[Fact]:
    from inspector.analysis.why.facts import BadFact, message_fact, text_fact

    if not texts and not messages:
        raise BadUse("say what was forgotten: words of the session, /a pattern/, or --message N.")
    try:
        return [*map(text_fact, texts), *map(message_fact, messages)]
    except BadFact as error:
        raise BadUse(str(error)) from None


def _story(replay: Replay, asked: Asked, fact: Fact, need: int | None, seconds: int) -> Story:
    from inspector.analysis.why.facts import BadFact
    from inspector.analysis.why.lineage import lineage
    from inspector.analysis.why.nearest import nearest
    from inspector.analysis.why.recover import recoverable
    from inspector.analysis.why.writings import other_writing
    from inspector.engine.durable_local import local_resolver
    from inspector.export.json_why import Story
    from inspector.transcript.artifacts import Artifacts

    try:
        told = lineage(replay, fact, need)
    except (BadFact, ValueError) as error:
        raise BadUse(str(error)) from None
    resolver = local_resolver(replay.transcript, asked.artifacts)
    found = _together(replay, [told], seconds) if seconds and told.losses else None
    near = () if told.found else nearest(replay.transcript, fact)
    also = other_writing(replay.transcript, told.found)
    artifacts = Artifacts.of(replay.transcript, asked.artifacts)
    return Story(told, recoverable(replay.transcript, told.found, resolver, artifacts), found, near, also)


def _together(replay: Replay, told: list[Lineage], seconds: int) -> Fixes:
    """What keeps all of these facts at the requests where they were needed, looked for so long at the most."""
    from inspector.analysis.fixes.find import fixes
    from inspector.analysis.fixes.shapes import Wanted

    with Progress("trying knob") as progress:
        return fixes(replay, [Wanted(each.found, each.needed) for each in told], progress=progress, seconds=seconds)
