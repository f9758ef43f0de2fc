"""Replies of which Gemini CLI made two records.

`recordToolCalls` (`chatRecordingService.ts`) adds calls to the last record where that is the model's, and else makes one without
content for them: so a notice to the person that comes between the text and the calls of one reply tears it apart. The second
record has no text, no thoughts and no tokens, since these were recorded with the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from inspector.transcript.formats.gemini.slots import Slot, is_made


def replies(slots: Iterable[Slot]) -> Iterator[tuple[Slot, Slot | None]]:
    """Each message, with the second half of its reply where that is a record of its own."""
    waiting: Slot | None = None
    for slot in slots:
        if waiting is not None:
            if slot.draft.kind == "gemini" and waiting.draft.kind == "gemini" and _goes_on(waiting, slot):
                yield waiting, slot
                waiting = None
                continue
            yield waiting, None
        waiting = slot
    if waiting is not None:
        yield waiting, None


def _goes_on(one: Slot, two: Slot) -> bool:
    """Whether the second reply is the calls of the first. A reply without calls ends a turn: nothing was asked in between."""
    first, second = one.draft, two.draft
    if one.brought != two.brought or not second.split or second.blocks[0].kind != "tool_use":
        return False
    calls = second.blocks[: second.split]
    only = bool(calls) and all(block.kind == "tool_use" for block in calls)
    if not only or second.usage or is_made(first):
        return False
    return first.split == len(first.blocks) and all(block.kind != "tool_use" for block in first.blocks)
