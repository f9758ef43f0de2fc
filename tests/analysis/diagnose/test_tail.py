"""tail: what compaction keeps is as large as the limit that starts it. Sizes are characters, worked by hand."""

from __future__ import annotations

from inspector.engine.summariser import SummaryRequest
from inspector.policy import load_policy
from inspector.policy.model import Policy
from inspector.transcript.model import Compaction
from tests.analysis.diagnose.building import found, policy, session, talk
from tests.engine.messages import assistant, call, result, step, system, user

NAME = "tail"


def pruning(start: int, refuse: int = 0) -> Policy:
    limit = f'refuse: {{">=": {refuse}}}\n' if refuse else ""
    return policy(f"""
state: rewrite
stop: after_each
meter: {{count: chars, unit: chars}}
knobs:
  size: {{default: {start}, unit: chars, min: 0, max: 100000, help: start}}
  last: {{default: 2, unit: messages, min: 0, max: 100, help: kept}}
start: {{">=": $size}}
{limit}layers:
  - {{id: prune, do: drop, keep: {{first: 1, last: $last, unit: messages}}}}
""")


def by_turns(window: int, split: str = "off") -> Policy:
    return policy(f"""
state: overlay
stop: after_each
meter: {{count: chars, unit: chars}}
budget: {{window: {window}, fixed: 20, reserve: 10, margin: 0, unit: chars}}
start: {{">": {window}, of: required}}
layers:
  - id: summary
    do: summarise
    keep: {{last: 0, unit: turns, split_turn: {split}}}
    assemble: {{role: user, summary: "{{summary}}"}}
""")


class Short:
    name = "short"

    def summarise(self, request: SummaryRequest) -> str:
        return "short"


class Fails:
    name = "fails"

    def summarise(self, request: SummaryRequest) -> str:
        raise RuntimeError("nobody there")


def test_a_tail_above_the_start_shows() -> None:
    """First and last two of 60 characters each are 180, and it starts at 100. Request 1 has 60 alone."""
    (one,) = found(NAME, session(talk(3, 60)), pruning(100))
    assert (one.severity, one.requests) == ("warning", (2, 3, 4))
    assert {"after": 180, "limit": 100, "tail": 180, "tail_messages": 3}.items() <= one.evidence.items()
    assert one.change == "last 2 → 0, or size 100 → 181"


def test_what_does_not_help_is_not_told() -> None:
    """The first message alone has 150, whatever else leaves; with the last two it has 270."""
    (one,) = found(NAME, session([user("u" * 150), *talk(2, 60)[1:]]), pruning(140))
    assert one.change == "size 140 → 271"


def test_an_open_turn_above_the_window_shows() -> None:
    """The turn goes on, so nothing of it may leave: 10 + 4 × (4 + 2 + 40) are more than 170, which 30 beside them leave.

    Its goal, three steps and the summary would be 10 + 3 × 46 + 5.
    """
    messages = [user("0123456789"), *(m for at in "abcde" for m in step(at, at * 40, "bash"))]
    (one,) = found(NAME, session(messages), by_turns(200), Short())
    assert one.severity == "error"
    assert one.requests == (5, 6)
    assert one.change == "split_turn: 6 cuts the open turn"
    assert one.evidence["beside"] == 30


def test_one_large_result_is_named() -> None:
    messages = [user("u" * 10), *step("a", "r" * 500), assistant("ok"), *talk(3, 10)]
    (one,) = found(NAME, session(messages), pruning(400))
    assert (one.severity, one.evidence["largest_block"], one.evidence["largest"]) == ("note", "3.1", 500)


def test_a_refused_view_is_an_error() -> None:
    (one,) = found(NAME, session(talk(3, 60)), pruning(100, refuse=170))
    assert one.severity == "error"


def test_a_tail_below_the_start_does_not_show() -> None:
    """180 < 200."""
    assert not found(NAME, session(talk(3, 60)), pruning(200))


def test_a_summary_that_failed_does_not_show() -> None:
    """Nothing left the view because nobody wrote a summary; what is kept is small."""
    assert not found(NAME, session(talk(4, 60)), by_turns(150), Fails())
    assert not found(NAME, session(talk(4, 60)), by_turns(150), Short())


def test_fixed_input_above_the_start_does_not_show() -> None:
    """The system message alone reaches it: that is another family's."""
    policy_ = load_policy("go-tiny-claw").with_knobs(max_chars=50)
    assert not found(NAME, session([system("s" * 60), *talk(3, 60)]), policy_)


def test_where_no_layer_takes_messages_it_says_so() -> None:
    """60 prompts of 100 bytes stay whatever happens; the last six messages alone are below the start."""
    messages = [part for _ in range(60) for part in (user("u" * 100), assistant("ok"))]
    (one,) = found(NAME, session([*messages, user("end")]), load_policy("go-tiny-claw"))
    assert one.severity == "note"
    assert "none takes whole messages" in one.change
    assert one.evidence["tail"] == 100 + 100 + 2 + 2 + 2 + 3


def test_a_tail_of_its_own_is_a_warning_there_too() -> None:
    """A prompt of 4,000 bytes is never cut, and stands among the last six messages of requests 1 to 3."""
    messages = [user("u" * 4_000), *(part for at in "ab" for part in (assistant(call(at)), user(result(at))))]
    (one,) = found(NAME, session(messages), load_policy("go-tiny-claw"))
    assert (one.severity, one.requests) == ("warning", (1, 2, 3))


AFTER = [user("go"), assistant("a"), user("summary"), assistant("b"), user("on")]


def test_a_recorded_compaction_that_gets_not_below_its_start_shows() -> None:
    cut = Compaction("full", before=2, summary=2, trigger="auto", tokens_before=50_000)
    (one,) = found(NAME, session(AFTER, cut, usage=[49_000, 51_000]))
    assert (one.requests, one.evidence["after"], one.evidence["limit"]) == ((2,), 51_000, 50_000)


def test_a_recorded_compaction_that_helps_or_that_a_person_asked_for_does_not_show() -> None:
    auto = Compaction("full", before=2, summary=2, trigger="auto", tokens_before=50_000)
    manual = Compaction("full", before=2, summary=2, trigger="manual", tokens_before=10_000)
    assert not found(NAME, session(AFTER, auto, usage=[49_000, 20_000]))
    assert not found(NAME, session(AFTER, manual, usage=[49_000, 20_000]))
