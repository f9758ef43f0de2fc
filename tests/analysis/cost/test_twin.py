"""The twin on small sessions with usage, worked by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from inspector.analysis.cost.account import account
from inspector.analysis.cost.caching import Caching, Marks, default, recorded_ttl
from inspector.analysis.cost.clock import seconds, starts
from inspector.analysis.cost.twin import twin
from inspector.engine import Replay
from inspector.long_work import Cancelled
from inspector.policy import load_policy
from inspector.transcript import load_messages
from inspector.transcript.model import Compaction, Transcript, Usage
from tests.analysis.cost.sessions import session, timed
from tests.analysis.measured.test_restated import SMALL
from tests.engine.choices import Choices, cases
from tests.engine.durables import plain, resolved
from tests.engine.histories import either_form
from tests.engine.messages import assistant, call, result, step, user
from tests.engine.profile import examples
from tests.engine.telling import MODES, Telling

TALK = [
    user("find the port"),
    *step("a", "it is 7431"),
    *step("b", "it is open"),
    assistant("7431, open"),
    user("thanks"),
]


def splits(transcript: Transcript, caching: Caching | None = None) -> list[tuple[int, int, int]]:
    return [(row.read, row.write, row.fresh) for row in twin(Replay(transcript), caching).rows]


def test_reported_prompts_are_split_by_what_came_before() -> None:
    """Nothing of the recorded split is used: all was reported as uncached. Request 4 has no usage: its size is estimated."""
    found = twin(Replay(session(TALK, (2000, 2100, 2300))))
    assert [(row.read, row.write, row.fresh) for row in found.rows[:3]] == [
        (0, 2000, 0),
        (2000, 100, 0),
        (2100, 200, 0),
    ]
    assert [row.basis for row in found.rows] == ["recorded"] * 3 + ["calibrated"]
    assert found.rows[3].read == 2300
    assert [row.missed for row in found.rows] == ["first", "", "", ""]


def test_a_split_that_was_reported_makes_no_difference() -> None:
    plain = session(TALK, (2000, 2100, 2300))
    other = [replace(m, usage=Usage(1, m.usage.context - 501, 500, 5)) if m.usage else m for m in plain.messages]
    assert splits(plain) == splits(replace(plain, messages=tuple(other)))


def test_a_pause_longer_than_the_time_to_live() -> None:
    transcript = timed(session(TALK, (2000, 2100, 2300)), (10, 10, 10, 10, 400), ("m",))
    assert splits(transcript)[:3] == [(0, 2000, 0), (2000, 100, 0), (0, 2300, 0)]
    assert splits(transcript, Caching(ttl=3600))[2] == (2100, 200, 0)


def test_a_request_is_sent_when_the_message_before_it_was_written() -> None:
    """A reply that took long makes nothing older: what counts is from request to request."""
    transcript = timed(session(TALK), (0, 250, 40, 250, 40, 250, 40), ("m",))
    times = starts(transcript)
    assert [round(at - times[0]) for at in times if at is not None and times[0] is not None] == [0, 290, 580, 870]
    assert seconds("2026-01-01T00:00:01Z") == seconds("1767225601") == seconds("1767225601000") == 1767225601
    assert [seconds(text) for text in ("", "soon", "9" * 400)] == [None] * 3


def test_two_models_have_two_caches() -> None:
    transcript = timed(session(TALK, (2000, 2100, 2300)), (10,), ("", "a", "", "b", "", "a"))
    found = twin(Replay(transcript), Caching())
    assert [(row.model, row.read, row.missed) for row in found.rows[:3]] == [
        ("a", 0, "first"),
        ("b", 0, "model"),
        ("a", 2000, "model"),
    ]


def test_a_reply_of_two_passes_reads_its_own_first_prompt() -> None:
    """4,210 were reported: a prompt of 2,100 and, after the provider's own tool, one of 2,110."""
    transcript = session(TALK, (2000, 4210, 2300))
    changed = list(transcript.messages)
    changed[3] = replace(changed[3], extra={"caching": {"passes": [2100, 2110], "ttl": "1h"}})
    rows = twin(Replay(replace(transcript, messages=tuple(changed)))).rows
    assert (rows[1].read, rows[1].write, rows[1].fresh, rows[1].passes) == (2000 + 2100, 100 + 10, 0, 2)
    assert (rows[2].read, rows[2].write) == (2100, 200)


