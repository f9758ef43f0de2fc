"""Summaries by a model of Anthropic's, or of any server that speaks its Messages API. The only part that uses the network."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Mapping
from typing import Any, cast

from inspector.engine.summariser import SummaryFailed, SummaryRequest
from inspector.summary.access import Access, find_access
from inspector.summary.allowed import stated_seconds
from inspector.summary.answer import Answer, Usage
from inspector.summary.asking import prepared
from inspector.summary.client import client_of
from inspector.summary.failing import Asked, Failure, UnusableAnswer, failure, unreadable
from inspector.summary.prepared import Prepared
from inspector.summary.quiet_logs import scrubbed_logs
from inspector.summary.retrying import limits_of, retried, too_long
from inspector.summary.running import Running
from inspector.summary.secrets import scrub
from inspector.summary.size import Measure
from inspector.summary.streamed import LARGEST, Heard, Told, together

UNUSABLE = {
    "cut off": "the answer was cut off at its limit of {most:,} tokens: ask for a shorter summary, or choose another model",
    "tool call": "the model called a tool instead of writing a summary: try again, or choose another model",
    "refusal": "the model refused to write the summary: try again, or choose another model",
    "unknown": "the answer ended for a reason that is not known here: try again, or choose another model",
}
BLANK = "the answer was blank: try again, or choose another model"


class AnthropicSummariser:
    """Asks `model` for each summary, with the key of ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN, at ANTHROPIC_BASE_URL.

    `environ` takes the place of the environment, `measure` counts tokens for the estimates, `told` (may be set later) hears
    how many tokens of an answer have come; `limits` are those of `Limits`. Every failure is a SummaryFailed that says what to do.
    """

    def __init__(
        self,
        model: str,
        environ: Mapping[str, str] | None = None,
        measure: Measure | None = None,
        told: Told | None = None,
        **limits: Any,
    ) -> None:
        self.model = model
        self._environ = os.environ if environ is None else environ
        self.told = told
        self._measure, self._limits = measure, limits_of(self._environ, limits)
        self._timed = "total" in limits
        self._lock = threading.Lock()
        self._running: set[Running[Answer]] = set()

    @property
    def name(self) -> str:
        return f"anthropic:{self.model}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.model}>"

    def summarise(self, request: SummaryRequest) -> str:
        return self.answer(request).text

    def prepare(self, request: SummaryRequest) -> Prepared:
        """The exact request and what it would take. Needs no key, sends nothing."""
        return prepared(request, self.model, self._environ, self._measure, self._limits.most)

    def check(self) -> None:
        """Whether anything can be sent at all. Raises SummaryFailed that says what to do."""
        self._access()

    def _access(self) -> Access:
        if not self._timed:
            stated_seconds(self._environ)
        return find_access(self._environ).checked()

    def answer(self, request: SummaryRequest) -> Answer:
        """Send the request and wait for the whole answer. Raises SummaryFailed; `cancel` ends it at any moment."""
        running: Running[Answer] = Running()
        with self._lock:
            self._running.add(running)
        try:
            access = self._access()
            ready = self.prepare(request)
            if ready.refusal:
                raise SummaryFailed(ready.refusal)
            answer = running.result(lambda: self._ask(ready, access))
        finally:
            with self._lock:
                self._running.discard(running)
        return _usable(answer, ready.most)

    def cancel(self) -> None:
        """End whatever is being asked, from any thread; its `answer` raises SummaryFailed("cancelled")."""
        with self._lock:
            running = tuple(self._running)
        for each in running:
            each.cancel()

    async def _ask(self, ready: Prepared, access: Access) -> Answer:
        failed = list[Failure]()
        try:
            return await asyncio.wait_for(self._asked(ready, access, failed), self._limits.total)
        except TimeoutError:
            what = too_long(self._limits, failed)
        except SummaryFailed as failed:
            what = str(failed)
        raise SummaryFailed(scrub(what, self._environ))

    async def _asked(self, ready: Prepared, access: Access, failed: list[Failure]) -> Answer:
        client = client_of(access, self._limits)
        await asyncio.sleep(0)  # whoever cancelled during the import is heard before anything is sent
        asked = Asked(self.model, access.host, access.variable)
        spent, began = list[Usage](), time.monotonic()
        with scrubbed_logs(self._environ):
            async with client:
                heard = await retried(lambda: self._once(client, ready, asked, spent), self._limits, failed)
        answer = heard.answer(time.monotonic() - began)
        text = scrub(answer.text, self._environ)
        return Answer(text, answer.model or self.model, together(spent), answer.seconds, answer.stop)

    async def _once(self, client: Any, ready: Prepared, asked: Asked, spent: list[Usage]) -> Heard:
        """One try. Raises Failure."""
        heard = Heard(self.told)
        try:
            await self._hear(client, ready, heard, asked)
        except (Failure, SummaryFailed, asyncio.CancelledError):
            raise
        except Exception as error:
            raise failure(error, asked, self._limits.connect, self._limits.read) from None
        finally:
            if heard.usage is not None:
                spent.append(heard.usage)
        if not heard.whole:
            raise Failure(f"the connection to {asked.host} broke in the middle of the answer", "try again", again=True)
        return heard

    async def _hear(self, client: Any, ready: Prepared, heard: Heard, asked: Asked) -> None:
        stream = await client.messages.create(**ready.body)
        async with stream:
            media = cast("str", stream.response.headers.get("content-type", ""))
            async for event in stream:
                heard.take(event)
                if heard.size > LARGEST:
                    raise SummaryFailed(f"the answer has more than {LARGEST:,} characters: choose another model")
        if not heard.began:
            raise unreadable(asked, media)


def _usable(answer: Answer, most: int) -> Answer:
    if answer.stop != "end":
        raise UnusableAnswer(UNUSABLE[answer.stop].format(most=most), answer)
    if not answer.text:
        raise UnusableAnswer(BLANK, answer)
    return answer
