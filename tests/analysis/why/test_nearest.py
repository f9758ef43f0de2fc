"""What is most like a text that the record does not hold."""

from __future__ import annotations

import pytest

import inspector
from inspector.analysis.why.facts import message_fact, text_fact
from inspector.analysis.why.nearest import nearest
from inspector.long_work import Cancelled
from inspector.transcript.model import Transcript


def talk(*texts: str) -> Transcript:
    """Messages of a user and a model in turn."""
    roles = ("user", "assistant")
    return inspector.load_messages([{"role": roles[at % 2], "content": text} for at, text in enumerate(texts)])


def test_a_misspelt_text_leads_to_the_sentence_that_was_meant() -> None:
    record = talk("Hello. Never touch the migrations! Thanks.", "I will not.", "The migration of birds is nice.")
    near = nearest(record, text_fact("never toch the migrations"))
    assert near[0].text == "Never touch the migrations!"
    assert near[0].block == 0
    words = record.structure.blocks[0].text
    assert words[near[0].start : near[0].stop] == near[0].text


def test_at_most_three_and_each_text_once() -> None:
    record = talk(*[f"the port is 743{at}" for at in range(6)], "the port is 7431")
    near = nearest(record, text_fact("the prt is 7439"))
    assert len(near) == 3
    assert len({one.text for one in near}) == 3


def test_no_whole_word_in_common_is_still_likeness() -> None:
    near = nearest(talk("frobnicator", "ok"), text_fact("frobmicators"))
    assert [one.text for one in near] == ["frobnicator"]


@pytest.mark.parametrize("text", ["xyzzy plugh", "zz", "/port/"])
def test_nothing_alike_is_nothing(text: str) -> None:
    assert nearest(talk("the port is 7431", "fine"), text_fact(text)) == ()


def test_what_is_followed_whole_has_nothing_alike_and_an_empty_record_neither() -> None:
    assert nearest(talk("one", "two"), message_fact(1)) == ()
    assert nearest(inspector.load_messages([]), text_fact("anything at all")) == ()


def test_it_is_given_up() -> None:
    with pytest.raises(Cancelled):
        nearest(talk("one", "two"), text_fact("one hundred"), lambda: True)
