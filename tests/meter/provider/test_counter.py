"""The counter `provider` in a policy: sizes of views are what the provider reported, and nothing is counted at a key press."""

from __future__ import annotations

import gc
import weakref

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.engine import Replay
from inspector.meter import carry_sizes, counter, counter_of, known_sizes, sizes
from inspector.meter.provider import charges
from inspector.policy.load import load_text
from inspector.transcript.model import Transcript
from tests.meter.provider.sessions import Kind, session

POLICY = """
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


def test_a_view_without_layers_weighs_what_the_provider_reported() -> None:
    truth = session(1, Kind())
    found = charges(truth.transcript)
    meter = counter_of("provider", truth.transcript)
    whole = sizes(truth.transcript, meter)
    for stretch in found.stretches:
        for asked in stretch.requests:
            end = truth.transcript.structure.end(asked.request)
            assert found.fixed_at(asked.request) + whole.history(end) == asked.prompt


def test_a_policy_with_it_replays() -> None:
    record = session(5, Kind(turns=10)).transcript
    replay = Replay(record, load_text(POLICY))
    meter, shape = counter_of("provider", record), record.structure
    last = shape.requests
    found = list(sizes(record, meter).blocks)
    for block in shape.results[:-2]:
        found[block] = meter.text("[cleared]")
    assert sizes(record, meter).history(shape.end(last)) >= 4_000
    assert replay.view(last).size == sum(found[: shape.end(last)])


def test_it_is_one_object_and_other_names_stay() -> None:
    one, other = session(1, Kind()).transcript, session(2, Kind()).transcript
    assert counter_of("provider", one) is counter_of("provider", one)
    assert counter_of("provider", one) is not counter_of("provider", other)
    assert counter_of("bytes", one) is counter("bytes")
    with pytest.raises(ValueError, match="no counter is called 'grams'"):
        counter_of("grams", one)


def test_asking_for_it_counts_nothing() -> None:
    record = session(1, Kind()).transcript
    meter = counter_of("provider", record)
    assert (meter.name, meter.unit, meter.base) == ("provider", "tokens", 0)
    assert known_sizes(record, meter) is None
    assert known_sizes(record, counter("o200k_base")) is None
    assert sizes(record, meter) is known_sizes(record, meter)


def test_it_lets_its_transcript_go() -> None:
    record = session(1, Kind(turns=2)).transcript
    sizes(record, counter_of("provider", record))
    gone = weakref.ref(record)
    del record
    gc.collect()
    assert gone() is None


@given(words=st.text(max_size=400), size=st.integers(0, 200), end=st.sampled_from(["head", "tail"]))
def test_a_cut_fits(words: str, size: int, end: str) -> None:
    meter = counter_of("provider", RECORD)
    length = meter.cut(words, size, "head" if end == "head" else "tail")
    assert 0 <= length <= len(words)
    assert meter.text(words[:length] if end == "head" else words[len(words) - length :]) <= size


RECORD = session(3, Kind()).transcript


def test_a_session_that_grew_is_charged_anew() -> None:
    whole = session(4, Kind()).transcript
    before, after = cut(whole, 9), cut(whole, 15)
    sizes(before, counter_of("provider", before))
    carry_sizes(before, after)
    carried = known_sizes(after, counter_of("provider", after))
    fresh = cut(whole, 15)
    assert carried is not None
    assert list(carried.blocks) == list(sizes(fresh, counter_of("provider", fresh)).blocks)


def cut(whole: Transcript, end: int) -> Transcript:
    return Transcript("test", whole.messages[:end])
