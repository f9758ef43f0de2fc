"""`inspector export`: a policy as YAML, or a view as the body of a request."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from inspector.cli.errors import REFUSED, BadUse, say
from inspector.cli.names import FileName
from inspector.cli.options import asked_options, request_option
from inspector.cli.policies import policy_yaml
from inspector.cli.session import Asked, open_replay, pick_request, unreadable
from inspector.export.as_json import to_json
from inspector.phrases import counted

if TYPE_CHECKING:
    from inspector.engine import Replay
    from inspector.engine.view import View

STDOUT = "-"
OFFER = "Choose with --policy:"


@click.command(short_help="a policy as YAML, or a view as a request body")
@asked_options
@request_option
@click.option("-o", "--output", type=FileName(), default=STDOUT, show_default=True, help="file to write; - is stdout")
@click.option("--body", is_flag=True, help="the view as a request body instead of the policy as YAML")
@click.option("--force", is_flag=True, help="write over a file that exists, and a view that cannot be sent")
def command(asked: Asked, request: int | None, output: str, body: bool, force: bool) -> int:
    """The policy, its knobs as set, as YAML; with --body, the view as a request body.

    The YAML needs a --policy: 'recorded' is the agent's own view and no policy. --body does without one.

    A file is written whole or not at all, and never over another one without --force.

    The body is {system, tools, messages} in the form of the API that the session was sent to, as its record or its model
    tells (Anthropic's Messages or OpenAI's chat; where it was neither, or that is not known, a note says so), the durable
    state after the system prompt; model and max_tokens are the sender's choice. Fields named _… are a harness's own notes
    and are left out. Pictures are not kept by the inspector: a line of text stands for each. A view
    with an unfinished tool call, or one that the policy refuses, cannot be sent: exit code 1, unless --force. What the
    provider would refuse for another reason is written, with a warning on stderr.
    """
    _check_target(output, asked.path, force)
    if not body:
        if not Path(asked.path).exists():
            raise BadUse(f"{asked.path}: no such file or directory")
        _write(output, policy_yaml(asked.policy, asked.settings, OFFER, asked.meter).encode(), force)
        return 0
    replay = open_replay(asked)
    view = replay.view(pick_request(replay, request))
    if not view.sendable and not force:
        say(f"request {view.request} cannot be sent: {_obstacle(view)}\nNothing was written; --force writes it anyway.")
        return REFUSED
    _write_body(replay, view, output, force)
    return 0


def _write_body(replay: Replay, view: View, output: str, force: bool) -> None:
    from inspector.export.body import body, missing_images

    sent = body(view, replay.transcript)
    _write(output, to_json(sent), force)
    _tell_form(replay, view)
    _warn(replay, view)
    if missing := missing_images(view):
        say(f"note: {counted(missing, 'picture or document')} not kept by the inspector; text stands in the place.")


def _tell_form(replay: Replay, view: View) -> None:
    """In whose form the body is, where that is not the one the session was sent in, and what it lacks for that."""
    from inspector.export.body import foreign
    from inspector.meter.apis import NAMES, api_of, form_of

    api, form = api_of(replay.transcript), form_of(replay.transcript)
    if api != form:
        why = f"a body of {NAMES[api]} cannot be made" if api else "whose API it was sent to is not recorded"
        say(f"note: the body is in the form of {NAMES[form]}, and no rules were asked of it: {why}.")
    if lacking := foreign(view, replay.transcript):
        what = f"{counted(lacking, 'block')} of thinking or of another API's own"
        say(f"note: {what} left out: {NAMES[form]} has no place for them.")


def _warn(replay: Replay, view: View) -> None:
    """What a provider has against the body that was written, a rule a line; what it refuses first."""
    from inspector.analysis.sendable.breach import APIS
    from inspector.analysis.sendable.session import sendable
    from inspector.cli.output import Progress

    with Progress("checking view") as progress:
        result = sendable(replay, requests=view.request, progress=progress)
    if result is None or result.provider is None:
        return
    rules: dict[tuple[str, str], list[str]] = {}
    for breach in result.at(view.request):
        rules.setdefault((breach.severity, breach.rule), []).append(breach.text)
    for (severity, rule), texts in sorted(rules.items()):
        more = f" (and {len(texts) - 1:,} more)" if len(texts) > 1 else ""
        what = f"warning: {APIS[result.provider]} refuses this body" if severity == "error" else "note"
        say(f"{what}: {rule}: {texts[0]}{more}.")


def _obstacle(view: View) -> str:
    """Why a view cannot be sent, in a line."""
    if view.error is not None:
        return str(view.error)
    from inspector.engine.view import UNSENDABLE

    return next((problem.text for problem in view.problems if problem.kind in UNSENDABLE), "not sendable yet")


def _check_target(output: str, source: str, force: bool) -> None:
    """Refuse early what could not be written in the end. The record itself is never written over."""
    if output == STDOUT:
        return
    target = Path(output)
    if target.is_dir():
        raise BadUse(f"-o {output}: it is a directory; name a file.")
    if target.exists() and Path(source).exists() and os.path.samefile(target, source):
        raise BadUse(f"-o {output}: that is the session itself, which is never changed.")
    if target.is_file() and not force:
        raise BadUse(f"-o {output}: the file exists; --force writes over it.")


def _write(output: str, data: bytes, force: bool) -> None:
    from inspector.export.write import write_file

    if output == STDOUT:
        click.echo(data, nl=False)
        return
    try:
        write_file(output, data, force=force)
    except FileExistsError:
        raise BadUse(f"-o {output}: the file exists; --force writes over it.") from None
    except OSError as error:
        raise BadUse(f"-o {unreadable(output, error)}") from None
