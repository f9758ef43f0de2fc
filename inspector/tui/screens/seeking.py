"""Looking for what is typed in the search panel: hits as they are found, and what became of them in the view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import on, work
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Input
from textual.worker import get_current_worker

from inspector.transcript import Transcript
from inspector.tui import replays, whole
from inspector.tui.finding import report
from inspector.tui.finding.history import Past
from inspector.tui.finding.hits import Found, search
from inspector.tui.finding.light import Light
from inspector.tui.finding.match import Hit
from inspector.tui.finding.mention import told
from inspector.tui.finding.patterns import QueryError
from inspector.tui.finding.query import Query, parse
from inspector.tui.finding.standing import Standing, Standings, tally
from inspector.tui.picture import Picture
from inspector.tui.screens.departing import Departing
from inspector.tui.widgets.search_panel import SearchPanel
from inspector.tui.widgets.side_by_side import SideBySide

SOON = 400
"""Hits whose fates are worked out between two keys; more of them when no key was pressed for a moment."""
MOMENT = 0.06
"""Seconds without a change of the view after which the fates of all hits are counted."""


class Seeking(Departing):
    """What is looked for, what was found, and which hit is chosen."""

    @dataclass
    class FoundMore(Message):
        """Hits of a search, some or all of them."""

        transcript: Transcript
        found: Found

        def can_replace(self, message: Message) -> bool:
            """Only the newest state of one search is of use."""
            return isinstance(message, Seeking.FoundMore) and message.found.query is self.found.query

    @dataclass
    class Sifted(Message):
        """The fates of all hits in one view."""

        found: Found
        picture: Picture
        standings: list[Standing]

    _asked_query = Query()
    _found: Found | None = None
    _searched: Transcript | None = None
    _standings: Standings | None = None
    _past: Past | None = None
    _go_when_found = 0
    """Direction to go in as soon as something is found."""
    _sifting: Timer | None = None

    @property
    def search_panel(self) -> SearchPanel:
        return self.query_one(SearchPanel)

    @property
    def past(self) -> Past:
        """The queries of before."""
        if self._past is None:
            self._past = Past()
        return self._past

    # ---------------------------------------------------------------- asking

    def forget_search(self) -> None:
        """Another transcript: what was found is no longer there."""
        self._found = self._searched = None
        self._asked_query = Query()

    @on(Input.Changed, "#query")
    def query_typed(self, event: Input.Changed) -> None:
        """Another query: look for it at once."""
        if self.search_panel.open:
            self._seek(event.value)

    def _seek(self, text: str) -> None:
        session = self.session
        if session is None:
            return
        self.workers.cancel_group(self, "search")
        try:
            query = parse(text)
        except QueryError as error:
            self._ask_anew(session.transcript, Query(text))
            self.search_panel.tell(report.trouble(str(error)))
            return
        self._ask_anew(session.transcript, query)
        if query.empty:
            self.search_panel.tell(report.idle(query, len(self.past.texts)))
        else:
            self._look_up(session.transcript, query)

    def _ask_anew(self, transcript: Transcript, query: Query) -> None:
        """Another question; no answer yet."""
        light, blocks = Light(query), transcript.structure.blocks
        self._asked_query, self._found, self._searched = query, None, transcript
        self._standings = Standings(query, blocks)
        self.search_panel.list.look_for(transcript, light, self._standing)
        self.query_one(SideBySide).mark(light)
        self._mention_words()

    @work(thread=True, exclusive=True, group="search", exit_on_error=False)
    def _look_up(self, transcript: Transcript, query: Query) -> None:
        worker = get_current_worker()
        for found in search(transcript, query, replays.resting(lambda: worker.is_cancelled)):
            self.post_message(self.FoundMore(transcript, found))

    @on(FoundMore)
    def take_hits(self, event: FoundMore) -> None:
        """Show them; go to one, when that was asked for before they were there."""
        session = self.session
        if session is None or event.transcript is not session.transcript or event.found.query is not self._asked_query:
            return
        self._found = event.found
        self._list_hits()
        if self._go_when_found and (self.search_panel.list.hits or event.found.done):
            direction, self._go_when_found = self._go_when_found, 0
            self.action_found(direction)

    # ---------------------------------------------------------------- fates

    def show_hits(self) -> None:
        """The view is another one: what became of the hits may be another thing, too."""
        session, panel = self.session, self.search_panel
        if session is None or not panel.open:
            return
        if self._searched is not session.transcript:
            self._seek(panel.input.value)
        elif self._found is not None:
            panel.list.refresh()
            self._list_hits()

    def _standing(self, hit: Hit) -> Standing:
        picture = self.query_one(SideBySide).picture
        assert self._standings is not None
        assert picture is not None
        return self._standings.of(hit, picture)

    def _list_hits(self) -> None:
        """The hits, and what became of them: at once when they are few, else in a moment."""
        found, picture = self._found, self.query_one(SideBySide).picture
        if found is None or picture is None or self._standings is None:
            return
        if len(found.hits) <= SOON:
            self._take_hit_fates(found, [self._standings.of(hit, picture) for hit in found.hits])
            return
        if not found.query.fates:
            self.search_panel.list.show(found.hits)
        self._tell_hits(found, None, len(found.hits), found.messages)
        if self._sifting is not None:
            self._sifting.stop()
        self._sifting = self.set_timer(MOMENT, self._sift_now)

    def _sift_now(self) -> None:
        found, picture, standings = self._found, self.query_one(SideBySide).picture, self._standings
        if found is not None and picture is not None and standings is not None:
            self._sift(found, picture, standings)

    @work(thread=True, exclusive=True, group="sift", exit_on_error=False)
    def _sift(self, found: Found, picture: Picture, standings: Standings) -> None:
        worker = get_current_worker()
        stop = replays.resting(lambda: worker.is_cancelled)
        states: list[Standing] = []
        for hit in found.hits:
            if stop():
                return
            states.append(standings.of(hit, picture))
        self.post_message(self.Sifted(found, picture, states))

    @on(Sifted)
    def take_fates(self, event: Sifted) -> None:
        """Show them, unless they belong to another view or another search by now."""
        if event.found is self._found and event.picture is self.query_one(SideBySide).picture:
            self._take_hit_fates(event.found, event.standings)

    def _take_hit_fates(self, found: Found, standings: Sequence[Standing]) -> None:
        fates = found.query.fates
        kept = [pair for pair in zip(found.hits, standings, strict=True) if pair[1].fits(fates)]
        hits = [hit for hit, _ in kept]
        self.search_panel.list.show(hits)
        owner = self.session.transcript.structure.owner if self.session is not None else ()
        messages = len({owner[hit.block] for hit in hits}) if fates else found.messages
        self._tell_hits(found, tally(standing for _, standing in kept), len(hits), messages)
        self._mention_words()

    def _tell_hits(self, found: Found, counts: list[tuple[str, int]] | None, listed: int, messages: int) -> None:
        if self.session is not None:
            shape = self.session.transcript.structure
            self.search_panel.tell(report.report(found, counts, listed, messages, shape))

    def _mention_words(self) -> None:
        """Whether the summary of this view and the durable state have the words."""
        session = self.session
        if session is None or session.pending or not self._asked_query.has_text:
            self.search_panel.mention(())
            return
        plan, durable = session.plan(), session.durable
        waiting = plan is not None and any(one.kind == "summary" and one.approximate for one in plan.made)
        texts = None if waiting else [text for _, text in whole.summaries(session)]
        kept = durable.text if durable is not None else ""
        small = not texts and texts is not None and not kept
        self.search_panel.mention(() if small else told(self._asked_query, texts, kept))

    def action_found(self, direction: int) -> None:
        """Something was found that was waited for."""
        raise NotImplementedError
