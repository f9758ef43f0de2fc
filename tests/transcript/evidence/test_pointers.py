"""What is a pointer, and what is none."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.transcript import load, load_messages
from inspector.transcript.names import name_fault
from inspector.transcript.pointers import (
    ArtifactPointer,
    PointerFault,
    TranscriptPointer,
    parse_pointer,
    pointer_to,
    session_of,
)
from tests.transcript.evidence.files import event, lines

UUID = "0cf3db51-0000-4000-8000-000000000001"
SHORT, FULL = "0123456789ab", "0123456789abcdef" * 4


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ("transcript:s1:1", TranscriptPointer("s1", 1)),
        ("transcript:0cf3db51-0000-4000-8000-000000000001:12045", TranscriptPointer(UUID, 12045)),
        (f"artifact:s1:out.txt:{SHORT}", ArtifactPointer("s1", "out.txt", SHORT)),
        (f"artifact:s1:6.1.txt:{FULL}", ArtifactPointer("s1", "6.1.txt", FULL)),
        (f"artifact:会话-1:构建日志.txt:{SHORT}", ArtifactPointer("会话-1", "构建日志.txt", SHORT)),
        (f"artifact:s1:Übersicht (2).tar.gz:{SHORT}", ArtifactPointer("s1", "Übersicht (2).tar.gz", SHORT)),
        (f"artifact:s1:हिन्दी ไฟล์.md:{SHORT}", ArtifactPointer("s1", "हिन्दी ไฟล์.md", SHORT)),
        (f"artifact:s1:console..old_v-1.log:{SHORT}", ArtifactPointer("s1", "console..old_v-1.log", SHORT)),
    ],
)  # fmt: skip
def test_a_pointer_gives_its_text_back(text: str, pointer: TranscriptPointer | ArtifactPointer) -> None:
    assert parse_pointer(text) == pointer
    assert str(pointer) == text


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("", "corrupt"),
        ("words", "corrupt"),
        (":s1:1", "corrupt"),
        (" transcript:s1:1", "corrupt"),
        ("transcript:s1", "corrupt"),
        ("transcript:s1:", "corrupt"),
        ("transcript::1", "corrupt"),
        ("transcript:s1:0", "corrupt"),
        ("transcript:s1:-1", "corrupt"),
        ("transcript:s1:+1", "corrupt"),
        ("transcript:s1:01", "corrupt"),
        ("transcript:s1:1.0", "corrupt"),
        ("transcript:s1:1 ", "corrupt"),
        ("transcript:s1:1\n", "corrupt"),
        ("transcript:s1:１", "corrupt"),
        ("transcript:s1:" + "9" * 40, "corrupt"),
        ("transcript:s1:1:2", "corrupt"),
        ("artifact:s1:out.txt", "corrupt"),
        (f"artifact:s1::{SHORT}", "corrupt"),
        ("artifact:s1:out.txt:", "corrupt"),
        (f"artifact:s1:out.txt:{SHORT[:-1]}", "corrupt"),
        (f"artifact:s1:out.txt:{SHORT}0", "corrupt"),
        (f"artifact:s1:out.txt:{FULL}0", "corrupt"),
        (f"artifact:s1:out.txt:{SHORT[:-1]}g", "corrupt"),
        (f"artifact:s1:out.txt:{SHORT.upper()}", "corrupt"),
        (f"artifact:s1:a:b:{SHORT}", "corrupt"),
        ("transcript:" + "s" * 2000 + ":1", "corrupt"),
        ("Transcript:s1:1", "unsupported"),
        ("memory:m1", "unsupported"),
        ("https://example.org/x", "unsupported"),
        ("file:///etc/passwd", "unsupported"),
        ("s3://bucket/key", "unsupported"),
    ],
)
def test_what_is_no_pointer(text: str, status: str) -> None:
    with pytest.raises(PointerFault) as caught:
        parse_pointer(text)
    assert caught.value.status == status
    assert caught.value.reason


def test_no_text_at_all() -> None:
    with pytest.raises(PointerFault):
        parse_pointer(None)  # type: ignore[arg-type]


@pytest.mark.parametrize(("session", "sequence"), [("..", 1), ("s1", 0), ("s1", True), ("a/b", 1), ("", 1)])
def test_made_by_hand_a_pointer_is_checked_too(session: str, sequence: int) -> None:
    with pytest.raises(PointerFault):
        TranscriptPointer(session, sequence)


@given(st.text(max_size=30))
def test_a_name_that_passes_is_one_plain_component(name: str) -> None:
    if not name_fault(name):
        assert name not in (".", "..")
        assert not set(name) & set('/\\:%~\0*?"<>|')
        assert name.isprintable()
        assert Path(name).name == name
        assert name.encode("utf-8")


@given(st.text(alphabet="tras.cript:ef/\\%0123456789ab\0 ", max_size=60))
def test_parsing_gives_the_text_back_or_a_fault(text: str) -> None:
    with contextlib.suppress(PointerFault):
        assert str(parse_pointer(text)) == text


def test_pointer_to_a_message_by_id_by_stem_and_by_event(tmp_path: Path) -> None:
    plain, events, odd = tmp_path / "talk.jsonl", tmp_path / "x.jsonl", tmp_path / "two words!.jsonl"
    plain.write_bytes(lines({"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}))
    events.write_bytes(lines(event(4), event(5)))
    odd.write_bytes(plain.read_bytes())
    assert pointer_to(load(plain), 1) == "transcript:talk:2"
    assert pointer_to(load(events), 1) == "transcript:s1:5"
    with pytest.raises(PointerFault):
        session_of(load(odd))
    with pytest.raises(PointerFault):
        session_of(load_messages([{"role": "user", "content": "a"}]))
