"""How sure the size of a view is: nothing beside what a policy wrote and what nobody was charged for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inspector.engine import Replay
from inspector.engine.estimates import view_estimate
from inspector.engine.view import Fate, View
from inspector.meter.provider import Charges, charges
from inspector.meter.provider.views import fixed_input, unsure
from inspector.policy.load import load_text, preset_text
from inspector.policy.model import Policy
from inspector.transcript.model import Transcript
from tests.meter.histories import transcript as of
from tests.meter.provider.sessions import Kind, session

CLEAR = """
schema: compaction-policy/1
name: mine
state: per_request
protocol: mark
stop: never
meter: {count: provider, unit: tokens, system: true}
knobs:
  limit: {default: 4000, unit: tokens, min: 0, max: 1000000, help: size at which results are cleared}
start: {">=": $limit}
layers:
  - {id: clear, do: clear, select: tool_result, where: {outside_last: 2, unit: results}, notice: "[cleared]"}
"""
PLACEHOLDER = 40
"""Tokens that a result with nothing but a placeholder has at the most in `sessions`, or by the shipped factors."""


def policy(name: str) -> Policy:
    words = preset_text(name).replace("count: o200k_base", "count: provider").replace("json-chars/4", "provider")
    return load_text(words.replace("protocol: strict", "protocol: mark"))


def walked(view: View, found: Charges, record: Transcript) -> tuple[int, int]:
    """Tokens that were written, and those of kept blocks that were not charged, block by block."""
    owner, written, kept = record.structure.owner, 0, 0
    for block in (block for message in view.messages for block in message.blocks):
        if block.fate is not Fate.VERBATIM:
            written += block.size
        elif found.messages[owner[block.origin[0]]] is None:
            kept += block.size
    return written, kept


@pytest.mark.parametrize("name", ["clear", "agent-engineering", "workbuddy-s14"])
def test_the_sums_are_those_of_the_blocks(name: str) -> None:
    record = session(6, Kind(turns=12, images=0.2, hidden=0.3, compact_at=6)).transcript
    replay, found = Replay(record, load_text(CLEAR) if name == "clear" else policy(name)), charges(record)
    for request in range(1, replay.requests + 1):
        view = replay.view(request)
        one = view_estimate(replay.plan(request), request)
        assert one is not None
        written, kept = walked(view, found, record)
        apart = written + abs(unsure(found, record, request) - kept)
        expected = found.calibration.total(apart)
        assert one.tokens == found.fixed_at(request) + view.size
        assert (one.low, one.high) == (one.tokens - apart + expected.low, one.tokens - apart + expected.high)


def test_a_view_as_it_was_sent_is_what_was_reported() -> None:
    record = session(1, Kind()).transcript
    replay, found = Replay(record, load_text(CLEAR).with_knobs(limit=1_000_000)), charges(record)
    for request in range(1, replay.requests + 1):
        prompt = found.prompt(request)
        assert view_estimate(replay.plan(request), request) == (prompt, prompt, prompt, "charged")


@pytest.mark.parametrize("seed", range(4))
def test_a_cleared_view_lies_in_its_interval(seed: int) -> None:
    """What was charged for the cleared results is known to the token; the placeholders alone are not."""
    truth = session(seed, Kind(turns=10))
    record = truth.transcript
    replay, shape = Replay(record, load_text(CLEAR)), record.structure
    last = shape.requests
    one = view_estimate(replay.plan(last), last)
    cleared = [shape.owner[block] for block in shape.results if block < shape.end(last)][:-2]
    reported = charges(record).prompt(last)
    assert one is not None
    assert reported is not None
    assert one.basis == "calibrated"
    rest = reported - sum(truth.tokens[at] for at in cleared)
    least, most = rest, rest + PLACEHOLDER * len(cleared)
    assert least <= one.low <= one.tokens <= one.high <= most
    assert one.error < 0.03


def test_without_usage_a_view_is_as_unsure_as_its_agent() -> None:
    truth = session(2, Kind(turns=4))
    record = of(*(replace(each, usage=None) for each in truth.messages))
    replay, found = Replay(record, load_text(CLEAR)), charges(record)
    one, fixed = view_estimate(replay.plan(3), 3), fixed_input(found, record, 3)
    assert one is not None
    assert one.basis == "shipped"
    assert fixed.basis == "estimated"
    assert one.tokens == fixed.tokens + replay.view(3).size
    assert one.low < fixed.low + replay.view(3).size < fixed.high + replay.view(3).size < one.high
    parts = found.parts(record, 3)
    assert parts.low < parts.total < parts.high


def test_another_meter_has_no_interval() -> None:
    record = session(2, Kind(turns=2)).transcript
    plain = load_text(CLEAR.replace("count: provider", "count: o200k_base"))
    assert view_estimate(Replay(record, plain).plan(2), 2) is None
