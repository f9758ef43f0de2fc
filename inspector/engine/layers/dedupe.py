"""Dedupe: of several reads of the same thing only one stays; the whole interaction of the others goes, call and result."""

from __future__ import annotations

import json
from bisect import bisect_left
from hashlib import sha256

from inspector.engine.effects import remember
from inspector.engine.layers.taking import take_blocks
from inspector.engine.plan import Plan
from inspector.engine.view import Fate
from inspector.policy.model import Dedupe
from inspector.transcript.model import Transcript


def dedupe(plan: Plan, rule: Dedupe, layer: str) -> Plan:
    """The view without the interactions that a newer (or older) one with the same key makes superfluous.

    Seed 001: the recorded read path says which file was read twice, the id pair says what must go together.
    """
    positions, keys = keyed_results(plan.ledger.transcript, rule)
    live: dict[str, list[int]] = {}
    for lo, hi in plan.uncut:
        for at in range(bisect_left(positions, lo), bisect_left(positions, hi)):
            if positions[at] not in plan.removed:
                live.setdefault(keys[at], []).append(positions[at])
    partner = plan.ledger.structure.partner
    out: list[int] = []
    for results in live.values():
        for result in results[:-1] if rule.keep == "newest" else results[1:]:
            out += (partner[result], result)
    return take_blocks(plan, out, Fate.DEDUPLICATED, layer)


def keyed_results(transcript: Transcript, rule: Dedupe) -> tuple[list[int], list[str]]:
    """Positions of the answered results that have a key, in order, and their keys; worked out once a transcript."""
    return remember(transcript, ("keyed", rule.key, rule.tools, rule.arguments), lambda: _keyed(transcript, rule))


def _keyed(transcript: Transcript, rule: Dedupe) -> tuple[list[int], list[str]]:
    positions: list[int] = []
    keys: list[str] = []
    for result in transcript.structure.results:
        call = transcript.structure.partner[result]
        key = _key(transcript, rule, call, result) if call >= 0 else ""
        if key:
            positions.append(result)
            keys.append(key)
    return positions, keys


def _key(transcript: Transcript, rule: Dedupe, call: int, result: int) -> str:
    use, answer = transcript.structure.blocks[call], transcript.structure.blocks[result]
    if rule.key == "content":
        return sha256(answer.text.encode("utf-8", "replace")).hexdigest() if answer.text else ""
    if rule.key == "call":
        fits = not rule.tools or use.tool in rule.tools
        return f"{use.tool} {json.dumps(dict(use.input), sort_keys=True, default=str)}" if fits else ""
    recorded = answer.api.get("_read_path")
    if isinstance(recorded, str) and recorded:
        return recorded
    return argument(use.input, rule.arguments) if use.tool in rule.tools else ""


def argument(arguments: object, names: tuple[str, ...]) -> str:
    """The first of the named arguments that is a text; "" when there is none."""
    if isinstance(arguments, dict):
        for name in names:
            value = arguments.get(name)
            if isinstance(value, str) and value:
                return value
    return ""
