"""broken-pairs: half an interaction in a view. Requests are counted by hand: one a reply, and one for what comes next."""

from __future__ import annotations

from dataclasses import replace

from inspector.analysis.diagnose.finding import Finding
from inspector.analysis.diagnose.run import diagnose
from inspector.engine import Replay
from inspector.policy import load_policy
from inspector.transcript import load_messages
from inspector.transcript.model import Compaction
from tests.engine.messages import Api, assistant, call, result, step, user


def found(messages: list[Api], *compactions: Compaction, policy: str = "") -> tuple[Finding, ...]:
    transcript = replace(load_messages(messages), compactions=compactions)
    return diagnose(Replay(transcript, load_policy(policy) if policy else None), ["broken-pairs"]).findings


INTERRUPTED = [
    user("the task"),
    assistant(call("a")),
    user("stop, do something else"),
    assistant("well"),
    user("go on"),
]


def test_a_call_that_the_talk_went_on_without_shows() -> None:
    """The call 2.1 has no result when message 3 is sent: requests 2 and 3 hold it."""
    (one,) = found(INTERRUPTED)
    assert (one.severity, one.requests, one.blocks) == ("error", (2, 3), (1,))
    assert one.evidence["kind"] == "missing"
    assert "2.1" in one.text


def test_a_result_whose_call_a_compaction_took_shows() -> None:
    """The agent compacted while the tool ran: the summary stands at message 3, the call (2) is gone, its result (4) is sent."""
    messages = [
        user("the task"),
        assistant(call("a")),
        user("summary"),
        user(result("a", "out")),
        assistant("ok"),
        user("go on"),
    ]
    (one,) = found(messages, Compaction("full", before=2, summary=2))
    assert (one.severity, one.requests, one.blocks) == ("error", (2, 3), (3,))
    assert one.evidence["kind"] == "split"


def test_a_call_that_waits_at_the_end_does_not_show() -> None:
    assert not found([user("the task"), assistant(call("a"), call("b")), user(result("a"))])


def test_a_compaction_that_keeps_both_halves_does_not_show() -> None:
    messages = [user("the task"), *step("a", "out"), user("summary"), assistant("ok"), user("go on")]
    assert not found(messages, Compaction("full", before=3, summary=3, preserved=(1, 2)))


def test_a_policy_that_repairs_does_not_show() -> None:
    """The half leaves the view before anything else is done."""
    repairing = replace(load_policy("go-tiny-claw"), protocol="repair")
    replay = Replay(load_messages(INTERRUPTED), repairing)
    assert not diagnose(replay, ["broken-pairs"]).findings


def test_a_kept_call_without_its_result_shows_until_the_next_compaction() -> None:
    """Message 4 is the first summary, and request 2 the one that it opens; request 3 begins with the second."""
    messages = [
        user("the task"),
        *step("a", "out"),
        user("summary one"),
        assistant("ok"),
        user("summary two"),
        assistant("ok"),
        user("go on"),
    ]
    one, two = Compaction("full", before=3, summary=3, preserved=(1,)), Compaction("full", before=5, summary=5)
    (seen,) = found(messages, one, two)
    assert (seen.requests, seen.blocks) == ((2,), (1,))
