"""A place in a Gemini CLI session: one message through all its states, and whether two places say the same."""

from __future__ import annotations

import re

from inspector.transcript.formats.gemini.drafts import ACKNOWLEDGED, SNAPSHOT, Draft
from inspector.transcript.model import Block

_CLEANED = re.compile("[\u200b-\u200f\ufeff]|<!--.*?-->", re.DOTALL)
"""What the client takes out of a reply before it records it (`geminiChat.ts`)."""

MASKS = ("<tool_output_masked", "Output too large.")
"""How an output begins that the client put in the place of the whole one (`toolOutputMaskingService.ts`, `fileUtils.ts`)."""


class Slot:
    """One message. `at` is its place in the list that is sent, `ahead` are messages that turned out to stand before it."""

    __slots__ = ("ahead", "alive", "at", "brought", "draft", "first", "name", "placed", "size", "summary")

    def __init__(self, draft: Draft, brought: bool = False) -> None:
        self.draft = draft
        self.name = draft.id
        """Its id in the list, another one since it was copied."""
        self.alive = True
        self.at = -1
        self.brought = brought
        """A compaction brought it: it is no reply, whatever its role."""
        self.placed = not brought
        """It has a place in the transcript."""
        self.summary = False
        self.ahead: list[Slot] = []
        self.first = self.size = 0
        """Its first message and how many messages it is, once the transcript is made."""


def key_of(draft: Draft) -> int:
    """A hash of what a message says, its results left out: calls by their ids, text as the client cleans it."""
    if draft.key is None:
        calls = tuple([block.tool_id for block in draft.blocks[: draft.split] if block.kind == "tool_use"])
        if draft.kind == "responses":
            draft.key = hash(("responses", tuple([block.tool_id for block in draft.blocks])))
        elif draft.kind == "gemini" and any(calls):
            draft.key = hash(("calls", calls))
        else:
            text = draft.text if draft.kind == "user" else _CLEANED.sub("", draft.text)
            draft.key = hash((draft.kind, text.strip(), len(draft.blocks) if draft.kind == "user" else 0))
    return draft.key


def is_snapshot(draft: Draft) -> bool:
    """Whether it is the client's summary. A person who quotes one in a message of theirs stays a person."""
    return draft.author == "client" and draft.text[:4000].lstrip().startswith(SNAPSHOT)


def is_made(draft: Draft) -> bool:
    """Whether the client made it: context, a snapshot, or the words that it lets the model say after one."""
    if draft.kind == "gemini":
        return not draft.usage and draft.text.strip() == ACKNOWLEDGED
    return draft.author == "client"


def put_instead(now: Draft, before: Draft) -> dict[str, str]:
    """The results that say something else now than before, by tool id."""
    was = {block.tool_id: block for block in before.results if block.tool_id}
    return {
        block.tool_id: block.text
        for block in now.results
        if block.tool_id in was and block is not was[block.tool_id] and block.text != was[block.tool_id].text
    }


def is_masked(text: str) -> bool:
    """Whether an output is what stands for one."""
    return text.startswith(MASKS)


def unmasked(now: Draft, before: Draft) -> dict[str, str]:
    """The outputs of a new state of a message that were masked since."""
    if now.split == len(now.blocks) and now.kind != "responses":
        return {}
    found = put_instead(now, before) if now.results and before.results else {}
    return {name: text for name, text in found.items() if is_masked(text)}


def summary_blocks(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """The blocks of a snapshot, its text as a summary."""
    return tuple([Block("summary", b.body, b.tool_id, b.tool, b.images) if b.kind == "text" else b for b in blocks])
