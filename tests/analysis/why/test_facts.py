"""What can be asked about, and where it stands in a text."""

from __future__ import annotations

import pytest

from inspector.analysis.why.facts import BadFact, Fact, message_fact, text_fact


def test_words_stand_as_they_were_typed() -> None:
    assert text_fact("Do not").places("Do not. do not. Do not") == [(0, 6), (16, 22)]


def test_loose_words_forget_capitals_and_the_kind_of_space() -> None:
    assert Fact("read  only", loose=True).places("Read\n only, READ ONLY, readonly") == [(0, 10), (12, 21)]


def test_a_pattern_has_slashes_and_one_flag() -> None:
    assert text_fact(r"/err(or)? \d+/i").places("ERR 12, error 7") == [(0, 6), (8, 15)]
    assert text_fact("/etc/hosts").form == "text"
    assert text_fact("a/b/c").form == "text"


@pytest.mark.parametrize("text", ["", "  ", "/(/", "/(a{2000}){2000}/", "x" * 2_001])
def test_what_means_nothing_says_what_would(text: str) -> None:
    with pytest.raises(BadFact, match=r"\w{4,}"):
        text_fact(text)


def test_a_message_is_nowhere_in_a_text() -> None:
    assert message_fact(3).places("message 3") == []
    assert message_fact(3).form == "message"
