"""Summarisers by name: what a name means, and what is said of one that means nobody."""

from __future__ import annotations

import pytest

from inspector.engine.summariser import SummaryFailed, SummaryRequest
from inspector.meter import COUNTERS, counter
from inspector.summary import Extractive
from inspector.summary.registry import SPECS, UnknownSummariser, asks_outside, parse, summariser
from inspector.summary.stub import Stub
from tests.summary.talk import order_404


def test_the_default_is_the_extractive_one() -> None:
    found = summariser("extractive")
    assert isinstance(found, Extractive)
    assert not asks_outside("extractive")


def test_none_fails_every_request() -> None:
    found = summariser("none")
    assert found.name == "none"
    with pytest.raises(SummaryFailed, match="no summariser"):
        found.summarise(order_404().request())


@pytest.mark.parametrize("meter", COUNTERS)
@pytest.mark.parametrize("size", [1, 2, 3, 7, 40, 999, 1500, 12_345])
def test_a_stub_measures_exactly_what_it_was_asked_for(meter: str, size: int) -> None:
    measure = counter(meter).text
    text = summariser(f"stub:{size}", measure=measure).summarise(SummaryRequest(()))
    assert measure(text) == size
    assert text == text.strip()
    assert text == Stub(size, measure).summarise(order_404().request()), "the same text for every request"


def test_sizes_are_written_as_people_write_them() -> None:
    assert [summariser(f"stub:{size}").name for size in ("60_000", "60,000", " 60000")] == ["stub:60000"] * 3


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("poet", "no summariser 'poet'"),
        ("", "no summariser ''"),
        ("extractiv", "Did you mean 'extractive'?"),
        ("Stub:5", "Did you mean 'stub'?"),
        ("extractive:5", "takes nothing behind it"),
        ("none:", "takes nothing behind it"),
        ("anthropic", "Write anthropic:MODEL"),
        ("anthropic:", "Write anthropic:MODEL"),
        ("anthropic:two words", "one word"),
        ("command", "Write command:PROGRAM"),
        ("command:''", "name of a program is missing"),
        ("recorded:x", "takes nothing behind it"),
        ("stub", "Write stub:N"),
        ("stub:", "Write stub:N"),
        ("stub:many", "write a size from 1"),
        ("stub:0", "write a size from 1"),
        ("stub:-4", "write a size from 1"),
        ("stub:1000001", "write a size from 1"),
        ("stub:²", "write a size from 1"),
        ("stub:" + "9" * 5000, "write a size from 1"),
    ],
)
def test_a_name_that_means_nobody(spec: str, said: str) -> None:
    with pytest.raises(UnknownSummariser) as caught:
        summariser(spec)
    assert said in str(caught.value)
    with pytest.raises(UnknownSummariser):
        asks_outside(spec)


def test_who_asks_outside() -> None:
    outside = [spec.word for spec in SPECS if spec.outside]
    assert outside == ["anthropic", "command"]
    assert asks_outside("anthropic:claude-opus-5")
    assert asks_outside("command:my-model")
    assert not asks_outside("stub:5")
    assert summariser("anthropic:claude-opus-5").name == "anthropic:claude-opus-5"


def test_what_there_is_is_named() -> None:
    with pytest.raises(UnknownSummariser) as caught:
        parse("poet")
    assert all(spec.form in str(caught.value) for spec in SPECS)
    assert "policy" not in str(caught.value)


def test_what_the_caller_understands_by_itself_is_offered_too() -> None:
    with pytest.raises(UnknownSummariser) as caught:
        parse("polic", also=("policy",))
    assert "Did you mean 'policy'?" in str(caught.value)
    assert str(caught.value).endswith("none, policy.")
