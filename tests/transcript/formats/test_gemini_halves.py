"""Gemini CLI: a notice between the text and the calls of one reply makes two records of it; it stays one request."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.transcript import Transcript
from tests.transcript.formats.fixtures_gemini import Record, call, document, gemini, lines, made, meta, tokens, user
from tests.transcript.growth import assert_equal, cuts, grow

NOTICE = made("i", "Gemini CLI update available!", "info")
NOTHING = tokens(0, 0)
ASKED = user("u1", "is it there?")
TEXT = gemini("g1", "I look.", tokens=tokens(1200, 8, thoughts=3))
CALLS = gemini("g2", "", call("c1", "yes"), tokens=NOTHING)
ANSWER = gemini("g3", "It is there.", tokens=tokens(1300, 4))


def opened(path: Path, data: bytes) -> Transcript:
    path.write_bytes(data)
    return inspector.load(path)


def kinds(transcript: Transcript) -> list[list[str]]:
    return [[block.kind for block in message.blocks] for message in transcript.messages]


@pytest.mark.parametrize("between", [(NOTICE,), (NOTICE, {**NOTICE, "id": "j", "type": "warning"})])
@pytest.mark.parametrize("counted", [NOTHING, None])
def test_text_and_calls_apart_are_one_reply(tmp_path: Path, between: tuple[Record, ...], counted: Any) -> None:
    told = [ASKED, TEXT, *between, {**CALLS, "tokens": counted}, ANSWER]
    for data in (document(*told), lines(meta(), *told)):
        found = opened(tmp_path / "s.json", data)
        assert kinds(found) == [["text"], ["text", "tool_use"], ["tool_result"], ["text"]]
        assert found.structure.requests == 2
        usage = [m.usage.context for m in found.messages if m.usage is not None]
        assert usage == [1200, 1300]


@pytest.mark.parametrize(
    "second",
    [
        gemini("g2", "", call("c1", "yes"), tokens=tokens(1250, 4)),
        gemini("g2", "So.", call("c1", "yes"), tokens=NOTHING),
        gemini("g2", "", call("c1", "yes"), thoughts=[{"subject": "s", "description": "d"}]),
    ],
)
def test_what_says_thinks_or_costs_something_is_a_reply_of_its_own(tmp_path: Path, second: Record) -> None:
    found = opened(tmp_path / "s.json", document(ASKED, TEXT, NOTICE, second, ANSWER))
    assert found.structure.requests == 3


def test_calls_after_calls_or_after_a_person_are_a_reply_of_their_own(tmp_path: Path) -> None:
    first = gemini("g1", "I look.", call("c0", "no"), tokens=tokens(1200, 8))
    assert opened(tmp_path / "a.json", document(ASKED, first, NOTICE, CALLS, ANSWER)).structure.requests == 3
    assert (
        opened(tmp_path / "b.json", document(ASKED, TEXT, user("u2", "well?"), CALLS, ANSWER)).structure.requests == 3
    )


def test_the_second_half_may_get_its_results_later(tmp_path: Path) -> None:
    """The record of the calls stands there again with its result: the same id is the same message."""
    waiting = gemini("g2", "", call("c1", None), tokens=NOTHING)
    data = lines(meta(), ASKED, TEXT, NOTICE, waiting, CALLS, ANSWER)
    found = opened(tmp_path / "session-1.jsonl", data)
    assert kinds(found) == [["text"], ["text", "tool_use"], ["tool_result"], ["text"]]
    for grown, fresh, _ in grow(tmp_path / "session-2.jsonl", data, cuts(data, 10, 5)):
        assert_equal(grown, fresh)
