"""The presets that start by usage, worked by hand: every text is of one letter, four of them a token."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inspector.engine import CompactionState, Replay, compact
from inspector.engine.summariser import SummaryRequest
from inspector.policy import PolicyError, load_policy, load_text, preset_text
from inspector.policy.model import Policy
from inspector.transcript import load, load_messages
from inspector.transcript.model import Compaction, Transcript
from tests.engine.messages import assistant, call, result, user

Api = dict[str, Any]


class Words:
    """A summariser that says one thing."""

    name = "words"

    def summarise(self, request: SummaryRequest) -> str:
        """Always the same."""
        return "w" * 40


def of(letter: str, tokens: int) -> str:
    return letter * (4 * tokens)


def said(prompt: int, output: int, *content: str | Api) -> Api:
    return {**assistant(*content), "usage": {"input_tokens": prompt, "output_tokens": output}}


def pi(**knobs: int) -> Policy:
    return load_policy("pi").with_knobs(window=1600, reserve_tokens=100, keep_recent_tokens=250, **knobs)


HISTORY = [
    user(of("a", 100)),
    said(1000, 100, of("b", 100)),
    user(of("c", 100)),
    said(1210, 100, of("d", 100)),
    user(of("e", 200)),
]


def test_the_last_report_and_the_estimate_of_what_came_since_start_pi() -> None:
    """1,210 + 100 + 200 + 100 > 1,600. Counted back, e (200) and d (100) hold 250: the cut falls before d."""
    replay = Replay(load_messages(HISTORY), pi(), Words())
    assert [replay.steps(request).fired for request in (1, 2, 3)] == [(), (), ("summary",)]
    reasons = [replay.steps(request).outcomes[0].reason for request in (1, 2, 3)]
    assert reasons == [
        "not reached: 200 <= 1600 (100 estimated (no usage was reported before this request) + 100 beside)",
        "not reached: 1300 <= 1600 (1100 reported with the reply of request 1 + 100 estimated since + 100 beside)",
        "1610 > 1600 (1310 reported with the reply of request 2 + 200 estimated since + 100 beside); last 250 tokens kept",
    ]
    view = replay.view(3)
    assert [(m.role, m.origin) for m in view.messages] == [("user", None), ("assistant", 3), ("user", 4)]
    assert "<summary>\n" + "w" * 40 + "\n</summary>" in view.messages[0].blocks[0].text
    exactly = Replay(load_messages(HISTORY), load_policy("pi").with_knobs(window=1610, reserve_tokens=100))
    assert exactly.steps(3).outcomes[0].gate.startswith("not reached: 1610 <= 1610"), "strictly more"


def gone_on(*reply: Api) -> tuple[Replay, int]:
    """Two messages more, and the size of the summary in the view."""
    replay = Replay(load_messages([*HISTORY, *reply, user(of("g", 50))]), pi(), Words())
    return replay, len(replay.view(3).messages[0].blocks[0].text) // 4


def test_after_a_summary_the_recorded_count_is_that_of_another_view() -> None:
    """Prompts grew by 210 + 310 tokens while 200 + 300 came in. Reply 3 ends a recorded history of 700, this view of 400 + s."""
    replay, summary = gone_on(said(1520, 100, of("f", 100)))
    own = 1620 + 520 * (summary + 400 - 700) // 500
    outcome = replay.steps(4).outcomes[0]
    assert outcome.gate == (
        f"not reached: {own + 50 + 100} <= 1600 ({own} by the provider's pace for a view that is not the recorded one of "
        "request 3 + 50 estimated since + 100 beside)"
    )
    assert own < 1520, "the recorded prompt would have started it again at once"


def test_usage_from_before_the_newest_summary_is_stale() -> None:
    replay, summary = gone_on(assistant(of("f", 100)))
    assert replay.steps(4).outcomes[0].gate == (
        f"not reached: {summary + 450 + 100} <= 1600 ({summary + 450} estimated (usage of request 2 is older than the "
        "compaction at request 3) + 100 beside)"
    )


def test_a_count_is_never_below_nothing() -> None:
    """A prompt of 100 for 300, with the reply 200 for 400, so half of each estimate."""
    messages = [user(of("a", 300)), said(100, 100, of("b", 100)), user("on")]
    ledger = Replay(load_messages(messages), pi()).ledger
    report = ledger.by_usage.reports[1]
    assert report is not None
    assert (report.tokens, report.recorded) == (200, 400)
    assert [report.own(size) for size in (400, 200, 0)] == [200, 100, 0]


def test_a_report_of_a_first_piece_says_nothing_of_the_reply() -> None:
    """Some records keep the usage of the first streamed piece: one token for a reply of a hundred."""
    told = [HISTORY[0], said(1000, 1, of("b", 100)), HISTORY[2]]
    reason = Replay(load_messages(told), pi()).steps(2).outcomes[0].reason
    assert "1100 reported with the reply of request 1 + 100 estimated" in reason


def kept(messages: list[Api], keep: int) -> list[int]:
    """Numbers of the messages that pi's last view holds."""
    replay = Replay(load_messages(messages), load_policy("pi").with_knobs(window=0, keep_recent_tokens=keep), Words())
    return [m.origin + 1 for m in replay.view(replay.requests).messages if m.origin is not None]


