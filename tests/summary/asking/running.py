"""What the tests of a summariser that asks share: servers that are closed at the end, quick limits, a request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inspector.engine.summariser import SummaryRequest
from inspector.summary.anthropic_summariser import AnthropicSummariser
from tests.summary.asking.server import Server
from tests.summary.talk import Talk

KEY = "sk-ant-test-0123456789abcdef"
QUICK = {"connect": 30.0, "read": 30.0, "total": 60.0, "retries": 2, "retry_seconds": 1.0, "pause": 0.01}
"""Quick to give up trying again; patient with a busy machine."""
SILENCE = 0.25
"""Seconds of silence that are allowed where a server is known to say nothing more."""
PATIENT = {"connect": 60.0, "read": 60.0, "total": 60.0, "retries": 5, "retry_seconds": 60.0, "pause": 0.01}

Serve = Callable[..., Server]


def summariser(url: str, model: str = "claude-opus-5", told: Any = None, **limits: Any) -> AnthropicSummariser:
    environ = {"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": url}
    return AnthropicSummariser(model, environ, told=told, **{**QUICK, **limits})


def request(**more: Any) -> SummaryRequest:
    talk = Talk().user("Find the 500. Read only.").ran("tail server.log", "TypeError in order_service.py:41")
    return SummaryRequest(parts=tuple(talk.parts), **more)
