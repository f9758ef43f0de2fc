"""`inspector check`: is the record sound, would its views be sent, do they hold what they must, and what goes wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inspector.cli.errors import REFUSED, BadUse
from inspector.cli.names import FailOn, FileName
from inspector.cli.options import asked_options, json_option
from inspector.cli.output import Progress, console, print_json
from inspector.cli.session import Asked, open_replay, unreadable

if TYPE_CHECKING:
    from inspector.analysis.diagnose.run import Diagnosis
    from inspector.analysis.must_keep.asked import MustKeep
    from inspector.analysis.must_keep.breaches import Watched
    from inspector.analysis.sendable.breach import Provider
    from inspector.analysis.sendable.explain import Told
    from inspector.analysis.sendable.session import Sendable
    from inspector.engine import Replay
    from inspector.engine.view import Problem, Row

ERROR = "error"
"""The findings that fail where nobody says otherwise."""


@click.command(short_help="damage, broken protocol, refusals, known faults, lost facts")
@asked_options
@click.option(
    "--fail-on",
    type=FailOn(),
    multiple=True,
    show_default="error",
    help="which findings fail: error, warning, note (worse ones too), a family, or never; may be repeated",
)
@click.option("--must-keep", type=FileName(), help="YAML list of facts that every view must hold (form: above)")
@click.option(
    "--provider",
    type=click.Choice(["anthropic", "openai", "template"]),
    show_default="the one that the session was sent to",
    help="whose rules every view must keep; template: a strict chat template",
)
@json_option
def command(
    asked: Asked, fail_on: tuple[str, ...], must_keep: str | None, provider: Provider | None, as_json: bool
) -> int:
    """What is wrong with a session: lines that could not be used, tool calls and results that do not match, and the known
    ways in which compaction goes wrong, each with its evidence and what would change it.

    With --policy, also the requests that the policy refuses, and what goes wrong under its settings. Exit code 1 when a line
    is lost, the tool protocol is broken, a request is refused, a finding fails, or a fact is not kept; notes (an unfinished
    call, a repaired line, a source that is not available) do not fail. A finding fails when it is an error: it cannot work so.
    With --fail-on never the exit code does not depend on findings; with a family's name only those fail.

    Every view is checked against the rules of the API that the session was sent to, as its record or its model tells
    (Messages API or Chat Completions; no rules are known of others), or of another --provider: pairs, their order, roles,
    empty texts, thinking and what it was bound to. A rule that makes a view be refused is an error; --fail-on sendable names
    these alone. Each is told with the few messages that show it.

    --must-keep FACTS.yaml: facts is a list of "- text: WORDS", "- pattern: REGEX" or "- message: N", each with "from: turn N"
    or "from: request N" (else from the first request on that has it) and "in: view" or "in: anywhere" (also behind a pointer
    to an artifact). Every view must hold each word for word: a summary or the durable state that quotes it is enough, a
    paraphrase is not. What is missing always fails, and is told with its first request, layer, numbers and knob.

    --json prints one object: transcript, policy, ok, load (line, kind, reason, bytes, failed), usage
    (mended, faults (request, message, kind, prompt, output, text)), problems (kind, block,
    text, line, failed), refused (request, error), sources (pointer, status, sha256, reason), families, findings (family,
    severity, failed, text, change, requests (from, to), blocks, evidence), sendable (provider, unasked, views, refused,
    requests, certificate), breaches (rule, severity, text, cause, source, first, views, count, places, messages), must_keep
    (fact, form, line, from, in, loose, first, kept, breach (request, requests, state, layer, reason, knob, knobs, block, before,
    after)), fail_on, certificate.
    """
    from inspector.cli.check_text import print_check
    from inspector.export.json_check import Checked, check_json, failures

    facts = _facts(must_keep)
    replay = open_replay(asked)
    problems, refused = found_problems(replay), refused_rows(replay)
    result, told = _sendable(replay, provider)
    checked = Checked(_diagnosis(replay), _watched(replay, facts), fail_on or (ERROR,), result, told)
    if as_json:
        print_json(check_json(replay.transcript, replay.policy, problems, refused, replay.durable_view, checked))
    else:
        print_check(console(), replay, problems, refused, checked)
    return REFUSED if failures(replay.transcript, problems, refused, checked) else 0


def _facts(path: str | None) -> tuple[MustKeep, ...]:
    """The facts of a file, read before anything that takes long. Raises `BadUse`."""
    from inspector.analysis.must_keep.asked import FactsError, load_facts

    try:
        return () if path is None else load_facts(path)
    except FactsError as error:
        raise BadUse(f"--must-keep {error}") from None
    except OSError as error:
        raise BadUse(f"--must-keep {unreadable(str(path), error)}") from None


def _diagnosis(replay: Replay) -> Diagnosis:
    from inspector.analysis.diagnose.run import diagnose

    with Progress("looking for known faults:") as progress:
        return diagnose(replay, progress=progress)


def _sendable(replay: Replay, provider: Provider | None) -> tuple[Sendable | None, tuple[Told, ...]]:
    from inspector.analysis.sendable.explain import told
    from inspector.analysis.sendable.session import sendable

    with Progress("checking view") as progress:
        result = sendable(replay, provider, progress=progress)
        return result, () if result is None else told(replay, result)


def _watched(replay: Replay, facts: tuple[MustKeep, ...]) -> tuple[Watched, ...]:
    from inspector.analysis.must_keep.breaches import watch
    from inspector.analysis.why.facts import BadFact

    with Progress("following fact") as progress:
        try:
            return watch(replay, facts, progress=progress)
        except BadFact as error:
            raise BadUse(f"--must-keep: {error}") from None


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
