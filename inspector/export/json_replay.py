"""A whole replay as JSON: the stable contract of `inspector replay --json`.

`rows` has one object a request: `transcript` is its history uncompacted, `view` what is left of it, `fired` the layers
that changed something, `compacted` whether a summary was made, `error` null or a refusal. `totals` sums over all.
`durable` is the durable part that every request has beside its view, as in `view --json`; null without one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.engine.view import Certificate, DurableView, Row
from inspector.export.json_view import certificate_json, durable_json, error_json, policy_json, transcript_json
from inspector.policy.model import Policy
from inspector.transcript.model import Transcript


def replay_json(
    rows: Sequence[Row],
    certificate: Certificate,
    transcript: Transcript,
    policy: Policy,
    durable: DurableView | None = None,
) -> dict[str, Any]:
    return {
        "transcript": transcript_json(transcript),
        "policy": policy_json(policy),
        "meter": {"count": policy.meter.count, "unit": policy.meter.unit},
        "durable": None if durable is None else durable_json(durable),
        "rows": [row_json(row) for row in rows],
        "totals": totals(rows),
        "certificate": certificate_json(certificate),
    }


def row_json(row: Row) -> dict[str, Any]:
    return {
        "request": row.request,
        "turn": row.turn,
        "transcript": row.transcript,
        "view": row.view,
        "fired": list(row.fired),
        "compacted": row.compacted,
        "required": row.required,
        "approximate": row.approximate,
        "error": None if row.error is None else error_json(row.error),
    }


def totals(rows: Sequence[Row]) -> dict[str, Any]:
    """Sums over all requests, the largest view and where it was; a refused request counts as refused, not as sent."""
    sent = [row for row in rows if row.error is None]
    peak = max(sent, key=lambda row: row.view, default=None)
    return {
        "requests": len(rows),
        "sent": len(sent),
        "refused": len(rows) - len(sent),
        "compactions": sum(row.compacted for row in rows),
        "changed": sum(bool(row.fired) for row in rows),
        "transcript": sum(row.transcript for row in sent),
        "view": sum(row.view for row in sent),
        "peak": None if peak is None else {"request": peak.request, "view": peak.view},
    }
