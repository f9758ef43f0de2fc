"""What a person changes in the durable state: pins, facts taken out, items confirmed, all of it taken back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from inspector import settings
from inspector.analysis.why.sightings import said
from inspector.engine import DurableStateError
from inspector.transcript.model import Transcript
from inspector.transcript.pointers import PointerFault, pointer_to
from inspector.tui import body
from inspector.tui.evidence import Evidence
from inspector.tui.evidence_rows import Entry
from inspector.tui.screens.confirm import Confirm, Confirmation
from inspector.tui.screens.pin import Pin
from inspector.tui.screens.sourcing import Sourcing


def texts_of(transcript: Transcript, message: int) -> list[str]:
    """What a message (position from 0) says: its blocks as they are shown, and as facts are looked for in them."""
    blocks = transcript.messages[message].blocks
    return [text for block in blocks for text in (body.text_of(block, expanded=True), said(block))]


CONFIRMED_BY = "confirmed by"
"""Name of the remembered choice: who confirmed last."""


class Pinning(Sourcing):
    """Actions that change the state; each goes through the methods of the frozen one, and the view follows at once."""

    clock: Callable[[], datetime] = staticmethod(lambda: datetime.now(UTC))
    """The time that confirmations get; with its zone."""
    _asked_to_leave = False

    def _now(self) -> str:
        return self.clock().astimezone(UTC).isoformat(timespec="seconds")

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
        source = texts_of(session.transcript, shape.owner[place])
        dialog = Pin(f"block {shape.name(place)}", text, pointer, evidence.next_id(), source)
        self.app.push_screen(dialog, lambda content: self._pin(evidence, content, pointer))

    def _pin(
        self, evidence: Evidence, content: str | None, pointer: str, keys: str = "; S saves it, d shows it"
    ) -> None:
        """One fact more. `keys` names those that do something with it on the screen where it is told."""
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
        self._changed_state(f"pinned as {fact.fact_id}{keys}")

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
