"""The durable state on the main screen: its band, pins, confirmations, sources, and the file that it is saved to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from textual import on, work
from textual.message import Message

from inspector import settings
from inspector.engine import DurableStateError
from inspector.engine.durable_local import local_resolver
from inspector.policy.model import Policy
from inspector.transcript.pointers import PointerFault, pointer_to
from inspector.transcript.resolver import Resolution
from inspector.tui import body
from inspector.tui.artifact_of import NoArtifact, open_of_block
from inspector.tui.evidence import Evidence
from inspector.tui.evidence_file import gather, suggested, write
from inspector.tui.evidence_rows import Entry, entries, headlines
from inspector.tui.rows import BLOCK
from inspector.tui.screens.audit import Audit
from inspector.tui.screens.confirm import Confirm, Confirmation
from inspector.tui.screens.lines import Lines
from inspector.tui.screens.loading import Loading
from inspector.tui.screens.pin import Pin
from inspector.tui.screens.save_durable import SaveDurable
from inspector.tui.screens.unsaved import Leaving, Unsaved
from inspector.tui.session import Session
from inspector.tui.widgets.durable_band import DurableBand
from inspector.tui.widgets.side_by_side import SideBySide

EXCERPT = 4_000
"""Characters of a source that the audit shows; none of them ever enters a view."""
CONFIRMED_BY = "confirmed by"
"""Name of the remembered choice: who confirmed last."""


class Evidencing(Loading):
    """Actions on the durable state. Sources are looked up in a thread; everything else is done at once."""

    @dataclass
    class LookedUp(Message):
        """What became of some sources, for the state that asked."""

        evidence: Evidence
        found: tuple[Resolution, ...]

    evidence: Evidence | None = None
    durable_file: Path | None = None
    """The file that was asked for when the app was started; for the first session only."""
    artifacts: Path | None = None
    """The folder of artifacts that was asked for; None: the one beside the transcript."""
    clock: Callable[[], datetime] = staticmethod(lambda: datetime.now(UTC))
    """The time that confirmations get; with its zone."""
    _asked_to_leave = False

    @property
    def band(self) -> DurableBand:
        return self.query_one(DurableBand)

    def _now(self) -> str:
        return self.clock().astimezone(UTC).isoformat(timespec="seconds")

    # ---------------------------------------------------------------- opening and showing

    def load(self, path: str, policy: Policy | str | None) -> None:
        """Open another file, once what is not saved here has been decided upon."""
        self.leave("open the other session", lambda: super(Evidencing, self).load(path, policy))

    def gather(self, session: Session) -> None:
        """The durable state of a session that was just opened."""
        evidence = gather(session.transcript, self.durable_file)
        self.durable_file = None
        self.evidence = evidence
        session.carry(evidence.durable)
        self.band.unfold(False)
        if evidence.trouble:
            self.say(f"{evidence.trouble}. The session is shown without it, and the file is left alone.", bad=True)
        self._look_up(evidence, evidence.unresolved)

    def show_evidence(self) -> None:
        """Draw the band; it is hidden where there is nothing durable."""
        session, evidence = self.session, self.evidence
        if session is None or evidence is None:
            return
        band = self.band
        size = session.replay.ledger.durable
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
        self._look_up(evidence, evidence.unresolved)
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

    def _look_up(self, evidence: Evidence, pointers: tuple[str, ...]) -> None:
        if self.session is not None and pointers and not evidence.looking:
            evidence.looking = True
            self._resolve(self.session, evidence, pointers)

    @work(thread=True, group="sources", exit_on_error=False)
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
            self._look_up(self.evidence, self.evidence.state.pointers)
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

    # ---------------------------------------------------------------- changes

    def _block(self) -> int | None:
        """The block under the cursor."""
        rows = self.query_one(SideBySide).rows
        cursor = self.query_one(SideBySide).cursor
        return rows.refs[cursor] if rows is not None and rows.kinds[cursor] == BLOCK else None

    def action_pin(self) -> None:
        """Ask what of the block becomes a fact."""
        session, evidence, place = self.session, self.evidence, self._block()
        if session is None or evidence is None or place is None:
            return
        shape = session.transcript.structure
        try:
            pointer = pointer_to(session.transcript, shape.owner[place])
        except PointerFault as fault:
            self.say(f"no fact without a source: {fault.reason}")
            return
        text = body.text_of(shape.blocks[place], expanded=True)
        dialog = Pin(shape.name(place), text, pointer, evidence.next_id())
        self.app.push_screen(dialog, lambda content: self._pin(evidence, content, pointer))

    def _pin(self, evidence: Evidence, content: str | None, pointer: str) -> None:
        if content is None or evidence is not self.evidence:
            return
        if known := evidence.same(content):
            self.say(f"pinned already, as {known.fact_id}")
            return
        try:
            fact = evidence.pin(content, pointer, self._now())
        except DurableStateError as error:
            self.say(f"not pinned: {error}", bad=True)
            return
        self._changed_state(f"pinned as {fact.fact_id}; S saves it, d shows it")

    def action_take_out(self) -> None:
        """The fact under the cursor of the band is none any more."""
        entry, evidence = self._entry("which fact"), self.evidence
        if entry is None or evidence is None:
            return
        if entry.kind != "fact":
            self.say("only a fact can be taken out; c confirms what became of a pending item")
            return
        evidence.take_out(entry.id)
        self._changed_state(f"{entry.id} taken out; u takes that back")

    def action_confirm(self) -> None:
        """Ask what became of the pending item under the cursor of the band."""
        entry, evidence = self._entry("which pending item"), self.evidence
        if entry is None or evidence is None:
            return
        item = next((item for item in evidence.state.pending_items if item.item_id == entry.id), None)
        if entry.kind != "item" or item is None:
            self.say("only a pending item can be confirmed")
            return
        by = settings.recall(CONFIRMED_BY, "")
        dialog = Confirm(item, by if isinstance(by, str) else "")
        self.app.push_screen(dialog, lambda answer: self._confirm(evidence, item.item_id, answer))

    def _confirm(self, evidence: Evidence, item: str, answer: Confirmation | None) -> None:
        if answer is None or evidence is not self.evidence:
            return
        settings.remember(CONFIRMED_BY, answer.by)
        try:
            evidence.confirm(item, answer.status, answer.by, self._now())
        except DurableStateError as error:
            self.say(f"not confirmed: {error}", bad=True)
        else:
            self._changed_state(f"{item}: {answer.status}, confirmed by {answer.by}")

    def action_undo_durable(self) -> None:
        """Take the last change back."""
        self._step(self.evidence is not None and self.evidence.undo(), "taken back", "nothing to take back here")

    def action_redo_durable(self) -> None:
        """Make it again."""
        self._step(self.evidence is not None and self.evidence.redo(), "made again", "nothing to make again here")

    def _step(self, done: bool, told: str, otherwise: str) -> None:
        if done:
            self._changed_state(f"durable state: {told}")
        else:
            self.say(otherwise)

    def _changed_state(self, told: str) -> None:
        self._asked_to_leave = False
        self._renew()
        self.say(told)

    def _entry(self, what: str) -> Entry | None:
        """The line under the cursor of the open band; says what to do when it is closed."""
        if self.band.open and self.band.entry is not None:
            return self.band.entry
        self.say(f"{what}? d opens the durable state: choose one there")
        return None

    # ---------------------------------------------------------------- saving and leaving

    def action_save_durable(self) -> None:
        """Write the state: to its own file at once, else where the person says."""
        self.save_evidence(lambda: None)

    def save_evidence(self, then: Callable[[], None]) -> None:
        """Write the state, then go on; not, when the person gives up."""
        session, evidence = self.session, self.evidence
        if session is None or evidence is None:
            return
        if not evidence.unsaved and not evidence.shown:
            self.say("nothing durable to save yet: P pins the block under the cursor")
        elif evidence.path is not None and evidence.owns(evidence.path):
            if trouble := write(evidence, evidence.path):
                self.say(trouble, bad=True)
            else:
                self._saved(evidence.path, then)
        else:
            dialog = SaveDurable(evidence, suggested(evidence, session.transcript))
            self.app.push_screen(dialog, lambda path: self._saved(path, then))

    def _saved(self, path: Path | None, then: Callable[[], None]) -> None:
        if path is not None:
            self.say(f"written: {path}")
            self.show_evidence()
            then()

    def leave(self, going: str, then: Callable[[], None]) -> None:
        """Go on, after asking once what is to become of changes that are not saved."""
        if self.evidence is None or not self.evidence.unsaved or self._asked_to_leave:
            then()
            return
        self._asked_to_leave = True
        self.app.push_screen(Unsaved(going), lambda answer: self._leaving(answer, then))

    def _leaving(self, answer: Leaving | None, then: Callable[[], None]) -> None:
        self._asked_to_leave = False
        if answer == "save":
            self.save_evidence(then)
        elif answer == "discard":
            then()
