"""Whatever a file holds, the answer is data: nothing is raised, and what is available really stands in the file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.transcript.resolver import SourcePointerResolver
from inspector.transcript.stores import LocalStore
from tests.transcript.evidence.files import House, event, lines, sha256

CALL = {"type": "tool_use", "id": "t", "name": "read", "input": {"path": "a"}}
SOUND = lines(*(event(number, [{"type": "text", "text": "words"}, CALL]) for number in range(1, 6)))
PIECES = [
    b"null",
    b"[]",
    b"{}",
    b'"',
    b"\n",
    b"\0",
    b"\xff",
    b"1e999",
    b"\\ud800",
    b'{"a":[1]}',
    b"\r",
    b"\xef\xbb\xbf",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("records")


@given(
    st.lists(
        st.tuples(st.integers(0, len(SOUND)), st.integers(0, 60), st.sampled_from(PIECES) | st.binary(max_size=3)),
        max_size=5,
    )
)
def test_damage_of_every_kind(folder: Path, damage: list[tuple[int, int, bytes]]) -> None:
    data = SOUND
    for at, removed, put in damage:
        data = data[:at] + put + data[at + removed :]
    (folder / "s1.jsonl").write_bytes(data)
    store = LocalStore(folder, "transcripts")
    answers = SourcePointerResolver(store, store, excerpt=20).resolve_all(f"transcript:s1:{n}" for n in range(1, 6))
    hashes = {sha256(line) for line in data.split(b"\n")} | {sha256(data)}
    assert all(answer.sha256 in hashes for answer in answers if answer.status == "available")


def test_half_an_emoji_is_json_all_the_same(house: House) -> None:
    house.transcript(json.dumps(event(1, "half \ud83d")).encode() + b"\n")
    resolution = house.resolver(excerpt=9).resolve("transcript:s1:1")
    assert (resolution.status, resolution.excerpt) == ("available", "half \ufffd")


def test_nesting_without_end(house: House) -> None:
    deep = json.dumps(event(1, [{**CALL, "input": {"x": "DEEP"}}])).replace('"DEEP"', "[" * 900 + "]" * 900)
    house.transcript(deep.encode() + b"\n", deep.replace("[", "[" * 9).encode() + b"\n")
    assert house.resolver(excerpt=50).resolve("transcript:s1:1").status == "available"
    assert house.resolver(excerpt=50).resolve("transcript:s1:2").status == "corrupt"
