"""`--summariser anthropic:MODEL` against a server on this machine: asked once, told about, and never a key anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.summary.cassette import Cassette
from tests.cli.running import Ran, run
from tests.summary.asking import server as api
from tests.summary.asking.server import Act, Server

KEY = "sk-ant-test-0123456789abcdef"
MODEL = "claude-opus-5"


@pytest.fixture
def session(samples: dict[str, Path]) -> Path:
    return samples["research"]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Server]]:
    """Servers that are closed at the end; nothing around here has a say in where requests go."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "ANTHROPIC_LOG", "ANTHROPIC_CUSTOM_HEADERS"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.delenv("ANTHROPIC_AUTH_TOKEN", raising=False)
    servers: list[Server] = []
    yield servers
    for each in servers:
        each.close()


def _serve(started: list[Server], monkeypatch: pytest.MonkeyPatch, act: Act) -> Server:
    server = Server(act)
    started.append(server)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
    return server


def _view(session: Path, *more: str) -> Ran:
    ran = run("view", session, "--policy", "evo-agent", "--summariser", f"anthropic:{MODEL}", "--full", *more)
    assert KEY not in ran.out + ran.err
    return ran


def _files() -> str:
    folder = Cassette().folder
    return "".join(file.read_text() for file in folder.iterdir()) if folder.exists() else ""


def test_a_model_is_asked_once(session: Path, started: list[Server], monkeypatch: pytest.MonkeyPatch) -> None:
    server = _serve(started, monkeypatch, api.says("## Goal\n", f"A battery that fits; {KEY}"))
    first = _view(session)
    asked = len(server.seen)
    assert first.code == 0
    assert asked
    assert "A battery that fits; [secret removed]" in first.out
    assert first.err.count("asking anthropic:claude-opus-5 for the summary before request ") == asked
    assert first.err.count("1,237 tokens read (30 from the cache, 7 into the cache), 42 written") == asked
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    monkeypatch.delenv("ANTHROPIC_BASE_URL")
    again = _view(session, "--replay-only")
    assert (again.out, again.err) == (first.out, "")
    assert len(server.seen) == asked
    assert KEY not in _files()
    listed = run("summaries", "list", "--json").json["summaries"]
    assert {each["summariser"] for each in listed} == {"anthropic:claude-opus-5"}
    assert listed[0]["usage"] == {"input": 1200, "output": 42, "cache_read": 30, "cache_write": 7}


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (api.fails(401, "authentication_error", f"invalid x-api-key {KEY}"), "the key was refused"),
        (api.fails(400, "invalid_request_error", "max_tokens is wrong"), "refused the request as it is"),
        (api.says("half a", reason="max_tokens"), "cut off"),
        (api.calls_a_tool, "called a tool"),
        (api.refuses, "refused to write"),
    ],
    ids=["401", "400", "cut off", "tool call", "refusal"],
)
def test_a_failure_leaves_the_view_as_it_was(
    session: Path, started: list[Server], monkeypatch: pytest.MonkeyPatch, act: Act, said: str
) -> None:
    server = _serve(started, monkeypatch, act)
    ran = _view(session, "--json")
    none = run("view", session, "--policy", "evo-agent", "--summariser", "none", "--json").json
    assert ran.json["messages"] == none["messages"]
    assert said in ran.err
    assert "is not asked any more" in ran.err
    assert len(server.seen) == 2
    assert _files() == ""


def test_without_a_key_it_says_so(session: Path, started: list[Server], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    ran = _view(session)
    assert ran.code == 0
    assert "there is no key for Anthropic: set ANTHROPIC_API_KEY" in ran.err
