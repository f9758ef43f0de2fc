"""The counter `provider` in a policy: sizes of views are what the provider reported, and nothing is counted at a key press."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.engine import Replay
from inspector.meter import carry_sizes, counter, counter_of, known_sizes, sizes
from inspector.meter.provider import ProviderCounter, charges
from inspector.meter.tokens import TokenCounter
from inspector.policy.load import load_text, preset_text
from inspector.transcript.model import Block, Transcript
from inspector.tui import replays
from tests.meter.histories import result
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
        found[block] = meter.block(result("[cleared]"), record.messages[0], True)
    assert sizes(record, meter).history(shape.end(last)) >= 4_000
    assert replay.view(last).size == sum(found[: shape.end(last)])


@pytest.mark.parametrize("preset", ["agent-engineering", "workbuddy-s14"])
def test_sizes_of_views_are_sums_of_their_blocks(preset: str) -> None:
    record = session(6, Kind(turns=12, images=0.2, hidden=0.3)).transcript
    words = preset_text(preset).replace("count: o200k_base", "count: provider").replace("json-chars/4", "provider")
    policy = load_text(words.replace("protocol: strict", "protocol: mark"))
    assert policy.meter.count == "provider"
    replay = Replay(record, policy)
    for request in range(1, replay.requests + 1):
        view = replay.view(request)
        assert view.size == sum(block.size for message in view.messages for block in message.blocks)


def test_a_knob_turned_counts_no_block_again(monkeypatch: pytest.MonkeyPatch) -> None:
    record = session(7, Kind(turns=10)).transcript
    policy = load_text(POLICY)
    assert not replays.counted(record, policy)
    replays.count(record, policy, bool)
    assert replays.counted(record, policy)
    for bare in (ProviderCounter, TokenCounter):
        monkeypatch.setattr(bare, "batch", refuse)
    monkeypatch.setattr(ProviderCounter, "block", refuse)
    monkeypatch.setattr(TokenCounter, "block", partial(shell, TokenCounter.block))
    sizes_of = {Replay(record, policy.with_knobs(limit=limit)).view(20).size for limit in (0, 5_000, 900_000)}
    assert len(sizes_of) == 2


def shell(count: Callable[..., int], block: Block, *more: object) -> int:
    """What stands around the text of a result may be looked at."""
    assert not block.text
    return count(counter("o200k_base"), block, *more)


def refuse(*asked: object) -> int:
    raise AssertionError("counted again")


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
