"""How a session was left: policy and its changes, request, layout; kept in the user's state folder. No Textual here.

Everything that is read back is checked: a file that somebody changed, or that an older program wrote, must never keep a session
from opening.
"""

from __future__ import annotations

import hashlib
import os
import stat
from dataclasses import dataclass, field
from typing import Any

from inspector import settings
from inspector.engine.recorded import RECORDED as AS_RECORDED
from inspector.engine.recorded import is_record
from inspector.meter import UNITS
from inspector.policy import PolicyError, Turned, load_policy, preset_names, turned
from inspector.policy.model import Policy

RECORDED = "recorded"
HEAD = 4096
"""Bytes of a file's beginning that it is known by: another file in the same place is another session."""
MOST = 1_000
"""Entries that a list or mapping read back may have."""


@dataclass(frozen=True, slots=True)
class Left:
    """What is kept of a session. `source` is the policy: `recorded`, a preset's name or a path; empty: it cannot be had again."""

    source: str = ""
    changes: Turned = field(default_factory=Turned)
    request: int = 0
    """0: the last one, however many there are by then."""
    layout: dict[str, str] = field(default_factory=dict)
    summariser: str = ""
    """Who was chosen to write summaries; "": nobody was."""
    facts: tuple[str, ...] = ()
    """What was asked about in the why room, as `why.facts.kept` writes it."""


def source_of(policy: Policy | None) -> str:
    """Where a policy can be had from again; empty for one that was made in code."""
    if policy is None or is_record(policy):
        return RECORDED
    document = policy.document
    if document is None:
        return ""
    name = document.origin.removesuffix(".yaml")
    if name in preset_names() and load_policy(name).document is document:
        return name
    return os.path.abspath(document.origin) if os.path.sep in document.origin or _is_yaml(document.origin) else ""


def file_of(policy: Policy | None) -> str:
    """The file that a policy was read from; empty for presets and the recorded view."""
    source = source_of(policy)
    return source if os.path.isabs(source) else ""


def left(
    policy: Policy,
    request: int,
    requests: int,
    layout: dict[str, str],
    summariser: str = "",
    facts: tuple[str, ...] = (),
) -> Left:
    """How things stand."""
    changes = Turned(meter=policy.meter.count if policy != AS_RECORDED else "") if is_record(policy) else turned(policy)
    return Left(source_of(policy), changes, 0 if request >= requests else request, layout, summariser, facts)


def keep(path: str, state: Left) -> None:
    """Keep how a session was left."""
    if head := _head(path):
        length, digest = head
        settings.remember_about(
            _subject(path),
            {
                "path": os.path.abspath(path),
                "head": [length, digest],
                "policy": state.source,
                "knobs": state.changes.knobs,
                "layers": state.changes.switched,
                "order": list(state.changes.order),
                "meter": state.changes.meter,
                "request": state.request,
                "layout": state.layout,
                "summariser": without_secrets(state.summariser),
                "facts": [fact for fact in state.facts if without_secrets(fact)],
            },
        )


def find(path: str) -> Left | None:
    """How a session was left last time; None when that is not known, or another file is in its place."""
    kept = settings.recall_about(_subject(path)) if path else {}
    length, digest = kept["head"] if _is_head(kept.get("head")) else (0, "")
    if not length or _head(path, length) != (length, digest):
        return None
    source, request = kept.get("policy"), kept.get("request")
    return Left(
        source if isinstance(source, str) and "\0" not in source else "",
        Turned(
            _numbers(kept.get("knobs")),
            _switches(kept.get("layers")),
            _names(kept.get("order")),
            _counter(kept.get("meter")),
        ),
        max(0, request) if isinstance(request, int) else 0,
        {key: value for key, value in _mapping(kept.get("layout")).items() if isinstance(value, str)},
        summariser_named(kept.get("summariser")),
        _names(kept.get("facts")),
    )


def last_summariser() -> str:
    """Who was chosen last to write summaries, for any session; "": nobody was."""
    return summariser_named(settings.recall("summariser", ""))


def chose_summariser(spec: str) -> None:
    """Remember who was chosen."""
    settings.remember("summariser", without_secrets(spec))


def summariser_named(value: Any) -> str:
    """A name that was read back, if it means somebody."""
    if not isinstance(value, str) or not value:
        return ""
    from inspector.summary.registry import UnknownSummariser, parse

    try:
        parse(value)
    except UnknownSummariser:
        return ""
    return value


def without_secrets(spec: str) -> str:
    """The name, unless a secret of the environment stands in it: then nothing is kept."""
    if ":" not in spec:
        return spec
    from inspector.summary.secrets import scrub

    return spec if scrub(spec) == spec else ""


def forget(path: str) -> bool:
    """Forget how a session was left; False when nothing was kept."""
    return settings.forget_about(_subject(path))


def policy_of(state: Left) -> tuple[Policy | None, str]:
    """The policy as it is to be had now, without the changes, and what is wrong when it cannot be had."""
    if state.source == RECORDED:
        return None, ""
    try:
        return load_policy(state.source), ""
    except (PolicyError, OSError, ValueError) as error:
        return None, str(error)


def _subject(path: str) -> str:
    return os.path.realpath(path) if "\0" not in path else ""


def _head(path: str, length: int = HEAD) -> tuple[int, str] | None:
    """The first bytes of a plain file: how many, and their hash."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return None
        with open(path, "rb") as file:
            head = file.read(min(length, HEAD))
    except (OSError, ValueError):
        return None
    return (len(head), hashlib.sha256(head).hexdigest()) if head else None


def _is_yaml(name: str) -> bool:
    return name.endswith((".yaml", ".yml"))


def _is_head(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and _is_number(value[0]) and isinstance(value[1], str)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) and len(value) <= MOST else {}


def _numbers(value: Any) -> dict[str, int]:
    return {key: number for key, number in _mapping(value).items() if _is_number(number)}


def _switches(value: Any) -> dict[str, bool]:
    return {key: on for key, on in _mapping(value).items() if isinstance(on, bool)}


def _counter(value: Any) -> str:
    return value if isinstance(value, str) and value in UNITS else ""


def _names(value: Any) -> tuple[str, ...]:
    return tuple(name for name in value[:MOST] if isinstance(name, str)) if isinstance(value, list) else ()
