"""`inspector count`: asks a real server, once for one prompt, and only when somebody says so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspector.engine.summariser import SummaryFailed
from inspector.settings import HOME_VARIABLE
from inspector.summary.counting import ProviderCount
from inspector.summary.counting.kept import KeptCounts
from tests.cli.histories import call, result, says, user, write
from tests.cli.running import run
from tests.summary.asking.conftest import serve, surroundings
from tests.summary.asking.running import KEY, Serve
from tests.summary.asking.server import Handler

__all__ = ["serve", "surroundings"]

STORY = [user("Read a.txt."), call("a", "read_file", path="a.txt"), result("a", "word " * 300), says("Done.")]


def answering(tokens: Any) -> Any:
    """The server says that so many tokens were counted."""

    def act(handler: Handler) -> None:
        handler.begin(media="application/json")
        handler.raw(json.dumps({"input_tokens": tokens}))

    return act


def failing(status: int, **headers: str) -> Any:
    def act(handler: Handler) -> None:
        handler.begin(status, "application/json", **headers)
        handler.raw(json.dumps({"type": "error", "error": {"type": "e", "message": "so it is"}}))

    return act


@pytest.fixture
def session(tmp_path: Path) -> Path:
    return write(tmp_path, STORY)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, and no key."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "home"


def asks(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", url)


def test_a_prompt_is_sent_once(session: Path, home: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    server = serve(answering(412))
    asks(monkeypatch, server.url)
    given = ("count", session, "--provider", "anthropic", "--model", "claude-x", "--request", "2", "--json")
    first = run(*given)
    assert first.code == 0, first.err
    (one,) = first.json["requests"]
    assert (one["request"], one["count"], one["kept"], one["failure"]) == (2, 412, None, None)
    (seen,) = server.seen
    assert seen.path == "/v1/messages/count_tokens"
    assert seen.body["model"] == "claude-x"
    assert [message["role"] for message in seen.body["messages"]] == ["user", "assistant", "user"]
    assert "max_tokens" not in seen.body
    (again,) = run(*given).json["requests"]
    assert again["count"] == 412
    assert again["kept"] > 0
    assert len(server.seen) == 1
    assert list(home.rglob("counts/*.json"))
    for path in home.rglob("*"):
        assert path.is_dir() or KEY.encode() not in path.read_bytes()


def test_several_requests_and_what_is_beside_them(
    session: Path, home: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(answering(20), answering(400))
    asks(monkeypatch, server.url)
    given = ("count", session, "--provider", "anthropic", "--model", "claude-x", "--request", "1", "--request", "2")
    ran = run(*given)
    assert ran.code == 0, ran.err
    assert " ".join(ran.out.split()).count("(asked just now)") == 2
    assert "o200k tokens of the messages" in " ".join(ran.out.split())
    assert len(server.seen) == 2
    one, two = run(*given, "--json").json["requests"]
    assert (one["count"], two["count"]) == (20, 400)
    assert one["o200k"] < two["o200k"]
    assert two["chars_4"] >= 1500 // 4
    assert two["reported"] is None
    assert two["estimate"]["low"] <= two["estimate"]["tokens"] <= two["estimate"]["high"]


def test_nothing_is_sent_by_itself(session: Path, home: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    server = serve(answering(412))
    asks(monkeypatch, server.url)
    ran = run("count", session, "--provider", "anthropic", "--model", "claude-x", "--dry-run")
    assert ran.code == 0
    assert "bytes to send" in ran.out
    assert run("count", session, "--model", "claude-x").code == 2
    assert server.seen == []


def test_without_a_key(session: Path, home: Path) -> None:
    ran = run("count", session, "--provider", "anthropic", "--model", "claude-x")
    assert ran.code == 1
    assert "set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN; nothing was sent" in ran.err
    assert "o200k" in ran.out


def test_without_a_model(session: Path, home: Path) -> None:
    ran = run("count", session, "--provider", "anthropic")
    assert ran.code == 2
    assert "--model" in ran.err


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (failing(401), "the key was refused (401: so it is): check ANTHROPIC_API_KEY"),
        (failing(400), "the service refused the request as it is (400: so it is)"),
        (answering("many"), "is no answer of the Messages API"),
        (answering(-4), "is no answer of the Messages API"),
    ],
)
def test_what_went_wrong(act: Any, words: str, tmp_path: Path, serve: Serve) -> None:
    server = serve(act)
    counting = ProviderCount("m", _environ(server.url), KeptCounts(tmp_path / "counts"), pause=0)
    with pytest.raises(SummaryFailed) as told:
        counting.count({"messages": []})
    assert words in str(told.value)
    assert KEY not in str(told.value)
    assert not (tmp_path / "counts").exists()


def test_a_rate_limit_is_waited_for(tmp_path: Path, serve: Serve) -> None:
    server = serve(failing(429, retry_after="0"), answering(7))
    counting = ProviderCount("m", _environ(server.url), KeptCounts(tmp_path / "counts"), pause=0)
    assert counting.count({"messages": []}).tokens == 7
    assert len(server.seen) == 2


def test_a_damaged_count_is_asked_again(tmp_path: Path, serve: Serve) -> None:
    server = serve(answering(7))
    counting = ProviderCount("m", _environ(server.url), KeptCounts(tmp_path), pause=0)
    counting.count({"messages": []})
    (kept,) = tmp_path.iterdir()
    for damage in (b"", b"{", b'{"input_tokens": "7", "made": 1}', b"[]"):
        kept.write_bytes(damage)
        assert counting.count({"messages": []}).kept is None
    assert len(server.seen) == 5


def _environ(url: str) -> dict[str, str]:
    return {"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": url}
