"""Tool definitions in the form of either API."""

from __future__ import annotations

from inspector.export.tools import formed

SCHEMA = {"type": "object", "properties": {"path": {"type": "string"}}}
MESSAGES = {"name": "read", "description": "Reads.", "input_schema": SCHEMA}
CHAT = {"type": "function", "function": {"name": "read", "description": "Reads.", "parameters": SCHEMA}}
RESPONSES = {"type": "function", "name": "read", "description": "Reads.", "parameters": SCHEMA, "strict": False}
SEARCH = {"type": "web_search", "external_web_access": True}


def test_chat_completions() -> None:
    """What has no name runs at another provider."""
    assert formed([MESSAGES, CHAT, RESPONSES, SEARCH], chat=True) == [CHAT, CHAT, CHAT]


def test_messages_api() -> None:
    server = {"type": "web_search_20250305", "name": "web_search", "max_uses": 3}
    assert formed([MESSAGES, CHAT, RESPONSES], chat=False) == [MESSAGES, MESSAGES, MESSAGES]
    assert formed([server], chat=False) == [server]
