"""configured-not-effective: limits, knobs and layers without effect. Sizes are counted by hand, one character a token or unit."""

from __future__ import annotations

from dataclasses import replace

from inspector.analysis.diagnose.finding import Finding
from inspector.analysis.diagnose.run import diagnose
from inspector.engine import Replay
from inspector.policy import load_policy, load_text
from inspector.policy.model import Policy
from inspector.transcript import load_messages
from inspector.transcript.model import Compaction, Transcript, Usage
from tests.engine.messages import Api, assistant, step, user

OWN = """
schema: compaction-policy/1
name: own
about: drops old messages
state: rewrite
protocol: mark
stop: after_each
meter: {count: UNIT, unit: NAME, system: false}
knobs:
  start_at: {default: 1000, unit: NAME, min: 0, max: 100000, help: compaction starts here}
  hard: {default: 5000, unit: NAME, min: 0, max: 100000, help: refused from here on}
  keep: {default: 2, unit: messages, min: 0, max: 100, help: these stay}
start: {">=": $start_at}
refuse: {">=": $hard}
layers:
  - {id: prune, do: drop, keep: {first: 1, last: $keep, unit: messages}}
"""


def own(unit: str = "chars", **knobs: int) -> Policy:
    name = "tokens" if unit == "o200k_base" else unit
    return load_text(OWN.replace("UNIT", unit).replace("NAME", name)).with_knobs(**knobs)


def found(transcript: Transcript, policy: Policy | None) -> tuple[Finding, ...]:
    return diagnose(Replay(transcript, policy), ["configured-not-effective"]).findings


def talk(count: int, size: int = 400) -> list[Api]:
    """So many turns, each a prompt and an answer of `size` characters."""
    return [each for _ in range(count) for each in (user("x" * size), assistant("y" * size))]


def counted(messages: list[Api], *contexts: int) -> Transcript:
    """Each reply with the prompt size that the provider counted."""
    transcript, sizes = load_messages(messages), list(contexts)
    changed = [
        replace(m, usage=Usage(uncached_input=sizes.pop(0))) if m.role == "assistant" and sizes else m
        for m in transcript.messages
    ]
    return replace(transcript, messages=tuple(changed))


# ---------------------------------------------------------------- the dead zone


def test_a_hard_limit_below_the_start_shows() -> None:
    """Views of 400, 1,200 and 2,000 characters and so on: from request 2 on refused at 1,000, compacted only at 3,000."""
    first = next(iter(found(load_messages(talk(3)), own(start_at=3_000, hard=1_000))))
    assert (first.severity, first.requests) == ("error", (2, 3))
    assert (first.evidence["start"], first.evidence["refuse"], first.evidence["view"]) == (3_000, 1_000, 1_200)
    assert "start_at" in first.change


def test_a_hard_limit_above_the_start_does_not_show() -> None:
    """The last message alone has 2,000 characters: refused after the layer has done all that it can."""
    messages = [*talk(2), user("z" * 2_000)]
    assert not found(load_messages(messages), own(hard=1_500))


# ---------------------------------------------------------------- never starts


def test_a_meter_that_counts_less_than_the_provider_shows() -> None:
    """Few tokens in the texts; the provider counts system prompt and tools, too: 900 at request 1, 1,100 and 1,300 later."""
    (one,) = found(counted([*talk(3, 8), user("go on")], 900, 1_100, 1_300), own("o200k_base"))
    assert (one.severity, one.requests) == ("warning", (2, 3))
    assert one.evidence["largest_recorded"] == 1_300
    assert f"start_at to {one.evidence['view_there']}" in one.change


def test_a_record_that_begins_over_the_limit_does_not_show() -> None:
    """Over it from the first request on: the record begins in the middle, and the meter cannot know the rest."""
    assert not found(counted([*talk(3, 8), user("go on")], 1_100, 1_200, 1_300), own("o200k_base"))


def test_a_session_that_the_provider_too_found_small_does_not_show() -> None:
    assert not found(counted([*talk(3, 8), user("go on")], 500, 600, 700), own("o200k_base"))


# ---------------------------------------------------------------- knobs


def test_a_turned_knob_of_a_layer_that_never_works_shows() -> None:
    """400 characters stay below 1,000: how many messages would be kept makes no difference, nor where is refused."""
    (one,) = found(load_messages(talk(1)), own(hard=9_000, keep=7))
    assert one.severity == "warning"
    assert one.evidence["knobs"] == ["hard", "keep"]


