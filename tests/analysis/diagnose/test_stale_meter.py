"""stale-meter: the number that is decided by is not the size of what is sent."""

from __future__ import annotations

from itertools import accumulate

from inspector.policy.model import Policy
from inspector.transcript.model import Compaction, Transcript
from tests.analysis.diagnose.building import found, policy, session, talk
from tests.engine.messages import Api, assistant, step, user

NAME = "stale-meter"
LONG = "word " * 4_000
"""Some 4,000 tokens."""


def quarters(start: int) -> Policy:
    """Four characters are one token."""
    return policy(f"""
state: rewrite
stop: never
meter: {{count: chars/4, unit: tokens}}
knobs: {{size: {{default: {start}, unit: tokens, min: 0, max: 10000000, help: start}}}}
start: {{">=": $size}}
layers:
  - {{id: prune, do: drop, keep: {{first: 1, last: 2, unit: messages}}}}
""")


FULL = Compaction("full", before=2, summary=2)
CUT: list[Api] = [user(LONG), assistant("one"), user("summary"), assistant("two"), user("more"), assistant("three")]


def test_usage_that_stays_after_a_compaction_shows() -> None:
    """4,000 tokens left the view, and the provider's figure is the old one."""
    (one,) = found(NAME, session(CUT, FULL, usage=[10_000, 10_000, 10_010]))
    assert (one.severity, one.requests) == ("warning", (2,))
    assert (one.evidence["reported_before"], one.evidence["reported_after"]) == (10_000, 10_000)


def test_usage_that_falls_with_the_view_does_not_show() -> None:
    assert not found(NAME, session(CUT, FULL, usage=[10_000, 5_000, 5_010]))


def test_a_clearing_that_was_written_down_late_does_not_show() -> None:
    """The agent cleared before request 3 already; the record tells of it before request 4."""
    messages = [
        user("go"),
        *step("a", LONG),
        assistant("one"),
        user("on"),
        assistant("two"),
        user("on"),
        assistant("x"),
    ]
    late = Compaction("micro", before=5, cleared=frozenset({"a"}))
    assert not found(NAME, session(messages, late, usage=[6_000, 10_000, 6_100, 6_200]))


def test_a_small_clearing_is_no_evidence() -> None:
    """4,000 of 100,000 tokens: usage may well grow at the same request."""
    assert not found(NAME, session(CUT, FULL, usage=[100_000, 100_000, 100_010]))


def test_usage_that_is_less_than_the_text_shows() -> None:
    (one,) = found(NAME, session([user(LONG), *talk(6, 5)], usage=[8] * 6))
    assert (one.severity, one.evidence["reported"], len(one.requests)) == ("warning", 8, 6)


def test_a_few_strange_figures_do_not_show() -> None:
    """Four placeholders among twelve sound figures."""
    sound = [6_000] * 8
    assert not found(NAME, session([user(LONG), *talk(12, 5)], usage=[*[8] * 4, *sound]))


def growing(steps: list[int], model: str = "") -> Transcript:
    """Ten turns that add 1,000 tokens each by four characters a token, and `steps` by the provider."""
    return session(talk(len(steps), 2_000), usage=list(accumulate(steps, initial=3_000))[1:], model=model)


def test_a_meter_that_counts_half_shows() -> None:
    (one,) = found(NAME, growing([2_000] * 10), quarters(50_000))
    assert (one.severity, one.evidence["ratio"], one.evidence["steps"]) == ("warning", 2.0, 9)
    assert "counts 50 for the provider's 100" in one.text
    assert "size to 25,000" in one.change


def test_a_limit_that_the_model_never_reaches_is_an_error() -> None:
    """5,000 by the meter are 10,000 of the provider's, and gpt-4 holds 8,192."""
    (one,) = found(NAME, growing([2_000] * 10, "gpt-4"), quarters(5_000))
    assert one.severity == "error"
    assert one.evidence["window"] == 8_192


def test_a_meter_that_counts_too_much_is_a_note() -> None:
    (one,) = found(NAME, growing([500] * 10), quarters(50_000))
    assert (one.severity, one.evidence["ratio"]) == ("note", 0.5)


def test_a_meter_that_is_a_little_off_does_not_show() -> None:
    """100 for 125 of the provider's, and 100 for 80."""
    assert not found(NAME, growing([1_250] * 10), quarters(50_000))
    assert not found(NAME, growing([800] * 10), quarters(50_000))


def test_one_wild_step_does_not_show() -> None:
    """Somewhere the agent cleared 40,000 tokens, or was sent an image."""
    assert not found(
        NAME, growing([1_000, 1_000, -40_000, 1_000, 1_000, 45_000, 1_000, 1_000, 1_000]), quarters(50_000)
    )


def test_a_meter_of_characters_is_compared_with_nothing() -> None:
    chars = policy("""
state: rewrite
stop: never
meter: {count: chars, unit: chars}
start: {">=": 50000}
layers:
  - {id: prune, do: drop, keep: {first: 1, last: 2, unit: messages}}
""")
    assert not found(NAME, growing([2_000] * 10), chars)