def test_a_recorded_compaction_leaves_tools_and_system_prompt() -> None:
    """The prompts are 1,500 beside one token a word. The summary is written anew; behind it everything goes on."""
    words = "word " * 99
    talk = [user(words), assistant(words), user(words), assistant(words), user(words), assistant(words)]
    talk += [user("summary of it"), assistant("go on"), user(words), assistant("done")]
    measured = [100, 300, 500, 3, 105]
    transcript = session(talk, [1500 + each for each in measured])
    transcript = replace(transcript, compactions=(Compaction("full", before=6, summary=6),))
    found = twin(Replay(transcript), Caching(minimum=0))
    assert found.tokens.scale == pytest.approx(1.0, abs=0.05)
    assert found.rows[3].missed == "changed"
    assert found.rows[3].read == found.tokens.fixed == pytest.approx(1500, abs=5)
    assert found.rows[4].read == found.rows[3].prompt


def test_results_that_were_cleared_before_the_record_begins_change_the_prompt() -> None:
    transcript = session(TALK, (9000, 9100, 5300))
    transcript = replace(transcript, compactions=(Compaction("micro", before=5, cleared=frozenset({"elsewhere"})),))
    found = twin(Replay(transcript), Caching())
    assert [row.missed for row in found.rows[:3]] == ["first", "", "changed"]
    assert found.rows[2].read < 9000


def test_the_rules_of_a_session_are_those_that_its_agent_had() -> None:
    transcript = session(TALK, (2000, 2100, 2300))
    assert (recorded_ttl(transcript), default(transcript).ttl) == ("", 300)
    told = [replace(m, extra={"caching": {"ttl": "1h"}}) if m.usage else m for m in transcript.messages]
    assert default(replace(transcript, messages=tuple(told))) == Caching(Marks(), 3600)
    assert default(session(TALK, model="gpt-5")).marks.every


def test_output_is_as_reported_where_that_can_be() -> None:
    """Old files of Claude Code report a snapshot of a few tokens: then the text of the reply tells."""
    transcript = session([user("q"), assistant("word " * 200), user("and"), assistant("yes")], (2000, 2300))
    first, second = twin(Replay(transcript)).rows
    assert first.output > 200
    assert second.output == 5


def test_a_durable_state_stands_in_every_prompt() -> None:
    transcript = load_messages(TALK)
    durable = resolved(plain())
    policy = load_policy("workbuddy-s14")
    without, beside = (twin(Replay(transcript, policy, None, given)) for given in (None, durable))
    more = {there.prompt - here.prompt for here, there in zip(without.rows, beside.rows, strict=True)}
    assert len(more) == 1
    assert more.pop() > 3


def test_the_model_can_be_named() -> None:
    transcript = load_messages(TALK)
    assert account(Replay(transcript)).money.total is None
    assert account(Replay(transcript), model="claude-opus-5").money.total


def test_it_can_be_called_off() -> None:
    transcript = load_messages([user("a"), assistant("b")] * 200)
    with pytest.raises(Cancelled):
        twin(Replay(transcript), cancelled=lambda: True)


@pytest.mark.parametrize(
    "messages",
    [
        [],
        [user("hi")],
        [assistant("hello")],
        [user("go"), assistant(call("a"))],
        [user(""), assistant("")],
        [user("\x00\x1b[31m"), assistant("\u202e")],
        [user(result("lonely", "x"))],
    ],
)
def test_odd_sessions_have_an_account(messages: list[dict[str, Any]]) -> None:
    for rules in (None, *map(load_policy, SMALL)):
        found = account(Replay(load_messages(messages), rules))
        assert found.predicted.requests == sum(row.sent for row in found.twin.rows)
        assert found.reported.requests == 0


Case = tuple[str, list[dict[str, Any]], str, Caching, list[int]]


def case(choose: Choices) -> Case:
    caching = Caching(
        choose.pick((Marks(), Marks(False, 0, True), Marks(True, 3), Marks(False, 0))),
        choose.pick((300, None)),
        choose.pick((0, 1024)),
    )
    contexts = [choose.pick((0, 1500, 4000, 10, 90_000)) for _ in range(8)]
    return choose.pick((*SMALL, "recorded")), either_form(choose), choose.pick(MODES), caching, contexts


@examples(150)
@given(cases(case))
def test_read_written_and_fresh_are_the_prompt(given_case: Case) -> None:
    """Whatever usage says, even what no provider would: parts are never negative, and under `recorded` they sum to it."""
    name, messages, mode, caching, contexts = given_case
    rules = None if name == "recorded" else load_policy(name).with_knobs(**SMALL[name])
    transcript = session(messages, contexts)
    found = account(Replay(transcript, rules, Telling(mode)), caching)
    for row in found.twin.rows:
        assert min(row.read, row.write, row.fresh, row.output) >= 0
        if row.sent and row.basis == "recorded" and row.usage is not None:
            assert row.prompt == row.usage.context
    assert found.predicted.prompt == sum(row.prompt for row in found.twin.rows)
