"""Without a key and without a network everything else works, and whoever needs them says so."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from inspector.engine.summariser import SummaryFailed
from inspector.summary.anthropic_summariser import AnthropicSummariser
from tests.summary.asking.running import request

GUARDED = """
import sys
OPENED = []
def watch(event, args):
    if event.startswith("socket.") and event != "socket.__new__":
        OPENED.append(event)
        raise PermissionError(event)
    if event == "socket.__new__":
        OPENED.append(event)
sys.addaudithook(watch)
"""
"""A program in which nothing can reach out, and everything that tries is seen."""

EVERYTHING_ELSE = (
    GUARDED
    + """
import contextlib, io
import inspector
from inspector.cli.main import main
from inspector.policy.load import preset_names
from inspector.settings import samples
from inspector.summary.registry import summariser

def run(*words):
    with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO(), "utf-8")):
        try:
            code = main(list(words))
        except SystemExit as ended:
            code = ended.code
    assert not code, (words, code)

sample = samples()[0]
transcript = inspector.load(sample.path)
for policy in preset_names():
    inspector.replay(transcript, policy, summariser("extractive")).rows()
inspector.replay(transcript, "evo-agent", summariser("stub:200")).rows()
from inspector.summary.audit import Source, audit
from tests.summary.asking.running import request
audit(Source.of(request()), "The 500 is fixed.")
run("view", str(sample.path), "--policy", "evo-agent")
run("replay", str(sample.path), "--policy", "workbuddy-s14", "--json")
print(OPENED, "anthropic" in sys.modules)
"""
)

ONLY_THIS = (
    GUARDED
    + """
from inspector.engine.summariser import SummaryFailed
from inspector.summary.anthropic_summariser import AnthropicSummariser
from tests.summary.asking.running import request
for environ in ({}, {"ANTHROPIC_API_KEY": "sk-ant-0123456789"}):
    try:
        AnthropicSummariser("claude-opus-5", environ, retries=0, total=20).answer(request())
    except SummaryFailed as failed:
        print(failed)
    print("anthropic" in sys.modules, any(event != "socket.__new__" for event in OPENED))
"""
)


def ran(code: str, root: Path) -> list[str]:
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.splitlines()


def test_nothing_else_opens_a_connection(root: Path) -> None:
    assert ran(EVERYTHING_ELSE, root)[-1] == "[] False"


@pytest.mark.slow
def test_the_one_that_does_says_so_when_it_cannot(root: Path) -> None:
    without_key, imported, with_key, later = ran(ONLY_THIS, root)
    assert without_key.startswith("there is no key for Anthropic: set ANTHROPIC_API_KEY")
    assert imported == "False False"
    assert "api.anthropic.com" in with_key
    assert later == "True True"


@pytest.mark.parametrize("environ", [{}, {"ANTHROPIC_API_KEY": ""}, {"ANTHROPIC_AUTH_TOKEN": " \n"}])
def test_a_missing_key_is_said_without_the_library(environ: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anthropic", None)  # importing it would fail
    with pytest.raises(SummaryFailed, match="set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN"):
        AnthropicSummariser("claude-opus-5", environ).answer(request())


def test_what_would_be_sent_needs_neither(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anthropic", None)
    ready = AnthropicSummariser("claude-opus-5", {}).prepare(request(max_size=500))
    assert ready.body["model"] == "claude-opus-5"
    assert ready.most == ready.body["max_tokens"] == 9_000
    assert ready.tokens > 300
    assert ready.price is not None
    assert 0 < ready.price < 1
    assert ready.refusal == ""


def test_without_a_known_price_there_is_none() -> None:
    ready = AnthropicSummariser("llama-3-local", {}).prepare(request())
    assert ready.price is None
    assert ready.window is None
    assert ready.tokens > 300


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anthropic", None)
    with pytest.raises(SummaryFailed, match="pip install anthropic"):
        AnthropicSummariser("m", {"ANTHROPIC_API_KEY": "sk-ant-0123456789"}).answer(request())


def test_the_reasons_for_a_measure_of_the_policys_own() -> None:
    ready = AnthropicSummariser("llama-3-local", {}, len).prepare(request())
    assert ready.tokens == len(ready.prompt.system) + len(ready.prompt.user)
