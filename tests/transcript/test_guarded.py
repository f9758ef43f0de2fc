"""A format of another package that misbehaves: it is named, and the files of all other formats are read as ever."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.transcript import Transcript, TranscriptError
from inspector.transcript.formats import registry
from inspector.transcript.formats.document import read_document
from inspector.transcript.formats.format import Format
from inspector.transcript.growing import load_growing
from inspector.transcript.parts import parts_of
from tests.transcript.test_registry import plugs

__all__ = ["plugs"]

PLAIN = '{"role": "user", "content": "hi"}\n{"role": "assistant", "content": "yes"}\n'
NOTES = '{"notes": 1}\n{"notes": 2}\n'


def fail(*_: Any) -> Any:
    raise KeyError("oops\nat once")


def leave(*_: Any) -> Any:
    raise SystemExit(3)


def nothing(*_: Any) -> Any:
    return None


def notes(record: Any) -> bool:
    return "notes" in record


class Half:
    """A reader of lines that fails at one of its methods."""

    def __init__(self, problems: Any, at: str) -> None:
        self.problems, self.at = problems, at

    def read(self, lines: Any) -> None:
        list(lines)
        self._now("read")

    def transcript(self) -> Any:
        self._now("transcript")
        return None if self.at == "none" else Transcript("half", ())

    def mark(self) -> Any:
        return lambda: None

    def _now(self, at: str) -> None:
        if at == self.at:
            raise ZeroDivisionError


ASKED = Format("asked", "a", fail, listed=fail, opens=fail, document=nothing, parts=fail)
LEAVES = Format("leaves", "a", leave, document=nothing)
ODD = Format("odd", "a", notes, chooses=None, document=nothing)  # type: ignore[arg-type]
READERS = {
    "document": Format("bad", "a", notes, document=fail),
    "none": Format("bad", "a", notes, document=nothing),
    "lines": Format("bad", "a", notes, lines=fail),
    "no-reader": Format("bad", "a", notes, lines=nothing),
    "read": Format("bad", "a", notes, lines=lambda problems, _: Half(problems, "read")),
    "transcript": Format("bad", "a", notes, lines=lambda problems, _: Half(problems, "transcript")),
    "no-transcript": Format("bad", "a", notes, lines=lambda problems, _: Half(problems, "none")),
    "several": Format("bad", "a", notes, document=lambda v, p, s: read_document([], p), several=fail),
}
SOUND = Format("half", "a", notes, lines=lambda problems, _: Half(problems, ""))
CURRENT: list[Format] = []


@pytest.mark.parametrize("name", ["asked", "leaves"])
@pytest.mark.parametrize("text", [PLAIN, '[{"role": "user", "content": "hi"}]', '{"role": "user", "content": "hi"}'])
def test_a_question_that_raises_is_answered_with_no(plugs: Any, tmp_path: Path, name: str, text: str) -> None:
    plugs(f"{__name__}:{name.upper()}")
    path = tmp_path / "s.jsonl"
    path.write_text(text)
    said = {"asked": "the plug-in asked failed (KeyError: 'oops\\nat once')", "leaves": "the plug-in leaves failed"}
    for found in (inspector.load(path), load_growing(path)[0]):
        assert found.messages[0].blocks[0].text == "hi"
        if name == "asked" or not text.startswith("["):  # "leaves" has nothing to say about lists
            (problem,) = [each for each in found.report.problems if each.kind == "plug-in"]
            assert (problem.line, problem.reason.startswith(said[name])) == (0, True)


def test_what_our_own_formats_answer_is_not_asked_further(plugs: Any, tmp_path: Path) -> None:
    plugs(f"{__name__}:ASKED")
    path = tmp_path / "s.jsonl"
    path.write_text('{"type": "user", "sessionId": "a", "uuid": "1", "message": {"role": "user", "content": "hi"}}\n')
    assert not inspector.load(path).report.problems


def test_a_file_that_nobody_knows_says_who_failed(plugs: Any, tmp_path: Path) -> None:
    plugs(f"{__name__}:ASKED")
    for content in (NOTES.encode(), b"\x00\x01\x02PK\x03\x04" * 100):
        path = tmp_path / "s.jsonl"
        path.write_bytes(content)
        with pytest.raises(TranscriptError):
            inspector.load(path)
    assert parts_of(path) == ()


@pytest.mark.parametrize("name", READERS)
def test_a_reader_that_raises_is_named(plugs: Any, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.CURRENT", [READERS[name]])
    plugs(f"{__name__}:CURRENT")
    path = tmp_path / "s.jsonl"
    path.write_text(NOTES if READERS[name].lines or READERS[name].several else '{"notes": 1}')
    for read in (inspector.load, load_growing):
        with pytest.raises(
            TranscriptError, match=r"the plug-in bad (failed \((KeyError|ZeroDivisionError)|gave no)"
        ) as e:
            read(path)
        assert "\n" not in str(e.value)


def test_one_of_wrong_types_is_left_out(plugs: Any) -> None:
    plugs(f"{__name__}:ODD", f"{__name__}:SOUND")
    assert [each.key for each in registry.plugged()] == ["half"]


def test_whoever_stops_the_reading_is_not_taken_for_the_plug_in(plugs: Any, tmp_path: Path) -> None:
    class Enough(Exception):
        pass

    def stop(at: int, size: int) -> None:
        if at:
            raise Enough

    plugs(f"{__name__}:SOUND")
    path = tmp_path / "s.jsonl"
    path.write_text(NOTES * 40_000)
    assert inspector.load(path).format == "half"
    with pytest.raises(Enough):
        load_growing(path, stop)