def test_a_turned_knob_that_keeps_the_policy_from_starting_does_not_show() -> None:
    """At the policy's own 1,000 it compacts; at 5,000 it does not: that is the knob's effect."""
    assert not found(load_messages(talk(3)), own(start_at=4_999))


def test_a_knob_at_the_policys_own_value_does_not_show() -> None:
    assert not found(load_messages(talk(1)), own())


# ---------------------------------------------------------------- layers


def working(tool: str, count: int = 8) -> list[Api]:
    """So many calls of a tool, each with a result of 400 characters."""
    steps = [step(f"c{at}", "r" * 400, tool, path=f"file{at}.py") for at in range(count)]
    return [user("the task"), *(message for each in steps for message in each)]


def test_a_layer_for_other_tools_shows() -> None:
    """workbuddy-s14 deduplicates reads by its list of tools; this agent calls its own `slurp`."""
    policy = load_policy("workbuddy-s14").with_knobs(soft_threshold=300, hard_limit=5_000, max_tool_result_tokens=50)
    foreign = [each for each in found(load_messages(working("slurp")), policy) if each.evidence.get("layer")]
    assert [(each.severity, each.evidence["layer"]) for each in foreign] == [("warning", "dedupe")]
    assert foreign[0].evidence["called"] == ["slurp"]


def test_a_layer_whose_tools_are_called_does_not_show() -> None:
    policy = load_policy("workbuddy-s14").with_knobs(soft_threshold=300, hard_limit=5_000, max_tool_result_tokens=50)
    assert not [each for each in found(load_messages(working("read_file")), policy) if each.evidence.get("layer")]


def test_layers_that_others_always_spare_the_work_show() -> None:
    """go-tiny-claw clears; nothing that the assistant wrote is over 200 bytes, so folding never finds anything."""
    (one,) = found(load_messages(working("read_file", 12)), load_policy("go-tiny-claw").with_knobs(max_chars=1_000))
    assert one.severity == "note"
    assert one.evidence["layers"] == ["fold", "truncate"]
    assert one.change.startswith("lower fold_over or keep_size")


def test_a_policy_that_rests_does_not_show() -> None:
    assert not found(load_messages(working("read_file", 2)), load_policy("workbuddy-s14"))


# ---------------------------------------------------------------- recorded compactions


def compacted(*tokens: int, trigger: str = "auto", model: str = "claude-opus-4-5") -> Transcript:
    """A compaction before every second turn, at so many tokens as the agent counted."""
    messages = [each for _ in range(len(tokens) + 1) for each in (user("word " * 60_000), assistant("well"))]
    transcript = load_messages(messages)
    changed = tuple(replace(m, model=model) if m.role == "assistant" else m for m in transcript.messages)
    cuts = [Compaction("full", 2 * at, trigger, summary=2 * at, tokens_before=n) for at, n in enumerate(tokens, 1)]
    return replace(transcript, messages=changed, compactions=tuple(cuts))


def test_a_compaction_far_below_the_window_shows() -> None:
    """60,000 of 200,000 tokens are 30 %."""
    (one,) = found(compacted(60_000), None)
    assert (one.severity, one.requests, one.evidence["window"]) == ("note", (2,), 200_000)


def test_two_compactions_at_sizes_far_apart_show() -> None:
    (one,) = found(compacted(110_000, 160_000), None)
    assert one.evidence["tokens_before"] == (110_000, 160_000)


def test_compactions_near_the_window_do_not_show() -> None:
    assert not found(compacted(155_000, 160_000), None)


def test_a_compaction_that_a_person_asked_for_does_not_show() -> None:
    assert not found(compacted(60_000, trigger="manual"), None)


def test_ones_own_policy_beside_other_recorded_sizes_shows() -> None:
    """The record holds some 60,000 tokens when the agent compacts; the policy starts at 1,000."""
    told = [each for each in found(compacted(60_000), own("o200k_base", hard=90_000)) if "sizes" in each.evidence]
    assert [each.severity for each in told] == ["note"]


def test_another_agents_policy_beside_other_recorded_sizes_does_not_show() -> None:
    assert not [each for each in found(compacted(60_000), load_policy("workbuddy-s14")) if "sizes" in each.evidence]
