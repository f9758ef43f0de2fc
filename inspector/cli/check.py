"""`inspector check`: is the record sound, does it keep the tool protocol, and would the policy send it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inspector.cli.errors import REFUSED
from inspector.cli.options import asked_options, json_option
from inspector.cli.output import Progress, console, print_json
from inspector.cli.session import Asked, open_replay

if TYPE_CHECKING:
    from inspector.engine import Replay
    from inspector.engine.view import Problem, Row


@click.command(short_help="damaged lines, broken tool protocol, refused requests")
@asked_options
@json_option
def command(asked: Asked, as_json: bool) -> int:
    """What is wrong with a session: lines that could not be used, tool calls and results that do not match.

    With --policy, also the requests that the policy refuses. Exit code 1 when a line is lost, the tool protocol is
    broken or a request is refused; notes (an unfinished call, a repaired line, a source that is not available) do not
    fail.

    --json prints one object: transcript, policy, ok, load (line, kind, reason, bytes, failed), problems (kind, block,
    text, line, failed), refused (request, error), sources (pointer, status, sha256, reason).
    """
    from inspector.cli.check_text import print_check
    from inspector.export.json_check import check_json, failures

    replay = open_replay(asked)
    problems, refused = found_problems(replay), refused_rows(replay)
    if as_json:
        print_json(check_json(replay.transcript, replay.policy, problems, refused, replay.durable_view))
    else:
        print_check(console(), replay, problems, refused)
    return REFUSED if failures(replay.transcript, problems, refused) else 0


def found_problems(replay: Replay) -> list[Problem]:
    """Every breach of the whole record, whether the view still holds it or not, then what the last view is warned about."""
    from inspector.engine.protocol import problem, standing

    transcript = replay.transcript
    found = [problem(transcript, breach) for breach in standing(transcript, len(transcript.structure.blocks))]
    known = {(each.kind, each.block) for each in found}
    last = replay.problems(replay.requests) if replay.requests else ()
    return found + [each for each in last if (each.kind, each.block) not in known]


def refused_rows(replay: Replay) -> list[Row]:
    """The requests that the policy refuses."""
    with Progress("checking request") as progress:
        return [row for row in replay.rows(progress=progress) if row.error is not None]
