"""The recall room: what each reply refers to, what its view still held of that, and what was got again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Container
from textual.message import Message

from inspector.analysis.recall.index import reply
from inspector.analysis.recall.needs import Missed, Need, Recall, Recalled, needs_at, recall
from inspector.analysis.recall.rereads import Reread, rereads
from inspector.analysis.why.facts import LONGEST, Fact
from inspector.engine import Replay
from inspector.terminal_text import sanitise
from inspector.tui.actions import Scope, bindings
from inspector.tui.entries import Entry, Target, heading, note, spaced
from inspector.tui.foot import RECALL, Offer
from inspector.tui.parts import Part
from inspector.tui.recall import lines
from inspector.tui.recall.picture import picture, request_parts, share_parts
from inspector.tui.screens.answering import since
from inspector.tui.screens.stepwise import GROUP, Progress, Step, Unwanted
from inspector.tui.screens.strip_room import StripRoom
from inspector.tui.strip import Picture
from inspector.tui.widgets.foot_line import FootLine
from inspector.tui.widgets.line import Line
from inspector.tui.widgets.request_list import RequestList
from inspector.tui.widgets.request_strip import RequestStrip

NEEDS = "needs"
"""The group of the thread that looks for the needs of one request."""


class RecallRoom(StripRoom):
    """Two lists: needs of the request in sight, and the whole session."""

    DEFAULT_CSS = """
    RecallRoom { background: $surface;
        & RequestStrip { height: 4; }
        & #recall-here { background: $surface; }
        & #recall-lists { height: 1fr; layout: vertical; }
        & #needs { height: 6; border-bottom: solid $border-blurred; }
        & #all { height: 1fr; }
    }
    RecallRoom.-middling RequestStrip { height: 6; margin: 1 0 0 0; }
    RecallRoom.-middling #needs { height: 10; }
    RecallRoom.-tall RequestStrip { height: 8; margin: 1 0 0 0; }
    RecallRoom.-tall #needs { height: 30%; }
    RecallRoom.-broad #recall-lists { layout: horizontal; }
    RecallRoom.-broad #needs { width: 44%; height: 100%; border-bottom: none; border-right: vkey $border-blurred; }
    RecallRoom.-broad #all { width: 1fr; height: 100%; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (150, "-broad")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (28, "-middling"), (36, "-tall")]
    SCOPE: ClassVar[Scope] = "recall"
    BINDINGS = bindings("recall")
    OFFERS: ClassVar[tuple[Offer, ...]] = RECALL
    WORK = {GROUP: "recall could not be worked out", NEEDS: "the needs of the request could not be looked for"}

    @dataclass
    class Needed(Message):
        """The needs of a request."""

        replay: Replay
        request: int
        needs: Sequence[Need]

    found: Recalled | None = None
    again: tuple[Reread, ...] | None = None

    def compose(self) -> ComposeResult:
        yield Line(id="recall-head")
        yield Line(id="recall-share")
        yield RequestStrip("recall-strip")
        yield Line(id="recall-here")
        with Container(id="recall-lists"):
            yield RequestList(lambda block: "", id="needs")
            yield RequestList(lambda block: "", id="all")
        yield Line(classes="room-status")
        yield FootLine(id="recall-keys")

    # ---------------------------------------------------------------- asking

    def forget(self) -> None:
        """Numbers of before stay in sight, and are all asked again."""
        self._stale = {"recall", "again"}

    _stale: set[str] = {"recall", "again"}
    """What is not known for the present question."""

    def steps(self) -> Sequence[Step]:
        """Recall, then what was got again."""
        every = (
            ("recall", Step("looking at what the replies refer to", self._recall)),
            ("again", Step("looking for what was got again", self._again)),
        )
        return [step for name, step in every if name in self._stale]

    def _recall(self, replay: Replay, unwanted: Unwanted, progress: Progress) -> Callable[[], None]:
        found = recall(replay, unwanted, progress)
        return lambda: self._take_recall(replay, found)

    def _take_recall(self, replay: Replay, found: Recalled) -> None:
        if self.found is None:
            self._to_first_miss(found)
        self.found, self._of, self._needs = found, replay, {}
        self._rows = lines.in_rows(found)
        self._picture = picture(found)
        self._stale = self._stale - {"recall"}

    def _again(self, replay: Replay, unwanted: Unwanted, progress: Progress) -> Callable[[], None]:
        found = rereads(replay, unwanted, progress)
        return lambda: self._take_again(found)

    def _take_again(self, found: tuple[Reread, ...]) -> None:
        self.again = found
        self._stale = self._stale - {"again"}

    # ---------------------------------------------------------------- what is known

    _of: Replay | None = None
    """The replay that `found` is of."""
    _rows: Sequence[Sequence[Missed]] = ()
    _picture = Picture()
    _needs: dict[int, Sequence[Need]] = {}

    @property
    def picture(self) -> Picture:
        """Shares across all requests."""
        return self._picture

    _asking = False
    """A thread looks for the needs of a request: never two of them, however quickly keys come."""

    @property
    def needs(self) -> Sequence[Need]:
        """The needs of the request in sight, misses first; none while they are not known."""
        return self._needs.get(self.request, ())

    def _ask_needs(self) -> None:
        """Look for the needs of the request in sight, unless they are known, or another's are looked for."""
        replay, found = self._of, self.found
        if replay is None or found is None or self._asking or self.request > len(found.rows):
            return
        row = found.rows[self.request - 1]
        if not row.needed:
            self._needs[self.request] = ()
        if self.request not in self._needs:
            self._asking = True
            self._look_for_needs(replay, row)

    @work(thread=True, group=NEEDS, exit_on_error=False, description="needs")
    def _look_for_needs(self, replay: Replay, row: Recall) -> None:
        found = lines.in_order(needs_at(replay, row.request), row.missed)
        self.post_message(self.Needed(replay, row.request, found))

    @on(Needed)
    def take_needs(self, event: Needed) -> None:
        """They are known; by now another request may be in sight."""
        self._asking = False
        if event.replay is self._of:
            self._needs[event.request] = event.needs
        self.show_request()

    def failed(self, group: str, trouble: str) -> None:
        """Something did not come about; the steps go on without the needs of a request."""
        if group == NEEDS:
            self._asking, self._needs[self.request] = False, ()
            self.say(trouble)
        else:
            super().failed(group, trouble)

    def _to_first_miss(self, found: Recalled) -> None:
        """The first look goes to the dearest miss, where the request of the panes has none."""
        here = found.rows[self.request - 1] if self.request <= len(found.rows) else None
        if found.misses and (here is None or not here.missed):
            self.request = found.misses[0].request

    # ---------------------------------------------------------------- drawing

    def show(self) -> None:
        """Everything, with what is known by now."""
        if not self.is_mounted:
            return
        certificate = self.found.certificate if self.found is not None else None
        self.query_one("#recall-head", Line).parts = (
            Part("recall", "strong", 10),
            Part("  what was still held of what came next", "quiet", 3),
            *self.policy_parts(since(certificate)),
        )
        stale = "recall" in self._stale
        told = tuple(share_parts(self.found, stale)) if self.found is not None else (Part("…", "quiet", 9),)
        self.query_one("#recall-share", Line).parts = told
        self.main_list.show(spaced(self._sections()))
        self.show_request()
        self.show_status()

    def _sections(self) -> list[list[Entry]]:
        replay = self._of
        if replay is None:
            return [[note(f"{self.doing or 'not worked out: f does it'} …", "accent" if self.doing else "quiet")]]
        found = [
            list(lines.miss_lines(replay, self._rows)),
            list(lines.again_lines(replay, self.again, "again" in self._stale)),
            [note(lines.EVIDENCE)],
        ]
        return found if self.found is not None and self.found.needed else found[1:]

    def show_request(self) -> None:
        """The picture's cursor, and the needs of its request."""
        super().show_request()
        found, replay, needs = self.found, self._of, self.query_one("#needs", RequestList)
        self.strip.display = found is None or bool(found.needed)  # without needs there is nothing to draw
        if found is None or replay is None or self.request > len(found.rows):
            needs.show([])
            return
        row, replied = found.rows[self.request - 1], bool(reply(replay.transcript, self.request))
        parts = request_parts(row, len(found.rows), self.picture.marks, replied)
        self.query_one("#recall-here", Line).parts = tuple(parts)
        self._ask_needs()
        if self.request in self._needs:
            title = heading("needs of this request", "✗ missed  ! typed, missed  ✓ held" if row.needed else "none")
            needs.show([title, *lines.need_lines(replay, self.needs)])
        else:
            needs.show([heading("needs of this request", "…"), *lines.dimmed(needs.entries[1:])])

    # ---------------------------------------------------------------- moving and doing

    def request_of(self, target: Target) -> int | None:
        """A miss speaks of the request that lacked it, not of the one where it was said."""
        kind, _, number = target.act.partition("-")
        if kind == lines.MISS:
            return self._rows[int(number)][0].need.request
        return None if kind == lines.NEED else target.request

    def action_other(self) -> None:
        """The keys to the other list."""
        needs = self.query_one("#needs", RequestList)
        (self.main_list if needs.has_focus else needs).focus()

    def _words(self) -> list[str]:
        """The words of the line of the cursor, each thing for itself."""
        kind, _, number = self.here.target.act.partition("-") if self.here.target is not None else ("", "", "")
        if kind == lines.NEED:
            return [self.needs[int(number)].text]
        if kind == lines.MISS:
            return [each.need.text for each in self._rows[int(number)]]
        if kind == lines.AGAIN and self.again is not None:
            return [self.again[int(number)].what]
        return []

    def action_why(self) -> None:
        """The why room, about the words of the line."""
        words = self._words()
        if not words or not words[0].strip():
            self.say("choose a need or a miss: w asks why it was forgotten")
        else:
            self.host.enter_why(Fact(words[0][:LONGEST]))

    def action_copy(self) -> None:
        """The words of the line into the clipboard."""
        if words := self._words():
            self.app.copy_to_clipboard("\n".join(sanitise(text) for text in words))
            self.say("copied: the words of this line")
