"""What the records of a Gemini CLI session do to the list of messages, in their order.

`chatRecordingService.ts` holds one list: a message record adds to it, or is the next state of one; `$rewindTo` cuts it off;
`$set.messages` and `$patch` make another one of it. What that means is told from the difference of the two lists:
a shorter list that is the beginning of the old one is a prompt that was broken off, or a checkpoint that was gone back to; the
same list with other results is a masking; all else is a compaction. Messages are copied under new ids there (`startChat`,
`setHistory`), so that what says the same counts as the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from inspector.transcript.formats.assembly import Budget
from inspector.transcript.formats.gemini.slots import Slot


@dataclass(slots=True)
class Change:
    """A compaction: `order` is the list after it (None: outputs were masked, that is all). `before` counts slots."""

    line: int
    before: int
    order: list[Slot] | None
    replaced: dict[str, str]
    summary: Slot | None = None


@dataclass(slots=True)
class Tail:
    """Messages that were taken back, and the number of the record that did it."""

    node: int
    line: int
    last: Slot
    messages: int


@dataclass(slots=True)
class Timeline:
    """All messages of the transcript (`slots`) and those that are sent (`view`)."""

    slots: list[Slot] = field(default_factory=list)
    view: list[Slot] = field(default_factory=list)
    by_id: dict[str, Slot] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    tails: list[Tail] = field(default_factory=list)
    unknown: list[int] = field(default_factory=list)
    """Lines of rewinds to a message that is not in the list."""
    session: str = ""
    title: str = ""
    alive: int = 0
    budget: Budget = field(default_factory=Budget)

    def add(self, slot: Slot) -> None:
        """One more message at the end."""
        slot.at = len(self.view)
        self.slots.append(slot)
        self.view.append(slot)
        self.alive += 1
        if slot.name:
            self.by_id[slot.name] = slot

    def cut(self, at: int, number: int, where: int) -> None:
        """Take back the list from a place on; what it held can be chosen as a branch."""
        gone = self.view[at:]
        if not gone:
            return
        self.tails.append(Tail(number, where, gone[-1], self.alive))
        del self.view[at:]
        for slot in gone:
            slot.alive = False
            self.by_id.pop(slot.name, None)
        self.alive -= len(gone)
        self.drop_dead()

    def drop_dead(self) -> None:
        """The last places that hold nothing any more are given up."""
        while self.slots and not self.slots[-1].alive:
            self.slots.pop()
        for change in reversed(self.changes):
            if change.before <= len(self.slots):
                break
            change.before = len(self.slots)
