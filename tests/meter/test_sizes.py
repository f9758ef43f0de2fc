"""Sizes of a transcript: right, kept, counted once, called off, and let go with the transcript."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.meter import COUNTERS, Cancelled, counter, known_sizes, sizes
from inspector.meter.words import TextCounter
from inspector.transcript.model import Message
from tests.meter.histories import message, messages, text, transcript


@pytest.mark.parametrize("name", COUNTERS)
@given(history=st.lists(messages(), max_size=5))
def test_every_block_and_the_running_sums(name: str, history: list[Message]) -> None:
    meter, record = counter(name), transcript(*history)
    found = sizes(record, meter)
    expected = [meter.block(block, one, place == 0) for one in history for place, block in enumerate(one.blocks)]
    assert list(found.blocks) == expected
    assert list(found.prefix) == [sum(expected[:end]) for end in range(len(expected) + 1)]
    assert found.base == meter.base
    assert found.total == found.history(len(expected)) == meter.base + sum(expected)
    assert found.between(0, len(expected)) == sum(expected)
    assert sizes(record, meter) is found
    assert known_sizes(record, meter) is found


class Tally(TextCounter):
    """Counts how often it was asked."""

    def __init__(self) -> None:
        super().__init__("tally", "chars", len, lambda said, size, end: 0)
        self.asked = 0

    def block(self, *args: object) -> int:
        self.asked += 1
        return 1


def long_record(count: int = 3000) -> list[Message]:
    return [message(text("a"), number=number) for number in range(1, count + 1)]


def test_nothing_is_counted_twice_not_even_at_once() -> None:
    record, meter = transcript(*long_record()), Tally()
    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(lambda _: id(sizes(record, meter)), range(8)))
    assert len(found) == 1
    assert meter.asked == 3000


def test_progress_and_cancelling() -> None:
    record, meter = transcript(*long_record()), Tally()
    told: list[tuple[int, int]] = []
    with pytest.raises(Cancelled):
        sizes(record, meter, lambda done, total: told.append((done, total)), lambda: len(told) >= 2)
    assert 0 < told[0][0] < told[1][0] < told[1][1] == 3000
    assert known_sizes(record, meter) is None
    assert sizes(record, meter, lambda done, total: told.append((done, total))).total == 3000
    assert told[-1] == (3000, 3000)


def test_who_waits_for_another_count_can_give_up() -> None:
    record, busy, quit_waiting = transcript(*long_record()), Event(), Event()

    def slow() -> bool:
        busy.set()
        quit_waiting.wait(10)
        return False

    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(sizes, record, Tally(), None, slow)
        busy.wait(10)
        with pytest.raises(Cancelled):
            sizes(record, Tally(), None, lambda: True)
        quit_waiting.set()
        assert first.result().total == 3000


def test_sizes_live_as_long_as_their_transcript() -> None:
    record = transcript(*long_record(3))
    gone = weakref.ref(sizes(record, counter("bytes")).blocks)
    block = weakref.ref(record.messages[0].blocks[0])
    counter("json-chars").replaced(record.messages[0].blocks[0], record.messages[0], True, "b")
    assert gone() is not None
    del record
    gc.collect()
    assert gone() is None
    assert block() is None


def test_importing_the_meter_loads_no_tokenizer_and_no_yaml() -> None:
    code = (
        "import sys, inspector.meter as m; c = m.counter('o200k_base'); c.unit; "
        "print([n for n in ('toktok', 'tiktoken', 'ruamel.yaml', 'textual', 'anthropic') if n in sys.modules]); "
        "c.text('a'); print('toktok' in sys.modules, 'tiktoken' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "True False"]
