"""What cannot be loaded is refused with one line that says what it is."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.transcript import TranscriptError, load


def refusal(path: Path) -> str:
    with pytest.raises(TranscriptError) as caught:
        load(path)
    text = str(caught.value)
    assert "\n" not in text
    assert str(path) in text
    return text


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "the file is empty"),
        (b"\n \r\n\n", "the file is empty"),
        (b"\xef\xbb\xbf", "the file is empty"),
        (b"\0\0\0\0", "the file is empty"),
        (b"PK\x03\x04rest", "zip archive"),
        (b"SQLite format 3\0rest", "SQLite database"),
        (b"\x28\xb5\x2f\xfdrest", "the zstd file is cut off"),
        (b"\x1f\x8brest", "the gzip file is damaged"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "Git LFS pointer"),
        ("a,b\n".encode("utf-16"), "UTF-16"),
        (bytes(range(32)) * 20, "binary data"),
        (b"just words\nand more\n", "no transcript format"),
        (b"[1, 2, 3]", "no transcript format"),
        (b'{"a": 1}\n', "no transcript format"),
        (b'{"type":"user","uuid"', "no transcript format"),
    ],
)
def test_files_that_are_no_transcripts(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "file.jsonl"
    path.write_bytes(content)
    assert words in refusal(path)


OTHERS: list[tuple[str, Any]] = [
    ("reduced checkpoint", {"v": 1, "agent": "codex", "type": "user"}),
    ("prompt history", {"display": "x", "project": "/p"}),
]


@pytest.mark.parametrize("layout", ["line", "document"])
@pytest.mark.parametrize(("words", "value"), OTHERS, ids=[words for words, _ in OTHERS])
def test_other_agents_are_named(tmp_path: Path, words: str, value: Any, layout: str) -> None:
    path = tmp_path / "x.claude.jsonl"
    path.write_text(json.dumps(value, indent=2 if layout == "document" else None) + "\n")
    assert (words if isinstance(value, dict) else "no transcript format") in refusal(path)


def test_paths_that_cannot_be_opened(tmp_path: Path) -> None:
    assert "no such file" in refusal(tmp_path / "missing")
    assert "folder" in refusal(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    assert "not a plain file" in refusal(tmp_path / "pipe")
    with pytest.raises(TranscriptError, match="cannot be opened"):
        load("nul\0inside")


def test_a_hostile_file_name_is_not_obeyed(tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[31m\nb"
    path.write_text("{}")
    for each in (path, tmp_path / "missing\x07"):
        with pytest.raises(TranscriptError) as caught:
            load(each)
        assert str(caught.value).isprintable()
    plain = tmp_path / "plain"
    plain.write_text('{"role":"user","content":"x"}')
    assert load(os.fsencode(plain)).path == str(plain)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_no_permission(tmp_path: Path) -> None:
    path = tmp_path / "locked"
    path.write_text("{}")
    path.chmod(0)
    assert "permission" in refusal(path)


def test_permission_errors_have_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> Any:
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "locked"
    path.write_text("{}")
    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(TranscriptError, match="no permission"):
        load(path)


def test_branches_belong_to_trees(tmp_path: Path) -> None:
    path = tmp_path / "t"
    path.write_text('{"role":"user","content":"x"}\n')
    with pytest.raises(TranscriptError, match="neither branches nor sidechains"):
        load(path, leaf="x")


@given(st.binary(max_size=400))
def test_any_bytes_load_or_are_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    _load_or_refuse(tmp_path_factory, data)


PIECES = st.sampled_from(
    [
        b'{"type":"user","uuid":"a","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"x"}}',
        b'{"type":"assistant","uuid":"b","parentUuid":"a","sessionId":"s","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"f","input":{}}]}}',
        b'{"type":"user","uuid":"c","parentUuid":"b","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":null}]}}',
        b'{"type":"user","uuid":"c","parentUuid":"c","message":null,"isSidechain":true}',
        b'{"type":"system","subtype":"compact_boundary","uuid":"d","parentUuid":null,"compactMetadata":{"preservedMessages":{"uuids":[1,"a"]}}}',
        b'{"type":"attachment","uuid":"e","parentUuid":"d","attachment":{"type":"file","content":{"file":{"content":[{}]}}}}',
        b'{"type":"assistant","uuid":"f","parentUuid":"zz","message":{"content":5,"usage":[1],"id":{}}}',
        b'{"type":["user"],"uuid":{}}',
        b'{"role":"user","content":"x"}',
        b'{"role":"assistant","tool_calls":[5,{"function":{"arguments":7}},{"custom":1}]}',
        b'{"messages":[{"role":"user","content":[null]}]}',
        b"\n",
        b"{",
        b"\0",
        b"\xff",
        b"}{",
    ]
)


@given(st.lists(PIECES, max_size=9), st.sampled_from([b"\n", b""]))
def test_any_mixture_of_records_loads_or_is_refused(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[bytes], between: bytes
) -> None:
    _load_or_refuse(tmp_path_factory, between.join(pieces))


def _load_or_refuse(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.jsonl"
    path.write_bytes(data)
    try:
        transcript = load(path)
    except TranscriptError:
        return
    assert transcript.structure.requests >= 0
    assert [message.number for message in transcript.messages] == list(range(1, len(transcript.messages) + 1))
