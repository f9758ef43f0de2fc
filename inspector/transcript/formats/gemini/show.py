"""The transcript of a Gemini CLI session, made of what its records come to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.gemini.drafts import Draft
from inspector.transcript.formats.gemini.halves import replies
from inspector.transcript.formats.gemini.nodes import Node
from inspector.transcript.formats.gemini.replay import replay
from inspector.transcript.formats.gemini.slots import Slot, is_snapshot, summary_blocks
from inspector.transcript.formats.gemini.timeline import Change, Tail, Timeline
from inspector.transcript.formats.message_list import NOTHING
from inspector.transcript.make import make_message
from inspector.transcript.model import Block, Branch, Compaction, Message, Role, Transcript
from inspector.transcript.problems import Problems

_TITLE = 80
_ROLES: dict[str, Role] = {"user": "user", "gemini": "assistant", "responses": "user"}


def show(nodes: Sequence[Node], problems: Problems, leaf: str | None) -> Transcript:
    """The list that the agent would go on with, or the one that ended at a message that was taken back."""
    line = replay(nodes)
    branches = tuple([_branch(tail) for tail in reversed(line.tails)])
    if leaf:
        line = _chosen(nodes, line, leaf)
    else:
        for where in line.unknown:
            problems.add(where, "unknown-target", "back to a message that is not in the list: everything is taken back")
    line.budget.tell(problems)
    messages = list(messages_of(line))
    return Transcript(
        "gemini",
        tuple(messages),
        problems.report(),
        session=line.session,
        title=line.title,
        compactions=tuple([made for change in line.changes if (made := _compaction(change, line, len(messages)))]),
        branch=line.view[-1].draft.id if line.view and (line.tails or leaf) else "",
        branches=branches,
    )


def _chosen(nodes: Sequence[Node], line: Timeline, leaf: str) -> Timeline:
    """The state before the record that took a message back."""
    if line.view and line.view[-1].draft.id.startswith(leaf):
        return line
    for tail in reversed(line.tails):
        if tail.last.draft.id.startswith(leaf):
            return replay(nodes, tail.node)
    raise TranscriptError(f"there is no branch that ends at {leaf!r}")


def _branch(tail: Tail) -> Branch:
    draft = tail.last.draft
    return Branch(draft.id, tail.line, tail.messages, draft.timestamp, " ".join(draft.text[:400].split())[:_TITLE])


def ordered(slots: Sequence[Slot]) -> Iterable[Slot]:
    """The places in their order, those that stand ahead of another one before it."""
    for slot in slots:
        if slot.ahead:
            return _moved(slots)
    return [slot for slot in slots if slot.alive]


def _moved(slots: Sequence[Slot]) -> Iterator[Slot]:
    waiting = list(reversed(slots))
    seen: set[int] = set()
    while waiting:
        slot = waiting.pop()
        if slot.ahead and id(slot) not in seen:
            seen.add(id(slot))
            waiting.append(slot)
            waiting.extend(reversed(slot.ahead))
        elif slot.alive:
            yield slot


def messages_of(line: Timeline) -> Iterator[Message]:
    """All messages; a record of calls with their results is two, and results that are recorded beside it are not a third."""
    number = 0
    answered: set[str] = set()
    for slot, half in replies(ordered(line.slots)):
        draft = slot.draft
        slot.first, slot.size = number, 0
        if draft.kind == "responses":
            fresh = {block.tool_id for block in draft.blocks}
            if fresh <= answered:
                continue
            answered |= fresh
        own = draft.blocks if draft.split == len(draft.blocks) else draft.blocks[: draft.split]
        number += 1
        slot.size = 1
        yield _message(slot, number, own if half is None else (*own, *half.draft.blocks[: half.draft.split]))
        holder = slot if half is None else half
        if half is not None:
            half.first, half.size = number, 0
        said = holder.draft
        if said.split < len(said.blocks):
            results = said.blocks[said.split :]
            number += 1
            holder.size += 1
            answered.update([block.tool_id for block in results])
            yield _results(number, said, results)


def _results(number: int, draft: Draft, results: tuple[Block, ...]) -> Message:
    name = f"{draft.id}/results" if draft.id else ""
    return make_message(number, "user", results, False, "tool", draft.line, name, draft.timestamp, "", None, NOTHING)


def _message(slot: Slot, number: int, blocks: tuple[Block, ...]) -> Message:
    draft = slot.draft
    kind = draft.kind
    author = "client" if slot.brought else draft.author
    if slot.summary or (draft.author == "client" and is_snapshot(draft)):
        author, blocks = "client", summary_blocks(blocks)
    return make_message(
        number,
        _ROLES[kind],
        blocks,
        draft.plain,
        author,
        draft.line,
        draft.id,
        draft.timestamp,
        draft.model,
        draft.usage if kind == "gemini" else None,
        NOTHING,
    )


def _compaction(change: Change, line: Timeline, messages: int) -> Compaction | None:
    before = line.slots[change.before].first if change.before < len(line.slots) else messages
    if change.order is None:
        return Compaction("micro", before, "auto", change.line, replaced=change.replaced)
    if not before:
        return None
    order = [at for slot in change.order if slot.alive for at in range(slot.first, slot.first + slot.size)]
    summary = change.summary.first if change.summary is not None and change.summary.alive else None
    return Compaction("full", before, "", change.line, summary, order=tuple(order), replaced=change.replaced)


def path_of(source: str) -> Path | None:
    return Path(source) if source else None
