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

_RECORDED: dict[str, Api] = {
    "anthropic-messages": "messages",
    "openai-completions": "chat",
    "openai-responses": "responses",
    "azure-openai-responses": "responses",
    "openai-codex-responses": "responses",
    "google-generative-ai": "gemini",
    "google-gemini-cli": "gemini",
    "google-vertex": "gemini",
}
"""What pi and its kin record of a reply (`formats/pi/said.py`)."""

_CHAT = ("hermes", "mini-swe-agent", "swe-agent", "openhands")
"""Agents that keep chat messages and leave it to a library in which form they are sent."""


def api_of(transcript: Transcript) -> Api:
    """The API of a session: by the form that it was recorded in, what its last reply records, or the family of its model."""
    return _FORMATS.get(transcript.format) or _recorded(transcript) or of_model(transcript.model)


def _recorded(transcript: Transcript) -> Api:
    """What the last reply says itself."""
    last = next((each for each in reversed(transcript.messages) if each.role == "assistant"), None)
    return _RECORDED.get(str(last.extra.get("api", "")), "") if last is not None else ""


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
