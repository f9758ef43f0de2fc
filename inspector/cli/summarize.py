"""`inspector summarize`: one summary of a session, by one summariser or several, asked, weighed and checked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from inspector.cli.errors import REFUSED, BadUse
from inspector.cli.names import SummariserName
from inspector.cli.options import asked_options, json_option, request_option
from inspector.cli.output import console, print_json
from inspector.cli.session import Asked, chosen_spec, open_policy, open_replay, open_summariser, pick_request

if TYPE_CHECKING:
    from inspector.analysis.tried import Tried


@click.command(short_help="the summary of request N: made, weighed, compared, audited")
@asked_options
@request_option
@click.option("--beside", type=SummariserName(), multiple=True, help="another summariser of the same; may be repeated")
@click.option("--focus", default="", help="what the summary is to keep in mind above all")
@click.option(
    "--audit",
    is_flag=True,
    help="what the summary holds of its source; findings: what the source contradicts or does not have; hints: worth a look",
)
@click.option("--generations", is_flag=True, help="what each later summary still holds of the earlier ones")
@click.option("--show-request", is_flag=True, help="the exact request, instead of a summary")
@click.option("--dry-run", is_flag=True, help="what it would take; nothing is asked outside")
@json_option
def command(
    asked: Asked,
    request: int | None,
    beside: tuple[str, ...],
    focus: str,
    audit: bool,
    generations: bool,
    show_request: bool,
    dry_run: bool,
    as_json: bool,
) -> int:
    """The summary that stands in request N: the newest one that the policy made up to there, or the agent's own.

    Where there is none, it is made on demand, of what the policy's summary would stand for. --summariser says who writes,
    --beside who else, on the same cut. Nothing is written anywhere but into the store of kept answers.

    \b
    Exit code 1 when nobody gave a usable summary.

    --json prints one object: transcript, policy, request, cut (request, layer, generation, on_demand, first, last,
    parts, earlier, sections, mode, before, told, partial), summaries (summariser, text, error, tokens, after,
    seconds, model, usage, price, kept, stop, estimate, audit) and, where asked for, prompt and generations. audit
    holds score, keeps_words, kept, coverage (kind, text, held, source, summary), findings and hints (kind, text,
    summary, sources each): findings are what the record contradicts or does not have, hints are worth a look and may
    be wrong; only findings lower the score. keeps_words says whether the summary is written in the record's own
    words: where it is not, who said what, what was denied and how it ended are hints only. kept of the audit is the
    share of its words, 0 to 1, that stand as in the record; null where they are too few to tell, which counts as
    kept. Places are {block, start, end} in the source and {start, end} in the summary, in characters. estimate holds
    tokens, most and price, and earlier: what the summaries before this one would take (summaries, tokens, price),
    where nobody was asked. told is the size before the agent's own summary as the agent gave it; partial says that
    the record holds only a small part of that.
    """
    from inspector.cli.summarize_text import print_tried
    from inspector.export.json_tried import tried_json

    ask = not (dry_run or show_request)
    tried = _tried(asked, request, (asked.summariser, *beside), focus, ask, audit=audit, survivals=generations)
    if as_json:
        print_json(tried_json(tried, show_request))
    else:
        print_tried(console(), tried, show_request)
    return 0 if not ask or any(trial.usable for trial in tried.trials) else REFUSED


def _tried(asked: Asked, request: int | None, specs: tuple[str, ...], focus: str, ask: bool, **wanted: bool) -> Tried:
    """Open the session and have it summarised. Raises `BadUse` where there is nothing to summarise."""
    from inspector.analysis.on_demand import NothingToSummarise
    from inspector.analysis.tried import try_all
    from inspector.engine import Replay
    from inspector.summary.registry import asks_outside

    own = chosen_spec(asked, open_policy(asked.policy, asked.settings))
    specs = (own, *specs[1:])
    kept = asked.summariser if ask or not asks_outside(own) else "extractive"
    writes = own if kept == asked.summariser else kept
    opened = open_replay(replace(asked, summariser=kept))
    policy = None if opened.is_recorded and not asked.meter else opened.policy
    replay = Replay(opened.transcript, policy, opened.summariser, opened.durable, focus)
    others = specs[1:] if writes == specs[0] else specs
    first = [replay.summariser] if writes == specs[0] and replay.summariser is not None else []
    writers = [
        *first,
        *(open_summariser(replace(asked, summariser=spec), replay.transcript, policy) for spec in others),
    ]
    try:
        return try_all(replay, pick_request(replay, request), writers, ask=ask, **wanted)
    except NothingToSummarise as error:
        raise BadUse(f"{error}. Choose a later request, or a policy that keeps less.") from None
