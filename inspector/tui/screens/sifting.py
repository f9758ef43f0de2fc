"""What became of the hits in the view that is shown: worked out anew whenever it changes, beside the keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import on, work
from textual.message import Message
from textual.timer import Timer
from textual.worker import get_current_worker

from inspector.engine.view import Fate
from inspector.tui import replays, whole
from inspector.tui.finding import report
from inspector.tui.finding.hints import why_not
from inspector.tui.finding.hits import Found
from inspector.tui.finding.match import Hit
from inspector.tui.finding.mention import told
from inspector.tui.finding.query import LATER, Query
from inspector.tui.finding.standing import Standing, Standings, tally
from inspector.tui.picture import Picture
from inspector.tui.screens.departing import Departing
from inspector.tui.widgets.search_panel import SearchPanel
from inspector.tui.widgets.side_by_side import SideBySide

SOON = 200
"""Hits whose fates are worked out between two keys; those of more follow in a thread."""
MOMENT = 0.06
"""Seconds between a change of the view and the next count of the fates of many hits."""


class Sifting(Departing):
    """The hits that have the fates which are asked for, their number by fate, and what the summary has of the words."""

    @dataclass
    class Sifted(Message):
        """The fates of all hits in one view."""

        found: Found
        picture: Picture
        standings: list[Standing]

    _asked_query = Query()
    _found: Found | None = None
    """What the present search has found so far; None while there is nothing to be shown of it."""
    _standings: Standings | None = None
    _sifting: Timer | None = None
    """Set while the fates of many hits are waited for."""
    _mentioning: Timer | None = None

    @property
    def search_panel(self) -> SearchPanel:
        return self.query_one(SearchPanel)

    @property
    def _shown_picture(self) -> Picture | None:
        return self.query_one(SideBySide).picture

    def _standing(self, hit: Hit) -> Standing:
        picture = self._shown_picture
        if self._standings is None or picture is None:
            return Standing(Fate.VERBATIM, LATER)
        return self._standings.of(hit, picture)

    def list_hits(self) -> None:
        """The hits, and what became of them: at once when they are few."""
        found, picture = self._found, self._shown_picture
        if found is None or picture is None or self._standings is None:
            return
        if len(found.hits) <= SOON:
            self._list_with_fates(found, [self._standings.of(hit, picture) for hit in found.hits])
            return
        if not found.query.fates:
            self.search_panel.list.show(found.hits)
        if not found.done or self._sifting is None:
            self._tell_found(found, None, len(found.hits), found.messages)
        self._sift_soon()

    def stop_sifting(self) -> None:
        """The question is another one."""
        self.workers.cancel_group(self, "sift")
        if self._sifting is not None:
            self._sifting.stop()
            self._sifting = None

    def _sift_soon(self) -> None:
        """Count in a moment, unless that is on its way: while a key is held, one count follows the other."""
        if self._sifting is None:
            self._sifting = self.set_timer(MOMENT, self._sift_now)

    def _sift_now(self) -> None:
        found, picture, standings = self._found, self._shown_picture, self._standings
        if found is None or picture is None or standings is None:
            self._sifting = None
        else:
            self._sift(found, picture, standings)

    @work(thread=True, exclusive=True, group="sift", exit_on_error=False, description="sift")
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
        """Show them; when they belong to an older view, or to fewer hits, the next count follows."""
        self._sifting = None
        if self._found is None or event.found.query is not self._found.query:
            return
        if event.found is self._found:
            self._list_with_fates(event.found, event.standings)
        if event.found is not self._found or event.picture is not self._shown_picture:
            self._sift_soon()

    def _list_with_fates(self, found: Found, standings: Sequence[Standing]) -> None:
        fates = found.query.fates
        kept = [pair for pair in zip(found.hits, standings, strict=True) if pair[1].fits(fates)]
        hits = [hit for hit, _ in kept]
        if not hits and (found.done or found.stopped):
            self.search_panel.list.hint(why_not(found.query, found.count, found.unsearched))
        self.search_panel.list.show(hits)
        owner = self.session.transcript.structure.owner if self.session is not None else ()
        messages = len({owner[hit.block] for hit in hits}) if fates else found.messages
        self._tell_found(found, tally(standing for _, standing in kept), len(hits), messages)
        self.mention_soon()

    def _tell_found(self, found: Found, counts: list[tuple[str, int]] | None, listed: int, messages: int) -> None:
        if self.session is not None:
            shape = self.session.transcript.structure
            self.search_panel.tell(report.report(found, counts, listed, messages, shape))

    def mention_soon(self) -> None:
        """Look into summary and durable state when no key was pressed for a moment."""
        if self._mentioning is not None:
            self._mentioning.stop()
        self._mentioning = self.set_timer(MOMENT, self._mention_words)

    def _mention_words(self) -> None:
        """Whether the summary of this view and the durable state have the words."""
        self._mentioning, session = None, self.session
        if session is None or session.pending or not self._asked_query.has_text:
            self.search_panel.mention(())
            return
        plan, durable = session.plan(), session.durable
        waiting = plan is not None and any(one.kind == "summary" and one.approximate for one in plan.made)
        texts = None if waiting else [text for _, text in whole.summaries(session)]
        kept = durable.text if durable is not None else ""
        nothing = not texts and texts is not None and not kept
        self.search_panel.mention(() if nothing else told(self._asked_query, texts, kept))
