"""cache-broken: small savings that rewrite a long prefix. `word ` is one token of o200k, so sizes are counted by hand.

Without a known model a write costs 1.25 and a read 0.1: a change pays when saved × later requests ≥ 11.5 × rewritten.
"""

from __future__ import annotations

from dataclasses import replace

from inspector.analysis.diagnose.advice import starts
from inspector.analysis.diagnose.finding import Finding
from inspector.analysis.diagnose.run import diagnose
from inspector.engine import Replay
from inspector.policy import load_policy
from inspector.policy.model import Clear, Layer, Limit, MeterSpec, Policy, Region, Select
from inspector.transcript import load_messages
from inspector.transcript.model import Compaction
from tests.engine.messages import Api, assistant, step, user

PAGE = "word " * 6_000


def clearing(results: int, over: int = 0, always: bool = True, state: str = "rewrite") -> Policy:
    """Clears all results but the newest, at every request or over a size."""
    gate = "always" if always else Limit(">=", over, "chars")
    layer = Layer("clear", Clear("[gone]"), gate, Select(("tool_result",)), Region("outside", results=results))  # type: ignore[arg-type]
    return Policy("small", "", state, "mark", "never", MeterSpec("chars", "chars"), (layer,))  # type: ignore[arg-type]


def found(messages: list[Api], policy: Policy | None, *compactions: Compaction) -> tuple[Finding, ...]:
    transcript = replace(load_messages(messages), compactions=compactions)
    return diagnose(Replay(transcript, policy), ["cache-broken"]).findings


def session(first: str, middle: str, answers: int = 3) -> list[Api]:
    """A result, a long text of the user, another result, and some more talk."""
    talk = [each for at in range(answers) for each in (assistant(f"answer {at}"), user(f"question {at}"))]
    return [user("the task"), *step("a", first), assistant("ok"), user(middle), *step("b", "short"), *talk]


def test_a_small_result_that_is_cleared_before_a_long_text_shows() -> None:
    """Request 4 is the first with result b: a is cleared, some 50 tokens, and the page of 6,000 after it is written again."""
    (one,) = found(session("word " * 50, PAGE), clearing(1))
    assert one.severity == "warning"
    assert (one.requests, one.blocks) == ((4,), (2,))
    assert 6_000 <= int(str(one.evidence["worst_rewritten"])) <= 6_050
    assert 40 <= int(str(one.evidence["worst_saved"])) <= 50
    assert "when" in one.change


def test_a_policy_that_makes_every_view_afresh_shows_too() -> None:
    (one,) = found(session("word " * 50, PAGE), clearing(1, 30_000, False, "per_request"))
    assert one.requests == (4,)


def test_a_clearing_of_the_agents_own_for_little_shows() -> None:
    """A microcompaction takes effect before message 8 (position 7), as above."""
    messages = session("word " * 50, PAGE)
    micro = Compaction("micro", before=7, cleared=frozenset({"a"}))
    (one,) = found(messages, None, micro)
    assert one.requests == (4,)
    assert "cold" in one.change


def test_a_large_result_that_is_cleared_does_not_show() -> None:
    """6,000 tokens leave, and 6,000 are written again: room that was made."""
    assert not found(session(PAGE, PAGE), clearing(1))


def test_a_small_result_at_the_end_does_not_show() -> None:
    """Only what comes after it is written again, and that is little."""
    assert not found(session("word " * 50, "word " * 50), clearing(1))


def test_a_view_that_only_grows_does_not_show() -> None:
    assert not found(session("word " * 50, PAGE), clearing(9))


def test_a_change_that_lasts_long_enough_pays() -> None:
    """1,000 tokens saved at 80 later requests are 80,000 reads; 6,000 rewritten cost 69,000: it pays. At 40 it does not."""
    assert not found(session("word " * 1_000, PAGE, 80), clearing(1))
    assert found(session("word " * 1_000, PAGE, 40), clearing(1))


def test_a_cache_that_had_gone_cold_anyway_loses_nothing() -> None:
    """An hour before every request, and entries that live for five minutes: everything is written anew each time."""
    transcript = load_messages(session("word " * 50, PAGE))
    hours = [replace(m, timestamp=f"2026-01-01T{at:02}:00:00Z") for at, m in enumerate(transcript.messages)]
    cold = Replay(replace(transcript, messages=tuple(hours)), clearing(1))
    assert not diagnose(cold, ["cache-broken"]).findings


def test_only_what_lets_a_layer_start_later_is_to_be_raised() -> None:
    """agent-engineering starts where required > window: more fixed input, reserve or margin would start it earlier."""
    assert starts(load_policy("agent-engineering"), "summary") == ("window",)
    assert starts(load_policy("workbuddy-s14"), "prune") == ("soft_threshold",)


def test_presets_on_a_short_talk_do_not_show() -> None:
    assert not found(session("word " * 50, "word " * 50), load_policy("evo-agent"))
