"""What the difference of two lists of messages means: more messages, some taken back, outputs masked, or a compaction."""

from __future__ import annotations

from inspector.transcript.formats.gemini.drafts import SNAPSHOT
from inspector.transcript.formats.gemini.lists import Listed, merge_copies
from inspector.transcript.formats.gemini.slots import Slot, is_made
from inspector.transcript.formats.gemini.timeline import Change, Timeline


def reconcile(line: Timeline, found: Listed, number: int, where: int) -> None:
    """Take the next list over.

    A list that is the beginning of the old one takes the rest back: a prompt that was broken off, a checkpoint that was gone
    back to. One that holds all of the old one adds to it. Anything else is a compaction. Results that are recorded beside
    their calls are not looked at.
    """
    merge_copies(line, found)
    old = [slot for slot in line.view if slot.alive and slot.draft.kind != "responses"]
    here = {id(slot) for slot in old}
    now = [slot for slot in found.slots if slot.draft.kind != "responses"]
    known = [slot for slot in now if id(slot) in here]
    if known != old and (known != old[: len(known)] or not _adds_little(now, here)):
        _compact(line, found, where)
        return
    if known != old:
        line.cut(old[len(known)].at, number, where)
    _enter(line, found)
    if found.replaced:
        line.changes.append(Change(where, len(line.slots), None, found.replaced))


def _adds_little(now: list[Slot], here: set[int]) -> bool:
    """Whether all that is new is what the client says at the beginning of every conversation."""
    fresh = [slot for slot in now if id(slot) not in here]
    return all(is_made(slot.draft) and SNAPSHOT not in slot.draft.text for slot in fresh)


def _enter(line: Timeline, found: Listed) -> None:
    """New messages, where they stand: the record tells of them late."""
    waiting: list[Slot] = []
    for slot in found.slots:
        if not slot.placed:
            waiting.append(slot)
        elif waiting:
            _place(line, waiting)
            slot.ahead += waiting
            waiting = []
    _place(line, waiting)
    line.slots += waiting
    _take_over(line, found)


def _place(line: Timeline, slots: list[Slot]) -> None:
    line.alive += len(slots)
    for slot in slots:
        slot.placed = True


def _take_over(line: Timeline, found: Listed) -> None:
    line.view = [slot for slot in found.slots if slot.alive]
    line.by_id = {}
    for at, slot in enumerate(line.view):
        slot.at = at
        if slot.name:
            line.by_id[slot.name] = slot


def _compact(line: Timeline, found: Listed, where: int) -> None:
    """A compaction; the last messages before the record of it are its own where the client made them."""
    mine = {id(slot) for slot in found.slots}
    before = len(line.slots)
    while before and id(line.slots[before - 1]) in mine and is_made(line.slots[before - 1].draft):
        before -= 1
        line.slots[before].brought = True
    fresh = [slot for slot in found.slots if not slot.placed]
    _place(line, fresh)
    line.slots += fresh
    _take_over(line, found)
    brought = (slot for slot in line.view if slot.brought and slot.draft.kind == "user" and SNAPSHOT in slot.draft.text)
    summary = next(brought, None)
    if summary is not None:
        summary.summary = True
    line.changes.append(Change(where, before, list(line.view), found.replaced, summary))
