"""Searching the transcript: ask for a text, find it in a thread, go from hit to hit."""

from __future__ import annotations

from dataclasses import dataclass

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, Static
from textual.worker import get_current_worker

from inspector.transcript import Transcript
from inspector.tui import replays
from inspector.tui.find import Hit, find, nearest
from inspector.tui.screens.dialog import Dialog
from inspector.tui.screens.stage import Stage
from inspector.tui.widgets.side_by_side import SideBySide


class AskText(Dialog[str]):
    """Answers what to search for."""

    DEFAULT_CSS = "AskText > .box { width: 64; }"

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words = words

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = "Search the transcript"
            yield Input(self._words, placeholder="a text, a path, a number")
            yield Static("f the next hit, F the one before · capital letters count if there are any", classes="hint")

    @on(Input.Submitted)
    def answer(self, event: Input.Submitted) -> None:
        """Whatever was typed."""
        self.dismiss(event.value or None)


class Searching(Stage):
    """The hits of the last search, and the way from one to the next."""

    @dataclass
    class Found(Message):
        """All hits of a search."""

        transcript: Transcript
        words: str
        hits: list[Hit]

    _words = ""
    _hits: list[Hit] | None = None

    def forget_search(self) -> None:
        """Another transcript: what was found is no longer there."""
        self._hits = None

    def action_search(self) -> None:
        """Ask what to search for."""
        if self.session is not None:
            self.app.push_screen(AskText(self._words), self._search)

    def action_found(self, direction: int) -> None:
        """The next hit, or the one before."""
        if self.session is None:
            return
        if not self._words:
            self.action_search()
        elif self._hits is None:
            self._search(self._words)
        else:
            self._go(direction)

    def _search(self, words: str | None) -> None:
        if words and self.session is not None:
            self._words = words
            self.say(f"searching “{words}” …")
            self._look_up(self.session.transcript, words)

    @work(thread=True, exclusive=True, group="search", exit_on_error=False)
    def _look_up(self, transcript: Transcript, words: str) -> None:
        worker = get_current_worker()
        hits = find(transcript, words, replays.resting(lambda: worker.is_cancelled))
        if hits is not None:
            self.post_message(self.Found(transcript, words, hits))

    @on(Found)
    def take_hits(self, event: Found) -> None:
        """Go to the first hit from the cursor on."""
        session = self.session
        if session is not None and event.transcript is session.transcript and event.words == self._words:
            self._hits = event.hits
            self._go(1)

    def _go(self, direction: int) -> None:
        panes, hits = self.query_one(SideBySide), self._hits
        if self.session is None or panes.rows is None or hits is None:
            return
        if not hits:
            self.say(f"“{self._words}” is nowhere in the transcript")
            return
        place = nearest(hits, panes.rows.block_at(panes.cursor), direction)
        hit = hits[place]
        panes.show_text(hit.block, hit.at)
        name = self.session.transcript.structure.name(hit.block)
        self.say(
            f"“{self._words}” in {name}: {place + 1:,} of {len(hits):,} blocks · f next · F before{self._later(hit)}"
        )

    def _later(self, hit: Hit) -> str:
        """A word about a hit that comes after the request which is shown."""
        session = self.session
        assert session is not None
        asked = session.transcript.structure.request_of(session.transcript.structure.owner[hit.block])
        return f" · first sent in request {asked:,}" if session.request < asked <= session.requests else ""
