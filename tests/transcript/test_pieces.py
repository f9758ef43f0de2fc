"""A large value parsed in pieces is what it is when it is parsed as a whole, or it is left to that."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.transcript import load, pieces
from inspector.transcript.pieces import in_pieces

TEXTS = st.sampled_from(["", "a", "},{", '"}, {"id": 1', "]}", "\\", '"messages": [{', "\u2028é", "\n  },\n  {"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "messages", "x"]), inner),
    max_leaves=6,
)
ITEMS = st.lists(
    st.dictionaries(st.sampled_from(["id", "text", "messages"]), VALUES, min_size=1), min_size=1, max_size=40
)
WRITERS: tuple[Callable[[Any], bytes], ...] = (
    orjson.dumps,
    lambda value: json.dumps(value).encode(),
    lambda value: json.dumps(value, indent=2).encode(),
    lambda value: json.dumps(value, indent="\t", ensure_ascii=False).encode(),
)
SHAPES: tuple[Callable[[list[Any]], Any], ...] = (
    lambda items: items,
    lambda items: {"info": {"id": "s"}, "messages": items, "end": [{"id": 1}]},
    lambda items: {"plan": {"steps": []}, "samples": [{"id": 1, "messages": items[:1], "events": items}, {"id": 2}]},
    lambda items: {"messages": items, "events": items, "steps": [*items, {"messages": items}]},
)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, size in (("LEAST", 1), ("PIECE", 40), ("_WASTE", 400)):
        monkeypatch.setattr(pieces, name, size)


def test_the_same_or_nothing(small: None) -> None:
    taken = 0

    @given(ITEMS, st.sampled_from(SHAPES), st.sampled_from(WRITERS))
    @settings(max_examples=300, deadline=None)
    def same(items: list[Any], shape: Callable[[list[Any]], Any], write: Callable[[Any], bytes]) -> None:
        nonlocal taken
        value = shape(items)
        found = in_pieces(write(value))
        assert found is None or found == value
        taken += found is not None

    same()
    assert taken > 30


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize("shape", SHAPES[:2])
def test_usual_values_are_taken_apart(
    shape: Callable[[list[Any]], Any], write: Callable[[Any], bytes], small: None
) -> None:
    value = shape([{"id": number, "text": '},{ " [' * 3} for number in range(100)])
    assert in_pieces(write(value)) == value


@pytest.mark.parametrize("damage", [b"\xff", b"NaN", b'"\\ud800"', b"]", b"", b'1, "messages": [{"id": 2}]'])
def test_damage_is_left_to_the_whole(damage: bytes, small: None) -> None:
    """In the last object, and in one of the middle; a key that is there twice is the second one."""
    for at in (99, 50):
        items = [b'{"id": %d}' % number for number in range(100)]
        items[at] = b'{"id": %s}' % damage
        raw = b'{"a": 1, "messages": [' + b", ".join(items) + b"]}"
        try:
            whole = orjson.loads(raw)
        except orjson.JSONDecodeError:
            whole = None
        found = in_pieces(raw)
        assert found is None or found == whole


def test_a_key_that_is_there_twice(small: None) -> None:
    items = b", ".join(b'{"id": %d}' % number for number in range(100))
    raw = b'{"messages": [' + items + b'], "messages": [{"id": 1}]}'
    assert in_pieces(raw) is None


@pytest.mark.parametrize(
    "last", [b'"claude-x"', b"100", b"[]", b'[{"a": 1}]', b"{}", b'{"b": [1, ""]}', b"null", b"true"]
)
def test_a_key_that_was_there_before(last: bytes, small: None) -> None:
    """It keeps its first place, so that another key is the last one of what is open."""
    items = b", ".join(b'{"id": %d}' % number for number in range(100))
    raw = b'{"messages": [], "model": ' + last + b', "messages": [' + items + b"]}"
    assert in_pieces(raw) in (None, orjson.loads(raw))


def test_small_values_are_parsed_at_once() -> None:
    assert in_pieces(b'{"messages": [{"id": 1}, {"id": 2}]}') is None


def test_a_large_file_loads_the_same(tmp_path: Any) -> None:
    """With its size and without a problem; a file on one line, and one on many."""
    items = [{"role": "user" if at % 2 else "assistant", "content": f"text {at} " * 40} for at in range(6000)]
    for indent in (None, 1):
        path = tmp_path / "session.json"
        path.write_text(json.dumps({"messages": items}, indent=indent))
        found = load(path)
        assert [each.blocks[0].text for each in found.messages] == [each["content"] for each in items]
        assert found.report.bytes == path.stat().st_size
        assert not found.report.problems
