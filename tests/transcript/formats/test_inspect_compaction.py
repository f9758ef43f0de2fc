"""Inspect: a `compaction` event says that the prompts before and after it are one conversation, whatever they share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.transcript import Transcript
from tests.transcript.formats import fixtures_inspect_log as given
from tests.transcript.formats.prompts.talk import view

Record = dict[str, Any]
RULES: Record = {"role": "system", "content": "SYS"}


@pytest.fixture
def loaded(tmp_path: Path) -> Any:
    def load(*events: Record) -> Transcript:
        path = tmp_path / "log.json"
        path.write_text(json.dumps(given.document(given.sample(events=list(events), messages=[], attachments={}))))
        return inspector.load(path)

    return load


def user(text: str) -> Record:
    return {"role": "user", "content": text}


def says(text: str) -> Record:
    return {"role": "assistant", "content": text}


def told(kind: str = "summary") -> Record:
    return {"event": "compaction", "type": kind, "tokens_before": 100, "tokens_after": 10}


@pytest.mark.parametrize("rules", [[RULES], []], ids=["system", "none"])
def test_nothing_but_the_system_prompt_is_shared(loaded: Any, rules: list[Record]) -> None:
    before = given.asked([*rules, user("q1")], says("a1"))
    after = given.asked([*rules, user("X is done"), user("q2")], says("a2"))
    found = loaded(before, told(), after)
    assert (found.structure.requests, found.sidechains, found.exact) == (2, (), {1, 2})
    (compaction,) = found.compactions
    assert (compaction.trigger, compaction.tokens_before, compaction.tokens_after) == ("summary", 100, 10)
    start = len(rules)
    assert compaction.summary == start + 2
    assert found.messages[start + 2].author == "client"
    assert view(found, 2)[start:] == ["X is done", "q2"]
    assert found.messages[start + 3].author == "human"


def test_without_the_event_they_are_two(loaded: Any) -> None:
    before = given.asked([RULES, user("q1")], says("a1"))
    after = given.asked([RULES, user("X is done"), user("q2")], says("a2"))
    assert len(loaded(before, after).sidechains) == 1


def test_what_was_cut_away_leaves_no_summary(loaded: Any) -> None:
    before = given.asked([RULES, user("q1")], says("a1"))
    found = loaded(before, told("trim"), given.asked([RULES, user("q2")], says("a2")))
    assert (found.structure.requests, found.sidechains) == (2, ())
    assert [(c.kind, c.summary) for c in found.compactions] == [("full", None)]
    assert found.messages[3].author == "human"


def test_the_request_that_made_the_summary_is_another_conversation(loaded: Any) -> None:
    """It has the same system messages (none), and ran last; its reply stands in the prompt after the event."""
    before = given.asked([user("q1")], says("a1"))
    summariser = given.asked([user("Shorten this: q1, a1")], says("X is done"))
    found = loaded(before, summariser, told(), given.asked([user("So far: X is done"), user("q2")], says("a2")))
    assert [view(found, number) for number in (1, 2)] == [["q1"], ["So far: X is done", "q2"]]
    assert len(found.sidechains) == 1


def test_one_of_other_rules_is_not_meant(loaded: Any) -> None:
    """A subagent with a system prompt of its own ran in between."""
    other = given.asked([{"role": "system", "content": "HELPER"}, user("look")], says("seen"))
    before = given.asked([RULES, user("q1")], says("a1"))
    found = loaded(before, other, told(), given.asked([RULES, user("X is done"), user("q2")], says("a2")))
    assert [view(found, number) for number in (1, 2)] == [["SYS", "q1"], ["SYS", "X is done", "q2"]]
    assert len(found.sidechains) == 1
