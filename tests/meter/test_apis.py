"""Whose API a session was sent to: its form, else its model, else nothing is said; and what the cache's rules follow from it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import inspector
from inspector.analysis.cost.caching import default, is_guessed, least
from inspector.analysis.sendable.breach import provider_of, unasked
from inspector.meter.apis import Api, api_of, form_of
from inspector.transcript.model import Transcript


def recorded(format: str, model: str) -> Transcript:
    found = inspector.load_messages(
        [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b", "model": model}]
    )
    return replace(found, format=format)


CASES: list[tuple[str, str, Api, Api, bool]] = [
    # format, model → the API, the form of a body, whether the cache has marks
    ("claude-code", "glm-4.6", "messages", "messages", True),
    ("claude-code", "", "messages", "messages", True),
    ("anthropic", "", "messages", "messages", True),
    ("events", "", "messages", "messages", True),
    ("openai", "claude-opus-5", "chat", "chat", True),
    ("openai", "", "chat", "chat", False),
    ("codex", "gpt-5.6-sol", "responses", "chat", False),
    ("codex", "", "responses", "chat", False),
    ("responses", "", "responses", "chat", False),
    ("gemini", "gemini-2.5-pro", "gemini", "messages", False),
    ("copilot", "gpt-5.6-sol", "chat", "chat", False),
    ("copilot", "claude-sonnet-4.5", "messages", "messages", True),
    ("openhands", "o4-mini", "chat", "chat", False),
    ("pi", "gemini-3-pro", "gemini", "messages", False),
    ("swe-agent", "", "", "chat", False),
    ("mini-swe-agent", "", "", "chat", False),
    ("pi", "accounts/x/glm-5p2", "", "messages", False),
]


@pytest.mark.parametrize(("format", "model", "api", "form", "marked"), CASES)
def test_the_form_tells_then_the_model(format: str, model: str, api: Api, form: Api, marked: bool) -> None:
    transcript = recorded(format, model)
    assert (api_of(transcript), form_of(transcript)) == (api, form)
    assert provider_of(transcript) == {"messages": "anthropic", "chat": "openai"}.get(api)
    assert bool(unasked(transcript)) == (provider_of(transcript) is None)
    assert (default(transcript).marks.text == "fixed,last") is marked
    assert is_guessed(transcript) is (api == "")


@pytest.mark.parametrize(
    ("name", "api"),
    [
        ("anthropic-messages", "messages"),
        ("openai-completions", "chat"),
        ("openai-responses", "responses"),
        ("google-vertex", "gemini"),
        ("another", "chat"),
    ],
)
def test_pi_says_it_itself(tmp_path: Path, name: str, api: Api) -> None:
    """The last reply counts; a name that is not known leaves it to the model."""
    reply = {"role": "assistant", "content": [{"type": "text", "text": "b"}], "model": "gpt-5.5", "stopReason": "stop"}
    rows = [
        {"type": "session", "version": 3, "id": "s", "timestamp": "2026-01-01T00:00:00Z", "cwd": "/"},
        {"type": "message", "id": "1", "parentId": None, "message": {"role": "user", "content": "a"}},
        {"type": "message", "id": "2", "parentId": "1", "message": {**reply, "api": "openai-responses"}},
        {"type": "message", "id": "3", "parentId": "2", "message": {"role": "user", "content": "a"}},
        {"type": "message", "id": "4", "parentId": "3", "message": {**reply, "api": name}},
    ]
    path = tmp_path / "session.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = inspector.load(path)
    assert (found.format, api_of(found)) == ("pi", api)


def test_short_prompts_of_gemini() -> None:
    """Gemini API, context caching: 2,048 tokens for 2.5, 4,096 for 3 and later."""
    assert [least(model) for model in ("gemini-2.5-pro", "gemini-3.1-pro-preview", "gpt-5.5")] == [2048, 4096, 1024]
