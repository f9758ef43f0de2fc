"""Recall as JSON: the stable contract of `inspector recall --json`.

A need is found by rule: a reply names something that stood in its history. That is evidence, not proof. `share`, `bound` and
`bound_whole` lie between 0 and 1, and are null where nothing is needed; those of `recall` are of all needs together. `misses`
are grouped by what was missed, the most costly first; `cost` is what their returns weigh in the policy's meter, 0 where nothing
brought it back soon.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.analysis.recall.needs import Missed, Need, Recall, Recalled, grouped
from inspector.analysis.recall.rereads import Reread
from inspector.engine import Replay
from inspector.export.json_view import certificate_json, policy_json, transcript_json

EVIDENCE = "a need is found by rule: the reply names something that its history held. It is evidence, not proof."


def recall_json(replay: Replay, found: Recalled, again: Sequence[Reread]) -> dict[str, Any]:
    """The document of a whole session."""
    return {
        **_head(replay, None),
        "recall": {
            "needed": found.needed,
            "held": found.held,
            "share": _rounded(found.share),
            "bound": _rounded(found.bound),
            "bound_whole": _rounded(found.bound_whole),
        },
        "rows": [row_json(row) for row in found.rows],
        "misses": [_missed(replay, each) for each in grouped(found.misses)],
        "rereads": [reread_json(each) for each in again],
        "evidence": EVIDENCE,
    }


def request_json(replay: Replay, row: Recall, needs: Sequence[Need]) -> dict[str, Any]:
    """The document of one request: its row and every need, held or not."""
    backs = {(need.kind, need.text): need for need in row.missed}
    told = [backs.get((need.kind, need.text), need) for need in needs]
    return {
        **_head(replay, row.request),
        **row_json(row),
        "needs": [{**need_json(replay, each), "held": each.held, **_back(replay, each)} for each in told],
        "evidence": EVIDENCE,
    }


def row_json(row: Recall) -> dict[str, Any]:
    """One request in numbers."""
    most = row.needed
    return {
        "request": row.request,
        "needed": row.needed,
        "held": row.held,
        "share": _rounded(row.share),
        "bound": _rounded(row.bound / most if most else None),
        "bound_whole": _rounded(row.bound_whole / most if most else None),
    }


def need_json(replay: Replay, need: Need) -> dict[str, Any]:
    """What is needed, and where it was first seen."""
    return {"kind": need.kind, "text": need.text, "typed": need.typed, "first": _first(replay, need)}


def reread_json(again: Reread) -> dict[str, Any]:
    """One re-read or re-run with its reason."""
    return {
        "message": again.message,
        "request": again.request,
        "what": again.what,
        "tool": again.tool,
        "earlier": again.earlier,
        "size": again.size,
        "caused": again.caused,
        "why": again.why,
    }


def _head(replay: Replay, request: int | None) -> dict[str, Any]:
    return {
        "transcript": transcript_json(replay.transcript),
        "policy": policy_json(replay.policy),
        "meter": {"count": replay.policy.meter.count, "unit": replay.policy.meter.unit},
        "certificate": certificate_json(replay.certificate(request)),
    }


def _missed(replay: Replay, each: Missed) -> dict[str, Any]:
    told = need_json(replay, each.need)
    return {**told, "requests": list(each.requests), "cost": each.cost, **_back(replay, each.need)}


def _first(replay: Replay, need: Need) -> dict[str, Any]:
    if need.block is None:
        return {"message": None, "block": "system", "by": "system"}
    shape = replay.transcript.structure
    message = shape.owner[need.block]
    return {
        "message": message + 1,
        "block": shape.name(need.block),
        "by": replay.transcript.messages[message].author,
    }


def _back(replay: Replay, need: Need) -> dict[str, Any]:
    if need.back is None:
        return {"returned": None}
    message = replay.transcript.structure.owner[need.back.block] + 1
    return {"returned": {"message": message, "how": need.back.how, "size": need.back.size}}


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 6)
