"""The next list of messages of a Gemini CLI session: which of them are messages that were there before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from inspector.transcript.formats.gemini.drafts import Draft
from inspector.transcript.formats.gemini.nodes import Patched
from inspector.transcript.formats.gemini.slots import Slot, is_made, key_of, put_instead
from inspector.transcript.formats.gemini.timeline import Timeline


@dataclass(slots=True)
class Listed:
    """The next list. `replaced` are results that say something else in it."""

    slots: list[Slot] = field(default_factory=list)
    replaced: dict[str, str] = field(default_factory=dict)
    other: dict[int, Slot] = field(default_factory=dict)
    """Messages whose text is another one now, by the identity of the one before."""


def listed(line: Timeline, drafts: Sequence[Draft]) -> Listed:
    """The list of a `$set.messages`."""
    found = Listed()
    taken: set[int] = set()
    for draft in drafts:
        slot = _state(line.by_id.get(draft.id), draft, found)
        if id(slot) not in taken:
            taken.add(id(slot))
            found.slots.append(slot)
    return found


def _state(slot: Slot | None, draft: Draft, found: Listed) -> Slot:
    """A message of a known id that says the same is the one that is there; results may have come, or others stand there now."""
    if slot is None or slot.draft.kind != draft.kind or key_of(slot.draft) != key_of(draft):
        return Slot(draft, brought=True)
    found.replaced |= put_instead(draft, slot.draft)
    if len(draft.results) > len(slot.draft.results):
        slot.draft = draft
    return slot


def updated(line: Timeline, node: Patched) -> Listed:
    """What the updates of a `$patch` change."""
    found = Listed()
    for update in node.updates:
        slot = line.by_id.get(update.id)
        if slot is not None:
            now = _state(slot, slot.draft.but(update.content, update.results), found)
            if now is not slot:
                found.other[id(slot)] = now
    return found


def patched_list(line: Timeline, node: Patched, found: Listed) -> Listed:
    """The list after a `$patch`: the messages that it puts in an order come last, in that order."""
    left = [slot for slot in line.view if slot.name not in node.removed]
    places = {name: place for place, name in enumerate(node.order)}
    last = sorted([s for s in left if s.name in places], key=lambda slot: places[slot.name])
    first = [slot for slot in left if slot.name not in places]
    found.slots = [found.other.get(id(slot), slot) for slot in (*first, *last)]
    return found


def merge_copies(line: Timeline, found: Listed) -> None:
    """Messages that were copied under new ids are the ones that they are copies of (`startChat`, `setHistory`)."""
    kept = {id(slot) for slot in found.slots}
    gone = [slot for slot in line.view if id(slot) not in kept]
    run = _run(line, kept, gone) if gone else {}
    fresh = [s for s in found.slots if s.draft.kind == "responses" and (not s.placed or (run and s.at >= min(run)))]
    _compare_responses(line, found, fresh)
    if not gone:
        return
    twins = {id(line.view[at]): twin for at, twin in run.items()} | _twins(found, gone, set(map(id, run.values())))
    dropped = {id(slot) for slot in fresh if slot.placed}
    for slot in fresh:
        slot.alive = slot.alive and id(slot) not in dropped
    found.slots = [_merged(line, slot, twins.get(id(slot)), found) for slot in found.slots if id(slot) not in dropped]
    line.drop_dead()


def _run(line: Timeline, kept: set[int], gone: list[Slot]) -> dict[int, Slot]:
    """Copies that were recorded one by one before the list was: the last messages, which say what others said that are gone.

    Place in the list → the message that it is a copy of. Results beside their calls are not looked at.
    """
    start = len(line.view)
    while start and id(line.view[start - 1]) in kept:
        start -= 1
    while start < len(line.view) and is_made(line.view[start].draft):
        start += 1
    run, before = _calls_and_text(line.view[start:]), _calls_and_text(gone)
    if not run or len(run) > len(before) or any(slot.draft.model or slot.draft.usage for slot in run):
        return {}
    keys = [key_of(slot.draft) for slot in run]
    for same in (before[-len(run) :], before[: len(run)]):
        if [key_of(slot.draft) for slot in same] == keys:
            return {slot.at: twin for slot, twin in zip(run, same, strict=True)}
    return {}


def _calls_and_text(slots: list[Slot]) -> list[Slot]:
    return [slot for slot in slots if slot.draft.kind != "responses"]


def _twins(found: Listed, gone: list[Slot], used: set[int]) -> dict[int, Slot]:
    """Of new messages, by identity, the last of those gone that says the same."""
    waiting: dict[int, list[Slot]] = {}
    for slot in gone:
        if id(slot) not in used:
            waiting.setdefault(key_of(slot.draft), []).append(slot)
    twins = {}
    for slot in reversed(found.slots):
        stack = None if slot.placed else waiting.get(key_of(slot.draft))
        if stack:
            twins[id(slot)] = stack.pop()
    return twins


def _merged(line: Timeline, slot: Slot, twin: Slot | None, found: Listed) -> Slot:
    if twin is None:
        return slot
    found.replaced |= put_instead(slot.draft, twin.draft)
    twin.name = slot.name
    slot.alive = False
    line.alive -= slot.placed
    return twin


def _compare_responses(line: Timeline, found: Listed, fresh: list[Slot]) -> None:
    """Results that a new message of nothing but results has otherwise than the record of their calls."""
    if not fresh:
        return
    calls = [slot.draft for slot in line.view if slot.draft.kind == "gemini"]
    was = {block.tool_id: block.text for draft in calls for block in draft.results if block.tool_id}
    for slot in fresh:
        found.replaced |= {
            block.tool_id: block.text for block in slot.draft.blocks if was.get(block.tool_id, block.text) != block.text
        }
