"""Whether a provider would take the views of a session, as JSON: `sendable` and `breaches` of `inspector check --json`.

`sendable`: the provider (null where no rules were asked; `unasked` says why), how many views were checked, the requests whose
views it refuses, as runs, and the certificate of the last view (null without requests). `breaches`: one object a rule that is
broken, what is refused (`error`) before what is merely put up with (`note`): the first breach in words, what the policy did to
bring it about, where the rule is written, and the `messages` of that view which alone still show it (`position` in the view,
from 1, `origin`: numbers of recorded messages, `text`: how it begins). `places`: the first twenty breaches of the rule, `count`
how many there are, `views` how many views show any.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.analysis.sendable.explain import Told
from inspector.analysis.sendable.session import Found, Sendable, merged
from inspector.engine.view import ViewMessage
from inspector.export.json_view import certificate_json, names, origin
from inspector.transcript.structure import Structure

PLACES = 20
"""Breaches of one rule that are named one by one."""
TEXT = 200
"""Characters of a message."""


def sendable_json(result: Sendable) -> dict[str, Any]:
    """What it comes to."""
    return {
        "provider": result.provider,
        "unasked": result.unasked or None,
        "views": result.requests,
        "refused": len(result.refused),
        "requests": _runs(merged((request, request) for request in result.refused)),
        "certificate": certificate_json(result.certificate) if result.certificate else None,
    }


def breaches_json(found: Sequence[Told], structure: Structure) -> list[dict[str, Any]]:
    """One object a rule."""
    return [_told(each, structure) for each in found]


def _told(told: Told, structure: Structure) -> dict[str, Any]:
    shown = zip(told.positions, told.messages, strict=True)
    return {
        "rule": told.breach.rule,
        "severity": told.breach.severity,
        "text": told.breach.text,
        "cause": told.cause,
        "source": told.breach.source,
        "first": told.first,
        "views": told.requests,
        "count": len(told.found),
        "places": [_place(each, structure) for each in told.found[:PLACES]],
        "messages": [_message(at, message, structure) for at, message in shown],
    }


def _place(found: Found, structure: Structure) -> dict[str, Any]:
    blocks = names(found.breach.blocks, structure)
    return {"text": found.breach.text, "blocks": blocks, "requests": _runs(found.runs)}


def _message(at: int, message: ViewMessage, structure: Structure) -> dict[str, Any]:
    text = next((block.text[:TEXT] for block in message.blocks if block.text), "")
    kinds = [block.kind for block in message.blocks]
    return {
        "position": at + 1,
        "origin": origin(message, structure),
        "role": message.role,
        "kinds": kinds,
        "text": text,
    }


def _runs(runs: Sequence[tuple[int, int]]) -> list[dict[str, int]]:
    return [{"from": first, "to": last} for first, last in runs]
