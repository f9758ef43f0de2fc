"""The frame: which families are asked, in which order findings are told, and what happens when nobody wants them."""

from __future__ import annotations

import pytest

from inspector.analysis.diagnose.families import FAMILIES, NAMES
from inspector.analysis.diagnose.finding import Finding, worst
from inspector.analysis.diagnose.run import diagnose
from inspector.engine import Replay
from inspector.transcript import load_messages
from tests.engine.messages import assistant, user

SHORT = Replay(load_messages([user("hello"), assistant("hello")]))


def test_names_are_unique_and_speak() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert all(family.about and family.name == family.name.lower() for family in FAMILIES)


def test_nothing_is_wrong_with_a_short_talk() -> None:
    seen = diagnose(SHORT)
    assert (seen.findings, seen.families) == ((), NAMES)
    assert seen.certificate is not None


@pytest.mark.parametrize("messages", [[], [user("")], [assistant("x")], [user("one")]])
def test_hardly_any_record(messages: list[dict[str, object]]) -> None:
    assert not diagnose(Replay(load_messages(messages))).findings


def test_an_unknown_family_is_named() -> None:
    with pytest.raises(ValueError, match="no family of findings is called 'tails'"):
        diagnose(SHORT, ["tails"])


def test_cancelled_it_says_what_was_looked_for() -> None:
    assert diagnose(SHORT, cancelled=lambda: True).families == ()


def test_progress_counts_families() -> None:
    told: list[tuple[int, int]] = []
    diagnose(SHORT, progress=lambda done, total: told.append((done, total)))
    assert told == [(at, len(NAMES)) for at in range(len(NAMES))]


def test_the_worst_of_findings() -> None:
    note, error = Finding("a", "note", "", ""), Finding("b", "error", "", "")
    assert worst([note, error]) == "error"
    assert worst([]) is None
