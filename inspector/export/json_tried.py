"""The JSON of `inspector summarize`; a stable contract. Its help lists the fields."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from inspector.analysis.cut import Cut
from inspector.analysis.generations import Generations
from inspector.analysis.trial import Trial
from inspector.analysis.tried import Tried
from inspector.export.json_view import policy_json, transcript_json
from inspector.summary.audit import Audit, Finding


def tried_json(tried: Tried, with_prompt: bool = False) -> dict[str, Any]:
    """One cut, and every trial of it."""
    out: dict[str, Any] = {
        "transcript": transcript_json(tried.replay.transcript),
        "policy": policy_json(tried.replay.policy),
        "request": tried.number,
        "cut": _cut(tried),
        "summaries": [_trial(trial) for trial in tried.trials],
    }
    if with_prompt:
        out["prompt"] = asdict(tried.prompt)
    if tried.generations is not None:
        out["generations"] = _generations(tried.generations)
    return out


def _cut(tried: Tried) -> dict[str, Any]:
    cut, asked = tried.cut, tried.cut.request
    first, last = cut.covers
    return {
        "request": cut.number,
        "layer": cut.layer,
        "generation": cut.generation,
        "on_demand": tried.on_demand,
        "first": first or None,
        "last": last or None,
        "parts": len(asked.parts),
        "earlier": bool(asked.previous) or any(part.source.kind == "summary" for part in asked.parts),
        "sections": [section.title for section in asked.sections],
        "mode": asked.mode,
        "before": cut.before,
        "told": cut.told,
        "partial": cut.partial,
    }


def _trial(trial: Trial) -> dict[str, Any]:
    answer = trial.answer
    return {
        "summariser": trial.name,
        "text": trial.text or None,
        "error": trial.reason or None,
        "tokens": trial.tokens,
        "after": trial.after if trial.usable else None,
        "seconds": None if answer is None else round(answer.seconds, 3),
        "model": answer.model or None if answer is not None else None,
        "usage": asdict(answer.usage) if answer is not None and answer.usage is not None else None,
        "price": trial.price,
        "kept": answer is not None and answer.kept,
        "stop": None if answer is None else answer.stop,
        "estimate": _estimate(trial),
        "audit": None if trial.audit is None else audit_json(trial.audit),
    }


def _estimate(trial: Trial) -> dict[str, Any] | None:
    made = trial.prepared
    if made is None:
        return None
    prices = [each.price for each in trial.earlier]
    known = [price for price in prices if price is not None]
    earlier = {
        "summaries": len(trial.earlier),
        "tokens": sum(each.tokens for each in trial.earlier),
        "price": sum(known) if len(known) == len(prices) else None,
    }
    return {"tokens": made.tokens, "most": made.most, "price": made.price, "earlier": earlier}


def audit_json(audit: Audit) -> dict[str, Any]:
    """What a summary holds and what it says without ground, with places on both sides."""
    return {
        "score": round(audit.score, 4),
        "keeps_words": audit.keeps_words,
        "kept": None if audit.kept is None else round(audit.kept, 4),
        "coverage": [
            {
                "kind": item.kind,
                "text": item.text,
                "held": item.held,
                "source": item.source._asdict(),
                "summary": item.summary._asdict() if item.summary is not None else None,
            }
            for item in audit.coverage
        ],
        "findings": [_found(found) for found in audit.findings],
        "hints": [_found(found) for found in audit.hints],
    }


def _found(found: Finding) -> dict[str, Any]:
    return {
        "kind": found.kind,
        "text": found.text,
        "summary": found.span._asdict(),
        "sources": [span._asdict() for span in found.sources],
    }


def _generations(told: Generations) -> dict[str, Any]:
    return {
        "cuts": [_place(cut) for cut in told.cuts],
        "survivals": [
            {
                "generation": each.generation,
                "kind": each.item.kind,
                "text": each.item.text,
                "held": [each.item.held, *each.later],
                "lost": each.lost,
            }
            for each in told.survivals
        ],
    }


def _place(cut: Cut) -> dict[str, Any]:
    return {"request": cut.number, "first": cut.covers[0] or None, "last": cut.covers[1] or None, "after": cut.after}
