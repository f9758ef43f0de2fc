"""The lineage of facts as JSON: the stable contract of `inspector why --json`.

`facts` has one object a fact: `first` is null where the record does not hold it; `lanes` are stretches of requests with one
state; `lost`, `returned`, `recoverable` say when it left, how it came back, and where it still is (`full`: the file beside the
record that holds the whole output, "" where there is none); `needed` is the request
at which it was needed, `fixes` what would have kept it there. `also` is another writing of the text that a person typed, or
that stands before it. With several facts `together` has the fixes that keep all that the record holds; `left_out` are the others.
`summaries` are those that nobody wrote: without them views hold more. Of each knob `tried` says how many values were run, how
many were not for want of time, which do not count because a summary then fails that is made otherwise, and whether smaller ones
were left out because they only refuse more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from inspector.analysis.fixes.shapes import Fix, Fixes, Scan
from inspector.analysis.why.lineage import Lineage
from inspector.analysis.why.losses import Loss
from inspector.analysis.why.nearest import Near
from inspector.analysis.why.recover import Place
from inspector.analysis.why.returns import Return
from inspector.analysis.why.unmade import Unmade
from inspector.analysis.why.writings import Writing
from inspector.engine import Replay
from inspector.export.json_view import certificate_json, policy_json, transcript_json


class Story(NamedTuple):
    """A fact with all that was asked about it; `fixes` is None where nobody asked for them.

    `near` are the texts that are most like one which the record does not hold.
    """

    lineage: Lineage
    recoverable: tuple[Place, ...]
    fixes: Fixes | None
    near: tuple[Near, ...] = ()
    also: Writing | None = None


def why_json(replay: Replay, stories: Sequence[Story], together: Fixes | None, missing: Unmade) -> dict[str, Any]:
    """The whole document."""
    return {
        "transcript": transcript_json(replay.transcript),
        "policy": policy_json(replay.policy),
        "meter": {"count": replay.policy.meter.count, "unit": replay.policy.meter.unit},
        "certificate": certificate_json(replay.certificate()),
        "summaries": {"failed": [each._asdict() for each in missing.failed], "pending": list(missing.pending)},
        "facts": [_story(replay, each) for each in stories],
        "together": None if together is None else fixes_json(together),
    }


def _story(replay: Replay, story: Story) -> dict[str, Any]:
    told = story.lineage
    return {
        "text": told.fact.text,
        "form": told.fact.form,
        "loose": told.found.fact.loose,
        "first": _first(replay, told),
        "places": len(told.found.all),
        "lanes": [{"from": lane.first, "to": lane.last, "state": lane.state} for lane in told.lanes],
        "lost": [_loss(replay, each) for each in told.losses],
        "returned": [_return(each) for each in told.returns],
        "recoverable": [place._asdict() for place in story.recoverable],
        "nearest": [_near(replay, each) for each in story.near],
        "also": None if story.also is None else _also(replay, story.also),
        "needed": told.needed,
        "kept": told.kept,
        **({} if story.fixes is None else fixes_json(story.fixes)),
    }


def _first(replay: Replay, told: Lineage) -> dict[str, Any] | None:
    if not told.found.blocks:
        return {"message": None, "block": "system", "by": "system", "turn": 1, "request": 1} if told.found else None
    shape = replay.transcript.structure
    block = told.found.blocks[0]
    message = shape.owner[block]
    return {
        "message": message + 1,
        "block": shape.name(block),
        "by": replay.transcript.messages[message].author,
        "turn": shape.turn_of[message],
        "request": shape.request_of(message),
    }


def _loss(replay: Replay, loss: Loss) -> dict[str, Any]:
    return {
        "request": loss.request,
        "state": loss.state,
        "layer": loss.layer,
        "do": loss.do,
        "reason": loss.reason,
        "knob": loss.knob or None,
        "knobs": list(loss.knobs),
        "block": None if loss.block is None else replay.transcript.structure.name(loss.block),
        "before": loss.before,
        "after": loss.after,
    }


def _near(replay: Replay, near: Near) -> dict[str, Any]:
    shape = replay.transcript.structure
    return {"message": shape.owner[near.block] + 1, "block": shape.name(near.block), "text": near.text}


def _also(replay: Replay, also: Writing) -> dict[str, Any]:
    shape = replay.transcript.structure
    message = shape.owner[also.block]
    return {
        "text": also.text,
        "message": message + 1,
        "block": shape.name(also.block),
        "by": replay.transcript.messages[message].author,
        "pattern": also.pattern,
    }


def _return(back: Return) -> dict[str, Any]:
    return {
        "message": back.message,
        "request": back.request,
        "how": back.way,
        "size": back.size,
        "by": back.by,
        "path": back.path or None,
    }


def fixes_json(found: Fixes) -> dict[str, Any]:
    """Fixes and the pin; `fixes` empty: none of the values that were tried keeps it, or it is `held` as it is."""
    kept = found.pin
    pin = None if kept is None else {"size": kept.size, "from": kept.first, "total": kept.total}
    return {
        "fixes": [_fix(each) for each in found.fixes],
        "pin": pin,
        "scanned": found.scanned,
        "whole": found.whole,
        "held": found.kept,
        "assumed": found.assumed,
        "tried": [_scan(each) for each in found.scans],
        "left_out": [each._asdict() for each in found.left_out],
    }


def _scan(scan: Scan) -> dict[str, Any]:
    return {
        "knob": scan.knob,
        "values": scan.tried,
        "not_tried": scan.untried,
        "not_counted": list(scan.aside),
        "only_larger": scan.upward,
    }


def _fix(fix: Fix) -> dict[str, Any]:
    return {
        "knob": fix.knob,
        "from": fix.before,
        "to": fix.after,
        "unit": fix.unit,
        "peak": fix.peak,
        "total": fix.total,
        "refused": fix.refused,
        "monotone": fix.monotone,
        "proven": fix.proven,
        "again": fix.again,
    }
