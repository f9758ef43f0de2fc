"""`inspector meters`: how wrong the simple estimators of tokens are on a session."""

from __future__ import annotations

import click

from inspector.cli.names import Id
from inspector.cli.options import json_option, path_argument
from inspector.cli.output import Progress, console, print_json
from inspector.cli.session import Asked, open_transcript


@click.command(short_help="how wrong chars/4, bytes/4 and other tokenizers are beside what was charged")
@path_argument
@click.option(
    "--threshold",
    type=click.IntRange(1),
    default=160_000,
    show_default=True,
    help="tell where it really starts, in the provider's tokens",
)
@click.option("--leaf", type=Id(), help="another branch of a recorded tree than the newest")
@click.option("--sidechain", type=Id(), help="a subagent's conversation in the same session")
@json_option
def command(path: str, threshold: int, leaf: str | None, sidechain: str | None, as_json: bool) -> int:
    """What agents take for tokens (bytes and characters by four, OpenAI's encodings), beside what the provider charged for the
    same messages: in all, by kind of block, and by what the text is written in. Then what is left when each estimator is
    scaled by one factor, so that its total is right: errors of that table no factor can mend.

    Without usage that tells, the estimators are held against calibrated sizes, and the first lines say so.

    --json prints one object: transcript, basis, error, messages, of, tokens, fixed, fixed_basis, threshold, estimators (name,
    estimated, ratio, error, off (plain, scaled), starts), kinds and writings (name, blocks, tokens, shared, estimators (name,
    estimated, ratio, error, scaled, worst)).
    """
    from inspector.analysis.estimators import measured
    from inspector.cli.meters_text import print_meters
    from inspector.export.json_meters import meters_json

    transcript = open_transcript(Asked(path, leaf=leaf, sidechain=sidechain))
    with Progress("counting block") as progress:
        found = measured(transcript, progress)
    if as_json:
        print_json(meters_json(transcript, found, threshold))
    else:
        print_meters(console(), transcript, found, threshold)
    return 0
