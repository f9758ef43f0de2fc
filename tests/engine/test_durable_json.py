"""The durable file: the seed's field names, nothing lost either way, and every fault named by its field."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from inspector.engine import DurableContextState, DurableStateError, durable_beside, load_durable, save_durable
from inspector.engine.durable_json import from_json, to_json
from tests.engine.choices import cases
from tests.engine.durables import AT, fact, plain, state
from tests.engine.profile import examples

FACT = {"fact_id": "f1", "content": "c", "source_pointer": "p", "last_confirmed_at": AT}
ITEM = {"item_id": "p1", "description": "d", "source_pointer": "p", "last_confirmed_at": AT}
HIT = {
    "memory_id": "m1", "source_id": "s", "source_type": "t", "source_title": "n", "captured_at": AT, "score": 0.5,
    "source_rank": 1,
}  # fmt: skip


@examples(150)
@given(cases(state))
def test_every_state_comes_back_from_its_json(found: DurableContextState) -> None:
    assert from_json(to_json(found)) == found
    assert from_json(json.loads(json.dumps(to_json(found)))) == found


def test_a_file_comes_back_and_is_replaced_whole(tmp_path: Path) -> None:
    path = durable_beside(tmp_path / "session.jsonl")
    assert path == tmp_path / "session.durable.json"
    save_durable(path, plain())
    assert load_durable(path) == plain()
    save_durable(path, plain().with_fact(fact("f2", content="错误 😀")))
    assert load_durable(path).facts[1].content == "错误 😀"
    assert "错误 😀" in path.read_text("utf-8")
    assert [each.name for each in tmp_path.iterdir()] == ["session.durable.json"]


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "d.json"
    save_durable(path, plain())

    def fail(*_: object) -> None:
        raise OSError("the disk went away")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="went away"):
        save_durable(path, DurableContextState())
    assert load_durable(path) == plain()
    assert [each.name for each in tmp_path.iterdir()] == ["d.json"]


def test_only_what_is_needed_has_to_be_there() -> None:
    found = from_json({"pending_items": [ITEM], "retrieval_evidence": [HIT]})
    assert (found.facts, found.pending_items[0].status, found.retrieval_evidence[0].conflict_key) == ((), "open", None)
    assert from_json({}) == DurableContextState()


@pytest.mark.parametrize(
    ("value", "field", "words"),
    [
        ([], "", "object"),
        (None, "", "object"),
        ({"fact": []}, "", "unknown field 'fact'"),
        ({"facts": {}}, "facts", "list"),
        ({"facts": None}, "facts", "list"),
        ({"facts": [FACT, 7]}, "facts[2]", "object"),
        ({"facts": [{**FACT, "colour": 1}]}, "facts[1]", "'colour'"),
        ({"facts": [{k: v for k, v in FACT.items() if k != "content"}]}, "facts[1].content", "missing"),
        ({"facts": [FACT, {**FACT, "fact_id": ""}]}, "facts[2].fact_id", "empty"),
        ({"facts": [FACT, FACT]}, "facts[2].fact_id", "'f1'"),
        ({"facts": [{**FACT, "last_confirmed_at": "2025-03-01T09:30:00"}]}, "facts[1].last_confirmed_at", "zone"),
        ({"pending_items": [ITEM, ITEM]}, "pending_items[2].item_id", "'p1'"),
        ({"pending_items": [{**ITEM, "status": "closed"}]}, "pending_items[1].status", "open, blocked, done"),
        ({"pending_items": [{**ITEM, "status": "done"}]}, "pending_items[1].confirmed_by", "name"),
        ({"retrieval_evidence": [{**HIT, "score": 1.5}]}, "retrieval_evidence[1].score", "0 to 1"),
        ({"retrieval_evidence": [{**HIT, "score": True}]}, "retrieval_evidence[1].score", "number"),
        ({"retrieval_evidence": [{**HIT, "source_rank": 0}]}, "retrieval_evidence[1].source_rank", "1 or more"),
        ({"retrieval_evidence": [HIT, HIT]}, "retrieval_evidence[2].memory_id", "'m1'"),
    ],
)
def test_what_is_wrong_is_named(value: Any, field: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "d.json"
    path.write_text(json.dumps(value))
    for read in (lambda: from_json(value), lambda: load_durable(path)):
        with pytest.raises(DurableStateError) as refused:
            read()
        assert refused.value.field == field
        assert words in refused.value.text
        assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"[1,", b'{"facts": [}', b"\xff\xfe", b'{"facts": [], "facts": []}', b'{"facts": NaN}', b"[" * 100_000,
        b'{"retrieval_evidence": [{"score": Infinity}]}', b'{"facts": ' + b"1" * 5_000 + b"}", b"\x00",
        b'{"facts": [{"fact_id": "a", "fact_id": "b"}]}',
    ],
)  # fmt: skip
def test_what_is_no_json_is_one_line(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "d.json"
    path.write_bytes(data)
    with pytest.raises(DurableStateError) as refused:
        load_durable(path)
    assert len(str(refused.value).splitlines()) == 1


def test_a_mark_of_byte_order_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "d.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps({"facts": [FACT]}).encode())
    assert load_durable(path).facts[0].fact_id == "f1"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "d.json")
    with pytest.raises(DurableStateError, match="plain file"):
        load_durable(tmp_path / "d.json")
    with pytest.raises(OSError):
        load_durable(tmp_path / "nowhere.json")
