"""What every room has that answers a question about the whole session: how it speaks, is asked anew, gives up, and is left."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import on
from textual.worker import Worker, WorkerState

from inspector.terminal_text import clip
from inspector.tui import replays
from inspector.tui.parts import Part
from inspector.tui.screens.room_keys import RoomKeys
from inspector.tui.why.story import Asked, asked
from inspector.tui.widgets.line import Line

if TYPE_CHECKING:
    from inspector.engine import Certificate
    from inspector.tui.screens.asking_why import AskingWhy
    from inspector.tui.session import Session

LULL = 0.25
"""Seconds without a key after which threads need not hold back for the next one."""
SOON = 0.05
"""Seconds without a change of the policy after which everything is asked anew."""


def since(certificate: Certificate | None) -> str:
    """`exact`, or `bounded at 45`."""
    if certificate is None:
        return ""
    at = f" at {certificate.request:,}" if certificate.kind == "bounded" and certificate.request else ""
    return f"{certificate.kind}{at}"


class Way(NamedTuple):
    """How a room was left: the request and the block to go to, and the knob to turn with its value ("" for none)."""

    request: int
    block: int | None = None
    knob: str = ""
    value: int = 0


class Answering(RoomKeys[Way]):
    """A screen of its own above the main one. Threads post messages; only its own thread changes anything.

    Every answer names its question: one that is older than the present question is dropped. `WORK`: group of workers → what
    did not come about when one of them fails.
    """

    WORK: ClassVar[Mapping[str, str]] = {}

    _due = False

    def __init__(self, host: AskingWhy, session: Session) -> None:
        """`host` is the screen below, whose policy and durable state are changed from here."""
        super().__init__()
        self.host, self.session = host, session
        self.question: Asked = asked(session, host.artifacts)
        self.said = ""
        self.doing = ""
        """What is being worked out; "" for nothing."""
        self.touched = 0.0
        """When a key was pressed last."""

    @property
    def settled(self) -> bool:
        """Nothing is being worked out, or about to be."""
        return not self.doing and not self._due

    # ---------------------------------------------------------------- asking

    def begin(self) -> None:
        """Work out what is not known yet."""
        raise NotImplementedError

    def forget(self) -> None:
        """What is known answers another question."""
        raise NotImplementedError

    def changed(self) -> None:
        """The policy, the durable state or the transcript is another one: everything is asked again, once for all keys."""
        if not self._due:
            self._due = True
            self.workers.cancel_node(self)
            self.set_timer(SOON, self._anew)

    def _anew(self) -> None:
        self._due = False
        self.question = asked(self.session, self.host.artifacts)
        self.forget()
        self.begin()

    def unwanted(self, worker: Worker[object]) -> Callable[[], bool]:
        """Whether a thread is to stop; asked, it rests a little for the keys."""
        rest = replays.resting(bool, lambda: time.monotonic() - self.touched > LULL)
        return lambda: worker.is_cancelled or rest()

    @on(Worker.StateChanged)
    def worker_failed(self, event: Worker.StateChanged) -> None:
        """Work in a thread went wrong: say what, and stay usable."""
        if event.state is WorkerState.ERROR and event.worker.group in self.WORK:
            self.failed(event.worker.group, f"{self.WORK[event.worker.group]}: {event.worker.error}")

    def failed(self, group: str, trouble: str) -> None:
        """Something did not come about."""
        self.doing = ""
        self.say(trouble)
        self.show()

    # ---------------------------------------------------------------- drawing

    def show(self) -> None:
        """Everything, with what is known by now."""
        raise NotImplementedError

    def hush(self) -> None:
        """A key was pressed: what was said is of no use any more."""
        self.touched = time.monotonic()
        if self.said:
            self.said = ""
            self.show_status()

    def say(self, text: str) -> None:
        """An answer to the last key."""
        self.said = clip(text, 400)
        self.show_status()

    def show_status(self) -> None:
        """The last line but one: what was said, or what is being done."""
        if self.is_mounted:
            told = f"{self.busy} …  esc gives up" if self.busy else ""
            words = Part(self.said or told, "accent", 9, least=20)
            self.query_one(".room-status", Line).parts = (words, *self.beside_status())

    @property
    def busy(self) -> str:
        """What esc would give up, in words; "" for nothing."""
        return self.doing

    def beside_status(self) -> tuple[Part, ...]:
        """What stands at the right of that line."""
        return ()

    def policy_parts(self, certificate: str) -> tuple[Part, ...]:
        """The right of the first line: the policy, whether it is as written, and how far its views may be believed."""
        return (
            Part(f"  policy {self.session.title}", "accent", 7, right=True, least=14),
            Part(" *modified" if self.session.modified else "", "warn", 6, right=True),
            Part(f" · {certificate}" if certificate else "", "quiet", 4, right=True),
        )

    # ---------------------------------------------------------------- leaving

    def leave_to(self, way: Way) -> None:
        """To a place in the panes."""
        self.workers.cancel_node(self)
        self.dismiss(way)
