"""How wrong simple estimators of tokens are, as JSON: the stable contract of `inspector meters --json`.

`basis` says what they are held against: `charged` (by the provider), else calibrated, shipped or estimated sizes, which are
right within `error` (half the 90 % interval, as a part; 0 for charged). `messages` of `of` were looked at. `estimators`:
`estimated` tokens, `ratio` (charged for one estimated; the one factor of `scaled`), `error` (estimated less charged, as a part of
what was charged), `off` (what messages are wrong by, one by one, as a part of all tokens: `plain`, `scaled`), `starts` (the
provider's tokens of messages where this estimator says `threshold`).`kinds` and `writings`: rows with `tokens` charged, `shared`
(those of them that were told for a message with other kinds in it, and shared by calibrated sizes), and for each estimator
`estimated`, `ratio`, `error`, `scaled`, `worst` (the block that it is farthest from before scaling). `fixed`: tokens of a prompt
beside messages at the last request; `fixed_basis` is charged or estimated. `fixed_course`: the same for each stretch of
requests between compactions (`first` to `last`; `begins`: start, compaction or model): `tokens` at the first one, `jumps` (at
`request` the prompt has `tokens` more beside its messages, `why`; slight ones may be errors of sizes), `thinking_left` (tokens
of thinking that left the prompts). null: no number.
"""

from __future__ import annotations

from typing import Any

from inspector.analysis.estimators import ESTIMATORS, Measured, Row
from inspector.analysis.estimators.fixed_course import Course
from inspector.export.json_view import transcript_json
from inspector.transcript.model import Transcript


def meters_json(transcript: Transcript, found: Measured, threshold: int) -> dict[str, Any]:
    """The whole document."""
    return {
        "transcript": transcript_json(transcript),
        "basis": found.basis,
        "error": round(found.error, 4),
        "messages": found.messages,
        "of": found.of,
        "tokens": found.total.tokens,
        "fixed": found.fixed,
        "fixed_basis": "charged" if found.fixed_known else "estimated",
        "fixed_course": [_course(each) for each in found.course],
        "threshold": threshold,
        "estimators": [_estimator(found, at, threshold) for at in range(len(ESTIMATORS))],
        "kinds": [_row(transcript, found, row) for row in found.kinds],
        "writings": [_row(transcript, found, row) for row in found.writings],
    }


def _course(course: Course) -> dict[str, Any]:
    return {
        "first": course.first,
        "last": course.last,
        "begins": course.begins,
        "tokens": course.tokens,
        "jumps": [jump._asdict() for jump in course.jumps],
        "thinking_left": course.left,
    }


def _estimator(found: Measured, at: int, threshold: int) -> dict[str, Any]:
    plain, scaled = found.spreads[at]
    return {
        "name": ESTIMATORS[at].name,
        "estimated": round(found.total.estimated[at]),
        "ratio": _part(found.factors[at]),
        "error": _part(found.total.error(at)),
        "off": {"plain": _part(plain), "scaled": _part(scaled)},
        "starts": found.starts(at, threshold),
    }


def _row(transcript: Transcript, found: Measured, row: Row) -> dict[str, Any]:
    estimators = [
        {
            "name": each.name,
            "estimated": round(row.estimated[at]),
            "ratio": _part(row.ratio(at)),
            "error": _part(row.error(at)),
            "scaled": _part(row.error(at, found.factors[at] or 1.0)),
            "worst": transcript.structure.name(row.worst[at]),
        }
        for at, each in enumerate(ESTIMATORS)
    ]
    return {
        "name": row.name,
        "blocks": row.blocks,
        "tokens": row.tokens,
        "shared": row.shared,
        "estimators": estimators,
    }


def _part(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
