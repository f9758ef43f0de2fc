"""A document that ends in the middle, or is damaged there: whose it is, and where it breaks."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import inspector
from inspector.transcript import TranscriptError
from inspector.transcript.broken_off import broken_off
from tests.transcript.formats import fixtures_gemini as gemini

BODY = json.dumps(
    {"model": "m", "messages": [{"role": "user", "content": f"žluť {at} \\ \" [{{"} for at in range(9)]},
    ensure_ascii=False,
    indent=1,
).encode()  # fmt: skip
GEMINI = gemini.document(*gemini.two_turns())


def trouble(folder: Path, data: bytes) -> str:
    path = folder / "session"
    path.write_bytes(data)
    with pytest.raises(TranscriptError) as caught:
        inspector.load(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(("data", "name"), [(BODY, "a request body"), (GEMINI, "a Gemini CLI session")])
def test_wherever_it_ends(data: bytes, name: str) -> None:
    """Once the beginning tells whose it is, every end but the last is one in the middle, and it is where the bytes end."""
    first = data.index(b"}", data.index(b"messages")) if name == "a request body" else data.index(b"kind")
    for end in range(first + 10, len(data) - 1):
        cut = data[:end]
        found = broken_off(io.BytesIO(cut))
        assert found is not None, end
        whole = cut.rstrip(b" \n")
        at = (
            len(whole.decode("utf-8", "replace").encode()) + 1
        )  # half a character counts as the sign for what is no text
        assert (found.format.name, found.line, found.byte, found.cut) == (name, whole.count(b"\n") + 1, at, True)


def test_it_is_told(tmp_path: Path) -> None:
    told = trouble(tmp_path, BODY[:200])
    line = BODY[:200].rstrip().count(b"\n") + 1
    assert f"this is a request body that breaks off at its end, line {line}, byte 201: copy it again, whole" in told


def test_damage_in_the_middle(tmp_path: Path) -> None:
    """Whose it is can be told from what stands before; a colon too many is named by its place."""
    at = BODY.index(b'"content"', 300)
    told = trouble(tmp_path, BODY[:at] + b":" + BODY[at:])
    line = BODY[:at].count(b"\n") + 1
    assert "this is a request body whose JSON is damaged at line" in told
    assert f"line {line}, byte {at + 1}" in told


@pytest.mark.parametrize(
    "data",
    [b"{", b"[", b"[[[[", b'{"a": 1', b'{"a": "', b"[1, 2", b"}", b"hello", b'{"a": 1}\n{"b": [', b'"'],
)
def test_others_are_not_known(data: bytes, tmp_path: Path) -> None:
    assert broken_off(io.BytesIO(data)) is None
    assert "no transcript format is known" in trouble(tmp_path, data)


@pytest.mark.parametrize("data", [b"[]", b" [ ] \n", b'{"model": "m", "messages": []}', b'{"messages": []}'])
def test_nothing_in_it(data: bytes, tmp_path: Path) -> None:
    assert "there is nothing in it" in trouble(tmp_path, data)


def test_a_system_prompt_alone_is_something(tmp_path: Path) -> None:
    path = tmp_path / "session"
    path.write_bytes(b'{"model": "m", "system": "Be brief.", "messages": []}')
    assert [message.role for message in inspector.load(path).messages] == ["system"]
