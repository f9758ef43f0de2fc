"""Estimators against charges that are known by hand (see `sessions`)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from inspector.analysis.estimators import ESTIMATORS, Measured, Row, measured
from inspector.analysis.estimators.words import basis_words, sure
from inspector.meter.provider import calibration
from inspector.transcript.model import Transcript
from tests.analysis.estimators.sessions import known, untold

NAMES: Final = [each.name for each in ESTIMATORS]
BYTES, CHARS = NAMES.index("bytes/4"), NAMES.index("chars/4")


@pytest.fixture(scope="module")
def session() -> Transcript:
    return known()


@pytest.fixture(scope="module")
def found(session: Transcript) -> Measured:
    return measured(session)


def row(rows: tuple[Row, ...], name: str) -> Row:
    return next(each for each in rows if each.name == name)


def test_what_was_charged(found: Measured) -> None:
    assert (found.basis, found.error) == ("charged", 0.0)
    assert (found.messages, found.of) == (5, 6)
    assert found.total.tokens == 690
    assert {each.name: (each.blocks, each.tokens) for each in found.kinds} == {
        "prose": (3, 390),
        "results": (1, 200),
        "calls": (1, 100),
    }
    assert {each.name: each.tokens for each in found.writings} == {
        "Cyrillic": 300,
        "prose, Latin": 200 + 50 + 40,
        "JSON": 100,
    }


def test_characters_by_four(found: Measured) -> None:
    """A call of 93 characters is 23, a result of 400 is 100, then 40, 50 and 30: 243 of 690."""
    assert found.total.estimated[CHARS] == 23 + 100 + 40 + 50 + 30 == 243
    assert found.factors[CHARS] == pytest.approx(690 / 243)
    assert found.total.error(CHARS) == pytest.approx(243 / 690 - 1)
    results = row(found.kinds, "results")
    assert results.ratio(CHARS) == 2.0
    assert results.error(CHARS) == -0.5
    assert results.error(CHARS, 690 / 243) == pytest.approx(100 * 690 / 243 / 200 - 1)


def test_bytes_by_four_count_other_scripts_twice(found: Measured) -> None:
    """Not rounded block by block: 93 bytes are 23.25. The Russian text is 100 in bytes and 50 in characters."""
    assert found.total.estimated[BYTES] == 23.25 + 100 + 40 + 100 + 30
    russian = row(found.writings, "Cyrillic")
    assert (russian.estimated[BYTES], russian.estimated[CHARS]) == (100, 50)


def test_scaling_mends_the_total_alone(found: Measured) -> None:
    for at, factor in enumerate(found.factors):
        assert factor is not None
        assert found.total.error(at, factor) == pytest.approx(0)


def test_messages_that_are_off(found: Measured) -> None:
    """By characters: 77 + 100 + 10 + 250 + 10 of 690. Scaled, those with too few lack what the others have too much."""
    plain, scaled = found.spreads[CHARS]
    assert plain == pytest.approx((77 + 100 + 10 + 250 + 10) / 690)
    factor = 690 / 243
    pairs = ((23, 100), (100, 200), (40, 50), (50, 300), (30, 40))
    assert scaled == pytest.approx(sum(abs(factor * ours - theirs) for ours, theirs in pairs) / 690)


def test_where_a_threshold_starts(found: Measured) -> None:
    assert found.starts(CHARS, 160_000) == round(160_000 * 690 / 243)


def test_nothing_is_shared_where_every_message_is_of_one_kind(found: Measured) -> None:
    assert {each.shared for each in found.kinds} == {0}


def test_the_fixed_input_is_measured(found: Measured) -> None:
    """The first prompt is 1,000, and its only message some 20 words of seven characters."""
    assert found.fixed_known
    assert 900 < found.fixed < 1_000


def test_without_usage_calibrated_sizes_stand_in() -> None:
    transcript = untold()
    found = measured(transcript)
    assert found.basis == calibration(transcript).basis != "charged"
    assert found.messages == found.of == 6
    assert found.error > 0
    assert not found.fixed_known


def test_charges_of_few_messages_are_said_to_be_few(session: Transcript) -> None:
    """The first reply alone has usage: its output is what was charged, for one message of six."""
    first = replace(
        session, messages=tuple(replace(m, usage=m.usage if m.number == 2 else None) for m in session.messages)
    )
    found = measured(first)
    assert (found.total.tokens, found.messages) == (100, 1)
    assert not sure(found)
    assert basis_words(found) == "100 charged by the provider, in only 1 of 6 messages"
    assert sure(measured(session))


def test_nothing_at_all() -> None:
    found = measured(Transcript("test", ()))
    assert (found.total.tokens, found.kinds, found.writings) == (0, (), ())
    assert set(found.factors) == {None}
    assert found.starts(CHARS, 160_000) is None
