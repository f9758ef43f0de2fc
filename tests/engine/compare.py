"""Whether a replay does at every request what a restatement says."""

from __future__ import annotations

from inspector.engine import Replay, Steps
from tests.engine.restate.common import Message, Said, is_system

Spoken = list[tuple[str, tuple[tuple[int | None, str, str], ...]]]


def check_replay(replay: Replay, said: list[Said]) -> None:
    """Rows first, then every request's steps and view."""
    assert replay.requests == len(said)
    rows = replay.rows()
    for request, expected in enumerate(said, start=1):
        row = rows[request - 1]
        where = f"request {request}"
        assert (where, row.fired) == (where, expected.fired)
        assert (where, row.view) == (where, expected.after)
        assert (where, row.error is not None) == (where, expected.refused)
        if expected.required is not None:
            assert (where, row.required) == (where, expected.required)
        check_request(replay, request, expected)


def check_request(replay: Replay, request: int, expected: Said) -> None:
    steps = replay.steps(request)
    where = f"request {request}"
    fates = {b: (str(s.fate), s.layer) for b in range(steps.after.end) for s in (steps.after.state(b),)}
    assert (where, fates) == (where, expected.fates)
    assert (where, {g.block: (str(g.fate), g.layer) for g in replay.view(request).gone}) == (where, expected.gone)
    assert (where, spoken(replay, request)) == (where, words(expected.view))
    assert steps.before.size == expected.before
    assert steps.after.size == expected.after == replay.plan(request).size == replay.view(request).size
    check_layers(steps, expected, where)
    failed = any(problem.kind == "summary_failed" for problem in replay.problems(request))
    assert (where, failed) == (where, expected.failed)
    assert (where, steps.error is not None) == (where, expected.refused)
    if not expected.refused:
        assert (where, steps.state.count, steps.state.last_summary) == (where, expected.count, expected.last_summary)


def check_layers(steps: Steps, expected: Said, where: str) -> None:
    outcomes = {outcome.id: outcome for outcome in steps.outcomes}
    assert steps.fired == expected.fired
    for name, layer in expected.layers.items():
        outcome = outcomes.get(name)
        if outcome is None:
            assert not layer.fired
            continue
        found = (outcome.fired, outcome.before, outcome.after, set(outcome.changed), set(outcome.gone))
        assert (where, name, found) == (
            where,
            name,
            (layer.fired, layer.before, layer.after, layer.changed, layer.gone),
        )


def spoken(replay: Replay, request: int) -> Spoken:
    """Role, position and text of all that is sent, system messages apart: only their own order is a rule."""
    found: Spoken = []
    system: Spoken = []
    for message in replay.view(request).messages:
        blocks = tuple(
            (block.origin[0] if message.origin is not None else None, block.kind if block.source else "", block.text)
            for block in message.blocks
        )
        (system if message.role in ("system", "developer") else found).append((message.role, blocks))
    return system + found


def words(view: list[Message]) -> Spoken:
    system: Spoken = []
    found: Spoken = []
    for message in view:
        blocks = tuple((b["at"], b["kind"] if b["at"] is not None else "", b["text"]) for b in message["blocks"])
        (system if is_system(message) else found).append((message["role"], blocks))
    return system + found
