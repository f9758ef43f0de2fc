"""The band of the durable state, and its sources: looked up in a thread, shown whole, artifacts opened by lines."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from textual import on, work
from textual.message import Message

from inspector.engine.durable_local import local_resolver
from inspector.transcript.resolver import Resolution
from inspector.tui.artifact_of import NoArtifact, open_of_block
from inspector.tui.evidence import Evidence
from inspector.tui.evidence_file import gather
from inspector.tui.evidence_rows import entries, headlines
from inspector.tui.rows import BLOCK
from inspector.tui.screens.audit import Audit
from inspector.tui.screens.lines import Lines
from inspector.tui.screens.loading import Loading
from inspector.tui.session import Session
from inspector.tui.widgets.durable_band import DurableBand
from inspector.tui.widgets.side_by_side import SideBySide

EXCERPT = 4_000
"""Characters of a source that the audit shows; none of them ever enters a view."""


class Sourcing(Loading):
    """Shows the durable state. The screen's own thread changes it; a thread only looks sources up."""

    @dataclass
    class LookedUp(Message):
        """What became of some sources, for the state that asked."""

        evidence: Evidence
        found: tuple[Resolution, ...]

    evidence: Evidence | None = None
    _drawn: object = None
    durable_file: Path | None = None
    """The file that was asked for when the app was started; for the first session only."""
    artifacts: Path | None = None
    """The folder of artifacts that was asked for; None: the one beside the transcript."""

    @property
    def band(self) -> DurableBand:
        return self.query_one(DurableBand)

    # ---------------------------------------------------------------- opening and showing

    def gather(self, session: Session) -> None:
        """The durable state of a session that was just opened."""
        evidence = gather(session.transcript, self.durable_file)
        self.durable_file = None
        self.evidence = evidence
        session.carry(evidence.durable)
        self.band.unfold(False)
        if evidence.trouble:
            self.say(f"{evidence.trouble}. The session is shown without it, and the file is left alone.", bad=True)
        self._look_sources_up(evidence, evidence.unresolved)

    def show_evidence(self) -> None:
        """Draw the band; it is hidden where there is nothing durable."""
        session, evidence = self.session, self.evidence
        if session is None or evidence is None:
            return
        band = self.band
        size = session.replay.ledger.durable
        drawn = (
            evidence,
            evidence.state,
            evidence.saved,
            evidence.lookups,
            evidence.looking,
            size,
            session.unit,
            session.approximate,
        )
        if drawn != self._drawn:  # a long state is not told anew for every key
            self._drawn = drawn
            band.show(headlines(evidence, size, session.unit, session.approximate), entries(evidence))
        band.set_class(evidence.shown, "-some")
        if not evidence.shown and band.has_focus:
            self._to_panes()

    def _renew(self) -> None:
        """The state or what is known of its sources is another: the view follows."""
        session, evidence = self.session, self.evidence
        if session is None or evidence is None:
            return
        durable = evidence.durable
        if (durable.text if durable else "") != (session.durable.text if session.durable else ""):
            session.carry(durable)
            self.changed()
        self._look_sources_up(evidence, evidence.unresolved)
        self.show_evidence()

    def _to_panes(self) -> None:
        self.query_one(SideBySide).focus()

    @on(DurableBand.Toggled)
    def action_durable(self) -> None:
        """Open the band and go to it; a second time, close it."""
        band, evidence = self.band, self.evidence
        if evidence is None or not evidence.shown:
            self.say("nothing durable here yet: P pins the block under the cursor")
        elif band.open and band.has_focus:
            self.close_band()
        else:
            band.unfold(True)
            band.focus()

    def close_band(self) -> None:
        """Put the list away."""
        self.band.unfold(False)
        self._to_panes()

    # ---------------------------------------------------------------- sources

    def _look_sources_up(self, evidence: Evidence, pointers: tuple[str, ...]) -> None:
        if self.session is not None and pointers and not evidence.looking:
            evidence.looking = True
            self._resolve(self.session, evidence, pointers)

    @work(thread=True, group="sources", exit_on_error=False, description="sources")
    def _resolve(self, session: Session, evidence: Evidence, pointers: tuple[str, ...]) -> None:
        found: tuple[Resolution, ...] = ()
        try:
            found = local_resolver(session.transcript, self.artifacts, excerpt=EXCERPT).resolve_all(pointers)
        finally:
            self.post_message(self.LookedUp(evidence, found))

    @on(LookedUp)
    def take_sources(self, event: LookedUp) -> None:
        """Show what became of them, unless another session is open by now."""
        event.evidence.looking = False
        if event.evidence is not self.evidence:
            return
        event.evidence.take(event.found)
        if event.found:
            self._renew()
        else:
            self.show_evidence()
        if isinstance(self.app.screen, Audit):
            self.app.screen.renew()

    def action_look_again(self) -> None:
        """Look every source up anew."""
        if self.evidence is not None:
            self._look_sources_up(self.evidence, self.evidence.state.pointers)
            self.show_evidence()

    def action_audit(self) -> None:
        """Every source, whole."""
        evidence = self.evidence
        if self.session is None or evidence is None or not evidence.state.pointers:
            self.say("no source to look at: nothing durable here has one")
            return
        audit = Audit(evidence, self.session.transcript, self.artifacts, self.action_look_again)
        entry = self.band.entry if self.band.has_focus else None
        audit.begin_at(entry.pointer if entry else "")
        self.app.push_screen(audit)

    @on(DurableBand.Chosen)
    def source_wanted(self) -> None:
        """The source of the line in the band."""
        entry = self.band.entry
        if entry is not None and not entry.pointer:
            self.say("retrieval evidence names where it came from; it has no pointer that could be looked up")
        else:
            self.action_audit()

    def action_artifact(self) -> None:
        """The whole output that the block under the cursor stands for."""
        block = self._block()
        if self.session is None or block is None:
            return
        try:
            file, name = open_of_block(self.session.transcript, self.artifacts, block)
        except NoArtifact as fault:
            self.say(str(fault))
        else:
            self.app.push_screen(Lines(file, name))

    def _block(self) -> int | None:
        """The block under the cursor."""
        rows = self.query_one(SideBySide).rows
        cursor = self.query_one(SideBySide).cursor
        return rows.refs[cursor] if rows is not None and rows.kinds[cursor] == BLOCK else None
