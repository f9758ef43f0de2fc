"""The client of Anthropic's library, for one access: sent to the server that was named, and to none that this one names."""

from __future__ import annotations

from typing import Any

from inspector.engine.summariser import SummaryFailed
from inspector.summary.access import ADDRESS, Access
from inspector.summary.retrying import Limits
from inspector.summary.secrets import KEYS


def client_of(access: Access, limits: Limits) -> Any:
    """An `anthropic.AsyncAnthropic` that does not try again by itself. Raises SummaryFailed that says what to do."""
    try:
        import anthropic
    except ImportError:
        raise SummaryFailed("Anthropic's library is not installed: pip install anthropic") from None
    secret = "api_key" if access.variable == KEYS[0] else "auth_token"
    timeout = anthropic.Timeout(limits.read, connect=limits.connect)
    options: dict[str, Any] = {secret: access.key, "base_url": access.url, "timeout": timeout, "max_retries": 0}
    try:
        http = anthropic.DefaultAsyncHttpxClient(follow_redirects=False)
        return anthropic.AsyncAnthropic(**options, http_client=http)
    except Exception:
        raise SummaryFailed(f"no request can be sent to {access.host}: check {ADDRESS}") from None
