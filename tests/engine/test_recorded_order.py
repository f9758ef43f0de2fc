"""Recorded views whose order the record says itself: what is listed, in that order, then all that follows."""

from __future__ import annotations

from dataclasses import replace

import inspector
from inspector.engine.view import Fate
from inspector.transcript.model import Compaction, Transcript

CALL = {"type": "tool_use", "id": "t1", "name": "read", "input": {"path": "a.py"}}
RESULT = {"type": "tool_result", "tool_use_id": "t1", "content": "one\ntwo\nthree"}


def session(*compactions: Compaction) -> Transcript:
    found = inspector.load_messages(
        [
            {"role": "system", "content": "rules"},
            {"role": "user", "content": "first"},
            {"role": "assistant", "content": [CALL]},
            {"role": "user", "content": [RESULT]},
            {"role": "assistant", "content": "read it"},
            {"role": "user", "content": "second"},
            {"role": "user", "content": "summary of before"},
            {"role": "user", "content": "third"},
            {"role": "assistant", "content": "done"},
            {"role": "user", "content": "fourth"},
        ]
    )
    return replace(found, compactions=compactions)


def shown(transcript: Transcript, request: int) -> list[int | None]:
    return [message.origin for message in inspector.replay(transcript).view(request).messages]


def test_the_order_is_the_records_and_what_follows_comes_after() -> None:
    transcript = session(Compaction("full", 6, order=(0, 6, 5), summary=6))
    assert shown(transcript, 3) == [0, 6, 5, 7]
    assert shown(transcript, 4) == [0, 6, 5, 7, 8, 9]


def test_before_its_messages_are_there_nothing_is_compacted() -> None:
    assert shown(session(Compaction("full", 6, order=(0, 6), summary=6)), 2) == [0, 1, 2, 3]


def test_what_is_not_listed_goes_system_messages_too() -> None:
    view = inspector.replay(session(Compaction("full", 6, order=(5,)))).view(3)
    assert [message.origin for message in view.messages] == [5, 6, 7]
    assert {gone.fate for gone in view.gone} == {Fate.DROPPED}


def test_without_messages_of_its_own_it_holds_from_the_next_request_on() -> None:
    assert Compaction("full", 5, order=(0, 1)).since == 5
    assert shown(session(Compaction("full", 5, order=(0, 1))), 3) == [0, 1, 5, 6, 7]


def test_a_replaced_result_has_the_text_that_was_sent() -> None:
    view = inspector.replay(session(Compaction("micro", 5, replaced={"t1": "(2 lines left out)"}))).view(3)
    (block,) = view.messages[3].blocks
    assert block.fate is Fate.CLEARED
    assert "(2 lines left out)" in block.text
    assert "three" not in block.text


def test_what_is_doubtful_is_so_after_its_compaction() -> None:
    transcript = session(
        Compaction("full", 6, order=(0, 6, 5), doubtful=frozenset({5}), doubt="cut at an unknown place")
    )
    replay = inspector.replay(transcript)
    unsure = [[m.origin for m in replay.view(request).messages if m.uncertain] for request in (2, 3)]
    assert unsure == [[], [5]]
    assert replay.certificate(3).why.endswith("uncertain: cut at an unknown place")


def test_a_request_whose_prompt_the_record_holds_is_exact() -> None:
    transcript = replace(session(), exact=frozenset({2}))
    replay = inspector.replay(transcript)
    assert [replay.certificate(request).kind for request in (1, 2)] == ["reconstructed", "exact"]


def test_where_nothing_is_left_out_the_order_alone_changes() -> None:
    assert shown(session(Compaction("full", 6, order=(0, 6, 1, 2, 3, 4, 5))), 3) == [0, 6, 1, 2, 3, 4, 5, 7]
