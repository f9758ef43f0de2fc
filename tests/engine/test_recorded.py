"""The recorded view: full and micro compactions that the agent wrote down itself, on transcripts made by hand."""

from __future__ import annotations

from dataclasses import replace

from inspector.engine import Fate, Replay
from inspector.policy import load_policy
from inspector.transcript import load_messages
from inspector.transcript.model import Compaction, Transcript
from tests.engine.messages import Api, assistant, call, result, step, system, user


def recorded(messages: list[Api], *compactions: Compaction) -> Transcript:
    return replace(load_messages(messages), compactions=compactions)


def origins(replay: Replay, request: int) -> list[int | None]:
    return [message.origin for message in replay.view(request).messages]


TALK = [
    user("the task"),
    *step("a", "one"),
    assistant("first answer"),
    user("again"),
    assistant("second answer"),
    user("summary of all before"),
    assistant("third answer"),
    user("last"),
]


def test_without_records_the_view_is_the_whole_history() -> None:
    replay = Replay(load_messages(TALK))
    for row in replay.rows():
        assert (row.view, row.fired, row.compacted) == (row.transcript, (), False)
    assert origins(replay, replay.requests) == list(range(9))
    assert replay.certificate().kind == "reconstructed"


def test_a_full_compaction_starts_at_its_summary() -> None:
    transcript = recorded(TALK, Compaction("full", before=6, summary=6))
    replay = Replay(transcript)
    assert [origins(replay, r) for r in range(1, 6)] == [[0], [0, 1, 2], [0, 1, 2, 3, 4], [6], [6, 7, 8]]
    rows = replay.rows()
    assert [row.compacted for row in rows] == [False, False, False, True, False]
    assert rows[3].view < rows[3].transcript
    view = replay.view(5)
    assert {gone.fate for gone in view.gone} == {Fate.SUMMARISED}
    assert [gone.block for gone in view.gone] == list(range(6))
    assert view.certificate.kind == "reconstructed"


def test_preserved_messages_follow_the_summary_in_their_order() -> None:
    transcript = recorded(TALK, Compaction("full", before=6, summary=6, preserved=(4, 5)))
    replay = Replay(transcript)
    assert origins(replay, 4) == [6, 4, 5]
    assert origins(replay, 5) == [6, 4, 5, 7, 8]
    view = replay.view(5)
    assert [gone.block for gone in view.gone] == [0, 1, 2, 3]
    assert all(message.fate is Fate.VERBATIM for message in view.messages)


def test_the_system_message_stays_before_the_summary() -> None:
    transcript = recorded([system("rules"), *TALK], Compaction("full", before=7, summary=7))
    replay = Replay(transcript)
    assert origins(replay, 5) == [0, 7, 8, 9]


def test_a_second_compaction_starts_anew() -> None:
    messages = [*TALK, user("second summary"), assistant("fourth"), user("end")]
    messages = [*messages[:8], *messages[8:]]
    transcript = recorded(
        messages, Compaction("full", before=6, summary=6), Compaction("full", before=9, summary=9, preserved=(8,))
    )
    replay = Replay(transcript)
    assert origins(replay, 4) == [6]
    assert origins(replay, 5) == [9, 8]
    assert origins(replay, 6) == [9, 8, 10, 11]


def test_a_micro_compaction_clears_results_from_there_on() -> None:
    """It is written down before the reply, message 6, to the prompt in which it was done already: request 3."""
    messages = [
        user("q"),
        *step("a", "one"),
        *step("b", "two"),
        assistant("ok"),
        user("go on"),
        assistant("x"),
        user("y"),
    ]
    replay = Replay(recorded(messages, Compaction("micro", before=5, cleared=frozenset({"a"}))))
    before, after = replay.view(2), replay.view(3)
    assert [m.fate for m in before.messages] == [Fate.VERBATIM] * 3
    assert [m.fate for m in after.messages][2] is Fate.CLEARED
    assert [m.fate for m in after.messages].count(Fate.CLEARED) == 1
    cleared = after.messages[2].blocks[0]
    assert "one" not in cleared.text
    assert cleared.source is not None
    assert cleared.source.text == "one"
    assert replay.row(3).view == after.size
    assert [row.compacted for row in replay.rows()] == [False, False, True, False, False]
    assert not after.gone


def test_a_micro_compaction_before_a_full_one() -> None:
    messages = [user("q"), *step("a", "one"), user("summary"), *step("b", "two"), assistant("x"), user("y")]
    transcript = recorded(
        messages,
        Compaction("micro", before=3, cleared=frozenset({"a"})),
        Compaction("full", before=3, summary=3),
        Compaction("micro", before=6, cleared=frozenset({"b"})),
    )
    replay = Replay(transcript)
    assert origins(replay, 2) == [3]
    last = replay.view(replay.requests)
    assert [(m.origin, m.fate) for m in last.messages] == [
        (3, Fate.VERBATIM),
        (4, Fate.VERBATIM),
        (5, Fate.CLEARED),
        (6, Fate.VERBATIM),
        (7, Fate.VERBATIM),
    ]


def test_parallel_results_of_a_preserved_interaction_stay_with_their_call() -> None:
    messages = [
        user("q"),
        assistant("look", call("a"), call("b")),
        user(result("a", "1"), result("b", "2")),
        user("summary"),
        assistant("x"),
        user("y"),
    ]
    replay = Replay(recorded(messages, Compaction("full", before=3, summary=3, preserved=(1, 2))))
    assert origins(replay, 3) == [3, 1, 2, 4, 5]
    assert replay.view(3).sendable


def test_a_policy_is_compared_with_the_recorded_view() -> None:
    """A policy that changes nothing differs at the first request at which the agent itself had compacted."""
    transcript = recorded(TALK, Compaction("full", before=6, summary=6))
    idle = load_policy("go-tiny-claw").with_knobs(max_chars=10**6)
    replay = Replay(transcript, idle)
    assert replay.certificate(3).kind == "reconstructed"
    assert (replay.certificate(4).kind, replay.certificate(4).request) == ("bounded", 4)
    assert (replay.certificate().kind, replay.certificate().request) == ("bounded", 4)


def test_a_stored_prompt_is_exact_at_its_last_request_only() -> None:
    transcript = replace(load_messages(TALK), is_prompt=True)
    replay = Replay(transcript)
    assert replay.certificate().kind == "exact"
    assert replay.certificate(2).kind == "reconstructed"


def test_asking_in_any_order_gives_the_same() -> None:
    transcript = recorded(
        [*TALK, user("s2"), assistant("z"), user("end")],
        Compaction("full", before=6, summary=6, preserved=(4,)),
        Compaction("micro", before=8, cleared=frozenset({"a"})),
    )
    forwards, backwards = Replay(transcript), Replay(transcript)
    there = [origins(forwards, r) for r in range(1, forwards.requests + 1)]
    back = [origins(backwards, r) for r in range(backwards.requests, 0, -1)]
    assert there == back[::-1]
    assert forwards.rows() == tuple(backwards.row(r) for r in range(1, backwards.requests + 1))


def test_a_row_and_its_layer_say_the_same() -> None:
    """`recorded` fires where the view is not the whole history, in rows and in views alike."""
    replay = Replay(recorded(TALK, Compaction("full", before=6, summary=6)))
    for request in range(1, replay.requests + 1):
        row, view = replay.row(request), replay.view(request)
        assert row.fired == tuple(layer.id for layer in view.layers if layer.fired)
        assert bool(row.fired) == bool(view.gone)
