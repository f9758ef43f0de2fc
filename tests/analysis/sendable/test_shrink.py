"""The few messages that show a breach: fewest, and really showing it."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.sendable.explain import told
from inspector.analysis.sendable.facts import Facts
from inspector.analysis.sendable.plain import breaches, of_messages
from inspector.analysis.sendable.session import sendable
from inspector.analysis.sendable.shrink import ddmin, shrunk
from inspector.engine import Replay
from inspector.policy import load_policy
from inspector.transcript import load_messages
from tests.analysis.sendable.test_quick import Case, case
from tests.engine.choices import cases
from tests.engine.messages import assistant, call, result, step, user
from tests.engine.profile import examples
from tests.engine.telling import Telling


@given(st.integers(0, 60), st.sets(st.integers(0, 59), max_size=4))
def test_ddmin_finds_what_is_needed_and_nothing_else(count: int, needed: set[int]) -> None:
    needed = {each for each in needed if each < count}
    asked: list[int] = []

    def shows(items: Sequence[int]) -> bool:
        asked.append(len(items))
        return needed <= set(items)

    assert ddmin(range(count), shows) == sorted(needed)
    assert len(asked) <= 4 + 2 * (len(needed) + 1) * 70


def test_ddmin_leaves_alone_what_does_not_show_it() -> None:
    assert ddmin([1, 2, 3], lambda items: False) == [1, 2, 3]


@examples(60)
@given(cases(case))
def test_no_message_can_be_left_out(given_case: Case) -> None:
    chosen, messages, mode, provider = given_case
    transcript = load_messages(messages)
    replay = Replay(transcript, chosen, Telling(mode))
    facts = Facts(transcript, provider)
    for request in range(1, replay.requests + 1, 3):
        view = replay.view(request)
        for breach in breaches(view, transcript, provider):
            left = shrunk(view, facts, breach)
            assert breach in of_messages([view.messages[at] for at in left], facts, request)
            for without in left:
                fewer = [view.messages[at] for at in left if at != without]
                assert breach not in of_messages(fewer, facts, request)


def test_a_long_session_shrinks_to_the_message_at_fault() -> None:
    session = [user("go"), *(each for at in range(40) for each in step(f"t{at}", "x"))]
    session[21:22] = []  # the call t10
    transcript = load_messages(session)
    replay = Replay(transcript)
    result_of = sendable(replay)
    assert result_of is not None
    (only,) = told(replay, result_of)
    assert (only.breach.rule, only.first, only.requests) == ("known", 11, 30)
    assert [message.origin for message in only.messages] == [21]
    assert only.cause == "the record has no call for it"


def test_two_calls_of_one_name_need_both() -> None:
    session = [
        user("go"),
        *step("a", "1"),
        assistant("so"),
        user("on"),
        *step("a", "2"),
        assistant("done"),
        user("thanks"),
    ]
    replay = Replay(load_messages(session))
    view = replay.view(replay.requests)
    (only,) = breaches(view, replay.transcript)
    assert shrunk(view, Facts(replay.transcript, "anthropic"), only) == (1, 5)


def test_what_a_summary_brought_about() -> None:
    turns = [each for at in range(30) for each in (user(f"do {at} " + "w " * 300), assistant("done " + "v " * 300))]
    replay = Replay(
        load_messages(turns),
        load_policy("agent-engineering").with_knobs(window=3000, fixed_input=0, output_reserve=0),
        Telling(),
    )
    result_of = sendable(replay)
    assert result_of is not None
    (refused,) = [each for each in told(replay, result_of) if each.breach.severity == "error"]
    assert refused.breach.rule == "first-user"
    assert refused.cause == "summary puts its summary there, as the assistant's"
    assert [message.role for message in refused.messages] == ["assistant"]


def test_what_a_policy_took_from_a_pair() -> None:
    """No layer parts a call from its result; where the record has them apart the fate of the other is told."""
    session = [
        user("go"),
        assistant(call("a")),
        user("wait"),
        assistant("hm"),
        user(result("a", "late")),
        assistant("so"),
        user("x"),
    ]
    replay = Replay(load_messages(session))
    result_of = sendable(replay)
    assert result_of is not None
    causes = {each.breach.rule: each.cause for each in told(replay, result_of)}
    assert causes == {
        "answered": "its result 5.1 stands elsewhere in the view",
        "known": "its call 2.1 stands elsewhere in the view",
    }
