"""Compactions of an ATIF trajectory: a system step that tells of one (Terminus 2 of Harbor writes these).

After it the prompt holds the first messages and what follows: the user step with the hand-over, which is the summary. That the
first messages stay is what Terminus 2 does; the record does not say it, so they are doubtful. The questions that a subagent
asked and had answered stood there too and are in its trajectory alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from inspector.transcript.formats.assembly import Fold, Piece
from inspector.transcript.formats.blocks import words_of
from inspector.transcript.model import Block

DOUBT = "the record does not say which of the messages before the summary stayed in the prompt"

_TELLS = re.compile(r"\b(?:summari[sz]|compact|condens)", re.IGNORECASE)


def tells(step: Any) -> bool:
    """Whether a step stands for a compaction: a system step that says so, or points to the subagents that made the summary."""
    if not isinstance(step, dict) or step.get("source") != "system":
        return False
    extra = step.get("extra")
    managed = extra.get("context_management") if isinstance(extra, dict) else None
    said = words_of(step.get("message"))[:400]
    return (
        managed is not None or _TELLS.search(said) is not None or any(_TELLS.search(name) for name in references(step))
    )


def references(step: dict[str, Any]) -> list[str]:
    """What the results of a step call the subagents' trajectories."""
    observation = step.get("observation")
    listed = observation.get("results") if isinstance(observation, dict) else None
    found = []
    for result in listed if isinstance(listed, list) else ():
        refs = result.get("subagent_trajectory_ref") if isinstance(result, dict) else None
        for ref in refs if isinstance(refs, list) else [refs]:
            if isinstance(ref, dict):
                found += [words_of(ref.get(key)) for key in ("trajectory_path", "session_id", "trajectory_id")]
    return [name for name in found if name]


_UNSAID = "the record does not say whether this system step was sent"


def folds(pieces: Sequence[Piece], telling: Sequence[Piece]) -> list[Fold]:
    """The compactions that steps tell of.

    A system step before any reply is a system prompt; of the others nothing says whether they were sent.
    """
    told = {id(piece) for piece in telling}
    first = _opening(pieces)
    found: list[Fold] = []
    for at in range(len(first), len(pieces)):
        piece = pieces[at]
        if piece.role != "system":
            continue
        if id(piece) in told:
            found.append(_fold(pieces, at, first))
        else:
            piece.doubt = _UNSAID
    return found


def _opening(pieces: Sequence[Piece]) -> list[Piece]:
    """The system prompt and the task."""
    end = next((at for at, piece in enumerate(pieces) if piece.role == "assistant"), len(pieces))
    return list(pieces[:end])


def _fold(pieces: Sequence[Piece], at: int, first: list[Piece]) -> Fold:
    """The step itself is not sent, nor what it holds."""
    pieces[at].author = "client"
    own = f"{pieces[at].id}/results"
    following = next((piece for piece in pieces[at + 1 : at + 3] if piece.id != own), None)
    summary = following if following is not None and following.role == "user" and following.author == "human" else None
    if summary is not None:
        summary.author, summary.blocks = "client", tuple([_as_summary(block) for block in summary.blocks])
    order = [*first, *([summary] if summary is not None else [])]
    return Fold(order, following, summary, "auto", doubtful=first, doubt=DOUBT)


def _as_summary(block: Block) -> Block:
    return Block("summary", block.body) if block.kind == "text" else block
