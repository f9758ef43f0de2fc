"""Servers for the tests, closed at their end."""

from __future__ import annotations

import functools
import ssl
from collections.abc import Iterator

import pytest

from tests.summary.asking.running import Serve
from tests.summary.asking.server import Act, Server

CERTIFICATES = functools.cache(ssl.create_default_context)
"""Reading them takes longer than all the rest of an answer; once is enough."""


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts a server that behaves as its acts say, one after the other."""
    servers: list[Server] = []

    def started(*behaviour: Act) -> Server:
        servers.append(Server(*behaviour))
        return servers[-1]

    yield started
    for each in servers:
        each.close()


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the surroundings say of proxies and of logging plays no part."""
    monkeypatch.setattr(ssl, "create_default_context", CERTIFICATES)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "ANTHROPIC_LOG", "ANTHROPIC_CUSTOM_HEADERS"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