BATCH = [
    user(of("a", 100)),
    assistant(of("b", 100), call("t1")),
    user(result("t1", of("r", 300))),
    assistant(call("t2")),
    user(result("t2", of("s", 300))),
]


@pytest.mark.parametrize(
    ("keep", "first"),
    [
        (200, 4),  # met inside the last results: no cut before results, so the last message before them that is none
        (301, 4),  # met at the second call
        (350, 4),  # met at the first results: the next message that is none
        (650, 2),  # met at the first call
        (720, 1),  # met at the first message: nothing is before it
        (9_000, 1),  # never met: nothing is cut
    ],
)
def test_the_cut_never_falls_before_a_tool_result(keep: int, first: int) -> None:
    assert kept(BATCH, keep) == list(range(first, 6))


def test_the_summariser_of_pi_is_given_the_beginning_of_long_results_and_all_else_whole() -> None:
    asked: list[SummaryRequest] = []

    class Listening(Words):
        def summarise(self, request: SummaryRequest) -> str:
            asked.append(request)
            return super().summarise(request)

    messages = [user(of("a", 700)), assistant(call("t1")), user(result("t1", of("r", 600))), assistant(of("e", 300))]
    replay = Replay(
        load_messages([*messages, user("on")]),
        load_policy("pi").with_knobs(window=0, keep_recent_tokens=200),
        Listening(),
    )
    replay.view(replay.requests)
    said = [part.text for each in asked for part in each.parts if part.source.kind != "tool_use"]
    assert said == [of("a", 700), "r" * 2000 + "\n\n[… 400 more characters]"]


def adaptive(transcript: Transcript, window: int) -> Replay:
    rules = load_policy("adaptive").with_knobs(window=window, headroom=100, retain_last_messages=1)
    return Replay(transcript, rules)


def test_adaptive_starts_by_the_prompt_that_was_reported() -> None:
    """1,400 + 100 reported, 300 since, 100 kept free: at 1,900 the older result is cleared, at 1,901 it is not yet."""
    messages = [*BATCH[:3], said(1400, 100, of("d", 90), call("t2")), BATCH[4]]
    at, before = (adaptive(load_messages(messages), window).steps(3) for window in (1900, 1901))
    assert at.outcomes[0].gate == (
        "1900 >= 1900 (1500 reported with the reply of request 2 + 300 estimated since + 100 beside)"
    )
    assert at.fired == ("clear", "fold", "truncate")
    assert before.fired == ()
    assert before.outcomes[0].gate.startswith("not reached: 1900 < 1901")


def test_a_prompt_that_the_agent_had_made_smaller_is_not_this_view() -> None:
    """The agent had cleared the first result before the second request. One report tells no pace: the meter's own."""
    messages = [*BATCH[:3], said(900, 100, of("d", 90), call("t2")), BATCH[4]]
    transcript = load_messages(messages)
    cleared = Compaction("micro", before=3, replaced={"t1": "gone"})
    outcome = adaptive(replace(transcript, compactions=(cleared,)), 10_000).steps(3).outcomes[0]
    own = 900 + 100 + (300 - 1)
    assert outcome.gate == (
        f"not reached: {own + 400} < 10000 ({own} by the provider's pace for a view that is not the recorded one of request 2 "
        "+ 300 estimated since + 100 beside)"
    )


