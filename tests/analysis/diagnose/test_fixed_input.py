"""fixed-input: what no layer may touch reaches the limit alone."""

from __future__ import annotations

from dataclasses import replace

from inspector.policy import load_policy
from inspector.transcript.model import Compaction
from tests.analysis.diagnose.building import found, session, talk
from tests.engine.messages import assistant, system, user

NAME = "fixed-input"
WINDOW = 200_000
"""Of claude-opus-4-5."""


def test_fixed_reserve_and_margin_above_the_window_show() -> None:
    """30,000 + 4,000 + 1,000 > 32,000 without a single message."""
    (one,) = found(NAME, session(talk(2, 10)), load_policy("agent-engineering").with_knobs(fixed_input=30_000))
    assert (one.severity, one.requests) == ("error", (1, 2, 3))
    assert "35,000 > 32,000" in one.text
    assert {"fixed": 30_000, "reserve": 4_000, "margin": 1_000, "limit": 32_000}.items() <= one.evidence.items()
    assert "window" in one.change


def test_a_system_prompt_above_the_start_shows() -> None:
    """60 bytes of system prompt, compaction at 50."""
    messages = [system("s" * 60), *talk(1, 5)]
    (one,) = found(NAME, session(messages), load_policy("go-tiny-claw").with_knobs(max_chars=50))
    assert (one.severity, one.requests) == ("error", (1, 2))
    assert one.evidence["system"] == 60
    assert "max_chars" in one.change


def test_a_system_message_that_comes_later_shows_from_there_on() -> None:
    messages = [user("a"), assistant("b"), system("s" * 60), user("c"), assistant("d"), user("e")]
    (one,) = found(NAME, session(messages), load_policy("go-tiny-claw").with_knobs(max_chars=50))
    assert one.requests == (2, 3)


def test_little_room_is_a_warning() -> None:
    """26,000 of 32,000 are 81 %."""
    (one,) = found(NAME, session(talk(1, 10)), load_policy("agent-engineering").with_knobs(fixed_input=21_000))
    assert one.severity == "warning"
    assert "6,000" in one.change


def test_room_enough_does_not_show() -> None:
    """25,000 of 32,000 are 78 %."""
    assert not found(NAME, session(talk(1, 10)), load_policy("agent-engineering").with_knobs(fixed_input=20_000))


def test_a_system_prompt_that_is_not_measured_does_not_show() -> None:
    """This policy's meter leaves the system message out, so it cannot start anything."""
    messages = [system("s" * 400), *talk(1, 5)]
    assert not found(NAME, session(messages), load_policy("workbuddy-s14").with_knobs(soft_threshold=50))


def test_more_than_a_policy_sets_aside_shows() -> None:
    """One short message, and the provider reported 20,000 tokens: the policy believes 4,000."""
    (one,) = found(NAME, session(talk(1, 2), usage=[20_000]), load_policy("agent-engineering"))
    assert (one.severity, one.requests) == ("warning", (1,))
    assert one.evidence["set_aside"] == 4_000
    assert 19_900 < int(str(one.evidence["unseen"])) < 20_000
    assert "fixed_input" in one.change


def test_so_much_that_nothing_fits_is_an_error() -> None:
    (one,) = found(NAME, session(talk(1, 2), usage=[40_000]), load_policy("agent-engineering"))
    assert one.severity == "error"


def test_tools_of_the_record_show() -> None:
    """The tools alone have far more than the 4,000 tokens that are set aside."""
    tools = tuple({"name": f"tool_{n}", "description": "one more tool of many " * 20} for n in range(100))
    (one,) = found(NAME, replace(session(talk(1, 2)), tools=tools), load_policy("agent-engineering"))
    assert int(str(one.evidence["in_record"])) > 5_000


def test_what_is_set_aside_does_not_show() -> None:
    """4,000 and a margin of 1,000 hold 4,500."""
    assert not found(NAME, session(talk(1, 2), usage=[4_500]), load_policy("agent-engineering"))


def test_a_record_that_begins_in_the_middle_does_not_show() -> None:
    """Its first prompt holds messages that nobody sees here."""
    assert not found(NAME, session(talk(1, 2), usage=[190_000], partial=True), load_policy("agent-engineering"))
    assert not found(NAME, session(talk(1, 2), usage=[190_000], partial=True, model="claude-opus-4-5"))


def test_a_recorded_prompt_that_is_nearly_all_fixed_shows() -> None:
    (one,) = found(NAME, session(talk(1, 2), usage=[190_000], model="claude-opus-4-5"))
    assert (one.severity, one.evidence["limit"], one.evidence["prompt"]) == ("warning", WINDOW, 190_000)


def test_the_size_at_which_the_agent_compacted_is_the_limit() -> None:
    """Right after its compaction at 50,000 the prompt has 52,000 again, though the summary is a few words long."""
    messages = [user("go"), assistant("a"), user("summary"), assistant("b"), user("on")]
    cut = Compaction("full", before=2, summary=2, trigger="auto", tokens_before=50_000)
    (one,) = found(NAME, session(messages, cut, usage=[60_000, 52_000], model="claude-opus-4-5"))
    assert (one.severity, one.requests, one.evidence["limit"]) == ("error", (2,), 50_000)


def test_what_a_compaction_leaves_bounds_it_too() -> None:
    """30,000 after a compaction: nothing that every prompt has can be larger."""
    messages = [user("go"), assistant("a"), user("summary"), assistant("b"), user("on")]
    cut = Compaction("full", before=2, summary=2, trigger="auto", tokens_before=50_000)
    assert not found(NAME, session(messages, cut, usage=[60_000, 30_000], model="claude-opus-4-5"))


def test_a_large_prompt_of_large_messages_does_not_show() -> None:
    """40,000 tokens of text of the 190,000 may be 75,000 of the provider's: what is left is far from the window."""
    messages = [user("word " * 40_000), assistant("ok"), user("on")]
    assert not found(NAME, session(messages, usage=[190_000], model="claude-opus-4-5"))
