"""No key leaves this program but in the one header it belongs into: not in a reason, a traceback, a log or what is shown."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import traceback
from pathlib import Path
from types import TracebackType

import pytest

from inspector.engine.summariser import SummaryFailed, SummaryRequest
from inspector.summary.anthropic_summariser import AnthropicSummariser
from inspector.summary.secrets import REMOVED
from tests.cli.running import run
from tests.summary.asking import server as acts
from tests.summary.asking.running import QUICK, SILENCE, Serve, request
from tests.summary.asking.server import Act, Handler, Server
from tests.summary.talk import Talk

KEY, TOKEN = "a-key-unlike-others-8841", "a-token-unlike-others-9952"
VARIABLES = [("ANTHROPIC_API_KEY", KEY), ("ANTHROPIC_AUTH_TOKEN", TOKEN)]


def shows_it_back(handler: Handler) -> None:
    """An error inside a stream that repeats what it was sent."""
    acts.error_inside("invalid_request_error", f"the header was {handler.headers['authorization']}")(handler)


BEHAVIOUR = [
    acts.says("fine"),
    acts.echoes(400),
    acts.echoes(401),
    acts.echoes(500),
    shows_it_back,
    acts.hangs,
    acts.breaks_at_once,
    acts.breaks_inside,
    acts.sends("<html>hello</html>"),
    acts.sends("event: message_start\ndata: {garbage\n\n", "text/event-stream"),
]


def of_the_program(trace: TracebackType | None) -> list[str]:
    """What a crash report would show of every frame that is the program's own: its local values."""
    shown: list[str] = []
    while trace is not None:
        if f"{os.sep}tests{os.sep}" not in trace.tb_frame.f_code.co_filename:
            shown += [repr(value) for value in trace.tb_frame.f_locals.values()]
        trace = trace.tb_next
    return shown


def everything_said(asked: AnthropicSummariser) -> str:
    """All that an attempt leaves behind."""
    try:
        answer = asked.answer(request())
    except SummaryFailed as failed:
        said = [str(failed), repr(failed), repr(failed.args), repr(vars(failed)), *traceback.format_exception(failed)]
        return "\n".join([*said, *of_the_program(failed.__traceback__), repr(asked)])
    return repr(answer) + repr(asked)


