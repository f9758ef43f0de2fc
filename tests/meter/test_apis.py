"""Whose API a session was sent to: its form, else its model, else nothing is said; and what the cache's rules follow from it."""

from __future__ import annotations

from dataclasses import replace

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


def test_short_prompts_of_gemini() -> None:
    """Gemini API, context caching: 2,048 tokens for 2.5, 4,096 for 3 and later."""
    assert [least(model) for model in ("gemini-2.5-pro", "gemini-3.1-pro-preview", "gpt-5.5")] == [2048, 4096, 1024]
