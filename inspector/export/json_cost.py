"""What a session costs as JSON: the stable contract of `inspector cost --json`.

Tokens are the provider's. `rows` has one object a request: `prompt` = `read` + `write` + `fresh`; `basis` says where the size
of the prompt is from, `missed` why not all of the prompt before it was read (null: it was), `usage` what was reported for the
recorded request (null: nothing), `usd` is null where no price is known. `changes` are requests whose view does not continue
the one before: `rewritten` are tokens that are not read, `again` those of them that had been sent before; `pays_after` counts
further requests (0: at once, null: never), `lasts` those that have the saving: until the next change that goes as deep, or the
end. `summaries`: `by` says who writes (agent, model, quotes, record, filler, nobody); only of the agent and of a model is
something paid; `unread`: why a recorded one cannot be read (null: it can; else its `output`, 0, is not known).
`summaries_money` prices the quoted and filled-in ones as if a model were asked; null where nobody is.
`together` (asked for): sums of usage with and without the subagents, `copies` are replies counted already.
`unsound`: requests whose report is left out (`inspector check` tells why).
"""

from __future__ import annotations

from typing import Any

from inspector.analysis.cost.account import Account, Sum
from inspector.analysis.cost.caching import Caching
from inspector.analysis.cost.even import Change
from inspector.analysis.cost.money import Money, price
from inspector.analysis.cost.spent import Spent
from inspector.analysis.cost.summaries import Call
from inspector.analysis.cost.together import Together
from inspector.export.json_view import certificate_json, policy_json, transcript_json
from inspector.meter.provider.faults import left_out
from inspector.transcript.model import Usage


def cost_json(found: Account, sums: Together | None = None) -> dict[str, Any]:
    """The whole document."""
    twin = found.twin
    return {
        "transcript": transcript_json(twin.replay.transcript),
        "policy": policy_json(twin.replay.policy),
        "meter": {"count": "provider", "unit": "tokens"},
        "certificate": certificate_json(found.certificate),
        "caching": _caching(twin.caching, twin.timed),
        "tokens": {
            "scale": round(twin.tokens.scale, 4),
            "calibrated": twin.tokens.calibrated,
            "fixed": twin.tokens.fixed,
        },
        "unsound": sorted(left_out(twin.replay.transcript)),
        "rows": [_row(row, twin.caching) for row in twin.rows],
        "summaries": [_call(call) for call in found.calls],
        "changes": [_change(change) for change in found.changes],
        "totals": {
            "predicted": sum_json(found.predicted),
            "reported": sum_json(found.reported),
            "predicted_where_reported": sum_json(found.beside),
            "money": _money(found.money),
            "summaries_money": None if found.asked is None else _money(found.asked),
        },
        **({} if sums is None else {"together": _together(sums)}),
    }


def _together(sums: Together) -> dict[str, Any]:
    named = {"own": sums.own, "subagents": sums.subagents, "both": sums.both}
    told = {
        name: {
            "conversations": each.conversations,
            "replies": each.replies,
            "copies": each.copies,
            "prompt": each.usage.context,
            **each.usage._asdict(),
        }
        for name, each in named.items()
    }
    return {**told, "unread": [{"id": name, "reason": reason} for name, reason in sums.unread]}


def _caching(caching: Caching, timed: bool) -> dict[str, Any]:
    return {"breakpoints": caching.marks.text, "ttl": caching.ttl, "minimum": caching.minimum, "timed": timed}


def _row(row: Spent, caching: Caching) -> dict[str, Any]:
    return {
        "request": row.request,
        "model": row.model or None,
        "sent": row.sent,
        "prompt": row.prompt,
        "read": row.read,
        "write": row.write,
        "fresh": row.fresh,
        "output": row.output,
        "basis": row.basis,
        "missed": row.missed or None,
        "passes": row.passes,
        "usage": usage_json(row.usage),
        "usd": _usd(price(row, caching)) if row.sent else None,
    }


def usage_json(usage: Usage | None) -> dict[str, Any] | None:
    """What a provider reported for one reply."""
    if usage is None:
        return None
    return {
        "read": usage.cache_read,
        "write": usage.cache_write,
        "fresh": usage.uncached_input,
        "output": usage.output,
    }


def _call(call: Call) -> dict[str, Any]:
    return {
        "request": call.request,
        "layer": call.layer,
        "input": call.input,
        "output": call.output,
        "asked": call.asked,
        "by": call.by,
        "failed": call.reason or None,
        "unread": call.unread or None,
        "approximate": call.approximate,
    }


def _change(change: Change) -> dict[str, Any]:
    return {
        "request": change.request,
        "layers": list(change.layers),
        "before": change.before,
        "after": change.after,
        "rewritten": change.rewritten,
        "again": change.again,
        "once": round(change.once, 1),
        "saves": round(change.saves, 1),
        "pays_after": change.pays,
        "lasts": change.lasts,
        "paid": change.paid,
        "weights": "priced" if change.known else "assumed",
    }


def sum_json(found: Sum) -> dict[str, Any]:
    """Tokens of several requests."""
    return {
        "requests": found.requests,
        "prompt": found.prompt,
        "read": found.read,
        "write": found.write,
        "fresh": found.fresh,
        "output": found.output,
    }


def _money(money: Money) -> dict[str, Any]:
    return {
        "usd": _usd(money.total),
        "priced_usd": _usd(money.priced) if money.sources else None,
        "unpriced_requests": money.unpriced,
        "unpriced_models": [model or None for model in money.models],
        "as_of": None if money.as_of is None else money.as_of.isoformat(),
        "sources": list(money.sources),
    }


def _usd(dollars: float | None) -> float | None:
    return None if dollars is None else round(dollars, 6)
