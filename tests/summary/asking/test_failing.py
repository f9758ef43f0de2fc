"""Failures in words, for those that no server on this machine can bring about."""

from __future__ import annotations

import ssl
from itertools import pairwise
from typing import Any

import pytest

from inspector.summary.failing import Asked, failure, retry_after

ASKED = Asked("claude-opus-5", "llm.example.org", "ANTHROPIC_API_KEY")


def caused(*chain: BaseException) -> BaseException:
    """The first error, brought about by the second, and so on."""
    for error, cause in pairwise(chain):
        error.__cause__ = cause
    return chain[0]


def connection(*causes: BaseException) -> BaseException:
    """As the library reports it."""
    import anthropic
    import httpx2

    return caused(anthropic.APIConnectionError(request=httpx2.Request("POST", "https://llm.example.org")), *causes)


def certificate() -> BaseException:
    import httpx2

    return connection(
        httpx2.ConnectError("[SSL: CERTIFICATE_VERIFY_FAILED]"), ssl.SSLCertVerificationError("self-signed")
    )


def by_name(name: str) -> BaseException:
    import httpx2

    return connection(getattr(httpx2, name)("secret words"))


@pytest.mark.parametrize(
    ("make", "says", "again"),
    [
        (certificate, "the certificate of llm.example.org could not be verified: check", False),
        (lambda: by_name("ConnectTimeout"), "accepted no connection within 3 s", True),
        (lambda: by_name("PoolTimeout"), "accepted no connection within 3 s", True),
        (lambda: by_name("WriteTimeout"), "did not take the request within 7 s", False),
        (lambda: by_name("ReadTimeout"), "sent nothing for 7 s", False),
        (lambda: by_name("ConnectError"), "no connection to llm.example.org", True),
        (lambda: by_name("ProxyError"), "no connection to llm.example.org", True),
        (lambda: by_name("ReadError"), "the connection to llm.example.org broke", True),
        (lambda: by_name("RemoteProtocolError"), "the connection to llm.example.org broke", True),
        (lambda: by_name("UnsupportedProtocol"), "no request can be sent to llm.example.org", False),
        (lambda: by_name("LocalProtocolError"), "no request can be sent to llm.example.org", False),
        (lambda: ValueError("secret words"), "no answer of the Messages API", False),
    ],
)
def test_what_happened_and_what_to_do(make: Any, says: str, again: bool) -> None:
    found = failure(make(), ASKED, 3, 7)
    assert says in found.reason
    assert found.again is again
    assert found.do
    assert "secret words" not in found.reason


class Answered(Exception):
    """A status with headers."""

    def __init__(self, **headers: str) -> None:
        super().__init__()
        self.status_code = 429
        self.response = type(
            "Response", (), {"headers": {name.replace("_", "-"): text for name, text in headers.items()}}
        )


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry_after": "7"}, 7.0),
        ({"retry_after": "0.5"}, 0.5),
        ({"retry_after": "-3"}, 0.0),
        ({"retry_after": "nan"}, None),
        ({"retry_after": "inf"}, float("inf")),
        ({"retry_after": "soon"}, None),
        ({"retry_after": "Mon, 30 Nov 2020 10:00:00 GMT"}, 0.0),
        ({"retry_after": "9", "retry_after_ms": "250"}, 0.25),
    ],
)
def test_how_long_a_service_asks_to_wait(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(Answered(**headers)) == seconds
    assert failure(Answered(**headers), ASKED, 3, 7).wait == seconds


def test_a_date_to_come() -> None:
    found = retry_after(Answered(retry_after="Wed, 30 Nov 2250 10:00:00 GMT"))
    assert found is not None
    assert found > 1_000_000_000


def test_a_long_story_is_cut_short() -> None:
    error = Answered()
    error.status_code = 400
    error.body = {"error": {"message": "no\n\x1b[31mno " * 500}}  # type: ignore[attr-defined]
    told = failure(error, ASKED, 3, 7).reason
    assert len(told) < 400
    assert "\x1b" not in told
    assert "\n" not in told
