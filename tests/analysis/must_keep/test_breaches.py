"""Facts held against every view: requests, layers and knobs worked by hand."""

from __future__ import annotations

import pytest

from inspector.analysis.must_keep.asked import read_facts
from inspector.analysis.must_keep.breaches import Watched, watch
from inspector.analysis.why.facts import BadFact
from inspector.engine import Replay
from inspector.long_work import Cancelled
from inspector.policy import load_policy
from inspector.transcript import load_messages
from tests.analysis.diagnose.building import policy
from tests.engine.messages import Api, assistant, step, user

STORY: list[Api] = [
    user("Find the port. Never push."),
    *step("a", "the port is 7431", "read_file", path="conf.ini"),
    *step("b", "out b"),
    *step("c", "out c"),
    *step("d", "out d"),
    assistant("It is the one of the file."),
    user("Thanks."),
    assistant("You are welcome: ticket OPS-12."),
]
"""Six requests. With evo-agent three results stay: the first is cleared when the fourth comes, at request 5."""


def held(facts: str, messages: list[Api] = STORY, under: str = "evo-agent") -> list[Watched]:
    replay = Replay(load_messages(messages), load_policy(under) if under else None)
    return list(watch(replay, read_facts(f"facts:\n{facts}")))


def test_a_fact_that_stays() -> None:
    (one,) = held("  - text: Never push\n")
    assert (one.kept, one.first) == (True, 1)


def test_a_fact_that_leaves() -> None:
    (one,) = held("  - text: port is 7431\n")
    assert one.first == 2
    assert one.breach is not None
    assert (one.breach.request, one.breach.requests, one.breach.state) == (5, 2, "cleared")
    assert one.breach.loss is not None
    assert (one.breach.loss.layer, one.breach.loss.knob) == ("micro", "keep_recent_results")


def test_it_is_watched_from_a_request_or_turn_on() -> None:
    """Turn 2 begins at request 6, where it has been gone for one request."""
    for since, first in (("request 4", 5), ("request 6", 6), ("turn 2", 6), ("turn 1", 1)):
        (one,) = held(f"  - text: port is 7431\n    from: {since}\n")
        assert one.breach is not None
        assert one.breach.request == first
    assert one.breach.state == "not yet"
    assert one.breach.requests == 1 + 2
    (later,) = held("  - text: Never push\n    from: turn 2\n")
    assert later.kept


def test_a_later_breach_names_the_layer_that_took_it() -> None:
    (one,) = held("  - text: port is 7431\n    from: turn 2\n")
    assert one.breach is not None
    assert one.breach.loss is not None
    assert (one.breach.loss.layer, one.breach.loss.knob) == ("micro", "keep_recent_results")


def test_patterns_and_messages() -> None:
    one, two, three = held("  - pattern: port is \\d+\n  - message: 3\n  - message: 1\n")
    assert not one.kept
    assert not two.kept
    assert three.kept


def test_a_fact_that_the_record_does_not_hold_is_a_breach() -> None:
    (one,) = held("  - text: the moon\n")
    assert one.breach is not None
    assert (one.breach.request, one.breach.loss) == (None, None)


def test_a_fact_that_no_request_has_is_kept() -> None:
    """It stands in the last reply: no view comes after it. But from request 2 on, every view lacks it."""
    assert held("  - text: OPS-12\n")[0].kept
    (one,) = held("  - text: OPS-12\n    from: request 2\n")
    assert one.breach is not None
    assert (one.breach.request, one.breach.requests) == (2, 5)


def test_behind_a_pointer_is_anywhere_but_not_in_the_view() -> None:
    under = policy("""
state: per_request
stop: never
meter: {count: chars, unit: chars}
layers:
  - id: cut
    do: truncate
    when: always
    select: tool_result
    over: {">": 10, unit: chars}
    keep: {head: 3, unit: chars}
    externalise: true
    notice: "[all of it: {pointer}]"
""")
    replay = Replay(load_messages(STORY), under)
    view, anywhere = watch(replay, read_facts("facts:\n  - text: '7431'\n  - text: '7431'\n    in: anywhere\n"))
    assert view.breach is not None
    assert view.breach.state == "artifact"
    assert anywhere.kept


@pytest.mark.parametrize(
    "facts", ["  - message: 99\n", "  - text: a\n    from: turn 3\n", "  - text: a\n    from: request 7\n"]
)
def test_what_the_transcript_does_not_have(facts: str) -> None:
    with pytest.raises(BadFact, match="does not exist"):
        held(facts)


def test_an_empty_transcript() -> None:
    (one,) = held("  - text: a\n", [], "")
    assert not one.kept


def test_it_can_be_cancelled() -> None:
    replay = Replay(load_messages(STORY), load_policy("evo-agent"))
    with pytest.raises(Cancelled):
        watch(replay, read_facts("facts:\n  - text: port\n"), cancelled=lambda: True)
