"""The words of a refusal are shown, whatever form its body has, cut short and safe on a terminal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspector.settings import HOME_VARIABLE
from inspector.summary.failing import LONGEST
from inspector.summary.said import own_words
from tests.cli.histories import says, user, write
from tests.cli.running import run
from tests.summary.asking.conftest import serve, surroundings
from tests.summary.asking.running import KEY, Serve
from tests.summary.asking.server import Handler

__all__ = ["serve", "surroundings"]

BODIES: list[tuple[Any, str]] = [
    ({"type": "error", "error": {"type": "invalid_request_error", "message": "so it is"}}, "so it is"),
    ({"error": "so it is"}, "so it is"),
    ({"message": "so it is"}, "so it is"),
    ({"detail": "so it is"}, "so it is"),
    ({"detail": [{"loc": ["body"], "msg": "so it is"}, {"msg": "and so"}]}, "so it is; and so"),
    ({"errors": [{"code": 7, "message": "so it is"}]}, "so it is"),
    ({"title": "Bad Request", "detail": "so it is"}, "so it is"),
    ([{"error": {"code": 400, "message": "so it is", "status": "INVALID_ARGUMENT"}}], "so it is"),
    ({"error": {"message": "", "reason": "so it is"}}, "so it is"),
    ("so it is", "so it is"),
    ("<!DOCTYPE html><html><head><title>so it is</title></head><body>long</body></html>", "so it is"),
    ("<html><body>long</body></html>", ""),
    ({"error": {"type": "invalid_request_error"}}, ""),
    ({"error": {"message": 7}}, ""),
    ({}, ""),
    (None, ""),
    (7, ""),
]


@pytest.mark.parametrize(("body", "words"), BODIES)
def test_every_form(body: Any, words: str) -> None:
    assert own_words(body) == words


def test_without_end() -> None:
    body: Any = "deep"
    for _ in range(5_000):
        body = {"error": body}
    assert own_words(body) == ""


def refusing(text: str, media: str) -> Any:
    def act(handler: Handler) -> None:
        handler.begin(400, media)
        handler.raw(text)

    return act


@pytest.mark.parametrize(
    ("text", "media", "words"),
    [
        (json.dumps({"detail": "no such field: tools.0"}), "application/json", "(400: no such field: tools.0)"),
        ("no such field", "text/plain", "(400: no such field)"),
        (json.dumps({"error": "\x1b[31mred\r\nsecond"}), "application/json", "second)"),
        (json.dumps({"message": "word " * 400}), "application/json", "…)"),
        ("", "application/json", "as it is (400)"),
    ],
)  # fmt: skip
def test_count_tells_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, serve: Serve, text: str, media: str, words: str
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", serve(refusing(text, media)).url)
    path = write(tmp_path, [user("hi"), {**says("Hi."), "model": "claude-opus-5"}, user("bye")])
    ran = run("count", path, "--provider", "anthropic")
    assert ran.code == 1
    assert words in ran.err
    assert "\x1b" not in ran.err
    assert len(ran.err) < LONGEST + 300
