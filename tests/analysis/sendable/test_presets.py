"""Views that the presets make of well-formed sessions are sendable, but for what is known of a preset."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given

from inspector.analysis.sendable.breach import Provider
from inspector.analysis.sendable.session import sendable
from inspector.engine import Replay
from inspector.policy import load_policy
from inspector.transcript import load_messages
from tests.analysis.sendable.test_quick import SMALL
from tests.analysis.truth.sessions import planted
from tests.engine.choices import Choices, cases
from tests.engine.histories import either_form
from tests.engine.profile import examples
from tests.engine.telling import MODES, Telling

Api = dict[str, Any]
Case = tuple[list[Api], str, Provider]

KNOWN: dict[tuple[str, Provider], set[str]] = {
    ("agent-engineering", "anthropic"): {"first-user"},  # its summary is a message of the assistant, and the first one
}
"""Preset, provider → the rules that it breaks, each with its reason."""
NOTES = {"thinking-prefix", "alternation", "prefill"}
"""What models without prefix checks ignore, what the API joins, and sessions that were recorded so."""


def case(choose: Choices) -> Case:
    provider: Provider = choose.pick(("anthropic", "openai"))
    return either_form(choose, large=choose.chance(2)), choose.pick(MODES), provider


@pytest.mark.parametrize("name", sorted(SMALL))
@examples(60)
@given(cases(case))
def test_a_preset_breaks_no_rule_but_the_known_one(name: str, given_case: Case) -> None:
    messages, mode, provider = given_case
    transcript = load_messages(messages)
    recorded = sendable(Replay(transcript), provider)
    assert recorded is not None
    assume(not recorded.errors)
    found = sendable(Replay(transcript, load_policy(name).with_knobs(**SMALL[name]), Telling(mode)), provider)
    assert found is not None
    assert {each.breach.rule for each in found.errors} <= KNOWN.get((name, provider), set())
    assert {each.breach.rule for each in found.found if each.breach.severity == "note"} <= NOTES


@pytest.mark.parametrize("name", sorted(SMALL))
def test_the_known_one_is_there_and_long_sessions_are_compacted_without_another(name: str) -> None:
    transcript = load_messages(planted(7, 120, 0, 500).messages)
    knobs = {"go-tiny-claw": {}, "evo-agent": {"context_limit": 20_000}}.get(name, {"window": 8_000})
    if name == "workbuddy-s14":
        knobs = {"soft_threshold": 4_000, "hard_limit": 10**7}
    replay = Replay(transcript, load_policy(name).with_knobs(**knobs), Telling())
    assert any(row.compacted for row in replay.rows())
    found = sendable(replay)
    assert found is not None
    assert {each.breach.rule for each in found.errors} == KNOWN.get((name, "anthropic"), set())
