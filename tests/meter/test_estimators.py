"""The seeds' estimators against values worked out by hand and against their own definitions."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.meter import COUNTERS, UNITS, counter
from inspector.transcript.model import Block, Message
from tests.meter.histories import call, image, message, messages, opaque, result, summary, text, thinking

ESTIMATORS = ("bytes", "chars", "chars/4", "json-chars", "json-chars/4")


def size(name: str, block: Block, **more: Any) -> int:
    return counter(name).block(block, message(block, **more), True)


def content(one: Message) -> Any:
    """The content as it is sent, restated."""
    return one.blocks[0].text if one.plain else [block.api for block in one.blocks]


def total(name: str, history: list[Message]) -> int:
    meter = counter(name)
    return meter.base + sum(
        meter.block(block, one, place == 0) for one in history for place, block in enumerate(one.blocks)
    )


def test_names_units_and_bases() -> None:
    assert {*COUNTERS, "provider"} == set(UNITS)
    for name in ESTIMATORS:
        meter = counter(name)
        assert (meter.name, meter.unit, meter.exact) == (name, UNITS[name], True)
        assert counter(name) is meter
    with pytest.raises(ValueError, match=r"no counter is called 'words'; known: bytes, "):
        counter("words")


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        (text("日志 ok"), (9, 5, 1)),
        (thinking("hmm"), (3, 3, 0)),
        (summary("done"), (4, 4, 1)),
        # bash + {"command":"echo \"日\""}
        (call("bash", {"command": 'echo "日"'}), (4 + 24 + 2, 4 + 24, 7)),
        (call("bash", '{"command": oops'), (4 + 16, 20, 5)),
        (call("bash", {"_raw_arguments": '{"command": oops'}), (4 + 16, 20, 5)),
        (call("bash", {}), (6, 6, 1)),
        (result("Δx"), (3, 2, 0)),
        (result([{"type": "text", "text": "ab"}, {"type": "text", "text": "cd"}]), (5, 5, 1)),
        (opaque({"type": "odd", "n": 1}), (20, 20, 5)),
    ],
)
def test_words_by_hand(block: Block, expected: tuple[int, int, int]) -> None:
    assert tuple(size(name, block) for name in ("bytes", "chars", "chars/4")) == expected


def test_go_tiny_claw_figures() -> None:
    """Seed 000: an 8,067-byte result that keeps 500 + 500 bytes; 9,221 in all becomes 2,154 and the notice."""
    history = [
        message(text("s" * 900), role="system", plain=True),
        message(text("u" * 200), plain=True),
        message(call("read_file", {"path": "mock_log.txt"}), role="assistant"),
        message(result("x" * 8067)),
    ]
    assert total("bytes", history) == 900 + 200 + len("read_file") + len('{"path":"mock_log.txt"}') + 8067
    notice = "[7067 bytes cut]"
    shown = counter("bytes").replaced(history[3].blocks[0], history[3], True, "x" * 500 + notice + "x" * 500)
    assert shown == 1000 + len(notice)


def test_go_tiny_claw_cuts_its_chinese_line_inward() -> None:
    line = "这是一段极其冗长的、无意义的服务器报错日志信息，用来模拟 OOM 场景\n" * 100
    meter = counter("bytes")
    head, tail = meter.cut(line, 500, "head"), meter.cut(line, 500, "tail")
    assert len(line[:head].encode()) <= 500 < len(line[: head + 1].encode())
    assert len(line[-tail:].encode()) <= 500 < len(line[-tail - 1 :].encode())


@given(st.lists(messages(media=False), max_size=5))
def test_workbuddy_estimate(history: list[Message]) -> None:
    """Seed 001, `estimate_tokens`."""
    expected = 0
    for one in history:
        said = content(one)
        if isinstance(said, str):
            expected += len(said) // 4
        else:
            expected += sum(len(json.dumps(block)) // 4 for block in said)
    assert total("json-chars/4", history) == expected


@given(st.lists(messages(media=False), min_size=1, max_size=5))
def test_evo_agent_measure(history: list[Message]) -> None:
    """Seed 002: the length of the JSON of the whole list, to the character."""
    listed = [{"role": one.role, "content": content(one)} for one in history]
    assert total("json-chars", history) == len(json.dumps(listed, separators=(",", ":"), ensure_ascii=False))


def test_made_messages() -> None:
    said = 'é "x"'
    assert counter("bytes").made("user", said) == 6
    assert counter("chars/4").made("user", said) == 1
    assert counter("json-chars/4").made("user", said) == 1
    assert counter("json-chars").base + counter("json-chars").made("user", said) == len(
        json.dumps([{"role": "user", "content": said}], separators=(",", ":"), ensure_ascii=False)
    )


def test_a_lone_surrogate_is_measured_and_not_fatal() -> None:
    for name in COUNTERS:
        assert size(name, text("a\ud800b" * 8)) > 0
        assert counter(name).cut("a\ud800b", 2, "head") in range(4)
    assert size("bytes", text("\ud800")) == len("\ufffd".encode())


def test_pictures_cost_their_pixels() -> None:
    shown = image(750, 100)
    assert size("bytes", shown) == size("chars", shown) == 400
    assert size("chars/4", shown) == 100
    assert size("json-chars", shown) == len('[{"role":"user","content":[{"type":"image"}]}]') - 1 + 400
    assert size("json-chars/4", shown) == (len('{"type": "image"}') + 400) // 4
