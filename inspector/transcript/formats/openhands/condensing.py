"""Condensation: events that the agent no longer sees, and the summary that it sees instead.

`openhands/memory/view.py` and the SDK's `View`: what is seen are the events that no condensation so far has forgotten, and the
last summary at its offset among them. Calls without their results go, and results without their calls
(`_filter_unmatched_tool_calls`); the system prompt and the first message of the user are put back where they were
forgotten (`_ensure_system_message`, `_ensure_initial_user_message`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from inspector.transcript.formats.assembly import Fold, Piece
from inspector.transcript.formats.openhands.talk import Seen, Talk
from inspector.transcript.make import make_block
from inspector.transcript.model import Held


def condense(talk: Talk, args: dict[str, Any], timestamp: str, line: int) -> None:
    """One condensation: what the agent sees from the next request on. What was forgotten before stays so."""
    gone = _forgotten(args)
    talk.seen = [event for event in talk.seen if not gone(event)]
    before = len(talk.pieces)
    said, offset = args.get("summary"), args.get("summary_offset")
    fresh = isinstance(said, str)
    if isinstance(said, str):
        made = Piece("user", (make_block("summary", Held(said, {"type": "text", "text": said})),), "client")
        made.timestamp, made.line = timestamp, line
        talk.summary = (talk.add(made), offset if type(offset) is int and offset >= 0 else len(talk.seen))
    order = _matched(talk, list(_pieces(talk)))
    talk.folds.append(
        (Fold(order, None, talk.summary[0] if fresh and talk.summary else None, "auto", line=line), before)
    )


def _forgotten(args: dict[str, Any]) -> Callable[[Seen], bool]:
    """Whether an event is one of those that a condensation of either generation names."""
    listed = args.get("forgotten_event_ids")
    ids = {str(each) for each in listed if isinstance(each, int | str)} if isinstance(listed, list) else set()
    low, high = args.get("forgotten_events_start_id"), args.get("forgotten_events_end_id")
    if type(low) is not int or type(high) is not int:
        return lambda event: event.id in ids
    return lambda event: event.id in ids or (event.number is not None and low <= event.number <= high)


def _pieces(talk: Talk) -> Iterator[Piece]:
    """The messages of the events that are seen, each once; the opening first, the summary at its offset among the events."""
    there = {id(event.piece) for event in talk.seen}
    yield from (piece for piece in _opening(talk) if id(piece) not in there)
    summary, offset = talk.summary or (None, -1)
    given: set[int] = set()
    for place, event in enumerate(talk.seen):
        if summary is not None and place == offset:
            yield summary
        if event.piece is not None and id(event.piece) not in given:
            given.add(id(event.piece))
            yield event.piece
    if summary is not None and offset >= len(talk.seen):
        yield summary


def _opening(talk: Talk) -> Iterator[Piece]:
    """The system prompt, and the first message of the user."""
    for role, author in (("system", "system"), ("user", "human")):
        first = next((piece for piece in talk.pieces if piece.role == role and piece.author == author), None)
        if first is not None:
            yield first


def _matched(talk: Talk, order: list[Piece]) -> list[Piece]:
    """Without calls that lost their results, and results that lost their calls."""
    there = {id(piece) for piece in order}
    alone: set[int] = set()
    for piece in order:
        reply = talk.owners.get(id(piece))
        if reply is not None and reply.results is not None and not {id(reply.piece), id(reply.results)} <= there:
            alone.add(id(piece))
    return [piece for piece in order if id(piece) not in alone]
