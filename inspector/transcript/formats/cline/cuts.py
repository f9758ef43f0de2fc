"""Cline's own ways to make a prompt shorter: a range that is left out, and blocks that say something else.

`ContextManager.ts`: the prompt is the messages 0 and 1 and those after the range; the first of these loses its results, and
gets a stub for the calls of message 1. A call stands once in a transcript: stubs, and other texts of messages that hold calls
or results, are told as a doubt instead of by a copy. `context_history.json` holds the blocks that were changed (file
contents that are there again later, the note that something was left out), by place:
`[[message, [kind, [[block, [[time, "text", [text], …], …]], …]]], …]`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from inspector.transcript.formats.assembly import Budget, Fold, Piece
from inspector.transcript.formats.blocks import text_block
from inspector.transcript.formats.cline.task import Range, Task
from inspector.transcript.formats.sqlite_values import number_of

UNDATED = "the record does not say from which request on these messages were left out"


class Edit(NamedTuple):
    """A block that says something else from a time on."""

    ts: float
    message: int
    block: int
    text: str


@dataclass(slots=True)
class Cutting:
    """The messages with the copies that stand before them, and the prompt as it is by now."""

    pieces: list[Piece | None]
    ahead: dict[int, list[Piece]] = field(default_factory=dict)
    folds: list[Fold] = field(default_factory=list)
    now: dict[int, Piece] = field(default_factory=dict)
    """Place of a message → the copy that is sent instead."""
    otherwise: dict[int, str] = field(default_factory=dict)
    """Place of a message → in what it was sent otherwise than it stands here."""

    def listed(self) -> Iterator[Piece]:
        """All of them in order."""
        for place, piece in enumerate(self.pieces):
            yield from self.ahead.get(place, ())
            if piece is not None:
                yield piece


def cut(pieces: list[Piece | None], task: Task, budget: Budget) -> Cutting:
    """What was left out and changed, at each request."""
    found = Cutting(pieces)
    edits = sorted(edits_of(task.edits))
    requests = [r for r in task.requests if 0 <= r.last < len(pieces) and pieces[r.last] is not None]
    before: Range | None = None
    used = 0
    for request in requests:
        end = used
        while end < len(edits) and edits[end].ts < request.ts:
            end += 1
        if (request.cut != before or end > used) and budget.spend(request.last):
            _fold(found, request.last, request.cut, edits[used:end], "")
        before, used = request.cut, end
    last = _last_prompt(pieces)
    if last >= 0 and (task.cut != before or used < len(edits)) and not requests:
        _fold(found, last, task.cut, edits[used:], UNDATED)
    return found


def _last_prompt(pieces: list[Piece | None]) -> int:
    return next((at for at in range(len(pieces) - 1, -1, -1) if (p := pieces[at]) is not None and p.role == "user"), -1)


def _fold(found: Cutting, last: int, cut: Range | None, edits: list[Edit], doubt: str) -> None:
    """The prompt that ends with the message at `last`."""
    replaced = _edited(found, last, edits)
    sent = [*range(min(2, last + 1)), *range(max(cut[1] + 1, 2) if cut else 2, last + 1)]
    if cut and cut[1] < last:
        _without_orphans(found, last, cut)
    order = [found.now.get(at) or piece for at in sent if (piece := found.pieces[at]) is not None]
    before = found.ahead[last][0] if found.ahead.get(last) else found.pieces[last]
    unsure = {at: why for at, why in found.otherwise.items() if at in set(sent)}
    doubtful = [found.now.get(at) or piece for at in unsure if (piece := found.pieces[at]) is not None]
    why = "; ".join(dict.fromkeys([doubt, *unsure.values()] if doubt else unsure.values()))
    found.folds.append(Fold(order, before, None, "auto", replaced, doubtful=doubtful, doubt=why))


def _edited(found: Cutting, last: int, edits: list[Edit]) -> dict[str, str]:
    """Copies of the messages that say something else now; results are replaced by their id."""
    replaced: dict[str, str] = {}
    for edit in edits:
        piece = found.now.get(edit.message) or found.pieces[edit.message] if edit.message < last else None
        if piece is None or edit.block >= len(piece.blocks):
            continue
        block = piece.blocks[edit.block]
        if block.kind == "tool_result":
            replaced[block.tool_id] = edit.text
        elif any(each.tool_id for each in piece.blocks):
            found.otherwise[edit.message] = f"a text was replaced by {edit.text[:200]!r}"
        elif block.kind == "text":
            blocks = (*piece.blocks[: edit.block], text_block(edit.text), *piece.blocks[edit.block + 1 :])
            _put(found, last, edit.message, piece.copy(blocks))
    return replaced


def _put(found: Cutting, last: int, place: int, copy: Piece) -> None:
    """A copy that is sent from the prompt on that ends at `last`; one of the same prompt is replaced."""
    ahead = found.ahead.setdefault(last, [])
    old = found.now.get(place)
    ahead[:] = [*(piece for piece in ahead if piece is not old), copy]
    found.now[place] = copy


def _without_orphans(found: Cutting, last: int, cut: Range) -> None:
    """The first message after the range loses its results (`ensureToolResultsFollowToolUse` mends the rest)."""
    place = cut[1] + 1
    piece, caller = found.now.get(place) or found.pieces[place], found.pieces[1]
    if piece is None or piece.role != "user" or place >= last:
        return
    if caller is not None and any(block.kind == "tool_use" for block in caller.blocks):
        found.otherwise[place] = "the client puts 'result missing' there for the calls of the second message"
    blocks = tuple([block for block in piece.blocks if block.kind != "tool_result"])
    if len(blocks) < len(piece.blocks):
        _put(found, last, place, piece.copy(blocks))


def edits_of(value: Any) -> Iterator[Edit]:
    """All edits of `context_history.json`; what has another shape is passed over."""
    for message, inner in _pairs(value):
        for block, changes in _pairs(inner[1] if isinstance(inner, list) and len(inner) > 1 else None):
            for change in changes if isinstance(changes, list) else ():
                if isinstance(change, list) and len(change) > 2 and change[1] == "text" and isinstance(change[2], list):
                    text = change[2][0] if change[2] else None
                    if isinstance(text, str):
                        yield Edit(number_of(change[0]), message, block, text)


def _pairs(value: Any) -> Iterator[tuple[int, Any]]:
    for each in value if isinstance(value, list) else ():
        if isinstance(each, list) and len(each) == 2 and type(each[0]) is int and each[0] >= 0:
            yield each[0], each[1]
