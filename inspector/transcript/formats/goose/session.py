"""Rows become a transcript; who could see what tells what was compacted (formats.md §17; `context_mgmt/mod.rs`).

A compaction hides all messages from the model and adds a summary, words to go on, and often a copy of the last prompt. The
two are hidden from the person. An earlier summary is hidden from both by the next one. Messages that are hidden from the model
without a summary behind them were put away one by one (pairs of a call and its result): nothing says when.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from inspector.transcript.formats.goose.replies import joined
from inspector.transcript.formats.goose.rows import CONTINUE, Row
from inspector.transcript.formats.message_list import NOTHING
from inspector.transcript.make import make_block, make_message
from inspector.transcript.model import Author, Compaction, Message, Transcript, Usage
from inspector.transcript.problems import Problems

_DOUBT = "the record does not say when these messages were hidden from the model"


class Spent(NamedTuple):
    """One request as the ledger has it."""

    model: str
    usage: Usage | None


def transcript_of(rows: Sequence[Row], problems: Problems, ledger: Sequence[Spent] = (), **fields: Any) -> Transcript:
    """The transcript. `ledger`: what each request took, in order; used where there are as many replies."""
    said = joined([row for row in rows if row.blocks])
    summaries = [at for at, row in enumerate(said) if not row.user and _is_summary(said, at)]
    last = summaries[-1] if summaries else -1
    kept = [at for at, row in enumerate(said) if row.agent or at <= last or row.has_tools]
    if len(kept) < len(said):
        problems.records["hidden from the model"] += len(said) - len(kept)
    chosen = [said[at] for at in kept] if len(kept) < len(said) else said
    # all up to the last summary are kept, so that those stand where they stood
    return Transcript(
        "goose",
        tuple(_messages(chosen, frozenset(summaries), _spent(chosen, ledger, problems))),
        compactions=(*_full(chosen, summaries), *_put_away(chosen, last)),
        report=problems.report(),
        **fields,
    )


def _is_summary(rows: Sequence[Row], at: int) -> bool:
    """A text in a user's name that the person does not see, and words to go on after it."""
    row = rows[at]
    if row.user or row.role != "user" or row.has_tools or at + 1 >= len(rows):
        return False
    return rows[at + 1].role == "assistant" and not rows[at + 1].user and not rows[at + 1].has_tools


def _spent(rows: Sequence[Row], ledger: Sequence[Spent], problems: Problems) -> list[Spent]:
    """The ledger names no messages: it is laid beside the replies only where both are as many."""
    replies = sum(row.author == "model" for row in rows) if ledger else 0
    if ledger and len(ledger) != replies:
        problems.add(
            0, "usage", f"the ledger has {len(ledger)} requests, the session {replies} replies: not laid together"
        )
        return []
    return list(ledger)


def _messages(rows: Sequence[Row], summaries: frozenset[int], ledger: list[Spent]) -> list[Message]:
    made: list[Message] = []
    typed, copied = "", ""
    waiting, nothing = iter(ledger), Spent("", None)
    for at, row in enumerate(rows):
        role, blocks, line, name, timestamp, _, user = row
        author: Author = "model" if user and role == "assistant" else row.author
        text = blocks[0].text if author == "human" and len(blocks) == 1 else ""
        if author == "human" and text and text == copied:
            author = "client"  # the last prompt, sent once more after a summary
        copied = typed if at - 1 in summaries else ""
        typed = text if author == "human" else typed
        if at in summaries:
            blocks = tuple([make_block("summary", b.body) if b.kind == "text" else b for b in blocks])
            author = "client"
        spent = next(waiting, nothing) if author == "model" and ledger else nothing
        made.append(
            make_message(
                at + 1,
                role,
                blocks,
                False,
                author,
                line,
                name,
                timestamp,
                spent.model,
                spent.usage,
                NOTHING,
            )
        )
    return made


def _full(rows: Sequence[Row], starts: Sequence[int]) -> list[Compaction]:
    return [
        Compaction(
            "full",
            start,
            trigger=_trigger(rows[start + 1]),
            line=rows[start].line,
            summary=start,
            order=(*(at for at in range(start) if rows[at].agent), start, start + 1),
        )
        for start in starts
    ]


def _trigger(words: Row) -> str:
    text = words.blocks[0].text
    if not text.startswith(CONTINUE):
        return ""
    return "manual" if "at the user's request" in text else "auto"


def _put_away(rows: Sequence[Row], last: int) -> list[Compaction]:
    """Hidden messages after the last summary: gone from the view after the last of them at the latest."""
    hidden = [at for at in range(last + 1, len(rows)) if not rows[at].agent]
    if not hidden:
        return []
    before = hidden[-1] + 1
    order = tuple(at for at in range(before) if rows[at].agent)
    return [Compaction("full", before, trigger="put away", order=order, doubtful=frozenset(order), doubt=_DOUBT)]