def test_inside_a_harness_usage_counts_until_a_summary_was_made() -> None:
    fresh = compact(HISTORY, pi(), Words())
    assert fresh.fired == ("summary",)
    again = compact(HISTORY, pi(), Words(), state=CompactionState(1, "w" * 40))
    assert again.fired == ()
    assert "is older than the compaction" in again.layers[0].gate


WRONG = [
    ('{">": $window, of: usage}', '{">": $window, of: use}', "did you mean usage"),
    ("{count: chars/4, unit: tokens", "{count: chars, unit: chars", "the meter must count tokens, not chars"),
    ("layers:\n", 'refuse: {">": 9, of: usage}\nlayers:\n', "usage starts layers"),
]


@pytest.mark.parametrize(("old", "new", "words"), WRONG)
def test_mistakes_are_named(old: str, new: str, words: str) -> None:
    with pytest.raises(PolicyError) as caught:
        load_text(preset_text("pi").replace(old, new, 1), "mine.yaml")
    assert words in str(caught.value)


@pytest.mark.real
def test_pi_itself_counted_the_same_before_its_compactions(recorded_sessions: Path) -> None:
    """Its records say what it counted: the usage of the last reply, to the token."""
    transcript = load(recorded_sessions / "pi" / "pimono-v1-2compact-2.4MB.jsonl")
    gate = Replay(transcript, load_policy("pi")).ledger.by_usage
    asked = [transcript.structure.request_of(each.before - 1) for each in transcript.compactions]
    counted = [gate.reports[request - 1] for request in asked]
    assert [each and each.tokens for each in counted] == [each.tokens_before for each in transcript.compactions] != []


def last_believed(messages: list[Api]) -> int:
    """The request whose report is taken at the end."""
    report = Replay(load_messages(messages), pi()).ledger.by_usage.reports[-1]
    return report.request if report else 0


def turns(*reports: tuple[int, int]) -> list[Api]:
    return [message for prompt, output in reports for message in (user(of("a", 30)), said(prompt, output, of("b", 20)))]


@pytest.mark.parametrize(
    ("messages", "believed"),
    [
        (
            turns((3000, 20), (3050, 20), (3050, 20)),
            2,
        ),  # the one before over again: it stands still while a reply joins it
        (turns((3000, 20), (6100, 20), (9300, 20), (12600, 20), (16000, 20)), 5),  # four in a row might be large steps
        (turns((3000, 20), (6100, 20), (9300, 20), (12600, 20), (16000, 20), (19500, 20)), 5),  # the fifth is a sum
        ([*turns((3000, 20)), user(of("c", 16_000)), said(4_000, 20, of("b", 20))], 1),  # a quarter of its messages
        ([*turns((3000, 20)), user(of("c", 16_000)), said(4_020, 20, of("b", 20))], 2),  # 16,080 held: just a quarter
        (turns((3000, 20), (0, 20)), 1),
    ],
)
def test_a_report_is_believed_by_itself_and_those_before_it(messages: list[Api], believed: int) -> None:
    assert last_believed([*messages, user("on")]) == believed


def test_a_cut_inside_a_turn_asks_for_the_beginning_of_that_turn() -> None:
    asked: list[SummaryRequest] = []

    class Listening(Words):
        def summarise(self, request: SummaryRequest) -> str:
            asked.append(request)
            return super().summarise(request)

    for keep in (250, 350):  # before d, a reply; before c, which opens its turn
        rules = load_policy("pi").with_knobs(window=1600, reserve_tokens=100, keep_recent_tokens=keep)
        Replay(load_messages(HISTORY), rules, Listening()).view(3)
    titles = [[section.title for section in each.sections] for each in asked]
    assert titles[0] == [*titles[-1], "Turn Context (split turn)"]
    assert len(titles[-1]) == 8
