"""`inspector view`: one Prompt View."""

from __future__ import annotations

import click

from inspector.cli.errors import REFUSED, say
from inspector.cli.options import asked_options, json_option, request_option
from inspector.cli.output import console, print_json
from inspector.cli.session import Asked, open_replay, pick_request


@click.command(short_help="one Prompt View: what request N really sends")
@asked_options
@request_option
@click.option("--full", is_flag=True, help="texts whole instead of a line each")
@json_option
def command(asked: Asked, request: int | None, full: bool, as_json: bool) -> int:
    """One Prompt View: what request N sends, and what became of everything else.

    Exit code 1 when the policy refuses the view.

    \b
    = verbatim   ✂ truncated     ◌ cleared   … folded
    ⧉ deduplicated   ╌ dropped   Σ summarised   ＋ injected

    --json prints one object: transcript, policy, request, turn, certificate, size, layers, durable, messages, gone,
    problems, breaches, and error when the view is refused. Blocks are named "6.1", the first of the sixth message; sizes
    are in the policy's own meter; messages hold content in API form and where it came from. Where that meter is provider,
    size.estimate is the whole prompt: tokens, low, high (90 %), basis (charged, calibrated, shipped, estimated) and its
    parts fixed, durable and messages, less unsent (thinking that is not sent any more); each block has low, high and
    basis. durable is null, or holds
    text, facts, pending_items, retrieval_evidence, sources (pointer, status, sha256, reason) and size. breaches (rule,
    severity, provider, text, blocks, messages, source) are rules of the provider that the view breaks by itself.
    """
    from inspector.cli.view_text import print_view
    from inspector.export.json_view import view_json

    replay = open_replay(asked)
    view = replay.view(pick_request(replay, request))
    if as_json:
        print_json(view_json(view, replay.transcript, replay.policy, replay))
    else:
        print_view(console(), view, replay, full, asked.model)
    if view.error is None:
        return 0
    say(str(view.error))
    return REFUSED
