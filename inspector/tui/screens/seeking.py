"""Looking for what is typed in the search panel: every letter is another question, answered in a thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from textual import on, work
from textual.message import Message
from textual.widgets import Input
from textual.worker import get_current_worker

from inspector.analysis.patterns import QueryError
from inspector.transcript import Transcript
from inspector.tui import replays
from inspector.tui.finding import report
from inspector.tui.finding.hints import HOW
from inspector.tui.finding.history import Past
from inspector.tui.finding.hits import Found, has_grown, search
from inspector.tui.finding.light import Light
from inspector.tui.finding.query import Query, parse
from inspector.tui.finding.standing import Standings
from inspector.tui.screens.sifting import Sifting
from inspector.tui.widgets.side_by_side import SideBySide


class Seeking(Sifting):
    """What is asked for, and what was found of it so far."""

    @dataclass
    class FoundMore(Message):
        """Hits of a search, some or all of them."""

        transcript: Transcript
        found: Found

        def can_replace(self, message: Message) -> bool:
            """Only the newest state of one search is of use."""
            return isinstance(message, Seeking.FoundMore) and message.found.query is self.found.query

    _searched: Transcript | None = None
    """The transcript that was asked last."""
    _past: Past | None = None
    _when_found: Callable[[], None] | None = None
    """What was wanted before there was a hit."""

    @property
    def past(self) -> Past:
        """The queries of before."""
        if self._past is None:
            self._past = Past()
        return self._past

    @property
    def seeking(self) -> bool:
        """An answer is on its way."""
        return not self._asked_query.empty and (self._found is None or not (self._found.done or self._found.stopped))

    def forget_search(self) -> None:
        """Another transcript: what was found is no longer there."""
        self._searched = None

    @on(Input.Changed, "#query")
    def query_typed(self, event: Input.Changed) -> None:
        """Another query: look for it at once."""
        self.past.typed(event.value)
        if self.search_panel.open:
            self.seek(event.value)

    def seek(self, text: str) -> None:
        """Look for what a line means, or say why it means nothing."""
        session, panel = self.session, self.search_panel
        if session is None:
            return
        self.stop_seeking()
        try:
            query, trouble = parse(text), ""
        except QueryError as error:
            query, trouble = Query(text), str(error)
        self._ask_anew(session.transcript, query)
        if not query.empty:
            self._look_up(session.transcript, query, None, 0)
            return
        panel.list.hint(HOW)
        panel.list.show(())
        panel.tell(report.trouble(trouble) if trouble else report.idle(query, len(self.past.texts)))

    def _seek_further(self, transcript: Transcript) -> None:
        """The same question to another state of the transcript: only what is new, when it has only grown."""
        old, before, query = self._searched, self._found, self._asked_query
        grown = old is not None and before is not None and before.done and has_grown(old, transcript)
        self.stop_seeking()
        self._ask_anew(transcript, query, same=grown)
        if not grown:
            self.search_panel.list.show(())
        if not query.empty:
            start = len(old.structure.blocks) if grown and old is not None else 0
            self._look_up(transcript, query, before if grown else None, start)

    def stop_seeking(self) -> None:
        """Nobody wants the answer any more."""
        self.workers.cancel_group(self, "search")
        self.stop_sifting()
        self._when_found = None

    def _ask_anew(self, transcript: Transcript, query: Query, same: bool = False) -> None:
        """Another question; no answer yet."""
        light = Light(query)
        self._asked_query, self._found, self._searched = query, None, transcript
        self._standings = Standings(query, transcript.structure.blocks)
        self.search_panel.list.look_for(transcript, light, self._standing, same)
        self.query_one(SideBySide).mark(light)
        self.mention_soon()

    @work(thread=True, exclusive=True, group="search", exit_on_error=False, description="search")
    def _look_up(self, transcript: Transcript, query: Query, before: Found | None, start: int) -> None:
        worker = get_current_worker()
        stop = replays.resting(lambda: worker.is_cancelled)
        for found in search(transcript, query, stop, before=before, start=start):
            self.post_message(self.FoundMore(transcript, found))

    @on(FoundMore)
    def take_hits(self, event: FoundMore) -> None:
        """Show them; go to one, when that was asked for before they were there."""
        session = self.session
        if session is None or event.transcript is not session.transcript or event.found.query is not self._asked_query:
            return
        self._found = event.found
        self.list_hits()
        if self._when_found is not None and (self.search_panel.list.hits or event.found.done):
            go, self._when_found = self._when_found, None
            go()

    def show_hits(self) -> None:
        """The view is another one: what became of the hits may be another thing, too."""
        session, panel = self.session, self.search_panel
        if session is None or not panel.open:
            return
        if self._searched is not session.transcript:
            self._seek_further(session.transcript)
        elif self._found is not None:
            panel.list.refresh()
            self.list_hits()
