"""Factors of a session whose true factors are known, where numbers come from, and what intervals promise."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.meter import counter_of
from inspector.meter.provider import ProviderCounter, calibration, charges
from inspector.meter.provider.calibration import Calibration
from inspector.meter.provider.kinds import CALL, KINDS, PROSE, RESULT, SIZES
from inspector.meter.provider.linear import inverse, times
from inspector.meter.provider.shipped import UNKNOWN, family_of, leaves, shipped
from inspector.transcript.model import Block, Held, Transcript
from tests.meter.histories import call, messages, opaque, result, text, thinking
from tests.meter.histories import transcript as of
from tests.meter.provider.sessions import FACTORS, Kind, Truth, session


def without_usage(truth: Truth, model: str) -> Transcript:
    """The same session where nothing was reported."""
    return of(*(replace(each, usage=None, model=each.model and model) for each in truth.messages))


def slope(found: Calibration, kind: int, size: int) -> float:
    """Tokens for one o200k token of a block of that size."""
    return found.fit.mean[kind] + found.fit.mean[SIZES + kind] / size


@pytest.mark.parametrize("seed", range(3))
def test_a_long_session_has_its_own_factors(seed: int) -> None:
    """Blocks cost `FACTORS` and nothing around them; the shipped ones are other ones."""
    found = calibration(session(seed, Kind(turns=30)).transcript)
    assert found.basis == "calibrated"
    assert slope(found, RESULT, 800) == pytest.approx(FACTORS["tool_result"], rel=0.03)
    assert slope(found, CALL, 120) == pytest.approx(FACTORS["tool_use"], rel=0.15)


def test_few_requests_lean_on_what_is_shipped() -> None:
    usual = shipped("claude").prior.mean[RESULT]
    few = calibration(session(1, Kind(turns=1, calls=2)).transcript).fit.mean[RESULT]
    many = calibration(session(1, Kind(turns=30)).transcript).fit.mean[RESULT]
    assert abs(few - usual) < 0.25 * abs(FACTORS["tool_result"] - usual) + 0.03
    assert abs(many - FACTORS["tool_result"]) < 0.03


def test_intervals_hold_what_they_promise() -> None:
    """Texts of the same nature as those that were seen: nine of ten and more, as intervals are inflated."""
    inside = []
    for seed in range(4):
        found = calibration(session(seed, Kind(turns=12)).transcript)
        fresh = session(seed + 50, Kind(turns=3))
        for message, tokens in zip(fresh.messages, fresh.tokens, strict=True):
            each = [found.estimate(block) for block in message.blocks]
            inside.append(sum(one.low for one in each) <= tokens <= sum(one.high for one in each))
    assert sum(inside) / len(inside) >= 0.9


def test_where_numbers_come_from() -> None:
    truth = session(2, Kind(turns=4))
    told = counter_of("provider", truth.transcript)
    assert isinstance(told, ProviderCounter)
    last = truth.messages[-1].blocks[0]
    assert told.estimate(last).basis == "charged"
    assert told.estimate(last).low == told.estimate(last).high == told.estimate(last).tokens
    assert told.estimate(truth.messages[0].blocks[0]).basis == "calibrated"
    assert calibration(without_usage(truth, "claude-sonnet-4-5")).basis == "shipped"
    unknown = calibration(without_usage(truth, "my-own-model"))
    known = calibration(without_usage(truth, "claude-sonnet-4-5"))
    assert (unknown.basis, unknown.family) == ("estimated", UNKNOWN)
    assert unknown.text("word " * 500).error > 1.5 * known.text("word " * 500).error


@pytest.mark.parametrize(
    ("model", "family"),
    [
        ("claude-opus-4-5-20251101", "claude"),
        ("claude-sonnet-4-20250514", "claude"),
        ("us.anthropic.claude-3-7-sonnet-20250219-v1:0", "claude"),
        ("claude-opus-4-6", "claude"),
        ("anthropic/claude-opus-4.8-fast", "claude-4.7+"),
        ("claude-opus-5", "claude-4.7+"),
        ("claude-haiku-5-5", "claude-4.7+"),
        ("gpt-5.5", "gpt"),
        ("openai/o3-mini", "gpt"),
        ("gemini-2.5-pro", "gemini"),
        ("glm-4.6", UNKNOWN),
        ("", UNKNOWN),
    ],
)
def test_families(model: str, family: str) -> None:
    assert family_of(model) == family


@pytest.mark.parametrize(
    ("model", "gone"),
    [
        ("claude-sonnet-4-5-20250929", True),
        ("claude-sonnet-4-20250514", True),
        ("claude-opus-4-1", True),
        ("claude-3-7-sonnet-20250219", True),
        ("claude-opus-4-5-20251101", False),
        ("claude-sonnet-4-6", False),
        ("claude-opus-5", False),
        ("gpt-5.5", True),
        ("glm-4.6", False),
    ],
)
def test_thinking_of_earlier_turns(model: str, gone: bool) -> None:
    assert leaves(model) == gone


@pytest.mark.parametrize("name", ["claude", "claude-4.7+", "gpt", "gemini", UNKNOWN])
def test_shipped_factors_have_a_spread(name: str) -> None:
    found = shipped(name)
    assert found.name == name
    assert all(spread > 0 for spread in found.prior.spread)
    assert all(0.05 <= found.prior.mean[kind] <= 3 for kind in (PROSE, RESULT, CALL))
    assert (found.sessions > 0) == (name != UNKNOWN)


def test_thinking_without_words_is_as_long_as_its_seal() -> None:
    found = calibration(without_usage(session(1, Kind(turns=1)), "claude-opus-4-6"))
    short, long = (sealed(length) for length in (1_000, 10_000))
    more = found.estimate(long).tokens - found.estimate(short).tokens
    assert more == pytest.approx(9_000 * shipped("claude").prior.mean[KINDS.index("sealed")], abs=2)
    assert found.estimate(thinking("")).tokens == round(shipped("claude").prior.mean[-1])


def test_redacted_thinking_is_as_long_as_its_data() -> None:
    found = calibration(without_usage(session(1, Kind(turns=1)), "claude-opus-4-6"))
    redacted = opaque({"type": "redacted_thinking", "data": "x" * 5_000})
    assert found.estimate(redacted).tokens == found.estimate(sealed(5_000)).tokens
    codex = Block("thinking", Held("", {"type": "thinking", "thinking": "", "encrypted_bytes": 5_000}))
    assert found.estimate(codex).tokens == found.estimate(sealed(5_000)).tokens


def sealed(length: int) -> Block:
    return Block("thinking", Held("", {"type": "thinking", "thinking": "", "signature": "x" * length}))


RECORD = session(3, Kind(turns=3)).transcript
blocks = messages().map(lambda message: message.blocks)


@given(found=blocks)
def test_an_estimate_lies_in_its_interval(found: tuple[Block, ...]) -> None:
    meter = counter_of("provider", RECORD)
    prices = charges(RECORD).calibration
    for block in found:
        one = prices.estimate(block)
        assert 0 <= one.low <= one.tokens <= one.high
        assert meter.block(block, RECORD.messages[0], True) == one.tokens


@given(tokens=st.lists(st.integers(0, 10**6), min_size=2, max_size=5).map(sorted))
def test_more_tokens_are_less_sure(tokens: list[int]) -> None:
    prices = charges(RECORD).calibration
    found = [prices.total(each) for each in tokens]
    assert all(one.low <= one.tokens <= one.high for one in found)
    assert all(here.high - here.low <= there.high - there.low + 1 for here, there in pairwise(found))


def test_an_empty_text_weighs_nothing() -> None:
    meter = counter_of("provider", RECORD)
    assert meter.text("") == meter.made("user", "") == meter.block(text(""), RECORD.messages[0], True) == 0
    assert meter.block(call("Read", {}), RECORD.messages[0], True) > 0
    assert meter.block(result(""), RECORD.messages[0], True) > 0


def test_an_inverse() -> None:
    matrix = [[4.0, 1.0, 0.5], [1.0, 3.0, 0.0], [0.5, 0.0, 2.0]]
    found = inverse(matrix)
    for at in range(3):
        unit = [float(at == one) for one in range(3)]
        assert times(matrix, times(found, unit)) == pytest.approx(unit)
