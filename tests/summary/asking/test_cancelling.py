"""An answer ends the moment somebody wants it to: whatever it is waiting for, and from whichever thread."""

from __future__ import annotations

import random
import signal
import socket
import threading
import time
from collections.abc import Iterator

import pytest

from inspector.engine.summariser import SummaryFailed
from inspector.summary.anthropic_summariser import AnthropicSummariser
from inspector.summary.running import Running
from tests.summary.asking import server as acts
from tests.summary.asking.running import PATIENT, Serve, request, summariser
from tests.summary.asking.server import Act, Handler

SOON = 30.0
"""Seconds that nobody waits for: what is cancelled would take a minute."""


class Asking:
    """An answer that is waited for in a thread of its own."""

    def __init__(self, asked: AnthropicSummariser) -> None:
        self.asked, self.outcome, self.seconds = asked, "", 0.0
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        began = time.monotonic()
        try:
            self.outcome = self.asked.summarise(request())
        except SummaryFailed as failed:
            self.outcome = f"failed: {failed}"
        self.seconds = time.monotonic() - began

    def ended(self) -> str:
        self._thread.join(SOON)
        assert not self._thread.is_alive()
        return self.outcome


def drips(handler: Handler) -> None:
    """An answer without an end."""
    handler.begin()
    acts.start(handler)
    handler.event("content_block_start", index=0, content_block={"type": "text", "text": ""})
    while not handler.owner.released.is_set():
        handler.event("content_block_delta", index=0, delta={"type": "text_delta", "text": "and on "})
        time.sleep(0.001)


def quiet() -> bool:
    """No thread of an answer is left."""
    until = time.monotonic() + SOON
    while any(thread.name == "summary" for thread in threading.enumerate()):
        if time.monotonic() > until:
            return False
        time.sleep(0.005)
    return True


@pytest.mark.parametrize("act", [acts.hangs, acts.hangs_inside, drips, acts.fails(429, retry_after="50")])
def test_while_it_waits(serve: Serve, act: Act) -> None:
    server = serve(act)
    asked = summariser(server.url, **PATIENT)
    asking = Asking(asked)
    assert server.arrived.wait(SOON)
    time.sleep(0.02)
    asked.cancel()
    assert asking.ended() == "failed: cancelled"
    assert quiet()
    assert len(server.seen) == 1


@pytest.fixture
def deaf() -> Iterator[str]:
    """An address at which connections are neither taken nor refused."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(0)
    waiting = [socket.socket() for _ in range(8)]
    for each in waiting:
        each.setblocking(False)
        each.connect_ex(listening.getsockname())
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    for each in [*waiting, listening]:
        each.close()


def test_while_it_connects(deaf: str) -> None:
    asked = summariser(deaf, **PATIENT)
    asking = Asking(asked)
    time.sleep(0.1)
    asked.cancel()
    assert asking.ended() == "failed: cancelled"
    assert quiet()


def test_nobody_accepts(deaf: str) -> None:
    with pytest.raises(SummaryFailed, match=r"accepted no connection within 0\.1 s|sent nothing"):
        summariser(deaf, connect=0.1, retries=1).answer(request())


@pytest.mark.parametrize("seed", range(12))
def test_at_a_random_moment(serve: Serve, seed: int) -> None:
    """Before it connects, while it does, inside the answer: it is cancelled, and nothing is asked again."""
    server = serve(drips)
    asked = summariser(server.url, **PATIENT)
    asking = Asking(asked)
    until = time.monotonic() + random.Random(seed).uniform(0, 0.12)
    while time.monotonic() < until:
        time.sleep(0.001)
    while asking.outcome == "":
        asked.cancel()
        time.sleep(0.001)
    assert asking.ended() == "failed: cancelled"
    assert quiet()
    assert len(server.seen) <= 1


@pytest.mark.parametrize("seed", range(8))
def test_near_its_end(serve: Serve, seed: int) -> None:
    """Either the answer is whole, or it was cancelled; there is nothing between."""
    server = serve(acts.says("fine"))
    asked = summariser(server.url, **PATIENT)
    asking = Asking(asked)
    time.sleep(random.Random(seed).uniform(0.02, 0.12))
    asked.cancel()
    assert asking.ended() in ("fine", "failed: cancelled")
    assert summariser(server.url).summarise(request()) == "fine"


def test_all_that_are_asked(serve: Serve) -> None:
    server = serve(acts.hangs)
    asked = summariser(server.url, **PATIENT)
    all_asking = [Asking(asked) for _ in range(4)]
    until = time.monotonic() + SOON
    while len(server.seen) < 4 and time.monotonic() < until:
        time.sleep(0.005)
    asked.cancel()
    assert [asking.ended() for asking in all_asking] == ["failed: cancelled"] * 4
    assert quiet()


def test_what_is_over_is_not_cancelled_for_later(serve: Serve) -> None:
    asked = summariser(serve(acts.says("fine")).url)
    asked.cancel()
    assert asked.summarise(request()) == "fine"
    asked.cancel()
    assert asked.summarise(request()) == "fine"


def test_before_the_work_begins_it_is_not_begun() -> None:
    begun: list[int] = []

    async def work() -> int:
        begun.append(1)
        return 1

    running: Running[int] = Running()
    running.cancel()
    with pytest.raises(SummaryFailed, match="cancelled"):
        running.result(work)
    assert quiet()
    assert begun == []


def test_work_that_holds_its_thread_does_not_hold_whoever_waits() -> None:
    """As while the library is imported, which takes seconds."""
    free = threading.Event()

    async def work() -> int:
        free.wait(SOON)
        return 1

    running: Running[int] = Running()
    threading.Timer(0.05, running.cancel).start()
    began = time.monotonic()
    with pytest.raises(SummaryFailed, match="cancelled"):
        running.result(work)
    assert time.monotonic() - began < SOON / 2
    free.set()
    assert quiet()


def test_work_that_goes_wrong_shows_nothing_of_itself() -> None:
    async def work() -> int:
        raise LookupError("a header with a key")

    with pytest.raises(SummaryFailed, match=r"^the summariser itself went wrong \(LookupError\)$") as caught:
        Running[int]().result(work)
    assert caught.value.__context__ is None


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="no signals to threads here")
def test_ctrl_c(serve: Serve) -> None:
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("tests do not run in the main thread")
    server = serve(acts.hangs)

    def interrupt() -> None:
        server.arrived.wait(SOON)
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        summariser(server.url, **PATIENT).answer(request())
    assert quiet()
