"""Gates by usage: the laws, no look-ahead, the quick way and the slow way, and each case of the count worked by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given

from inspector.engine import Replay
from inspector.engine.layers.file_lists import recent_files
from inspector.engine.told.course import Told
from inspector.policy import load_policy
from inspector.policy.model import Limit, Policy, RecentFiles
from inspector.transcript import load_messages
from tests.benchmarks.synthetic import messages as long_session
from tests.benchmarks.synthetic import reporting as reported
from tests.engine import laws
from tests.engine.choices import Choices, cases
from tests.engine.histories import either_form
from tests.engine.profile import examples
from tests.engine.telling import MODES, Telling
from tests.engine.test_told import _eased, same
from tests.engine.usages import reporting, usage_policy

Api = dict[str, Any]
Case = tuple[Policy, list[Api], str]


def case(choose: Choices) -> Case:
    messages = reporting(choose, either_form(choose, large=choose.chance(2)))
    return usage_policy(choose), messages, choose.pick((*MODES, "none", "none"))


def told_case(choose: Choices) -> Case:
    rules, messages, mode = case(choose)
    layers = tuple(_eased(layer) for layer in rules.layers)
    return replace(rules, layers=layers, state=choose.pick(("rewrite", "overlay"))), messages, mode


@examples(150)
@given(cases(told_case))
def test_sums_and_plans_agree(given_case: Case) -> None:
    rules, messages, mode = given_case
    same(load_messages(messages), rules, mode)


@examples(150)
@given(cases(case))
def test_every_view_obeys_the_laws(given_case: Case) -> None:
    rules, messages, mode = given_case
    replay = Replay(load_messages(messages), rules, Telling(mode if mode != "none" else MODES[0]))
    for request in range(1, replay.requests + 1):
        laws.check(replay, request)
    if mode != "none":
        table = Replay(replay.transcript, rules, Telling(mode)).table()
        assert table is not None
        assert [str(row) for row in table] == [str(replay.row(request)) for request in range(1, replay.requests + 1)]


@examples(100)
@given(cases(lambda choose: (*case(choose), choose.below(40), choose.pick((1, 10**6)))))
def test_no_decision_reads_usage_of_its_own_reply_or_a_later_one(
    given_case: tuple[Policy, list[Api], str, int, int],
) -> None:
    rules, messages, mode, at, tokens = given_case
    transcript = load_messages(messages)
    structure = transcript.structure
    request = 1 + at % structure.requests if structure.requests else 0
    if not request:
        return
    later = structure.histories[request - 1]
    changed = [
        {**m, "usage": {"input_tokens": tokens, "output_tokens": 3}} if n >= later and m["role"] == "assistant" else m
        for n, m in enumerate(messages)
    ]
    one, other = (
        Replay(each, rules, Telling(mode) if mode != "none" else None) for each in (transcript, load_messages(changed))
    )
    for number in range(1, request + 1):
        mine, theirs = one.steps(number), other.steps(number)
        assert [(o.id, o.fired, o.reason, o.after) for o in mine.outcomes] == [
            (o.id, o.fired, o.reason, o.after) for o in theirs.outcomes
        ]


@examples(100)
@given(cases(case))
def test_the_smallest_size_that_reaches_a_limit_is_where_the_count_reaches_it(given_case: Case) -> None:
    """Monotone: below it the count is below the limit, from it on at or over it, whatever the requests before reported."""
    rules, messages, _ = given_case
    ledger = Replay(load_messages(messages), rules).ledger
    gate = ledger.by_usage
    for request in range(1, ledger.structure.requests + 1):
        for since in {0, 1, request - 1, request}:
            for limit in (Limit(">", 300, "tokens", "usage"), Limit(">=", 90, "tokens", "usage")):
                least = gate.least(limit, request, since)
                for size in (least - 40, least - 1, least, least + 1, least + 40):
                    assert limit.reached(gate.count(request, since, size).tokens) == (size >= least)


@examples(60)
@given(cases(lambda choose: (*case(choose), choose.pick((0, -90, 40)))))
def test_the_next_request_that_opens_is_found(given_case: tuple[Policy, list[Api], str, int]) -> None:
    rules, messages, _, offset = given_case
    ledger = Replay(load_messages(messages), rules).ledger
    gate, count = ledger.by_usage, ledger.structure.requests
    sizes = [offset + ledger.prefix[ledger.structure.end(request)] for request in range(1, count + 1)]
    for limit in (Limit(">", 300, "tokens", "usage"), Limit(">=", 90, "tokens", "usage")):
        for since in range(count + 1):
            opens = [size >= gate.least(limit, at, since) for at, size in enumerate(sizes, start=1)]
            for first in range(1, count + 1):
                found = next((at for at in range(first, count + 1) if opens[at - 1]), count + 1)
                assert gate.next(limit, offset, first, count, since) == found


def test_pi_is_told_from_sums_and_adaptive_in_columns() -> None:
    transcript = load_messages(list(reported(long_session(300))))
    pi = Replay(transcript, load_policy("pi").with_knobs(window=90_000))
    rows = pi.rows()
    assert isinstance(pi._course, Told)
    assert sum(row.compacted for row in rows) > 1
    assert sum(event.plan is not None for event in pi._course.events[1:]) == 0
    adaptive = load_policy("adaptive").with_knobs(window=90_000)
    told = Replay(transcript, adaptive).table()
    assert told is not None
    assert [str(row) for row in told] == [str(row) for row in Replay(transcript, adaptive).rows()]
    assert {row.compacted for row in told} == {False, True}


def test_a_long_list_of_files_is_the_one_that_is_looked_up_call_by_call() -> None:
    messages = long_session(900)
    transcript = load_messages(messages)
    tools, arguments = ("read_file",), ("path",)
    structure = transcript.structure
    for end in range(0, len(structure.blocks) + 1, 37):
        read = [structure.blocks[c].input["path"] for c in structure.calls if c < end]
        newest = tuple(reversed(dict.fromkeys(reversed(read))))
        assert recent_files(transcript, end, RecentFiles(1000, tools, arguments), ("old",)) == ("old", *newest)
        assert recent_files(transcript, end, RecentFiles(25, tools, arguments)) == newest[-25:]