@pytest.mark.parametrize("act", BEHAVIOUR)
@pytest.mark.parametrize(("variable", "value"), VARIABLES)
def test_whatever_happens(
    serve: Serve,
    act: Act,
    variable: str,
    value: str,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    import anthropic  # noqa: F401 - its loggers exist from here on

    server = serve(act)
    environ = {variable: value, "ANTHROPIC_BASE_URL": server.url}
    with caplog.at_level(logging.DEBUG):
        for name in ("anthropic", "httpx2", "httpcore2", "asyncio"):
            caplog.set_level(logging.DEBUG, logger=name)
        limits = {**QUICK, "read": SILENCE} if act is acts.hangs else QUICK
        said = everything_said(AnthropicSummariser("claude-opus-5", environ, **limits))
    assert value in str(server.seen)  # it was sent, so it could have come back
    assert "HTTP Request" in caplog.text
    records = "\n".join(f"{record.__dict__}" for record in caplog.records)
    for text in (said, caplog.text, records, *capfd.readouterr()):
        assert value not in text


@pytest.mark.parametrize("bad", ["two words of a key", "key-with-\u00e9-inside", "key\nin-two-lines", "key\x00zero"])
def test_a_key_that_is_none_is_not_shown(serve: Serve, bad: str) -> None:
    server = serve(acts.says("fine"))
    environ = {"ANTHROPIC_API_KEY": bad, "ANTHROPIC_BASE_URL": server.url}
    said = everything_said(AnthropicSummariser("m", environ, **QUICK))
    assert "ANTHROPIC_API_KEY holds characters that no key has" in said
    assert bad not in said
    assert repr(bad)[1:-1] not in said
    assert server.seen == []


def test_a_line_end_behind_a_key_is_none_of_it(serve: Serve) -> None:
    server = serve(acts.says("fine"))
    environ = {"ANTHROPIC_API_KEY": KEY + "\n", "ANTHROPIC_BASE_URL": server.url}
    assert AnthropicSummariser("m", environ, **QUICK).summarise(request()) == "fine"


def test_what_the_session_shows_of_a_key_is_not_sent(serve: Serve) -> None:
    server = serve(acts.says("fine"))
    environ = {"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": server.url, "DATABASE_PASSWORD": "correct-horse-77"}
    talk = Talk().ran("env", f"ANTHROPIC_API_KEY={KEY}\nDATABASE_PASSWORD=correct-horse-77\nghp_abcdefghijklmnop1234")
    asked = AnthropicSummariser("m", environ, **QUICK)
    asked.answer(SummaryRequest(parts=tuple(talk.parts)))
    for sent in (str(server.seen[0].body), str(asked.prepare(SummaryRequest(parts=tuple(talk.parts))))):
        assert REMOVED in sent
        assert not any(secret in sent for secret in (KEY, "correct-horse-77", "ghp_"))


def test_what_a_service_says_of_a_key_is_not_exported(
    serve: Serve, samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    """A summary that repeats the key, through the command line: the exported body and every file of the user's."""
    server = serve(acts.says(f"The key is {KEY}."))
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
    monkeypatch.setenv("INSPECTOR_TRACEBACK", "1")
    asked = ("--policy", "evo-agent", "--summariser", "anthropic:claude-opus-5")
    ran = run("export", samples["research"], *asked, "--body")
    assert ran.code == 0
    assert f"The key is {REMOVED}." in ran.out
    kept = [file.read_text() for file in home.rglob("*") if file.is_file()]
    assert any("The key is" in text for text in kept)
    assert not any(KEY in text for text in [ran.out, ran.err, *kept])


def test_what_is_answered_holds_no_key(serve: Serve) -> None:
    server = serve(acts.says(f"The key is {KEY}."))
    environ = {"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": server.url}
    assert AnthropicSummariser("m", environ, **QUICK).summarise(request()) == f"The key is {REMOVED}."


def test_names_and_passwords_of_the_address(serve: Serve) -> None:
    server = serve(acts.fails(404, "not_found_error", "nothing here"))
    url = server.url.replace("http://", "http://me:letmein-44@") + "/?key=secret-55"
    environ = {"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": url}
    said = everything_said(AnthropicSummariser("m", environ, **QUICK))
    assert "letmein" not in said
    assert "secret-55" not in said


LOGGING = """
import tests.summary.asking.running as running
from inspector.summary.anthropic_summariser import AnthropicSummariser
AnthropicSummariser("claude-opus-5", **running.QUICK).answer(running.request())
"""


def test_with_the_library_told_to_log_everything(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from anthropic._utils._logs import setup_logging

    levels = {name: logging.getLogger(name).level for name in ("anthropic", "httpx2")}
    monkeypatch.setenv("ANTHROPIC_LOG", "debug")
    setup_logging()
    try:
        environ = {"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": serve(acts.echoes(500)).url}
        said = everything_said(AnthropicSummariser("m", environ, **QUICK))
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
    assert "HTTP Response" in caplog.text
    assert KEY not in caplog.text + said


@pytest.mark.slow
def test_in_a_program_of_its_own(root: Path) -> None:
    """ANTHROPIC_LOG=debug, and an end with a traceback."""
    server = Server(acts.echoes(500))
    environ = {**os.environ, "ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": server.url, "ANTHROPIC_LOG": "debug"}
    command = [sys.executable, "-c", LOGGING]
    ended = subprocess.run(command, cwd=root, env=environ, capture_output=True, text=True, timeout=60, check=False)
    server.close()
    assert ended.returncode == 1
    assert "SummaryFailed: the service failed (500" in ended.stderr
    assert ended.stderr.count("DEBUG") > 10
    assert KEY not in ended.stdout + ended.stderr
    assert "The above exception" not in ended.stderr
    assert "During handling" not in ended.stderr
