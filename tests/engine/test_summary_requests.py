"""What a summariser is asked: the same told from sums or with plans, within its limits, and never of the durable state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given

from inspector.engine import Replay, SummaryFailed, SummaryPending, SummaryRequest, compact
from inspector.engine.course import Course
from inspector.policy import load_policy, preset_names
from inspector.policy.model import Carrying, Policy, Summarise
from inspector.transcript import load_messages
from tests.engine.choices import Choices, cases
from tests.engine.durables import durable
from tests.engine.generations import AT, Marked, policy, session, with_mode
from tests.engine.histories import either_form
from tests.engine.messages import assistant, step, user
from tests.engine.profile import examples
from tests.engine.telling import Telling
from tests.engine.test_told import Case, case, preset_case

WAYS: tuple[Carrying, ...] = ("update", "redistil", "carry")


def rules_of(rules: Policy) -> dict[str, Summarise]:
    return {layer.id: layer.operation for layer in rules.layers if isinstance(layer.operation, Summarise)}


def shape(request: SummaryRequest) -> Any:
    """All that a request says; parts by name, text and the kind of their block."""
    said = {field.name: getattr(request, field.name) for field in fields(request) if field.name != "parts"}
    return [(part.name, part.text, part.role, part.tool, part.source.kind) for part in request.parts], said


def asked(replay: Replay) -> list[SummaryRequest]:
    """What the summariser was asked by the time every row is known; a request that was asked twice once."""
    replay.rows()
    assert isinstance(replay.summariser, Telling | Marked)
    once = {repr(shape(request)): request for request in replay.summariser.requests}
    return list(once.values())


def replays(rules: Policy, messages: list[dict[str, Any]], mode: str) -> tuple[Replay, Replay]:
    fast, slow = (Replay(load_messages(messages), rules, Telling(mode), focus="the importer") for _ in range(2))
    slow._course = Course(slow.ledger, rules, slow.summariser)
    return fast, slow


@examples(300)
@given(cases(case))
def test_sums_and_plans_ask_the_same(given_case: Case) -> None:
    rules, messages, mode = given_case
    fast, slow = replays(rules, messages, mode)
    assert list(map(shape, asked(fast))) == list(map(shape, asked(slow)))


def preset_with_mode(choose: Choices) -> Case:
    rules, messages, mode = preset_case(choose)
    return with_mode(rules, choose.pick(WAYS)), messages, mode


@examples(100)
@given(cases(preset_with_mode))
def test_they_do_so_for_the_presets_in_every_mode(given_case: Case) -> None:
    rules, messages, mode = given_case
    fast, slow = replays(rules, messages, mode)
    assert list(map(shape, asked(fast))) == list(map(shape, asked(slow)))
    assert [str(row) for row in fast.rows()] == [str(row) for row in slow.rows()]


@examples(300)
@given(cases(case))
def test_requests_keep_what_their_policy_says(given_case: Case) -> None:
    rules, messages, mode = given_case
    replay = Replay(load_messages(messages), rules, Telling(mode), focus="the importer")
    known = rules_of(rules)
    for request in asked(replay):
        rule = known[request.layer]
        assert (request.mode, request.sections, request.guard) == (rule.previous, rule.sections, rule.guard)
        assert 1 <= request.number <= replay.requests
        assert request.focus
        earlier = [part for part in request.parts if part.name == "earlier"]
        assert not request.previous or rule.previous == "update"
        assert len(earlier) <= (rule.previous == "redistil")
        limited(request, rule)


def limited(request: SummaryRequest, rule: Summarise) -> None:
    """The whole input within its limit, an earlier summary in it, which itself is never cut; no part over its own limit."""
    earlier = [request.previous, *(part.text for part in request.parts if part.name == "earlier")]
    others = [part.text for part in request.parts if part.name != "earlier"]
    taken = sum(len(text.encode()) for text in earlier)
    if rule.input_limit is not None:
        assert sum(len(text.encode()) for text in others) <= max(0, rule.input_limit - taken)
    assert request.omitted_end == ("oldest" if rule.order == "newest" else "newest")
    assert bool(request.notice) == bool(request.omitted)
    if rule.item_limit is not None and rule.item_unit == "chars":
        assert all(len(text.split("[")[0]) <= rule.item_limit for text in others if " of " in text)


# ── limits, by hand ─────────────────────────────────────────────────────────────────────────────────────────


def limited_policy(**changes: Any) -> Policy:
    """Everything before the last message is summarised, at every size over 20 characters."""
    rules = load_policy("workbuddy-s14").with_knobs(soft_threshold=1, summary_keep_messages=1)
    summary = rules.layers[-1]
    assert isinstance(summary.operation, Summarise)
    return replace(rules, layers=(replace(summary, operation=replace(summary.operation, **changes)),), refuse=None)


TALK = [user("a" * 40), assistant("b" * 40), user("ccccc ddddd"), assistant("e" * 40), user("now")]


def request_under(talk: Sequence[dict[str, Any]] = TALK, **changes: Any) -> SummaryRequest:
    summariser = Marked()
    compact(talk, limited_policy(**changes), summariser, protocol="mark")
    return summariser.requests[-1]


def test_the_newest_bytes_are_kept_unless_the_policy_says_the_oldest() -> None:
    newest = request_under(input_limit=45, input_notice="[{bytes} bytes left out]")
    assert [part.text for part in newest.parts] == ["ddddd", "e" * 40]
    assert (newest.omitted, newest.omitted_end, newest.notice) == (86, "oldest", "[86 bytes left out]")
    oldest = request_under(input_limit=45, input_notice="[{bytes} bytes left out]", order="oldest")
    assert [part.text for part in oldest.parts] == ["a" * 40, "b" * 5]
    assert (oldest.omitted, oldest.omitted_end, oldest.notice) == (86, "newest", "[86 bytes left out]")


@pytest.mark.parametrize("order", ["newest", "oldest"])
@pytest.mark.parametrize("limit", [0, 10, 30, 60, 200])
def test_the_earlier_summary_survives_the_limit_and_counts_in_it(order: str, limit: int) -> None:
    """Its 13 bytes come first; what is left of the limit goes to what is new, in its own order."""
    layer = policy("redistil").layers[0]
    assert isinstance(layer.operation, Summarise)
    rule = replace(layer.operation, input_limit=limit, order=order)
    rules = replace(policy("redistil"), layers=(replace(layer, operation=rule),))
    summariser = Telling("short")
    Replay(load_messages(session()), rules, summariser).rows()
    first, second, third = summariser.requests
    assert (first.number, second.number, third.number) == AT
    for request in (second, third):
        assert [part.text for part in request.parts if part.name == "earlier"] == ["S"]
        assert request.parts[0].name == "earlier"
        others = [part.text for part in request.parts if part.name != "earlier"]
        assert sum(map(len, others)) == min(max(0, limit - 1), 220)
        assert request.omitted == 220 - min(max(0, limit - 1), 220)


def test_no_part_is_longer_than_the_policy_says() -> None:
    request = request_under(item_limit=11, item_unit="chars", item_notice="[{chars} of {total_chars}]")
    assert [part.text for part in request.parts] == [
        "a" * 11 + "[29 of 40]",
        "b" * 11 + "[29 of 40]",
        "ccccc ddddd",
        "e" * 11 + "[29 of 40]",
    ]
    assert request.parts[0].source.text == "a" * 40


def test_calls_in_words_have_a_limit_too_and_characters_stay_whole() -> None:
    talk = [user("旧旧旧旧"), *step("t", "好" * 30, "bash", command="x" * 40), assistant("ok"), user("now")]
    request = request_under(talk, item_limit=10, item_unit="bytes")
    assert [part.text for part in request.parts] == ["旧旧旧", 'bash {"com', "好好好", "ok"]
    assert (request.parts[1].tool, request.parts[2].tool) == ("bash", "bash")


# ── the focus ───────────────────────────────────────────────────────────────────────────────────────────────


def test_the_caller_gives_a_focus_where_the_agent_did_not() -> None:
    rules = load_policy("evo-agent").with_knobs(context_limit=600)
    talk = [
        user("task " * 150),
        *step("s", "ok", "compact", focus="loop.go"),
        user("more " * 150),
        assistant("x"),
        user("y " * 350),
    ]
    summariser = Telling()
    replay = Replay(load_messages(talk), rules, summariser, focus="the importer")
    replay.rows()
    assert [request.focus for request in summariser.requests] == ["the importer", "loop.go", "the importer"]
    text = replay.view(replay.requests).messages[0].blocks[0].text
    assert "\n\nKeep in mind above all: the importer" in text
    done = compact(talk, rules, Telling(), focus="the importer")
    assert "\n\nKeep in mind above all: the importer" in done.messages[0]["content"]


# ── no answer at hand ───────────────────────────────────────────────────────────────────────────────────────


class Open:
    """Has the first so many answers at hand."""

    name = "open"

    def __init__(self, answers: int) -> None:
        self.answers, self.inner, self.missing = answers, Marked(), list[SummaryRequest]()

    def summarise(self, request: SummaryRequest) -> str:
        if len({shape(one)[1]["number"] for one in [*self.inner.requests, request]}) > self.answers:
            self.missing.append(request)
            raise SummaryPending
        return self.inner.summarise(request)


@pytest.mark.parametrize("planned", [False, True])
@pytest.mark.parametrize("mode", WAYS)
@pytest.mark.parametrize("answers", [0, 1, 2, 3])
def test_what_is_not_at_hand_is_approximate_and_what_follows_it_is_not_asked(
    answers: int, mode: Carrying, planned: bool
) -> None:
    summariser = Open(answers)
    replay = Replay(load_messages(session()), policy(mode), summariser)
    if planned:
        replay._course = Course(replay.ledger, replay.policy, summariser)
    rows = replay.rows()
    first_open = AT[answers] if answers < 3 else 99
    assert [row.request for row in rows if row.approximate] == list(range(first_open, 9))
    assert {request.number for request in summariser.missing} == ({AT[answers]} if answers < 3 else set())
    for request in AT:
        made = replay.plan(request).made[0]
        assert (made.text == "") == made.approximate == (request >= first_open)
        assert not replay.problems(request)


@pytest.mark.parametrize("mode", WAYS)
def test_with_nothing_at_hand_a_replay_is_the_one_without_a_summariser(mode: Carrying) -> None:
    without = Replay(load_messages(session(12)), policy(mode))
    pending = Replay(load_messages(session(12)), policy(mode), Telling("pending"))
    assert [str(row) for row in pending.rows()] == [str(row) for row in without.rows()]


def test_inside_a_harness_an_open_summary_changes_nothing() -> None:
    """An approximate message cannot be sent: the history stays, and the reason says what to do."""
    done = compact(session(4), policy("update"), Telling("pending"), protocol="mark")
    assert done.messages == session(4)
    assert [problem.kind for problem in done.problems] == ["summary_failed"]
    assert "no answer is at hand" in done.problems[0].text


# ── failures ────────────────────────────────────────────────────────────────────────────────────────────────


class Answering:
    """Answers the same every time, or raises."""

    name = "answering"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def summarise(self, request: SummaryRequest) -> str:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer  # type: ignore[no-any-return]


FAILURES: tuple[tuple[Any, str], ...] = (
    (SummaryFailed("the key is not set; set ANTHROPIC_API_KEY"), "the key is not set; set ANTHROPIC_API_KEY"),
    (SummaryFailed("cancelled"), "cancelled"),
    (TimeoutError("no answer within 60 s"), "no answer within 60 s"),
    (RuntimeError(), "RuntimeError"),
    ("", "the answer was blank"),
    (" \n\t", "the answer was blank"),
    (None, "the answer was no text but NoneType"),
    (b"bytes", "the answer was no text but bytes"),
    ("Error: 429 Too Many Requests", "the answer was an error message, no summary"),
    ('{"error": {"message": "x"}}', "the answer was an error object"),
    ("<html><body>502</body></html>", "HTML page"),
    ("[Request failed: timeout]", "the answer was an error message"),
    ('{"type": "tool_use", "name": "bash", "input": {}}', "tool call"),
    ("I'm sorry, but I can't help with that.", "refused"),
    ("<summary>\nGoal: stab", "cut off"),
    ("long " * 500, "the view would not be smaller"),
)


@pytest.mark.parametrize("planned", [False, True])
@pytest.mark.parametrize("mode", WAYS)
@pytest.mark.parametrize(("answer", "why"), FAILURES)
def test_a_failed_summary_changes_nothing_and_says_why(answer: Any, why: str, mode: Carrying, planned: bool) -> None:
    replay = Replay(load_messages(session()), policy(mode), Answering(answer))
    if planned:
        replay._course = Course(replay.ledger, replay.policy, replay.summariser)
    assert not any(row.fired or row.approximate for row in replay.rows())
    for request in range(4, 9):
        steps = replay.steps(request)
        assert steps.after is steps.before
        assert [problem.kind for problem in steps.problems] == ["summary_failed"]
        assert why in steps.problems[0].text
        assert steps.state.count == 0
    done = compact(session(), policy(mode), Answering(answer), protocol="mark")
    assert done.messages == session()
    assert why in done.problems[0].text


def test_a_summary_is_never_a_system_message() -> None:
    rule = policy("update").layers[0].operation
    assert isinstance(rule, Summarise)
    with pytest.raises(ValueError, match="never one of the role system"):
        replace(rule, role="system")  # type: ignore[arg-type]
    messages = [{"role": "system", "content": "be good"}, *session()]
    replay = Replay(load_messages(messages), policy("carry"), Marked())
    view = replay.view(8)
    assert [message.role for message in view.messages if message.made is not None] == ["user"]
    assert [message.role for message in view.messages].count("system") == 1
    for request in replay.summariser.requests:  # type: ignore[union-attr]
        assert not any(part.role == "system" for part in request.parts)


# ── the durable state ───────────────────────────────────────────────────────────────────────────────────────


class Beside:
    """A policy of any kind in any mode, a history, a durable state."""

    def __init__(self, choose: Choices) -> None:
        name = choose.pick((*preset_names(), "random"))
        rules, self.messages, self.mode = preset_case(choose) if name != "random" else case(choose)
        self.rules = with_mode(rules, choose.pick(WAYS))
        self.durable = durable(choose)
        self.messages = self.messages or either_form(choose, large=True)

    def __repr__(self) -> str:
        return f"{self.rules.name} {self.mode} {self.durable}"


@examples(100)
@given(cases(Beside))
def test_the_durable_state_is_in_no_request(beside: Beside) -> None:
    """Whatever the policy, the mode and the state: what is asked has nothing of it, and without a budget is the same."""
    replay = Replay(load_messages(beside.messages), beside.rules, Telling(beside.mode), beside.durable)
    lines = [line for line in beside.durable.text.splitlines() if len(line) > 30]
    for request in asked(replay):
        said = repr(shape(request))
        assert not any(line in said or repr(line)[1:-1] in said for line in lines)
    if beside.rules.budget is None:
        alone = Replay(load_messages(beside.messages), beside.rules, Telling(beside.mode))
        assert list(map(shape, asked(alone))) == list(map(shape, asked(replay)))


@pytest.mark.parametrize("mode", WAYS)
def test_inside_a_harness_neither(mode: Carrying) -> None:
    given_durable = durable(Choices(bytes(range(1, 200))))
    summariser = Marked()
    done = compact(session(), policy(mode), summariser, protocol="mark", durable=given_durable)
    assert done.durable is given_durable
    said = repr([shape(request) for request in summariser.requests])
    assert len(given_durable.text) > 30
    assert not any(line in said for line in given_durable.text.splitlines() if len(line) > 30)
