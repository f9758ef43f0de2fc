"""Which API a session was sent to, as far as its record tells."""

from __future__ import annotations

from typing import Literal

from inspector.meter.provider.shipped import family_of
from inspector.transcript.model import Transcript

Api = Literal["messages", "chat", "responses", "gemini", ""]
"""Anthropic's Messages, OpenAI's Chat Completions, OpenAI's Responses, Google's Gemini; "": the record does not tell."""

NAMES: dict[Api, str] = {
    "messages": "the Messages API",
    "chat": "Chat Completions",
    "responses": "OpenAI's Responses API",
    "gemini": "Google's Gemini API",
    "": "an API that is not recorded",
}
"""APIs in words."""

_FORMATS: dict[str, Api] = {
    "anthropic": "messages",
    "events": "messages",
    "claude-code": "messages",
    "openai": "chat",
    "openai-events": "chat",
    "responses": "responses",
    "codex": "responses",
    "gemini": "gemini",
}
"""Records in an API's own form, and agents that speak to one API alone, whatever model stands behind it."""

_CHAT = ("hermes", "mini-swe-agent", "swe-agent", "openhands")
"""Agents that keep chat messages and leave it to a library in which form they are sent."""


def api_of(transcript: Transcript) -> Api:
    """The API of a session: by the form that it was recorded in, else by the family of its model."""
    return _FORMATS.get(transcript.format) or of_model(transcript.model)


def of_model(model: str) -> Api:
    """The API of a model's own maker; "" for a model of no known family."""
    family = family_of(model)
    if family.startswith("claude"):
        return "messages"
    return "chat" if family == "gpt" else "gemini" if family == "gemini" else ""


def form_of(transcript: Transcript) -> Api:
    """The form that a body of the session is made in, of the two that can be made: "chat" or "messages".

    It is the API's own, or the nearest to it: OpenAI's other form for Responses; where nothing tells, that of the agent's list.
    """
    api = api_of(transcript)
    if api == "":
        return "chat" if transcript.format in _CHAT else "messages"
    return "chat" if api in ("chat", "responses") else "messages"
