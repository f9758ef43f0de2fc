"""One count: kept ones first, then the endpoint, no faster than it allows."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from inspector.engine.summariser import SummaryFailed
from inspector.summary.access import Access, find_access
from inspector.summary.cassette import key
from inspector.summary.client import client_of
from inspector.summary.counting.kept import KeptCounts
from inspector.summary.failing import SMALLER, SUMMARY, Asked, Failure, failure, unreadable
from inspector.summary.quiet_logs import scrubbed_logs
from inspector.summary.retrying import limits_of, retried, too_long
from inspector.summary.running import Running
from inspector.summary.secrets import scrub

NO_KEY = "there is no key for Anthropic: set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN; nothing was sent"
VIEW = "check the model's name, and with 'inspector check' that the view can be sent"
PAUSE = 0.6
"""Seconds between two requests of one program: the lowest tier of the service allows 100 a minute."""


class Count(NamedTuple):
    """Input tokens as the provider counts them; `kept`: when they were counted (seconds since 1970), None for just now."""

    tokens: int
    kept: int | None


class NothingKept(SummaryFailed):
    """There is no kept count, and nobody may be asked."""


class ProviderCount:
    """Counts bodies of Anthropic's Messages API for `model`. Keys come from `environ` (the environment) alone, like its address.

    `pause`: seconds between two requests; `limits` are those of `retrying.Limits`. Every failure is a SummaryFailed.
    """

    def __init__(
        self,
        model: str,
        environ: Mapping[str, str] | None = None,
        kept: KeptCounts | None = None,
        pause: float = PAUSE,
        **limits: Any,
    ) -> None:
        self.model = model
        self._environ = os.environ if environ is None else environ
        self._kept = KeptCounts() if kept is None else kept
        self._pause, self._limits = pause, limits_of(self._environ, {"total": 120.0, **limits})
        self._last = -pause
        self._lock = threading.Lock()

    def count(self, body: Mapping[str, Any], ask: bool = True) -> Count:
        """The count of a request body (`system`, `tools`, `messages`); of a kept one nothing is sent.

        Raises NothingKept where `ask` is false and it is not kept; SummaryFailed that says what to do where it fails.
        """
        sent = {"model": self.model, **body}
        access = find_access(self._environ)
        name = key("count", f"{access.url} {self.model}", sent)
        found = self._kept.get(name)
        if found is not None:
            return Count(found.tokens, found.made)
        if not ask:
            raise NothingKept("it was not counted yet")
        if not access.variable:
            raise SummaryFailed(NO_KEY)
        running: Running[int] = Running()
        with self._lock:  # one after the other
            tokens = running.result(lambda: self._ask(sent, access.checked()))
        self._kept.put(name, tokens, self.model)
        return Count(tokens, None)

    async def _ask(self, sent: dict[str, Any], access: Access) -> int:
        failed = list[Failure]()
        try:
            return await asyncio.wait_for(self._asked(sent, access, failed), self._limits.total)
        except TimeoutError:
            what = too_long(self._limits, failed)
        except SummaryFailed as error:
            what = str(error)
        raise SummaryFailed(scrub(what, self._environ))

    async def _asked(self, sent: dict[str, Any], access: Access, failed: list[Failure]) -> int:
        client = client_of(access, self._limits)
        await asyncio.sleep(max(0.0, self._last + self._pause - time.monotonic()))
        asked = Asked(self.model, access.host, access.variable)
        with scrubbed_logs(self._environ):
            async with client:
                return await retried(lambda: self._once(client, sent, asked), self._limits, failed)

    async def _once(self, client: Any, sent: dict[str, Any], asked: Asked) -> int:
        """One try. Raises Failure."""
        self._last = time.monotonic()
        try:
            answer = await client.messages.count_tokens(**sent)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            raise _of_count(failure(error, asked, self._limits.connect, self._limits.read)) from None
        tokens = getattr(answer, "input_tokens", None)
        if type(tokens) is not int or tokens < 0:
            raise unreadable(asked)
        return tokens


def _of_count(found: Failure) -> Failure:
    """What is to be done about a count: no summary is asked for."""
    do = {SUMMARY: VIEW, SMALLER: "choose an earlier request, or a policy that keeps less"}.get(found.do, found.do)
    return Failure(found.what, do, again=found.again, wait=found.wait)
