"""The list of everything in which A and B differ: the present request at once, the whole session when it is worked out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from textual import on, work
from textual.message import Message
from textual.worker import get_current_worker

from inspector.analysis.compare.two import Compared
from inspector.analysis.compare.views import compared
from inspector.engine import Plan, Replay, Row
from inspector.terminal_text import clip
from inspector.tui import apart, replays
from inspector.tui.body import text_of
from inspector.tui.entries import Entry, Target, note, spaced
from inspector.tui.entries_request import block_entries, request_entries, typed_entries
from inspector.tui.entries_session import knob_entries, layer_entries, session_entries
from inspector.tui.held import Held
from inspector.tui.parting import Course, course, lacking, next_parting
from inspector.tui.screens.differences import Differences
from inspector.tui.screens.stage import Stage
from inspector.tui.session import Session

TELL_EVERY = 0.2
QUOTE = 160
"""Cells of a block's text that are quoted at the most."""


@dataclass(frozen=True, eq=False)
class Question:
    """What is compared: A and B as they were when the list was opened."""

    session: Session
    held: Held
    replay: Replay
    rows: Sequence[Row]
    request: int
    plans: tuple[Plan, Plan] | None
    refused: tuple[bool, bool]
    lost: tuple[int, ...] | None
    """B's requests that lack typed text, where they are known."""


@dataclass(frozen=True, eq=False)
class Answer:
    """What is known of it so far."""

    request: Compared | None = None
    courses: tuple[Course, Course] | None = None
    parting: int | None = None


class Facts(Stage):
    """One action, and what its thread finds out."""

    @dataclass
    class Known(Message):
        """More of the answer."""

        question: Question
        answer: Answer
        lines: Sequence[Entry]

    @dataclass
    class Reached(Message):
        """How far the whole session is worked out."""

        text: str

        def can_replace(self, message: Message) -> bool:
            """Only the newest counts."""
            return isinstance(message, Facts.Reached)

    _list: Differences | None = None
    _lost_of: tuple[Replay, tuple[int, ...]] | None = None

    def action_differences(self) -> None:
        """Open the list."""
        session = self.session
        held = session.held if session is not None else None
        if self._list is not None and self._list in self.app.screen_stack:
            return
        if session is None or held is None:
            self.say("nothing is held to compare with: hold this policy as A with c, or the recorded view with V")
            return
        if session.pending:
            self.say("the views are being worked out: try again in a moment")
            return
        known = self._lost_of[1] if self._lost_of is not None and self._lost_of[0] is session.replay else None
        rows = self.totals if self.totals_of is session.replay else ()
        asked = Question(
            session, held, session.replay, rows, session.request, apart.both(session), apart.refused(session), known
        )
        title = f"A {clip(held.title, 40)}{' ✱' * held.modified} │ B {clip(session.title, 40)}{' ✱' * session.modified}"
        self._list = Differences(title, self._quoted(session))
        self.app.push_screen(self._list, self._chosen)
        if replays.small(session.transcript):
            self.take_known(_known(asked, found_out(asked)))
        else:
            self._find_out(asked)

    @work(thread=True, exclusive=True, group="facts", exit_on_error=False, description="facts")
    def _find_out(self, asked: Question) -> None:
        worker = get_current_worker()
        spoken = time.monotonic()

        def told(text: str) -> None:
            nonlocal spoken
            if time.monotonic() - spoken > TELL_EVERY:
                spoken = time.monotonic()
                self.post_message(self.Reached(text))

        stop = replays.resting(lambda: worker.is_cancelled)
        one = compared(*asked.plans, stop) if asked.plans is not None else None
        self.post_message(_known(asked, Answer(one)))
        found = found_out(asked, stop, told, one)
        if not worker.is_cancelled:
            self.post_message(_known(asked, found))

    @on(Known)
    def take_known(self, event: Known) -> None:
        """Show it in the list, and keep what need not be found out again."""
        asked, answer = event.question, event.answer
        session = asked.session
        if answer.courses is not None:
            if session.held is asked.held:
                session.hold(asked.held.knowing(answer.courses[0].lost))
            self._lost_of = (asked.replay, answer.courses[1].lost)
        if self._list is not None:
            left = "" if answer.courses is not None else "working out the whole session … esc closes"
            self._list.show(event.lines, left)

    @on(Reached)
    def facts_reached(self, event: Reached) -> None:
        """It takes a while."""
        if self._list is not None:
            self._list.tell(f"{event.text} · esc gives up")

    def _chosen(self, target: Target | None) -> None:
        self._list = None
        self.workers.cancel_group(self, "facts")
        if target is not None:
            self.go_to(target.request, target.block)

    @staticmethod
    def _quoted(session: Session) -> Callable[[int], str]:
        blocks = session.transcript.structure.blocks
        return lambda block: clip(text_of(blocks[block]), QUOTE)


def found_out(
    asked: Question,
    unwanted: Callable[[], bool] = bool,
    told: Callable[[str], None] = lambda _: None,
    one: Compared | None = None,
) -> Answer:
    """Everything about A and B; without the session where its rows are not made, or nobody wants it any more."""
    if one is None and asked.plans is not None:
        one = compared(*asked.plans, unwanted)
    held, count = asked.held, asked.replay.requests
    if len(asked.rows) != count or len(held.rows) != count:
        return Answer(one)
    a = _lost(held.lost, held.replay, held.rows, unwanted, _of("typed text in A", count, told))
    b = _lost(asked.lost, asked.replay, asked.rows, unwanted, _of("typed text in B", count, told))
    if a is None or b is None:
        return Answer(one)
    parting = next_parting(
        held.replay, asked.replay, held.rows, asked.rows, 0, unwanted, _of("where they part", count, told)
    )
    return Answer(one, (course(held.rows, a), course(asked.rows, b)), parting)


def entries(asked: Question, answer: Answer) -> Sequence[Entry]:
    """The list: typed texts, the request in numbers, the session in numbers, then the blocks."""
    held, session = asked.held, asked.session
    transcript, request, one = session.transcript, asked.request, answer.request
    marks = (held.approximate, session.approximate)
    parts: list[Iterable[Entry]] = []
    if one is not None:
        parts.append(typed_entries(one, transcript, request))
        parts.append(
            request_entries(one, (clip(held.title, 40), clip(session.title, 40)), marks, request, asked.refused)
        )
    elif asked.plans is None:
        parts.append([note("one of A and B makes no view of this request: its pane says why", "bad")])
    parts += [knob_entries(held.policy, session.policy), layer_entries(held.policy, session.policy)]
    if answer.courses is not None:
        meters = (held.meter, asked.replay.policy.meter)
        parts.append(session_entries(*answer.courses, meters, marks, answer.parting))
    if one is not None:
        parts += block_entries(one, transcript, request)
    return spaced(parts)


def _known(asked: Question, answer: Answer) -> Facts.Known:
    """The answer with its lines: of a long session there are many, and they are made beside the keys."""
    return Facts.Known(asked, answer, entries(asked, answer))


def _lost(
    known: tuple[int, ...] | None,
    replay: Replay,
    rows: Sequence[Row],
    unwanted: Callable[[], bool],
    told: Callable[[int], None],
) -> Sequence[int] | None:
    """The requests that lack typed text, looked for unless they are known; None when nobody wants to know any more."""
    return known if known is not None else lacking(replay, rows, unwanted, told)


def _of(what: str, count: int, told: Callable[[str], None]) -> Callable[[int], None]:
    return lambda request: told(f"working out the whole session: {what}, request {request:,} of {count:,}")
