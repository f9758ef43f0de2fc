"""What is said of typed text: lost, cut, or only in the summary, and whether the words stand there."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.engine.view import Fate, Gone
from inspector.policy import load_policy
from inspector.transcript import load
from inspector.tui import lost_words
from inspector.tui.session import Session
from inspector.tui.status import status


@pytest.mark.parametrize(
    ("text", "summary", "said"),
    [
        ("Never touch\n  the table.", "He said: Never touch the table. And more.", "there word for word"),
        ("Never touch the table. Be quick.", "- Never touch the table", "there in part"),
        ("- keep the tests\n- be quick", "keep the tests", "there in part"),
        ("Never touch the table.", "The table is not to be touched.", "not word for word"),
        ("go", "it was going on", "not word for word"),
        ("go", "going; go", "there word for word"),
        ("不能丢。快一点。", "用户说不能丢", "there in part"),
        ("", "anything", "not word for word"),
    ],
)
def test_words_are_looked_for_in_the_summary(text: str, summary: str, said: str) -> None:
    assert lost_words.among(text, summary) == said


def test_the_head_goes_by_the_fate() -> None:
    said = {fate: lost_words.head(fate) for fate in Fate}
    assert said[Fate.DROPPED] == said[Fate.DEDUPLICATED] == "typed text lost"
    assert said[Fate.TRUNCATED] == "typed text cut"
    assert said[Fate.SUMMARISED] == "typed text is in the summary only"


def test_others_are_said_to_have_other_fates() -> None:
    one, two = Gone(1, Fate.SUMMARISED, "a"), Gone(2, Fate.DROPPED, "b")
    assert lost_words.more([one]) == ""
    assert lost_words.more([one, one]) == ", and 1 more"
    assert lost_words.more([one, two, one]) == ", and 2 more, some with another fate"


def test_a_summary_is_no_loss_without_a_trace(samples: dict[str, Path]) -> None:
    session = Session(load(samples["lost-rule"]), load_policy("agent-engineering"))
    told = [
        "".join(part.text for part in status(session))
        for request in range(1, session.requests + 1)
        if session.go(request) or request == session.request
        if any(one.fate is Fate.SUMMARISED for one in session.typed_losses()[:1])
    ]
    assert told
    for words in told:
        assert "typed text is in the summary only: 1.1 “" in words
        assert "typed text lost" not in words
        assert "word for word" in words or "there in part" in words
    session.go(session.requests)
    plan = session.plan()
    assert plan is not None
    assert not any(made.approximate for made in plan.made)
