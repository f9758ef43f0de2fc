"""A comparison as JSON: the stable contract of `inspector compare --json`.

Lists with one value a contender (`values`, `views`, `own`, `sizes`, `fates`) are in the order of `contenders`, the recorded
view first. A refused view has the size null. `best` and `winner` are letters, null where none is. Sizes are tokens of the
visible text (o200k) unless they are called `own`: those are in the contender's own meter. `certificate` is that of the
contender that is bounded first; each has its own as well.
"""

from __future__ import annotations

from typing import Any

from inspector.analysis.compare.compare import Comparison
from inspector.analysis.compare.differing import Differing, Group, at_request
from inspector.analysis.compare.ranking import Ranked, ranked, winner
from inspector.analysis.compare.shapes import FactKept, Run, Sizes, TypedLost
from inspector.analysis.losing import Losing
from inspector.export.json_view import certificate_json, policy_json, transcript_json
from inspector.transcript.structure import Structure


def compare_json(found: Comparison, request: int | None = None) -> dict[str, Any]:
    """The whole document; `request` is one request side by side, where it was asked for."""
    rows = ranked(found.runs)
    best = winner(found.runs, rows)
    weakest = min((each.totals.certificate for each in found.runs), key=lambda held: held.request or found.requests + 1)
    return {
        "transcript": transcript_json(found.transcript),
        "certificate": certificate_json(weakest),
        "contenders": [_contender(each) for each in found.runs],
        "measures": [_measure(each, found) for each in rows],
        "winner": None if best is None else found.runs[best].letter,
        "facts": [_fact(found, at) for at in range(len(found.runs[0].totals.facts))],
        "differing": [differing_json(each, found) for each in found.differing],
        "requests": [_request(found, number) for number in range(1, found.requests + 1)],
        "request": None if request is None else differing_json(at_request(found.runs, request), found),
    }


def _contender(run: Run) -> dict[str, Any]:
    meter, totals = run.replay.policy.meter, run.totals
    return {
        "letter": run.letter,
        "title": run.contender.title,
        "policy": policy_json(run.replay.policy),
        "summariser": None if run.replay.summariser is None else run.replay.summariser.name,
        "meter": {"count": meter.count, "unit": meter.unit},
        "certificate": certificate_json(totals.certificate),
        "totals": {
            "requests": len(run.rows),
            "sent": totals.own.sent,
            "own": _sizes(totals.own),
            "common": _sizes(totals.common),
            "compactions": list(totals.compactions),
            "refusals": list(totals.refusals),
            "typed_lost": _typed(totals.typed, run.replay.transcript.structure),
            "unsendable": {
                "provider": totals.unsendable.provider or None,
                "requests": list(totals.unsendable.requests),
                "rules": list(totals.unsendable.rules),
            },
            "cost": {
                "prompts": totals.spending.prompts,
                "read": totals.spending.read,
                "write": totals.spending.write,
                "fresh": totals.spending.fresh,
                "output": totals.spending.output,
                "summaries": totals.spending.summaries,
                "usd": totals.spending.usd,
                "basis": totals.spending.basis,
                "timed": totals.spending.timed,
            },
            "recall": {
                "needed": totals.recall.needed,
                "held": totals.recall.held,
                "share": totals.recall.share,
                "bound": totals.recall.bound,
            },
        },
    }


def _sizes(sizes: Sizes) -> dict[str, Any]:
    return {
        "unit": sizes.unit,
        "peak": sizes.peak,
        "peak_request": sizes.at or None,
        "mean": sizes.mean,
        "area": sizes.area,
        "approximate": sizes.approximate,
    }


def _typed(typed: TypedLost, structure: Structure) -> dict[str, Any]:
    return {
        "all": typed.all,
        "lost": typed.lost,
        "first": typed.first,
        "losses": [_losing(each, structure) for each in typed.losing],
    }


def _losing(one: Losing, structure: Structure) -> dict[str, Any]:
    return {"request": one.request, "blocks": [*map(structure.name, one.blocks)], "layer": one.layer or None}


def _measure(row: Ranked, found: Comparison) -> dict[str, Any]:
    return {
        "key": row.measure.key,
        "title": row.measure.title,
        "about": row.measure.about,
        "better": row.measure.better,
        "values": list(row.values),
        "best": None if row.best is None else found.runs[row.best].letter,
    }


def _fact(found: Comparison, at: int) -> dict[str, Any]:
    first = found.runs[0].totals.facts[at]
    return {
        "text": first.fact.text,
        "form": first.fact.form,
        "loose": first.fact.loose,
        "found": first.found,
        "contenders": [{"letter": each.letter, **_kept(each.totals.facts[at])} for each in found.runs],
    }


def _kept(kept: FactKept) -> dict[str, Any]:
    lost = [{"request": each.request, "state": each.state, "layer": each.layer or None} for each in kept.losses]
    lanes = [{"from": lane.first, "to": lane.last, "state": lane.state} for lane in kept.lanes]
    return {"kept": kept.kept, "lost_at": kept.lost_at, "lost": lost, "lanes": lanes}


def differing_json(one: Differing, found: Comparison) -> dict[str, Any]:
    """One request: `blocks` not all contenders hold alike, by what each makes of them; `more` are in smaller groups."""
    return {
        "request": one.request,
        "turn": one.turn,
        "by": one.by or None,
        "sizes": list(one.sizes),
        "spread": one.spread,
        "blocks": one.blocks,
        "typed": one.typed,
        "groups": [_group(each, found.transcript.structure) for each in one.groups],
        "more": one.more,
    }


def _group(group: Group, structure: Structure) -> dict[str, Any]:
    fates = [{"fate": state.fate.value, "layer": state.layer or None} for state in group.states]
    return {"blocks": group.blocks, "first": structure.name(group.first), "typed": group.typed, "fates": fates}


def _request(found: Comparison, number: int) -> dict[str, Any]:
    rows = [each.rows[number - 1] for each in found.runs]
    return {
        "request": number,
        "turn": rows[0].turn,
        "views": [each.view(number) for each in found.runs],
        "own": [None if row.error is not None else row.view for row in rows],
        "refused": [run.letter for run, row in zip(found.runs, rows, strict=True) if row.error is not None],
        "compacted": [run.letter for run, row in zip(found.runs, rows, strict=True) if row.compacted],
    }
