"""A summariser that asks outside, behind the cassette: nothing is asked twice, and nothing is asked that was not meant to be."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, Protocol

from inspector.engine.summariser import SummaryFailed, SummaryPending, SummaryRequest
from inspector.engine.usable import unusable
from inspector.summary.answer import Answer, Usage
from inspector.summary.cassette import Cassette, key
from inspector.summary.failing import UnusableAnswer
from inspector.summary.prepared import Prepared, price_of
from inspector.summary.same_request import Remembered

if TYPE_CHECKING:
    from collections.abc import Iterator

Mode = Literal["make", "replay", "pending"]
"""What happens where no answer is kept: ask and keep it; fail; leave the summary open."""


LONGEST_NAME = 100
"""Characters of a name that a message shows."""


class Names(Remembered[tuple[str, str]]):
    """The names of requests, for one summariser: to find one, the whole request must be put into words."""


class Outside(Protocol):
    """A summariser that runs a program or asks a service."""

    @property
    def name(self) -> str: ...

    def prepare(self, request: SummaryRequest) -> Prepared: ...

    def check(self) -> None:
        """Whether it can be asked at all. Raises SummaryFailed."""
        ...

    def answer(self, request: SummaryRequest) -> Answer: ...

    def cancel(self) -> None: ...


class Through:
    """Gives the kept answer where there is one. Where there is none, the mode decides; see `Mode`.

    Whoever asks for the same thing while it is being asked, here or in another program, waits for that answer. `told` gets a
    line with the estimate before something is asked, and one with the real usage after it. After `patience` failures in a
    row nobody is asked any more: a replay of a whole session would pay, or wait, for the same failure at every request.
    `names` are those that earlier ones for the same summariser found.
    """

    def __init__(
        self,
        inner: Outside,
        cassette: Cassette,
        mode: Mode = "make",
        *,
        told: Callable[[str], None] | None = None,
        patience: int | None = None,
        names: Names | None = None,
    ) -> None:
        self.inner, self.cassette, self.mode = inner, cassette, mode
        self._told, self._patience, self._failures = told, patience, 0
        self._last = ""
        self._names = Names() if names is None else names
        self._lock = threading.Lock()
        self._asking: dict[str, threading.Lock] = {}
        self._cancels = 0
        self._missing: dict[str, SummaryRequest] = {}

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def missing(self) -> list[SummaryRequest]:
        """The requests that were left open for want of an answer, in the order in which they were met, each once."""
        with self._lock:
            return list(self._missing.values())

    def summarise(self, request: SummaryRequest) -> str:
        """The text of the answer. Raises what `answer` raises, and SummaryFailed for an answer that is no summary."""
        found = self.answer(request)
        if reason := why_not(found):
            raise SummaryFailed(reason)
        return found.text

    def answer(self, request: SummaryRequest) -> Answer:
        """The kept answer, or a new one. Raises SummaryFailed, or SummaryPending in mode `pending`."""
        cancels = self._cancels
        name, refusal = self._named(request)
        if found := self._at_hand(name):
            return found
        if self.mode == "replay":
            raise SummaryFailed(self._lacking(request))
        if refusal:
            raise SummaryFailed(refusal)
        if self.mode == "pending":
            with self._lock:
                self._missing.setdefault(name, request)
            raise SummaryPending(f"{self.name} was not asked yet")
        with self._alone(name), self.cassette.turn(name, lambda: cancels != self._cancels, self._waits):
            return self._at_hand(name) or self._ask(name, request, cancels)

    def kept(self, request: SummaryRequest) -> Answer | None:
        """The kept answer, if there is one; nothing is asked."""
        return self._at_hand(self._named(request)[0])

    def prepare(self, request: SummaryRequest) -> Prepared:
        """What would be sent, and what that would take."""
        return self.inner.prepare(request)

    def cancel(self) -> None:
        """End what is being asked, and let nobody ask who waits for his turn."""
        with self._lock:
            self._cancels += 1
        self.inner.cancel()

    def _ask(self, name: str, request: SummaryRequest, cancels: int) -> Answer:
        if cancels != self._cancels:
            raise SummaryFailed("cancelled")
        said = self._said()
        if self._patience is not None and self._failures >= self._patience:
            row = f"{self._failures} summaries in a row failed"
            raise SummaryFailed(f"{said} was not asked: {row}; the last one: {self._last}")
        try:
            self.inner.check()
            prepared = self.prepare(request)
            self._tell(before(said, prepared, request.number))
            found = self.inner.answer(request)
        except SummaryFailed as failed:
            if isinstance(failed, UnusableAnswer):
                self._took(said, failed.answer)
            self._failed(said, str(failed))
            raise
        price = self._took(said, found)
        if reason := why_not(found):
            self._failed(said, reason)
            return replace(found, text=self.cassette.scrubbed(found.text))
        self._failures = 0
        return self.cassette.put(name, found, self._about(request, prepared, price))

    def _took(self, said: str, found: Answer) -> float | None:
        """Tell what an answer took, usable or not: it was paid for. Its price."""
        price = price_of(found.model, found.usage) if found.usage else None
        self._tell(after(said, found, price))
        return price

    def _failed(self, said: str, reason: str) -> None:
        self._failures, self._last = self._failures + 1, reason
        self._tell(f"{said}: no summary: {reason}")
        if self._failures == self._patience:
            self._tell(f"{said} is not asked any more: {self._failures} summaries in a row failed")

    def _about(self, request: SummaryRequest, prepared: Prepared, price: float | None) -> dict[str, Any]:
        """What `inspector summaries` says of an answer."""
        kind, _, model = self.name.partition(":")
        ends = blocks(request)
        return {
            "kind": kind,
            "model": model,
            "request": request.number,
            "layer": request.layer,
            "first": ends[0],
            "last": ends[1],
            "limit": request.max_size,
            "unit": request.unit,
            "mode": request.mode,
            "estimate": prepared.tokens,
            "price": price,
        }

    def _at_hand(self, name: str) -> Answer | None:
        """The kept answer; one that would be no summary by the rules of today counts as missing."""
        found = self.cassette.get(name)
        return found if found and not why_not(found) else None

    def _named(self, request: SummaryRequest) -> tuple[str, str]:
        """The name under which the answer is kept, and why the request cannot be sent ("" when it can)."""
        return self._names.of(request, self._worded)

    def _worded(self, request: SummaryRequest) -> tuple[str, str]:
        prepared = self.prepare(request)
        kind, _, model = self.name.partition(":")
        return key(kind, model, prepared.body), prepared.refusal

    def _lacking(self, request: SummaryRequest) -> str:
        where = f" before request {request.number}" if request.number else ""
        first, last = blocks(request)
        parts = f"blocks {first} to {last}" if first else "no block"
        return (
            f"no kept answer of {self._said()} for the summary{where} ({parts});"
            " without --replay-only it is asked and kept"
        )

    @contextmanager
    def _alone(self, name: str) -> Iterator[None]:
        """Only one at a time asks for the same thing."""
        with self._lock:
            turn = self._asking.setdefault(name, threading.Lock())
        with turn:
            yield

    def _waits(self) -> None:
        self._tell(f"another program asks {self._said()} for the same summary: its answer is waited for")

    def _said(self) -> str:
        """The name on one line, without secrets: a command line may hold anything."""
        line = " ".join(self.cassette.scrubbed(self.name).split())
        return line if len(line) <= LONGEST_NAME else line[: LONGEST_NAME - 1] + "…"

    def _tell(self, text: str) -> None:
        if self._told is not None:
            self._told(text)


def blocks(request: SummaryRequest) -> tuple[str, str]:
    """The first and the last block of the record that a summary stands for; an earlier summary among the parts is none."""
    names = [part.name for part in request.parts if part.name[:1].isdecimal()]
    return (names[0], names[-1]) if names else ("", "")


def before(name: str, prepared: Prepared, number: int = 0) -> str:
    """One line before something is asked: what it is about to take."""
    most = f", at most {prepared.most:,} to write" if prepared.most else ""
    price = f", at most {dollars(prepared.price)}" if prepared.price is not None else ""
    what = f"the summary before request {number}" if number else "a summary"
    return f"asking {name} for {what}: ≈ {prepared.tokens:,} tokens to read{most}{price}"


def after(name: str, answer: Answer, price: float | None) -> str:
    """One line after it: what it really took."""
    took = f"{answer.seconds:.1f} s"
    if answer.usage is None:
        return f"{name} answered in {took}"
    cost = f", {dollars(price)}" if price is not None else ""
    return f"{name} answered in {took}: {spent(answer.usage)}{cost}"


def spent(usage: Usage) -> str:
    """The tokens of an answer in words."""
    parts = ((usage.cache_read, "from"), (usage.cache_write, "into"))
    cached = ", ".join(f"{count:,} {where} the cache" for count, where in parts if count)
    read = usage.input + usage.cache_read + usage.cache_write
    return f"{read:,} tokens read{f' ({cached})' if cached else ''}, {usage.output:,} written"


def dollars(price: float) -> str:
    """A price, with as many digits as it needs to say something."""
    return f"${price:,.2f}" if price >= 0.1 else f"${price:.4f}"


def why_not(answer: Answer) -> str | None:
    """Why an answer is no summary; None for one that is."""
    ended = None if answer.stop == "end" else f"the answer is no summary ({answer.stop})"
    return unusable(answer.text, answer.stop) or ended
