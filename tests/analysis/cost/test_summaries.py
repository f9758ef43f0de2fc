"""The summariser's own calls: counted from what a summariser really was handed."""

from __future__ import annotations

from dataclasses import replace

from inspector.analysis.cost.account import account
from inspector.analysis.cost.summaries import calls
from inspector.analysis.cost.twin import twin
from inspector.engine import Replay
from inspector.meter import counter
from inspector.summary.prompt import prompt
from inspector.transcript import load_messages
from inspector.transcript.model import Compaction
from tests.analysis.cost.sessions import session
from tests.engine import generations
from tests.engine.messages import assistant, user
from tests.engine.telling import Telling

TALK = load_messages(generations.session())


def test_every_summary_is_sent_and_answered() -> None:
    """Three compactions; each call has what the summariser was handed, as a model would be sent it."""
    heard = Telling("short")
    replay = Replay(TALK, generations.policy("update"), heard)
    found = calls(twin(replay))
    assert [(call.request, call.layer, call.reason) for call in found] == [(at, "sum", "") for at in generations.AT]
    count = counter("o200k_base").text
    heard.requests.clear()
    fresh = Replay(TALK, generations.policy("update"), heard)
    fresh.rows()
    sent = [prompt(request) for request in heard.requests[: len(found)]]
    assert [call.input for call in found] == [count(each.system) + count(each.user) for each in sent]
    assert all(0 < call.output < call.input for call in found)


def test_a_call_that_failed_was_paid_for() -> None:
    replay = Replay(TALK, generations.policy("update"), Telling("raise"))
    found = calls(twin(replay))
    assert found
    assert all(call.reason and call.input > 0 and call.output == 0 for call in found)


def test_without_a_summariser_the_answers_are_not_known() -> None:
    found = calls(twin(Replay(TALK, generations.policy("update"))))
    assert found
    assert all(call.approximate and call.output == 0 for call in found)


def test_the_agents_own_compaction_is_as_large_as_it_says() -> None:
    talk = [user("a"), assistant("b"), user("c"), assistant("d"), user("a summary of five words"), assistant("e")]
    transcript = session(talk, (3000, 3100, 2000), "who-knows")
    compaction = Compaction("full", before=4, summary=4, tokens_before=3150)
    found = account(Replay(replace(transcript, compactions=(compaction,))))
    (call,) = found.calls
    assert (call.request, call.input, call.asked) == (3, 3150, True)
    assert found.asked is not None
    assert (found.asked.total, found.asked.models) == (None, ("who-knows",))


def test_nothing_is_summarised_nothing_is_asked() -> None:
    found = account(Replay(TALK))
    assert (found.calls, found.asked) == ((), None)
