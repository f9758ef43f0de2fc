"""From the main screen into the why room and back: with the block, the words or the hit that a person points at."""

from __future__ import annotations

from collections.abc import Callable

from inspector.analysis.why.facts import LONGEST, Fact
from inspector.transcript.pointers import PointerFault, pointer_to
from inspector.tui.finding.match import Hit, spans
from inspector.tui.finding.matter import matter
from inspector.tui.screens.copying import Copying
from inspector.tui.screens.escaping import Escaping
from inspector.tui.screens.evidencing import Evidencing
from inspector.tui.screens.facts import Facts
from inspector.tui.screens.leading import Leading
from inspector.tui.screens.parting import Parting
from inspector.tui.screens.pin import Pin
from inspector.tui.screens.pinning import texts_of
from inspector.tui.screens.rooms import Rooms
from inspector.tui.screens.summarising import Summarising
from inspector.tui.screens.totalling import Totalling
from inspector.tui.why.facts import of_block

# What follows facts is not read before somebody wants that: opening a session goes without it.


class AskingWhy(Rooms, Totalling, Escaping, Copying, Evidencing, Parting, Facts, Summarising, Leading):
    """Into the room with one fact, or with the question for one."""

    def action_why(self) -> None:
        """Why was this forgotten: what is picked, the hit, the durable fact, the typed text that is lost, or the block."""
        if self.session is None:
            return
        fact = self._fact_here()
        if fact is None and self.session.looked is None and not self.session.facts:
            self.action_ask_why()
        else:
            self.enter_why(fact)

    def action_ask_why(self) -> None:
        """Why was it forgotten: words, a pattern, or the number of a message."""
        if self.session is not None:
            self.enter_why(None, ask=True)

    def enter_why(self, fact: Fact | None, ask: bool = False) -> None:
        """Open the room, with a fact or with the question for one."""
        from inspector.tui.screens.why_room import WhyRoom

        session = self.session
        if session is None:
            return
        if not session.requests:
            self.say("this session has no request: nothing can have been forgotten")
            return
        there = self.room_of("why")
        self.enter_room(WhyRoom(self, session, fact, ask), self.way_left)
        if isinstance(there, WhyRoom):
            there.asked_again(fact, ask)

    # ---------------------------------------------------------------- what is pointed at

    def _fact_here(self) -> Fact | None:
        """The fact that the keys, or the mouse, point at."""
        session, panes = self.session, self.panes
        assert session is not None
        if panes.picked is not None and (words := panes.picked_text(panes.picked).strip()):
            return Fact(words[:LONGEST])
        if self.search_panel.open and self.search_panel.busy and (hit := self.search_panel.list.chosen) is not None:
            return self._fact_of_hit(hit)
        if self.band.open and self.band.has_focus and (entry := self.band.entry) is not None and entry.text.strip():
            return Fact(entry.text[:LONGEST])
        lost = session.typed_losses() if panes.following and not session.pending else ()
        block = lost[0].block if lost else self._block()
        return of_block(session.transcript, block) if block is not None else None

    def _fact_of_hit(self, hit: Hit) -> Fact:
        """The words that were found, from the first match of the line to the last; the block where none are marked."""
        assert self.session is not None
        transcript = self.session.transcript
        words = matter(transcript.structure.blocks[hit.block])
        start, stop = words.rfind("\n", 0, hit.start) + 1, words.find("\n", hit.stop)
        line = words[start : stop if stop >= 0 else len(words)]
        found = spans(self._asked_query, line) if hit.stop else []
        if not found or found[-1][1] - found[0][0] > LONGEST:
            return of_block(transcript, hit.block)
        return Fact(line[found[0][0] : found[-1][1]])

    # ---------------------------------------------------------------- while it is open

    def pin_words(self, words: str, block: int, name: str, done: Callable[[], None]) -> None:
        """Ask what of these words is to become a durable fact, with the message of a block as its source."""
        session, evidence = self.session, self.evidence
        if session is None or evidence is None:
            return
        try:
            pointer = pointer_to(session.transcript, session.transcript.structure.owner[block])
        except PointerFault as fault:
            self.say(f"no fact without a source: {fault.reason}")
            return
        before = evidence.state

        def pinned(content: str | None) -> None:
            self._pin(evidence, content, pointer, " · u takes it back")
            if evidence.state is not before:
                done()

        source = texts_of(session.transcript, session.transcript.structure.owner[block])
        self.app.push_screen(Pin(name, words, pointer, evidence.next_id(), source), pinned)
